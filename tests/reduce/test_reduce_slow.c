/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of more than 2^32 elements; of just as many where a buffer has no room for more. */
#include "support/harness.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

#define CHUNK ((size_t)1 << 24) /* elements that the host handles at a time */
#define PAST ((size_t)100003)   /* elements after the first 2^32 */

/* Element i of the input; the only 255 is at `best`. */
static uint8_t input_at(size_t i, size_t best) {
  uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
  x ^= x >> 29;
  const uint8_t byte = (uint8_t)(x * UINT64_C(0xbf58476d1ce4e5b9) >> 56);
  return i == best ? 255 : byte == 255 ? 254 : byte;
}

/* The sum of all bytes in 64 bits, and the place of the only 255, in a device's and a GPU's shape.
 */
static void check(clscan_type type, size_t size) {
  size_t n = ((size_t)1 << 32) + PAST;
  if (n * size > h.max_allocation) {
    n -= PAST;
  }
  const size_t best_at = n - PAST + 3;
  if (n * size > h.max_allocation || n * size > h.global_bytes / 10 * 7) {
    harness_skip("%zu bytes in one buffer are more than the device has", n * size);
  }
  cl_int error = CL_SUCCESS;
  cl_mem in = clCreateBuffer(h.context, CL_MEM_READ_WRITE, n * size, NULL, &error);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
      error == CL_OUT_OF_HOST_MEMORY) {
    harness_skip("%zu bytes in one buffer could not be had", n * size);
  }
  assert_int_equal(error, CL_SUCCESS);
  uint64_t sum = 0;
  uint8_t *chunk = calloc(CHUNK, size);
  assert_non_null(chunk);
  for (size_t begin = 0; begin < n; begin += CHUNK) {
    const size_t count = n - begin < CHUNK ? n - begin : CHUNK;
    for (size_t k = 0; k < count; k++) {
      chunk[k * size] = input_at(begin + k, best_at);
      sum += chunk[k * size];
    }
    assert_int_equal(clEnqueueWriteBuffer(h.queue, in, CL_TRUE, begin * size, count * size, chunk,
                                          0, NULL, NULL),
                     CL_SUCCESS);
  }
  free(chunk);
  cl_mem out = clCreateBuffer(h.context, CL_MEM_READ_WRITE, sizeof sum, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);

  static const clscan_custom_type best = {
      .name = "best",
      .definition = "typedef struct { ulong index; uint value, pad; } best;",
      .size = 16,
      .alignment = 8};
  static const clscan_custom_op better = {.expression = "b.value > a.value ? b : a", .exact = 1};
  const clscan_reduce_desc descs[] = {{.type = type, .out_type = CLSCAN_UINT64},
                                      {.type = type,
                                       .acc_type = CLSCAN_CUSTOM,
                                       .custom_acc = &best,
                                       .out_type = CLSCAN_UINT64,
                                       .op = CLSCAN_CUSTOM_OP,
                                       .custom_op = &better,
                                       .load = "(best){i, x, 0}",
                                       .store = "a.index"}};
  const uint64_t expected[] = {sum, best_at};
  const size_t used[] = {SHAPE_OWN, SHAPE_256};
  for (size_t k = 0; k < 4; k++) {
    if (!shapes_fits(&h, &shapes[used[k / 2]])) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[used[k / 2]]);
    clscan_plan *plan = NULL;
    uint64_t result = 0;
    assert_success(clscan_reduce_plan_create(ctx, &descs[k % 2], &plan));
    const clscan_reduce_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
    assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_int_equal(
        clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL),
        CL_SUCCESS);
    assert_true(result == expected[k % 2]);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

TEST(test_bytes) { check(CLSCAN_UINT8, 1); }

TEST(test_words) { check(CLSCAN_UINT32, 4); }

HARNESS_MAIN(NULL, NULL)
