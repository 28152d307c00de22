/* SPDX-License-Identifier: Apache-2.0 */
#include "support/arrays.h"

#include <inttypes.h>
#include <stdlib.h>

uint32_t *arrays_host(size_t n) {
  uint32_t *values = calloc(n + 1, sizeof *values);
  assert_non_null(values);
  return values;
}

cl_mem arrays_create(struct harness *h, size_t n) {
  cl_int error = CL_SUCCESS;
  cl_mem mem =
      clCreateBuffer(h->context, CL_MEM_READ_WRITE, (n + 1) * sizeof(uint32_t), NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

cl_mem arrays_random(struct harness *h, size_t n, uint64_t seed, uint32_t *values) {
  uint32_t *x = values != NULL ? values : arrays_host(n);
  uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (size_t k = 0; k < n; k++) {
    x[k] = (uint32_t)(harness_random(&state) >> 32);
  }
  cl_mem mem = arrays_create(h, n);
  if (n != 0) {
    assert_int_equal(
        clEnqueueWriteBuffer(h->queue, mem, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL),
        CL_SUCCESS);
  }
  if (values == NULL) {
    free(x);
  }
  return mem;
}

void arrays_sum(uint32_t *values, size_t n) {
  for (size_t k = 1; k < n; k++) {
    values[k] += values[k - 1];
  }
}

bool arrays_equal(struct harness *h, cl_mem mem, const uint32_t *expected, size_t n) {
  uint32_t *actual = arrays_host(n);
  bool equal = true;
  assert_int_equal(
      clEnqueueReadBuffer(h->queue, mem, CL_TRUE, 0, n * sizeof *actual, actual, 0, NULL, NULL),
      CL_SUCCESS);
  for (size_t k = 0; k < n && equal; k++) {
    if (actual[k] != expected[k]) {
      print_error("element %zu of %zu is %" PRIu32 " instead of %" PRIu32 "\n", k, n, actual[k],
                  expected[k]);
      equal = false;
    }
  }
  free(actual);
  return equal;
}
