/* SPDX-License-Identifier: Apache-2.0 */
/* What is particular to floating point: rounding of 16-bit formats, NaN and zeros, error bounds. */
#include "support/scan_case.h"
#include "support/shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

static clscan_plan *make_plan(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, desc, &plan));
  return plan;
}

/* The right operand: associative, and an inclusive scan with it converts each element. */
static const clscan_custom_op right = {.expression = "b", .exact = 1};

static bool same_or_both_nan(const void *actual, const void *expected) {
  float a;
  float b;
  memcpy(&a, actual, sizeof a);
  memcpy(&b, expected, sizeof b);
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void check_widening(clscan_type narrow, float (*convert)(uint16_t)) {
  static uint16_t input[65536];
  static float expected[65536];
  const clscan_scan_desc desc = {.type = narrow,
                                 .out_type = CLSCAN_FLOAT32,
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &right,
                                 .kind = CLSCAN_INCLUSIVE};
  for (unsigned k = 0; k < 65536; k++) {
    input[k] = (uint16_t)k;
    expected[k] = convert(input[k]);
  }
  clscan_plan *plan = make_plan(h.ctx, &desc);
  const struct execution e = {.plan = plan,
                              .n = 65536,
                              .input = input,
                              .in_size = 2,
                              .expected = expected,
                              .out_size = 4,
                              .equal = same_or_both_nan};
  assert_true(execution_run(&h, &e));
  clscan_plan_destroy(plan);
}

/* Every value of the format, halfway to the next, and one step on either side of halfway. */
static void check_narrowing(clscan_type narrow, float (*widen)(uint16_t),
                            uint16_t (*convert)(float)) {
  const size_t n = 4 * 65536;
  float *input = malloc(n * sizeof *input);
  uint16_t *expected = malloc(n * sizeof *expected);
  assert_non_null(input);
  assert_non_null(expected);
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32,
                                 .out_type = narrow,
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &right,
                                 .kind = CLSCAN_INCLUSIVE};
  for (unsigned k = 0; k < 65536; k++) {
    const float at = widen((uint16_t)k);
    const float next = widen((uint16_t)(k + 1));
    float halfway = at + (next - at) / 2;
    halfway = isfinite(halfway) ? halfway : at;
    input[4 * k] = at;
    input[4 * k + 1] = halfway;
    input[4 * k + 2] = nextafterf(halfway, INFINITY);
    input[4 * k + 3] = nextafterf(halfway, -INFINITY);
  }
  for (size_t k = 0; k < n; k++) {
    input[k] = isnan(input[k]) ? 1.0f : input[k];
    expected[k] = convert(input[k]);
  }
  clscan_plan *plan = make_plan(h.ctx, &desc);
  const struct execution e = {
      .plan = plan, .n = n, .input = input, .in_size = 4, .expected = expected, .out_size = 2};
  assert_true(execution_run(&h, &e));
  clscan_plan_destroy(plan);
  free(input);
  free(expected);
}

TEST(test_float16_conversions) {
  check_widening(CLSCAN_FLOAT16, values_half_to_float);
  check_narrowing(CLSCAN_FLOAT16, values_half_to_float, values_float_to_half);
}

TEST(test_bfloat16_conversions) {
  check_widening(CLSCAN_BFLOAT16, values_bfloat_to_float);
  check_narrowing(CLSCAN_BFLOAT16, values_bfloat_to_float, values_float_to_bfloat);
}

/* Zeros of both signs, then numbers, then NaN: the rule of the header to the bit. */
static void check_extremes(clscan_type type, clscan_op op, clscan_scan_algorithm algorithm,
                           clscan_kind kind) {
  static const double specials[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY};
  enum { N = 3000 };
  uint8_t input[N * 8];
  uint8_t expected[N * 8];
  uint8_t total[8];
  const size_t size = values_size(type);
  const clscan_scan_desc desc = {.type = type, .op = op, .algorithm = algorithm, .kind = kind};
  const struct reference r = scan_case_reference(&desc);
  uint64_t state = 77;
  for (size_t k = 0; k < N; k++) {
    const size_t choices = k < N / 3 ? 2 : k < N / 2 ? 4 : 6;
    const double x =
        k >= 2 * N / 3 ? (double)NAN : specials[(harness_random(&state) >> 40) % choices];
    const struct value v = {.type = CLSCAN_FLOAT64, .as = {.d = x}};
    values_store(values_convert(v, type), input + k * size);
  }
  reference_scan(&r, input, N, NULL, expected, total);
  clscan_context *ctx = shapes_open(&h, shapes_small_tiles(&h));
  clscan_plan *plan = make_plan(ctx, &desc);
  const struct execution e = {.plan = plan,
                              .n = N,
                              .input = input,
                              .in_size = size,
                              .expected = expected,
                              .out_size = size,
                              .expected_total = total};
  assert_true(execution_run(&h, &e));
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

TEST(test_minimum_and_maximum) {
  check_extremes(CLSCAN_FLOAT32, CLSCAN_MIN, CLSCAN_SCAN_SMALL, CLSCAN_EXCLUSIVE);
  check_extremes(CLSCAN_FLOAT32, CLSCAN_MAX, CLSCAN_SCAN_LOOKBACK, CLSCAN_INCLUSIVE);
  check_extremes(CLSCAN_FLOAT16, CLSCAN_MIN, CLSCAN_SCAN_THREE_PASS, CLSCAN_INCLUSIVE);
  check_extremes(CLSCAN_BFLOAT16, CLSCAN_MAX, CLSCAN_SCAN_REDUCE_THEN_SCAN, CLSCAN_EXCLUSIVE);
  if (h.has_fp64) {
    check_extremes(CLSCAN_FLOAT64, CLSCAN_MIN, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, CLSCAN_EXCLUSIVE);
  }
}

/* A NaN that is alone before the operator has seen it is made canonical too. */
TEST(test_first_nan_is_canonical) {
  const uint32_t payload = 0xffc12345u;
  const uint32_t canonical = 0x7fc00000u;
  for (unsigned k = 0; k < 2; k++) {
    const clscan_scan_desc desc = {
        .type = CLSCAN_FLOAT32, .op = k == 0 ? CLSCAN_MIN : CLSCAN_MAX, .kind = CLSCAN_INCLUSIVE};
    clscan_plan *plan = make_plan(h.ctx, &desc);
    const struct execution e = {.plan = plan,
                                .n = 1,
                                .input = &payload,
                                .in_size = 4,
                                .expected = &canonical,
                                .out_size = 4,
                                .expected_total = &canonical};
    assert_true(execution_run(&h, &e));
    clscan_plan_destroy(plan);
  }
}

/* General floats against doubles; the bound grows with the square root of the length. */
static void check_error(clscan_scan_algorithm algorithm) {
  const size_t n = 1000003;
  float *input = malloc(n * sizeof *input);
  float *output = malloc(n * sizeof *output);
  assert_non_null(input);
  assert_non_null(output);
  uint64_t state = 4242;
  for (size_t k = 0; k < n; k++) {
    input[k] = (float)(harness_random(&state) >> 40) * 0x1p-24f;
  }
  const clscan_scan_desc desc = {
      .type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE, .algorithm = algorithm};
  clscan_plan *plan = make_plan(h.ctx, &desc);
  cl_int error = CL_SUCCESS;
  const size_t bytes = n * sizeof *input;
  cl_mem mem =
      clCreateBuffer(h.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, input, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, bytes, output, 0, NULL, NULL),
                   CL_SUCCESS);
  double sum = 0;
  for (size_t k = 0; k < n; k++) {
    sum += (double)input[k];
    const double bound = 2.0 * sqrt((double)(k + 1)) * (double)FLT_EPSILON * sum;
    if (!(fabs((double)output[k] - sum) <= bound)) {
      fail_msg("%s: out[%zu] is %.9g instead of %.9g, more than %.3g off",
               shapes_algorithm_name(algorithm), k, (double)output[k], sum, bound);
    }
  }
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  free(input);
  free(output);
}

TEST(test_error_bound) {
  check_error(CLSCAN_SCAN_AUTO);
  check_error(CLSCAN_SCAN_THREE_PASS);
  check_error(CLSCAN_SCAN_LOOKBACK);
}

HARNESS_MAIN(NULL, NULL)
