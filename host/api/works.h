/* SPDX-License-Identifier: Apache-2.0 */
/* All kinds of work that a text of tuning rows may name. */
#ifndef CLSCAN_HOST_WORKS_H
#define CLSCAN_HOST_WORKS_H

#include "tuning/tuning_rows.h"

extern const clscan__work *const clscan__works[];
extern const size_t clscan__num_works;

#endif
