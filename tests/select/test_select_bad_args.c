/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that clscan_select_enqueue() must refuse before anything is enqueued. */
#include "support/select_refusal.h"

static struct harness h;
static struct select_refusal f;
static clscan_plan *rows; /* of int32 */
static clscan_select_args good_rows;

static int open_fixture(void **state) {
  (void)state;
  const clscan_select_desc desc = {.type = CLSCAN_INT32, .flags = CLSCAN_ROWS};
  select_refusal_open(&f, &h);
  assert_success(clscan_select_plan_create(f.common.ctx, &desc, &rows));
  good_rows = (clscan_select_args){.in = f.good.in,
                                   .out = f.good.out,
                                   .count = f.good.count,
                                   .n = REFUSAL_N,
                                   .width = 100,
                                   .row_pitch = 600};
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  clscan_plan_destroy(rows);
  select_refusal_close(&f);
  return 0;
}

/* --- absent, too many, reserved -------------------------------------------------------------- */

static void test_null(void **state) {
  (void)state;
  const clscan_select_desc desc = {.type = CLSCAN_INT32};
  cl_event event = NULL;
  assert_status(clscan_select_enqueue(NULL, h.queue, &f.good, 0, NULL, &event),
                CLSCAN_INVALID_ARGUMENT);
  assert_null(event);
  assert_select_refused(&f, f.plan, NULL, &f.good, CLSCAN_INVALID_ARGUMENT);
  assert_select_refused(&f, f.plan, h.queue, NULL, CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select(NULL, h.queue, &desc, &f.good, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select(f.common.ctx, NULL, &desc, &f.good, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select(f.common.ctx, h.queue, NULL, &f.good, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select(f.common.ctx, h.queue, &desc, NULL, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
}

static void test_absent(void **state) {
  (void)state;
  static const unsigned required[] = {PLACE_IN, PLACE_COUNT, PLACE_FLAGS, PLACE_ARGUMENT,
                                      PLACE_ARRAY};
  struct select_changed c;
  for (unsigned k = 0; k < HARNESS_COUNT(required); k++) {
    select_refusal_change(&f, &c, required[k], (clscan_buffer){NULL, 0});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_INVALID_ARGUMENT);
  }
  clscan_select_args args = f.good;
  args.more = NULL;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

static void test_argument_twice(void **state) {
  (void)state;
  clscan_select_args args = f.good;
  args.argument_device = f.common.places[PLACE_ARGUMENT].place;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

static void test_wait_list(void **state) {
  (void)state;
  cl_event gate = clCreateUserEvent(h.context, NULL);
  assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
  compaction_refusal_expect(&f.common);
  clscan_status status = clscan_select_enqueue(f.plan, h.queue, &f.good, 1, NULL, NULL);
  compaction_refusal_check(&f.common, status, CLSCAN_INVALID_ARGUMENT, untouched_event, __FILE__,
                           __LINE__);
  compaction_refusal_expect(&f.common);
  status = clscan_select_enqueue(f.plan, h.queue, &f.good, 0, &gate, NULL);
  compaction_refusal_check(&f.common, status, CLSCAN_INVALID_ARGUMENT, untouched_event, __FILE__,
                           __LINE__);
  clReleaseEvent(gate);
}

static void test_reserved(void **state) {
  (void)state;
  for (size_t k = 0; k < HARNESS_COUNT(f.good.reserved); k++) {
    clscan_select_args args = f.good;
    args.reserved[k] = 1;
    assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_RESERVED_NOT_ZERO);
  }
}

/* What no descriptor has asked for, and outputs beside one that is not there. */
static void test_not_asked_for(void **state) {
  (void)state;
  const clscan_select_output more = {.type = CLSCAN_INT32, .expression = "x"};
  const clscan_select_desc desc = {.type = CLSCAN_INT32, .more = &more, .num_more = 1};
  clscan_select_arrays arrays = {.out = f.good_more.out};
  clscan_plan *bare = NULL;
  assert_success(clscan_select_plan_create(f.common.ctx, &desc, &bare));
  const clscan_select_args enough = {
      .in = f.good.in, .out = f.good.out, .count = f.good.count, .n = REFUSAL_N, .more = &arrays};
  clscan_select_args args = enough;
  args.flags = f.good.flags;
  assert_select_refused(&f, bare, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = enough;
  args.argument = f.good.argument;
  assert_select_refused(&f, bare, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = enough;
  args.width = 10;
  assert_select_refused(&f, bare, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = enough;
  args.row_pitch = 40;
  assert_select_refused(&f, bare, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  arrays.in = f.good_more.in;
  assert_select_refused(&f, bare, h.queue, &enough, CLSCAN_INVALID_ARGUMENT);
  arrays.in.mem = NULL;
  args = enough;
  args.out.mem = NULL;
  assert_select_refused(&f, bare, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(bare);
}

/* A plan serves the function that it was made for, and no other. */
static void test_plan_of_another_function(void **state) {
  (void)state;
  const clscan_scan_desc scan_desc = {.type = CLSCAN_INT32};
  const clscan_scan_args scan_args = {.in = f.good.in, .out = f.good.out, .n = REFUSAL_N};
  const clscan_partition_args partition_args = {.in = f.good.in, .out = f.good.out, .n = REFUSAL_N};
  clscan_plan *scan = NULL;
  assert_success(clscan_scan_plan_create(f.common.ctx, &scan_desc, &scan));
  assert_select_refused(&f, scan, h.queue, &f.good, CLSCAN_INVALID_ARGUMENT);
  compaction_refusal_expect(&f.common);
  clscan_status status = clscan_scan_enqueue(f.plan, h.queue, &scan_args, 0, NULL, NULL);
  compaction_refusal_check(&f.common, status, CLSCAN_INVALID_ARGUMENT, untouched_event, __FILE__,
                           __LINE__);
  compaction_refusal_expect(&f.common);
  status = clscan_partition_enqueue(f.plan, h.queue, &partition_args, 0, NULL, NULL);
  compaction_refusal_check(&f.common, status, CLSCAN_INVALID_ARGUMENT, untouched_event, __FILE__,
                           __LINE__);
  clscan_plan_destroy(scan);
}

/* --- rows ------------------------------------------------------------------------------------ */

static void test_rows(void **state) {
  (void)state;
  clscan_select_args args = good_rows;
  args.width = 0;
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = good_rows;
  args.n = REFUSAL_N - 1;
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  /* A row would begin before the one above has ended. */
  args = good_rows;
  args.row_pitch = 396;
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args.row_pitch = 602;
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_MISALIGNED_OFFSET);
}

/* The last row need not be followed by what lies between rows; a byte less is too little. */
static void test_last_row(void **state) {
  (void)state;
  const size_t bytes = 9 * 600 + 400;
  cl_mem exact = compaction_refusal_buffer(h.context, CL_MEM_READ_ONLY, bytes);
  cl_mem less = compaction_refusal_buffer(h.context, CL_MEM_READ_ONLY, bytes - 1);
  clscan_select_args args = good_rows;
  args.in = (clscan_buffer){less, 0};
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  args.in = (clscan_buffer){exact, 4};
  assert_select_refused(&f, rows, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  /* Rows whose bytes wrap around to a few. */
  args.in = (clscan_buffer){exact, 0};
  args.row_pitch = SIZE_MAX / 9 / 4 * 4 + 4;
  args.n = REFUSAL_N;
  cl_event event = untouched_event;
  compaction_refusal_expect(&f.common);
  const clscan_status status = clscan_select_enqueue(rows, h.queue, &args, 0, NULL, &event);
  assert_true(status == CLSCAN_BUFFER_TOO_SMALL || status == CLSCAN_N_TOO_LARGE);
  compaction_refusal_check(&f.common, status, status, event, __FILE__, __LINE__);
  clReleaseMemObject(exact);
  clReleaseMemObject(less);
}

/* --- sizes, alignment, access ---------------------------------------------------------------- */

static void test_too_small(void **state) {
  (void)state;
  struct select_changed c;
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    cl_mem mem =
        compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, select_refusal_bytes[k] + 4);
    select_refusal_change(&f, &c, k, (clscan_buffer){mem, 8});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    select_refusal_change(&f, &c, k, (clscan_buffer){mem, select_refusal_bytes[k] + 8});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    select_refusal_change(&f, &c, k, (clscan_buffer){mem, SIZE_MAX - 3});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    clReleaseMemObject(mem);
  }
}

/* Outputs hold `capacity` elements, less than n or more. */
static void test_capacity(void **state) {
  (void)state;
  static const unsigned outputs[] = {PLACE_OUT, PLACE_MORE};
  struct select_changed c;
  for (unsigned k = 0; k < 2; k++) {
    cl_mem mem = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, 40);
    select_refusal_change(&f, &c, outputs[k], (clscan_buffer){mem, 0});
    c.args.capacity = 11;
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    c.args.capacity = SIZE_MAX / 4 + 2;
    cl_event event = untouched_event;
    compaction_refusal_expect(&f.common);
    const clscan_status status = clscan_select_enqueue(f.plan, h.queue, &c.args, 0, NULL, &event);
    assert_true(status == CLSCAN_BUFFER_TOO_SMALL || status == CLSCAN_N_TOO_LARGE);
    compaction_refusal_check(&f.common, status, status, event, __FILE__, __LINE__);
    clReleaseMemObject(mem);
  }
  /* Exactly enough. */
  cl_mem out = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, 84);
  select_refusal_change(&f, &c, PLACE_OUT, (clscan_buffer){out, 0});
  c.more.out = (clscan_buffer){out, 40};
  c.args.count = (clscan_buffer){out, 80};
  c.args.capacity = 10;
  assert_select_accepted(&f, f.plan, &c.args);
  clReleaseMemObject(out);
}

static void test_too_long(void **state) {
  (void)state;
  const clscan_select_desc desc = {.type = CLSCAN_INT32, .count_type = CLSCAN_UINT64};
  clscan_plan *wide = NULL;
  clscan_select_args args = f.good;
  args.n = (size_t)1 << 24;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  /* A count of 32 bits does not hold it, whatever the buffers are. */
  args.n = (size_t)1 << 32;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX / 4 + 2;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_select_refused(&f, f.plan, h.queue, &args, CLSCAN_N_TOO_LARGE);
  /* A count of 64 bits does, but the buffers do not; and bytes that wrap around to a few. */
  assert_success(clscan_select_plan_create(f.common.ctx, &desc, &wide));
  args = (clscan_select_args){.in = f.good.in, .out = f.good.out, .count = f.good.count};
  args.n = (size_t)1 << 32;
  assert_select_refused(&f, wide, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  args.n = SIZE_MAX / 4 + 2;
  assert_select_refused(&f, wide, h.queue, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_select_refused(&f, wide, h.queue, &args, CLSCAN_N_TOO_LARGE);
  clscan_plan_destroy(wide);
}

static void test_misaligned(void **state) {
  (void)state;
  struct select_changed c;
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    for (size_t shift = 1; shift < 4; shift++) {
      select_refusal_change(&f, &c, k, select_refusal_moved(f.common.places[k].place, shift));
      assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_MISALIGNED_OFFSET);
    }
  }
}

/* Numbers of 64 bits at odd multiples of 32. */
static void test_misaligned_wide_numbers(void **state) {
  (void)state;
  const clscan_select_desc desc = {
      .type = CLSCAN_INT32, .count_type = CLSCAN_UINT64, .n_device_type = CLSCAN_UINT64};
  clscan_plan *wide = NULL;
  assert_success(clscan_select_plan_create(f.common.ctx, &desc, &wide));
  clscan_select_args args = {.in = f.good.in,
                             .out = f.good.out,
                             .count = select_refusal_moved(f.good.count, 4),
                             .n = REFUSAL_N};
  assert_select_refused(&f, wide, h.queue, &args, CLSCAN_MISALIGNED_OFFSET);
  args.count = f.good.count;
  args.n_device = select_refusal_moved(f.common.places[PLACE_N_DEVICE].place, 4);
  assert_select_refused(&f, wide, h.queue, &args, CLSCAN_MISALIGNED_OFFSET);
  clscan_plan_destroy(wide);
}

static void test_access(void **state) {
  (void)state;
  struct select_changed c;
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    const cl_mem_flags wrong = select_refusal_is_written[k] ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
    cl_mem mem = compaction_refusal_buffer(h.context, wrong, select_refusal_bytes[k]);
    select_refusal_change(&f, &c, k, (clscan_buffer){mem, 0});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_BUFFER_ACCESS);
    clReleaseMemObject(mem);
  }
}

/* An unordered select draws places from its count, which it reads for that. */
static void test_access_to_a_drawn_count(void **state) {
  (void)state;
  static const clscan_select_algorithm algorithms[] = {
      CLSCAN_SELECT_AUTO, CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_SELECT_ATOMIC_WORKGROUP,
      CLSCAN_SELECT_ATOMIC_ELEMENT};
  cl_mem written = compaction_refusal_buffer(h.context, CL_MEM_WRITE_ONLY, REFUSAL_N * 4);
  cl_mem read = compaction_refusal_buffer(h.context, CL_MEM_READ_ONLY, 4);
  cl_mem both = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, 4);
  for (unsigned k = 0; k < HARNESS_COUNT(algorithms); k++) {
    const clscan_select_desc desc = {
        .type = CLSCAN_INT32, .flags = CLSCAN_UNORDERED, .algorithm = algorithms[k]};
    clscan_plan *plan = NULL;
    assert_success(clscan_select_plan_create(f.common.ctx, &desc, &plan));
    clscan_select_args args = {.in = f.good.in, .out = f.good.out, .n = REFUSAL_N};
    args.count.mem = written;
    assert_select_refused(&f, plan, h.queue, &args, CLSCAN_BUFFER_ACCESS);
    args.count.mem = read;
    assert_select_refused(&f, plan, h.queue, &args, CLSCAN_BUFFER_ACCESS);
    /* What is only written may well be. */
    args.count.mem = both;
    args.out.mem = written;
    args.out.offset = 0;
    assert_select_accepted(&f, plan, &args);
    clscan_plan_destroy(plan);
  }
  clReleaseMemObject(written);
  clReleaseMemObject(read);
  clReleaseMemObject(both);
}

static void test_other_context(void **state) {
  (void)state;
  cl_context other = compaction_refusal_other_context(&h);
  struct select_changed c;
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    cl_mem mem = compaction_refusal_buffer(other, CL_MEM_READ_WRITE, select_refusal_bytes[k]);
    select_refusal_change(&f, &c, k, (clscan_buffer){mem, 0});
    assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_WRONG_CONTEXT);
    clReleaseMemObject(mem);
  }
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(other, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_select_refused(&f, f.plan, queue, &f.good, CLSCAN_WRONG_CONTEXT);
  clReleaseCommandQueue(queue);
  clReleaseContext(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_absent),
      cmocka_unit_test(test_argument_twice),
      cmocka_unit_test(test_wait_list),
      cmocka_unit_test(test_reserved),
      cmocka_unit_test(test_not_asked_for),
      cmocka_unit_test(test_plan_of_another_function),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_last_row),
      cmocka_unit_test(test_too_small),
      cmocka_unit_test(test_capacity),
      cmocka_unit_test(test_too_long),
      cmocka_unit_test(test_misaligned),
      cmocka_unit_test(test_misaligned_wide_numbers),
      cmocka_unit_test(test_access),
      cmocka_unit_test(test_access_to_a_drawn_count),
      cmocka_unit_test(test_other_context),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
