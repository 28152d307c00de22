/* SPDX-License-Identifier: Apache-2.0 */
/* clscan_plan_scratch_size() at lengths near every limit; no data is needed. */
#ifndef TESTS_SIZE_QUERY_H
#define TESTS_SIZE_QUERY_H

#include "support/harness.h"

/* A right figure or a clear refusal, never a figure that wrapped around; it never falls as the
 * length grows, and up to `most` elements none is refused. */
void size_query_check(const clscan_plan *plan, size_t most);

#endif
