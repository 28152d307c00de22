/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of which no plan can be made. */
#include "support/refusal.h"
#include "support/shapes.h"

static struct harness h;
static struct refusal f;

static const clscan_custom_type pair = {
    .name = "pair", .definition = "typedef struct { int a, b; } pair;", .size = 8, .alignment = 4};
static const clscan_custom_op left = {.expression = "a", .exact = 1};

static int open_fixture(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  refusal_open(&f, &h, &desc);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  refusal_close(&f);
  return 0;
}

static void test_null(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  size_t bytes = 0;
  assert_status(clscan_scan_plan_create(NULL, &desc, &plan), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan_plan_create(f.ctx, NULL, &plan), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan_plan_create(f.ctx, &desc, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_null(plan);
  assert_status(clscan_plan_describe(NULL, &info), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_describe(f.plan, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_scratch_size(NULL, 1, &bytes), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_scratch_size(f.plan, 1, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_reserve(NULL, h.queue, 1), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_reserve(f.plan, NULL, 1), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan(NULL, h.queue, &desc, &f.good, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan(f.ctx, NULL, &desc, &f.good, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan(f.ctx, h.queue, NULL, &f.good, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scan(f.ctx, h.queue, &desc, NULL, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(NULL);
}

static void test_missing_type(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.kind = CLSCAN_INCLUSIVE};
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
}

static void test_unknown_values(void **state) {
  (void)state;
  const clscan_scan_desc good = {.type = CLSCAN_INT32};
  clscan_scan_desc desc = good;
  desc.type = (clscan_type)99;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.acc_type = (clscan_type)14;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.out_type = (clscan_type)-1;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.op = (clscan_op)8;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.kind = (clscan_kind)2;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.algorithm = (clscan_scan_algorithm)6;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.n_device_type = (clscan_type)77;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
  desc.n_device_type = CLSCAN_INT32;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.flags = 2;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_ENUM);
}

static void test_reserved(void **state) {
  (void)state;
  clscan_scan_desc desc = {.type = CLSCAN_INT32};
  for (size_t k = 0; k < HARNESS_COUNT(desc.reserved); k++) {
    desc = (clscan_scan_desc){.type = CLSCAN_INT32};
    desc.reserved[k] = 1;
    assert_no_plan(&f, &desc, CLSCAN_RESERVED_NOT_ZERO);
  }
  clscan_custom_type type = pair;
  type.reserved[1] = 1;
  desc = (clscan_scan_desc){
      .type = CLSCAN_CUSTOM, .custom_type = &type, .op = CLSCAN_CUSTOM_OP, .custom_op = &left};
  assert_no_plan(&f, &desc, CLSCAN_RESERVED_NOT_ZERO);
  clscan_custom_op op = left;
  op.reserved[0] = 1;
  desc.custom_type = &pair;
  desc.custom_op = &op;
  assert_no_plan(&f, &desc, CLSCAN_RESERVED_NOT_ZERO);
}

static void test_operator_and_type(void **state) {
  (void)state;
  static const clscan_op bitwise[] = {CLSCAN_AND, CLSCAN_OR, CLSCAN_XOR};
  static const clscan_type floats[] = {CLSCAN_FLOAT16, CLSCAN_BFLOAT16, CLSCAN_FLOAT32};
  for (unsigned k = 0; k < 3; k++) {
    clscan_scan_desc desc = {.type = floats[k], .op = bitwise[k]};
    assert_no_plan(&f, &desc, CLSCAN_INVALID_OPERATOR);
    /* It is the accumulator that counts. */
    desc = (clscan_scan_desc){.type = CLSCAN_INT32, .acc_type = CLSCAN_FLOAT32, .op = bitwise[k]};
    assert_no_plan(&f, &desc, CLSCAN_INVALID_OPERATOR);
  }
  const clscan_scan_desc desc = {.type = CLSCAN_CUSTOM, .custom_type = &pair, .op = CLSCAN_ADD};
  assert_no_plan(&f, &desc, CLSCAN_INVALID_OPERATOR);
}

static void test_incomplete_operator(void **state) {
  (void)state;
  clscan_scan_desc desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP};
  assert_no_plan(&f, &desc, CLSCAN_INVALID_OPERATOR);
  const clscan_custom_op no_expression = {.identity = "0"};
  desc.custom_op = &no_expression;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_OPERATOR);
}

static void test_custom_type_layout(void **state) {
  (void)state;
  const clscan_custom_type bad[] = {
      {.name = NULL, .size = 8, .alignment = 4},     {.name = "", .size = 8, .alignment = 4},
      {.name = "pair", .size = 0, .alignment = 4},   {.name = "pair", .size = 129, .alignment = 1},
      {.name = "pair", .size = 256, .alignment = 4}, {.name = "pair", .size = 8, .alignment = 0},
      {.name = "pair", .size = 12, .alignment = 3},  {.name = "pair", .size = 12, .alignment = 8},
      {.name = "pair", .size = 8, .alignment = 16},
  };
  clscan_scan_desc desc = {.type = CLSCAN_CUSTOM, .op = CLSCAN_CUSTOM_OP, .custom_op = &left};
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
  for (size_t k = 0; k < HARNESS_COUNT(bad); k++) {
    desc.custom_type = &bad[k];
    assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
  }
}

/* A size or alignment that is not the type's own does not compile, rather than give wrong results.
 */
static void test_custom_type_that_lies(void **state) {
  (void)state;
  clscan_custom_type wrong = pair;
  clscan_scan_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &wrong, .op = CLSCAN_CUSTOM_OP, .custom_op = &left};
  clscan_plan *plan = NULL;
  wrong.size = 12;
  assert_status(clscan_scan_plan_create(f.ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  wrong.size = 8;
  wrong.alignment = 8;
  assert_status(clscan_scan_plan_create(f.ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  assert_null(plan);
  harness_log_reset(&h);
}

/* Where nothing converts by itself, the conversion must be given. */
static void test_missing_conversions(void **state) {
  (void)state;
  clscan_scan_desc desc = {.type = CLSCAN_FLOAT32,
                           .acc_type = CLSCAN_CUSTOM,
                           .custom_acc = &pair,
                           .out_type = CLSCAN_CUSTOM,
                           .custom_out = &pair,
                           .op = CLSCAN_CUSTOM_OP,
                           .custom_op = &left};
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
  desc.load = "(pair){(int)x, (int)i}";
  desc.out_type = CLSCAN_INT32;
  assert_no_plan(&f, &desc, CLSCAN_INVALID_TYPE);
}

static void test_look_back_that_may_not_run(void **state) {
  (void)state;
  const clscan_tuning one_word = {.atomics = CLSCAN_ATOMICS_OPENCL1,
                                  .backend = CLSCAN_BACKEND_LOCAL};
  clscan_context_options options = interpose_options(&h);
  clscan_context *const usual = f.ctx;
  options.forbid_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &f.ctx));
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    clscan_scan_desc desc = {.type = CLSCAN_INT32, .algorithm = shapes_algorithms[k]};
    if (shapes_is_lookback(desc.algorithm)) {
      assert_no_plan(&f, &desc, CLSCAN_UNSUPPORTED_ALGORITHM);
    }
  }
  clscan_context_destroy(f.ctx);
  if (h.has_int64_atomics) {
    options.forbid_lookback = 0;
    options.allow_lookback = 1;
    options.tuning = &one_word;
    assert_success(clscan_context_create(h.context, h.device, &options, &f.ctx));
    const clscan_scan_desc desc = {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_LOOKBACK};
    assert_no_plan(&f, &desc, CLSCAN_UNSUPPORTED_ALGORITHM);
    clscan_context_destroy(f.ctx);
  }
  f.ctx = usual;
}

static void test_double_without_double_precision(void **state) {
  (void)state;
  clscan_context *const usual = f.ctx;
  const clscan_context_options options = interpose_options(&h);
  /* No extensions, so no cl_khr_fp64. */
  interpose_zero(CL_DEVICE_EXTENSIONS);
  assert_success(clscan_context_create(h.context, h.device, &options, &f.ctx));
  interpose_zero(0);
  clscan_scan_desc desc = {.type = CLSCAN_FLOAT64};
  assert_no_plan(&f, &desc, CLSCAN_UNSUPPORTED_TYPE);
  desc = (clscan_scan_desc){.type = CLSCAN_FLOAT32, .acc_type = CLSCAN_FLOAT64};
  assert_no_plan(&f, &desc, CLSCAN_UNSUPPORTED_TYPE);
  clscan_context_destroy(f.ctx);
  f.ctx = usual;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_missing_type),
      cmocka_unit_test(test_unknown_values),
      cmocka_unit_test(test_reserved),
      cmocka_unit_test(test_operator_and_type),
      cmocka_unit_test(test_incomplete_operator),
      cmocka_unit_test(test_custom_type_layout),
      cmocka_unit_test(test_custom_type_that_lies),
      cmocka_unit_test(test_missing_conversions),
      cmocka_unit_test(test_look_back_that_may_not_run),
      cmocka_unit_test(test_double_without_double_precision),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
