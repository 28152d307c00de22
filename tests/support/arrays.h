/* SPDX-License-Identifier: Apache-2.0 */
/* Plain device arrays of 32-bit integers, for tests that are about the calls and not the numbers.
 */
#ifndef TESTS_ARRAYS_H
#define TESTS_ARRAYS_H

#include "support/harness.h"

/* An uninitialised device array of n elements. */
cl_mem arrays_create(struct harness *h, size_t n);
/* A device array of n random elements, which also go to `values` if that is not NULL. */
cl_mem arrays_random(struct harness *h, size_t n, uint64_t seed, uint32_t *values);
/* Host memory for n elements; the caller frees it. */
uint32_t *arrays_host(size_t n);
/* The inclusive sum of n elements, in place. */
void arrays_sum(uint32_t *values, size_t n);
/* Whether the device array has these n elements; prints the first that differs. Waits for the
 * harness's queue alone. */
bool arrays_equal(struct harness *h, cl_mem mem, const uint32_t *expected, size_t n);

#endif
