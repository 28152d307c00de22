/* SPDX-License-Identifier: Apache-2.0 */
/* More than 2^31 bytes, and more than 2^32 elements, as far as the device's memory goes. */
#include "support/harness.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

#define CHUNK ((size_t)1 << 24) /* elements that the host handles at a time */

/* Element i of the input. */
static uint32_t input_at(size_t i) {
  uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
  x ^= x >> 29;
  return (uint32_t)(x * UINT64_C(0xbf58476d1ce4e5b9) >> 32);
}

static void put(uint8_t *chunk, size_t size, size_t k, uint32_t x) {
  memcpy(chunk + k * size, &x, size);
}

static void upload(cl_mem mem, size_t n, size_t size, uint8_t *chunk) {
  for (size_t begin = 0; begin < n; begin += CHUNK) {
    const size_t count = n - begin < CHUNK ? n - begin : CHUNK;
    for (size_t k = 0; k < count; k++) {
      put(chunk, size, k, input_at(begin + k));
    }
    assert_int_equal(clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, begin * size, count * size, chunk,
                                          0, NULL, NULL),
                     CL_SUCCESS);
  }
}

/* Compares the exclusive wrapping sums. */
static void compare(cl_mem mem, size_t n, size_t size, uint8_t *chunk) {
  uint32_t sum = 0;
  for (size_t begin = 0; begin < n; begin += CHUNK) {
    const size_t count = n - begin < CHUNK ? n - begin : CHUNK;
    assert_int_equal(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, begin * size, count * size, chunk,
                                         0, NULL, NULL),
                     CL_SUCCESS);
    for (size_t k = 0; k < count; k++) {
      if (memcmp(chunk + k * size, &sum, size) != 0) {
        fail_msg("element %zu of %zu is wrong", begin + k, n);
      }
      sum += input_at(begin + k);
    }
  }
}

/* In place, with each algorithm in turn on a fresh input. */
static void check(clscan_type type, size_t size, size_t n) {
  const size_t bytes = n * size;
  if (bytes > h.max_allocation || bytes > h.global_bytes / 10 * 7) {
    harness_skip("%zu bytes in one buffer are more than the device has", bytes);
  }
  uint8_t *chunk = malloc(CHUNK * size);
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  assert_non_null(chunk);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
      error == CL_OUT_OF_HOST_MEMORY) {
    free(chunk);
    harness_skip("%zu bytes in one buffer could not be had", bytes);
  }
  assert_int_equal(error, CL_SUCCESS);
  for (unsigned k = 1; k < SHAPES_ALGORITHM_COUNT; k++) {
    const clscan_scan_desc desc = {.type = type, .algorithm = shapes_algorithms[k]};
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_scan_plan_create(h.ctx, &desc, &plan);
    if (status == CLSCAN_UNSUPPORTED_ALGORITHM && shapes_is_lookback(shapes_algorithms[k])) {
      continue;
    }
    assert_success(status);
    upload(mem, n, size, chunk);
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    compare(mem, n, size, chunk);
    clscan_plan_destroy(plan);
  }
  clReleaseMemObject(mem);
  free(chunk);
}

TEST(test_over_2_31_bytes) { check(CLSCAN_UINT32, 4, ((size_t)1 << 29) + 5); }

TEST(test_over_2_32_bytes) { check(CLSCAN_INT8, 1, ((size_t)1 << 32) + 5); }

TEST(test_over_2_32_words) { check(CLSCAN_INT32, 4, ((size_t)1 << 32) + 5); }

HARNESS_MAIN(NULL, NULL)
