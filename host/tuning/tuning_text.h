/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the tuning table as text, in the form that clscan.h describes. */
#ifndef CLSCAN_HOST_TUNING_TEXT_H
#define CLSCAN_HOST_TUNING_TEXT_H

#include "tuning/tuning_rows.h"

enum { CLSCAN__WHY_SIZE = 256 };

/* Reads all rows, of these kinds of work, into an array that is to be freed; NULL if there are
 * none. INVALID_TUNING: `why` receives a sentence with the line's number. CL_OUT_OF_HOST_MEMORY:
 * none. */
clscan_status clscan__tuning_read(const char *text, const clscan__work *const *works,
                                  size_t num_works, clscan__tuning_row **rows, size_t *count,
                                  char why[CLSCAN__WHY_SIZE]);

#endif
