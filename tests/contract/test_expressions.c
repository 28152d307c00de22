/* SPDX-License-Identifier: Apache-2.0 */
/* What the library's own text must not do to values and to the caller's expressions: integers wrap
 * in every type they pass through, and a name in an expression is never captured. */
#include "support/arrays.h"
#include "support/harness.h"
#include "support/shapes.h"

#include <limits.h>
#include <stdlib.h>

static struct harness h;

/* Sums of ones from just below INT_MAX: wrong if the sum is ever kept in more than 32 bits. */
static void check_wrap(clscan_context *ctx, clscan_scan_algorithm algorithm) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                 .acc_type = CLSCAN_INT32,
                                 .out_type = CLSCAN_INT64,
                                 .kind = CLSCAN_INCLUSIVE,
                                 .algorithm = algorithm,
                                 .load = "1"};
  const int32_t init = INT_MAX - 5;
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  const size_t n = 3000;
  int64_t *result = malloc(n * sizeof *result);
  assert_non_null(result);
  cl_mem in = arrays_create(&h, n), out = arrays_create(&h, 2 * n);
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n, .init = &init};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, n * sizeof *result, result, 0, NULL, NULL),
      CL_SUCCESS);
  for (size_t i = 0; i < n; i++) {
    const int32_t expected = (int32_t)((uint32_t)init + (uint32_t)i + 1);
    if (result[i] != expected) {
      fail_msg("out[%zu] is %lld instead of %d", i, (long long)result[i], (int)expected);
    }
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  free(result);
  clscan_plan_destroy(plan);
}

TEST(test_signed_integers_wrap) {
  for (size_t s = 0; s < 2; s++) {
    if (shapes_fits(&h, &shapes[s])) {
      clscan_context *ctx = shapes_open(&h, &shapes[s]);
      for (unsigned a = 0; a < SHAPES_ALGORITHM_COUNT; a++) {
        check_wrap(ctx, shapes_algorithms[a]);
      }
      clscan_context_destroy(ctx);
    }
  }
}

/* out[0] of an exclusive scan is the identity, whatever its text is made of. */
TEST(test_identity_texts) {
  static const char *const texts[] = {"x", "i", "t", "7 // seven", "7\n", "before", "(7)"};
  for (size_t k = 0; k < HARNESS_COUNT(texts); k++) {
    const clscan_custom_op op = {.expression = "a + b",
                                 .definition = "__constant int x = 7, i = 7, t = 7, before = 7;",
                                 .identity = texts[k],
                                 .exact = 1};
    const clscan_scan_desc desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
    const size_t n = 10;
    clscan_plan *plan = NULL;
    uint32_t expected[10];
    cl_mem in = arrays_random(&h, n, 3 + k, expected), out = arrays_create(&h, n);
    const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
    arrays_sum(expected, n);
    for (size_t i = n - 1; i > 0; i--) {
      expected[i] = expected[i - 1];
    }
    expected[0] = 7;
    assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(arrays_equal(&h, out, expected, n));
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
  }
}

HARNESS_MAIN(NULL, NULL)
