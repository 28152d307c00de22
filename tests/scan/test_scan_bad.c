/* SPDX-License-Identifier: Apache-2.0 */
/* What a scan alone must refuse: descriptors of which no plan can be made, and arguments. */
#include "support/refusal.h"

static struct harness h;
static struct refusal f;

static const clscan_custom_op left = {.expression = "a", .exact = 1};

static void open_fixture(void) { refusal_open(&f, &h, work_named("scan, look-back")); }

static void close_fixture(void) { refusal_close(&f); }

/* --- descriptors ------------------------------------------------------------------------------ */

#define assert_no_plan(desc, status)                                                               \
  assert_refused(&f, clscan_scan_plan_create(f.ctx, (desc), &f.none), (status))

TEST(test_descriptors) {
  static const clscan_custom_op no_expression = {.identity = "0"};
  clscan_custom_type reserved = refusal_pair;
  clscan_custom_op reserved_op = left;
  reserved.reserved[1] = 1;
  reserved_op.reserved[0] = 1;
  const struct {
    clscan_scan_desc desc;
    clscan_status status;
  } rows[] = {
      {{.kind = CLSCAN_INCLUSIVE}, CLSCAN_INVALID_TYPE},
      {{.type = (clscan_type)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .acc_type = (clscan_type)14}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .out_type = (clscan_type)-1}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .op = (clscan_op)8}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .kind = (clscan_kind)2}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_scan_algorithm)6}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .n_device_type = (clscan_type)77}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .n_device_type = CLSCAN_INT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .flags = 2}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_CUSTOM,
        .custom_type = &reserved,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &left},
       CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_CUSTOM,
        .custom_type = &refusal_pair,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &reserved_op},
       CLSCAN_RESERVED_NOT_ZERO},
      /* It is the accumulator that an operator must fit. */
      {{.type = CLSCAN_FLOAT16, .op = CLSCAN_AND}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_BFLOAT16, .op = CLSCAN_OR}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_FLOAT32, .op = CLSCAN_XOR}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .acc_type = CLSCAN_FLOAT32, .op = CLSCAN_AND},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .acc_type = CLSCAN_FLOAT32, .op = CLSCAN_OR},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .acc_type = CLSCAN_FLOAT32, .op = CLSCAN_XOR},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_CUSTOM, .custom_type = &refusal_pair, .op = CLSCAN_ADD},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &no_expression},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_CUSTOM, .op = CLSCAN_CUSTOM_OP, .custom_op = &left}, CLSCAN_INVALID_TYPE},
      /* Where nothing converts by itself, the conversion must be given. */
      {{.type = CLSCAN_FLOAT32,
        .out_type = CLSCAN_CUSTOM,
        .custom_out = &refusal_pair,
        .acc_type = CLSCAN_CUSTOM,
        .custom_acc = &refusal_pair,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &left},
       CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_FLOAT32,
        .out_type = CLSCAN_INT32,
        .acc_type = CLSCAN_CUSTOM,
        .custom_acc = &refusal_pair,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &left,
        .load = "(pair){(int)x, (int)i}"},
       CLSCAN_INVALID_TYPE},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    assert_no_plan(&rows[k].desc, rows[k].status);
  }
  for (size_t k = 0; k < REFUSAL_LAYOUTS; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                                   .custom_type = &refusal_layouts[k],
                                   .op = CLSCAN_CUSTOM_OP,
                                   .custom_op = &left};
    assert_no_plan(&desc, CLSCAN_INVALID_TYPE);
  }
}

/* A size or alignment that is not the type's own does not compile, rather than give wrong results.
 */
TEST(test_custom_type_that_lies) {
  clscan_custom_type wrong = refusal_pair;
  clscan_scan_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &wrong, .op = CLSCAN_CUSTOM_OP, .custom_op = &left};
  clscan_plan *plan = NULL;
  wrong.size = 12;
  assert_status(clscan_scan_plan_create(f.ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  wrong.size = 8;
  wrong.alignment = 8;
  assert_status(clscan_scan_plan_create(f.ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  assert_null(plan);
}

TEST(test_look_back_that_may_not_run) {
  const clscan_tuning one_word = {.atomics = CLSCAN_ATOMICS_OPENCL1,
                                  .backend = CLSCAN_BACKEND_LOCAL};
  clscan_context_options options = interpose_options(&h);
  clscan_scan_desc desc = {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  options.forbid_lookback = 1;
  clscan_context *usual = refusal_swap(&f, &options);
  assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
  desc.algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
  assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
  refusal_swap_back(&f, usual);
  if (h.has_int64_atomics) {
    options.forbid_lookback = 0;
    options.allow_lookback = 1;
    options.tuning = &one_word;
    usual = refusal_swap(&f, &options);
    desc = (clscan_scan_desc){.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_LOOKBACK};
    assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
    refusal_swap_back(&f, usual);
  }
}

TEST(test_double_without_double_precision) {
  static const clscan_scan_desc descs[] = {{.type = CLSCAN_FLOAT64},
                                           {.type = CLSCAN_FLOAT32, .acc_type = CLSCAN_FLOAT64}};
  const clscan_context_options options = interpose_options(&h);
  /* No extensions, so no cl_khr_fp64. */
  interpose_zero(CL_DEVICE_EXTENSIONS);
  clscan_context *usual = refusal_swap(&f, &options);
  interpose_zero(0);
  assert_no_plan(&descs[0], CLSCAN_UNSUPPORTED_TYPE);
  assert_no_plan(&descs[1], CLSCAN_UNSUPPORTED_TYPE);
  refusal_swap_back(&f, usual);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* Of a plan of this descriptor. */
static void check_args(const clscan_scan_desc *desc, const clscan_scan_args *args,
                       clscan_status status) {
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(f.ctx, desc, &plan));
  if (status == CLSCAN_SUCCESS) {
    assert_accepted(&f, clscan_scan_enqueue(plan, h.queue, args, 0, NULL, NULL));
  } else {
    assert_refused(&f, clscan_scan_enqueue(plan, h.queue, args, 0, NULL, &f.event), status);
  }
  clscan_plan_destroy(plan);
}

TEST(test_initial_values) {
  static const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  static const clscan_scan_desc without_identity = {
      .type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &left};
  const int32_t init = 1;
  clscan_scan_args args = {.in = f.good.at[WORK_IN], .out = f.good.at[WORK_OUT], .n = REFUSAL_N};
  check_args(&without_identity, &args, CLSCAN_NO_IDENTITY);
  args.init = &init;
  args.init_device = args.in;
  check_args(&desc, &args, CLSCAN_INVALID_ARGUMENT);
}

/* The three-pass scan reads the output again, unless what it reads again is in scratch. */
TEST(test_access_of_three_pass) {
  static const clscan_scan_desc descs[] = {
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_THREE_PASS},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_THREE_PASS, .store = "a + 1"}};
  cl_mem mem = refusal_buffer(h.context, CL_MEM_WRITE_ONLY, REFUSAL_N * 4);
  clscan_scan_args args = {.in = f.good.at[WORK_IN], .out = {mem, 0}, .n = 10};
  check_args(&descs[0], &args, CLSCAN_BUFFER_ACCESS);
  args.n = REFUSAL_N;
  check_args(&descs[0], &args, CLSCAN_BUFFER_ACCESS);
  check_args(&descs[1], &args, CLSCAN_SUCCESS);
  clReleaseMemObject(mem);
}

TEST(test_in_place_of_another_size) {
  static const clscan_scan_desc desc = {.type = CLSCAN_INT32, .out_type = CLSCAN_INT64};
  cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_WRITE, REFUSAL_N * 8);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = REFUSAL_N};
  check_args(&desc, &args, CLSCAN_OVERLAP);
  clReleaseMemObject(mem);
}

HARNESS_MAIN(open_fixture, close_fixture)
