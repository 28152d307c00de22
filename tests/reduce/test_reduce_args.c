/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors and arguments that a reduction must refuse, each with its status; its scratch, what
 * it says about itself, and the plans that clscan_reduce() keeps. */
#include "support/interpose.h"
#include "support/reduce_work.h"
#include "support/refusal.h"
#include "support/shapes.h"

#include <string.h>

static struct harness h;
static clscan_context *ctx;
static clscan_plan *plan;
static struct reduce_work w;
static size_t n;

static const clscan_custom_op right = {.expression = "b", .exact = 1};

static int open_fixture(void **state) {
  (void)state;
  interpose_reset();
  const clscan_context_options options = interpose_options(&h);
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  plan = reduce_work_plan(ctx);
  n = reduce_work_length(plan);
  reduce_work_open(&h, &w, n, 1);
  reduce_work_extend(&h, &w);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  reduce_work_close(&w);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  return 0;
}

static void check_refused(clscan_plan *which, cl_command_queue queue,
                          const clscan_reduce_args *args, clscan_status expected, const char *file,
                          int line) {
  const unsigned commands = interpose_commands();
  cl_event event = NULL;
  harness_log_reset(&h);
  harness_assert_status(clscan_reduce_enqueue(which, queue, args, 0, NULL, &event), expected, file,
                        line);
  _assert_true(which == NULL || refusal_logged(&h, expected), "logged", file, line);
  _assert_true(interpose_commands() == commands && event == NULL, "nothing enqueued", file, line);
}
#define assert_not_reduced(args, status)                                                           \
  check_refused(plan, h.queue, (args), (status), __FILE__, __LINE__)

/* --- arguments ----------------------------------------------------------------------------- */

static void test_null(void **state) {
  (void)state;
  clscan_reduce_args args = w.args;
  check_refused(NULL, h.queue, &args, CLSCAN_INVALID_ARGUMENT, __FILE__, __LINE__);
  check_refused(plan, NULL, &args, CLSCAN_INVALID_ARGUMENT, __FILE__, __LINE__);
  assert_not_reduced(NULL, CLSCAN_INVALID_ARGUMENT);
  args.in.mem = NULL;
  assert_not_reduced(&args, CLSCAN_INVALID_ARGUMENT);
  args = w.args;
  args.out.mem = NULL;
  assert_not_reduced(&args, CLSCAN_INVALID_ARGUMENT);
  args.n = 0;
  assert_not_reduced(&args, CLSCAN_INVALID_ARGUMENT);
  args = w.args;
  args.init = &n;
  assert_not_reduced(&args, CLSCAN_INVALID_ARGUMENT);
  for (size_t k = 0; k < HARNESS_COUNT(args.reserved); k++) {
    args = w.args;
    args.reserved[k] = 1;
    assert_not_reduced(&args, CLSCAN_RESERVED_NOT_ZERO);
  }
}

/* A plan of another function's. */
static void test_other_plan(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_plan *scan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &scan));
  check_refused(scan, h.queue, &w.args, CLSCAN_INVALID_ARGUMENT, __FILE__, __LINE__);
  const clscan_scan_args args = {.in = w.args.in, .out = w.args.in, .n = n};
  assert_status(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(scan);
}

/* The four places of the arguments, and the smallest size each may have. */
#define PLACES 4
static clscan_buffer *place(clscan_reduce_args *args, unsigned k) {
  clscan_buffer *const places[] = {&args->in, &args->out, &args->init_device, &args->n_device};
  return places[k];
}

static size_t place_bytes(unsigned k) { return k == 0 ? n * 4 : 4; }

static cl_mem make_buffer(cl_context context, cl_mem_flags flags, size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(context, flags, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

static void test_places(void **state) {
  (void)state;
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_reduce_args args = w.args;
    cl_mem mem = make_buffer(h.context, CL_MEM_READ_WRITE, place_bytes(k) + 4);
    *place(&args, k) = (clscan_buffer){mem, 8};
    assert_not_reduced(&args, CLSCAN_BUFFER_TOO_SMALL);
    place(&args, k)->offset = SIZE_MAX - 3;
    assert_not_reduced(&args, CLSCAN_BUFFER_TOO_SMALL);
    for (size_t shift = 1; shift < 4; shift++) {
      place(&args, k)->offset = shift;
      assert_not_reduced(&args, CLSCAN_MISALIGNED_OFFSET);
    }
    clReleaseMemObject(mem);
    mem = make_buffer(h.context, k == 1 ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY, place_bytes(k));
    *place(&args, k) = (clscan_buffer){mem, 0};
    assert_not_reduced(&args, CLSCAN_BUFFER_ACCESS);
    clReleaseMemObject(mem);
  }
}

static void test_other_context(void **state) {
  (void)state;
  cl_int error = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_context other = clCreateContext(properties, 1, &h.device, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_reduce_args args = w.args;
    cl_mem mem = make_buffer(other, CL_MEM_READ_WRITE, place_bytes(k));
    *place(&args, k) = (clscan_buffer){mem, 0};
    assert_not_reduced(&args, CLSCAN_WRONG_CONTEXT);
    clReleaseMemObject(mem);
  }
  cl_command_queue queue = clCreateCommandQueue(other, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  check_refused(plan, queue, &w.args, CLSCAN_WRONG_CONTEXT, __FILE__, __LINE__);
  clReleaseCommandQueue(queue);
  clReleaseContext(other);
}

static void test_overlap(void **state) {
  (void)state;
  clscan_reduce_args args = w.args;
  args.out = args.in;
  assert_not_reduced(&args, CLSCAN_OVERLAP);
  args.out.offset = (n - 1) * 4;
  assert_not_reduced(&args, CLSCAN_OVERLAP);
  args = w.args;
  args.out = args.init_device;
  assert_not_reduced(&args, CLSCAN_OVERLAP);
  args.out = args.n_device;
  assert_not_reduced(&args, CLSCAN_OVERLAP);
  /* Side by side, and what is only read in several ways. */
  cl_mem mem = arrays_random(&h, n + 1, 1, NULL);
  args = (clscan_reduce_args){.in = {mem, 4}, .out = {mem, 0}, .n = n};
  args.init_device = args.n_device = args.in;
  assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  clReleaseMemObject(mem);
}

static void test_lengths(void **state) {
  (void)state;
  clscan_reduce_args args = w.args;
  args.n = 2 * n;
  assert_not_reduced(&args, CLSCAN_BUFFER_TOO_SMALL);
  args.n = SIZE_MAX / 4 + 2;
  assert_not_reduced(&args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_not_reduced(&args, CLSCAN_N_TOO_LARGE);
}

/* --- scratch --------------------------------------------------------------------------------- */

static void test_scratch_size(void **state) {
  (void)state;
  size_t last = 0;
  size_t bytes = 0;
  for (size_t k = 0; k < 200000; k += 1 + k / 50) {
    assert_success(clscan_plan_scratch_size(plan, k, &bytes));
    assert_true(bytes >= last);
    last = bytes;
  }
  static const size_t large[] = {UINT32_MAX, (size_t)UINT32_MAX + 2, SIZE_MAX / 8, SIZE_MAX / 4};
  for (size_t k = 0; k < HARNESS_COUNT(large); k++) {
    assert_success(clscan_plan_scratch_size(plan, large[k], &bytes));
    assert_true(bytes >= last && bytes < 1000000);
    last = bytes;
  }
  assert_status(clscan_plan_scratch_size(plan, SIZE_MAX / 4 + 1, &bytes), CLSCAN_N_TOO_LARGE);
}

/* Exactly the bytes asked for, at any offset; one less is refused, and so is an overlap. */
static void test_callers_scratch(void **state) {
  (void)state;
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  assert_true(bytes > 1);
  cl_mem memory = arrays_create(&h, bytes / 4 + 8);
  for (size_t offset = 0; offset < 17; offset++) {
    clscan_reduce_args args = w.args;
    const clscan_buffer buffer = {memory, offset};
    assert_success(clscan_scratch_create(ctx, buffer, bytes - 1, &args.scratch));
    assert_not_reduced(&args, CLSCAN_SCRATCH_TOO_SMALL);
    clscan_scratch_destroy(args.scratch);
    assert_success(clscan_scratch_create(ctx, buffer, bytes, &args.scratch));
    assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(reduce_work_check(&h, &w));
    args.out = buffer;
    args.out.offset = offset / 4 * 4 + 4;
    assert_not_reduced(&args, CLSCAN_OVERLAP);
    clscan_scratch_destroy(args.scratch);
  }
  clReleaseMemObject(memory);
}

/* --- descriptors ----------------------------------------------------------------------------- */

static void test_descriptors(void **state) {
  (void)state;
  static const clscan_custom_type unnamed = {.size = 4, .alignment = 4};
  static const clscan_custom_type odd = {.name = "odd", .size = 12, .alignment = 8};
  static const clscan_custom_type pair = {.name = "int2", .size = 8, .alignment = 8};
  static const clscan_custom_op empty = {.exact = 1};
  static const clscan_custom_op broken = {.expression = "a +"};
  const struct {
    clscan_reduce_desc desc;
    clscan_status status;
  } rows[] = {
      {{.type = CLSCAN_TYPE_NONE}, CLSCAN_INVALID_TYPE},
      {{.type = (clscan_type)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .op = (clscan_op)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_ALLOW_NONREPRODUCIBLE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .n_device_type = CLSCAN_INT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .reserved = {1}}, CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_FLOAT32, .op = CLSCAN_XOR}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &empty},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &broken}, CLSCAN_BUILD_FAILED},
      {{.type = CLSCAN_CUSTOM}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &unnamed}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &odd}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &pair}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32,
        .out_type = CLSCAN_CUSTOM,
        .custom_out = &pair,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &right},
       CLSCAN_INVALID_TYPE},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_plan *made = NULL;
    harness_log_reset(&h);
    assert_status(clscan_reduce_plan_create(ctx, &rows[k].desc, &made), rows[k].status);
    assert_null(made);
    assert_true(h.log.count > 0);
  }
  clscan_plan *made = NULL;
  assert_status(clscan_reduce_plan_create(NULL, &rows[0].desc, &made), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_reduce_plan_create(ctx, NULL, &made), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_reduce_plan_create(ctx, &rows[0].desc, NULL), CLSCAN_INVALID_ARGUMENT);
}

static void test_describe(void **state) {
  (void)state;
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.algorithm, CLSCAN_SCAN_AUTO);
  assert_int_equal(info.reproducible, 1);
  assert_int_equal(info.window, 0);
  assert_int_equal(info.descriptor_spacing, 0);
  assert_non_null(strchr(info.reason, ' '));
  assert_true(info.num_sources >= 1);
  assert_non_null(strstr(info.sources[0], "reduce("));
}

/* --- in one call ----------------------------------------------------------------------------- */

/* Plans are told apart by all that the descriptor says, and from those of scans. */
static void test_cached_plans(void **state) {
  (void)state;
  char expression[] = "a + b";
  clscan_custom_op op = {.expression = expression};
  clscan_memory memory;
  uint32_t product = 0;
  const clscan_reduce_desc descs[] = {
      {.type = CLSCAN_UINT32},
      {.type = CLSCAN_UINT32, .op = CLSCAN_MAX},
      {.type = CLSCAN_UINT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_UINT32, .store = "a"},
      {.type = CLSCAN_UINT32, .load = "x"},
      {.type = CLSCAN_UINT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op},
  };
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32};
  cl_mem scanned = arrays_create(&h, n);
  const clscan_scan_args scan_args = {.in = {w.in, 0}, .out = {scanned, 0}, .n = n};
  clscan_reduce_args args = w.args;
  args.init_device = args.n_device = (clscan_buffer){NULL, 0};
  for (unsigned round = 0; round < 2; round++) {
    for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
      assert_success(clscan_reduce(ctx, h.queue, &descs[k], &args, 0, NULL, NULL));
    }
    assert_success(clscan_scan(ctx, h.queue, &scan, &scan_args, 0, NULL, NULL));
    assert_success(clscan_context_memory(ctx, &memory));
    assert_int_equal(memory.cached_plans, HARNESS_COUNT(descs) + 1);
  }
  /* The key is a copy: another expression at the same address is another plan. */
  memcpy(expression, "a * b", sizeof expression);
  args.n = 2;
  assert_success(clscan_reduce(ctx, h.queue, &descs[5], &args, 0, NULL, NULL));
  uint32_t values[2];
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, w.in, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, w.out, CL_TRUE, 0, sizeof product, &product, 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(product, values[0] * values[1]);
  /* What cannot be made is not kept. */
  const clscan_reduce_desc bad = {.type = CLSCAN_UINT32, .reserved = {1}};
  assert_status(clscan_reduce(ctx, h.queue, &bad, &args, 0, NULL, NULL), CLSCAN_RESERVED_NOT_ZERO);
  assert_status(clscan_reduce(ctx, h.queue, NULL, &args, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_reduce(NULL, h.queue, &bad, &args, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, HARNESS_COUNT(descs) + 2);
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  assert_success(clscan_context_trim(ctx, NULL));
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, 0);
  clReleaseMemObject(scanned);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null),         cmocka_unit_test(test_other_plan),
      cmocka_unit_test(test_places),       cmocka_unit_test(test_other_context),
      cmocka_unit_test(test_overlap),      cmocka_unit_test(test_lengths),
      cmocka_unit_test(test_scratch_size), cmocka_unit_test(test_callers_scratch),
      cmocka_unit_test(test_descriptors),  cmocka_unit_test(test_describe),
      cmocka_unit_test(test_cached_plans),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
