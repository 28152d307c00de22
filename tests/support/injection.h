/* SPDX-License-Identifier: Apache-2.0 */
/* What a call may return in which one OpenCL function failed on purpose. */
#ifndef TESTS_INJECTION_H
#define TESTS_INJECTION_H

#include "support/interpose.h"

/* Checks the status of a call since interpose_fail() and that a sentence says so, and ends the
 * failing; true if it succeeded, because nothing failed or nothing that matters. */
bool injection_check(clscan_status status, const char *where);

#endif
