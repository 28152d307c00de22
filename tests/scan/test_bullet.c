/* SPDX-License-Identifier: Apache-2.0 */
/* The scans of a physics engine's solver: offsets of uint32 counts, and sums of float4 with total.
 */
#include "support/arrays.h"
#include "support/execution.h"

#include <stdlib.h>

static struct harness h;

TEST(test_offsets) {
  static const size_t lengths[] = {1, 1919, 1920, 524288, 524289, 10000000};
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    const size_t n = lengths[k];
    uint32_t *input = arrays_host(n);
    uint32_t *expected = arrays_host(n);
    uint32_t sum = 0;
    uint64_t random = k + 1;
    for (size_t i = 0; i < n; i++) {
      input[i] = (uint32_t)(harness_random(&random) >> 60);
      expected[i] = sum;
      sum += input[i];
    }
    struct execution e = {.plan = plan,
                          .n = n,
                          .input = input,
                          .in_size = 4,
                          .expected = expected,
                          .out_size = 4,
                          .expected_total = &sum};
    assert_true(execution_run(&h, &e));
    e.in_place = true;
    assert_true(execution_run(&h, &e));
    free(input);
    free(expected);
  }
  clscan_plan_destroy(plan);
}

TEST(test_float4_sums) {
  static const size_t objects[] = {1, 100, 1024, 16384, 200000};
  const clscan_custom_type float4_type = {.name = "float4", .size = 16, .alignment = 16};
  const clscan_custom_op sum_op = {.expression = "a + b", .identity = "(float4)(0.0f)"};
  const clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                                 .custom_type = &float4_type,
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &sum_op};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
  for (size_t k = 0; k < HARNESS_COUNT(objects); k++) {
    const size_t n = objects[k] + 1;
    float(*input)[4] = calloc(n, sizeof *input);
    float(*expected)[4] = calloc(n, sizeof *expected);
    float sum[4] = {0, 0, 0, 0};
    uint64_t random = k + 1;
    assert_non_null(input);
    assert_non_null(expected);
    for (size_t i = 0; i < n; i++) {
      for (unsigned j = 0; j < 4; j++) {
        /* Whole numbers: every grouping gives the same sum. The last element is the engine's zero.
         */
        input[i][j] = i + 1 < n ? (float)(harness_random(&random) >> 61) : 0.0f;
        expected[i][j] = sum[j];
        sum[j] += input[i][j];
      }
    }
    const struct execution e = {.plan = plan,
                                .n = n,
                                .input = input,
                                .in_size = 16,
                                .expected = expected,
                                .out_size = 16,
                                .expected_total = sum};
    assert_true(execution_run(&h, &e));
    free(input);
    free(expected);
  }
  clscan_plan_destroy(plan);
}

HARNESS_MAIN(NULL, NULL)
