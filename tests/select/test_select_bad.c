/* SPDX-License-Identifier: Apache-2.0 */
/* What a select alone must refuse: descriptors of which no plan can be made, and arguments. */
#include "support/refusal.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;
static struct refusal f; /* with flags, an argument and a copied array */

static void open_fixture(void) {
  refusal_open(&f, &h, work_named("select, flags and another array"));
}

static void close_fixture(void) { refusal_close(&f); }

/* --- descriptors ------------------------------------------------------------------------------ */

#define assert_no_plan(desc, status)                                                               \
  assert_refused(&f, clscan_select_plan_create(f.ctx, (desc), &f.none), (status))

TEST(test_descriptors) {
  clscan_custom_type reserved = refusal_pair;
  reserved.reserved[1] = 1;
  const clscan_select_output untyped = {.expression = "x"};
  const clscan_select_output custom = {.type = CLSCAN_CUSTOM, .expression = "x"};
  const clscan_select_output reserved_0 = {.type = CLSCAN_INT32, .reserved = {1}};
  const clscan_select_output reserved_1 = {.type = CLSCAN_INT32, .reserved = {0, 1}};
  const struct {
    clscan_select_desc desc;
    clscan_status status;
  } rows[] = {
      {{.predicate = "1"}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .predicate = "1"}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .argument_type = CLSCAN_CUSTOM}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .out_type = CLSCAN_CUSTOM, .output = "x"}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .more = &untyped, .num_more = 1}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .more = &custom, .num_more = 1}, CLSCAN_INVALID_TYPE},
      {{.type = (clscan_type)14}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .out_type = (clscan_type)-1}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .argument_type = (clscan_type)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_select_algorithm)9}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_select_algorithm)-1}, CLSCAN_INVALID_ENUM},
      /* Flags of other functions, and of none. */
      {{.type = CLSCAN_INT32, .flags = CLSCAN_ALLOW_NONREPRODUCIBLE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_SEPARATE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = 64}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = 1u << 31}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_CUSTOM, .custom_type = &reserved, .predicate = "x.a"},
       CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_INT32, .argument_type = CLSCAN_CUSTOM, .custom_argument = &reserved},
       CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_INT32, .more = &reserved_0, .num_more = 1}, CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_INT32, .more = &reserved_1, .num_more = 1}, CLSCAN_RESERVED_NOT_ZERO},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_select_algorithm)CLSCAN_SCAN_SMALL},
       CLSCAN_UNSUPPORTED_ALGORITHM},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_select_algorithm)CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
       CLSCAN_UNSUPPORTED_ALGORITHM},
      /* Texts that do not go together. */
      {{.type = CLSCAN_INT32, .flags = CLSCAN_UNIQUE, .predicate = "x > 0"},
       CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32, .equal = "a == b"}, CLSCAN_INVALID_ARGUMENT},
      /* What has no default for a struct, or does not convert, must be given. */
      {{.type = CLSCAN_CUSTOM, .custom_type = &refusal_pair}, CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_CUSTOM, .custom_type = &refusal_pair, .flags = CLSCAN_UNIQUE},
       CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_CUSTOM,
        .out_type = CLSCAN_INT32,
        .custom_type = &refusal_pair,
        .predicate = "x.a"},
       CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .out_type = CLSCAN_CUSTOM, .custom_out = &refusal_pair},
       CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .num_more = 1}, CLSCAN_INVALID_ARGUMENT},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    assert_no_plan(&rows[k].desc, rows[k].status);
  }
}

/* Types that serve elsewhere, but not for this. */
TEST(test_types_of_numbers) {
  static const clscan_type counts[] = {CLSCAN_INT32, CLSCAN_UINT16, CLSCAN_INT64, CLSCAN_FLOAT32,
                                       CLSCAN_CUSTOM};
  static const clscan_type flags[] = {CLSCAN_FLOAT16, CLSCAN_BFLOAT16, CLSCAN_CUSTOM};
  static const clscan_type bits[] = {CLSCAN_TYPE_NONE, CLSCAN_UINT8, CLSCAN_INT32, CLSCAN_UINT64,
                                     CLSCAN_FLOAT32};
  for (size_t k = 0; k < 5; k++) {
    const clscan_select_desc descs[] = {
        {.type = CLSCAN_INT32, .count_type = counts[k]},
        {.type = CLSCAN_INT32, .n_device_type = counts[k]},
        {.type = CLSCAN_INT32, .flag_type = flags[k % HARNESS_COUNT(flags)]},
        /* They lie in words of type uint32. */
        {.type = CLSCAN_INT32, .flags = CLSCAN_FLAG_BITS, .flag_type = bits[k]}};
    for (size_t d = 0; d < HARNESS_COUNT(descs); d++) {
      assert_no_plan(&descs[d], CLSCAN_INVALID_TYPE);
    }
  }
}

/* Each algorithm with the flag that is the other ones'. */
TEST(test_algorithms) {
  static const clscan_select_algorithm in_order[] = {
      CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS};
  static const clscan_select_algorithm atomic[] = {
      CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_SELECT_ATOMIC_ELEMENT};
  for (size_t k = 0; k < 3; k++) {
    const clscan_select_desc descs[] = {
        {.type = CLSCAN_INT32, .flags = CLSCAN_UNORDERED, .algorithm = in_order[k]},
        {.type = CLSCAN_INT32, .algorithm = atomic[k]}};
    assert_no_plan(&descs[0], CLSCAN_INVALID_ARGUMENT);
    assert_no_plan(&descs[1], CLSCAN_INVALID_ARGUMENT);
  }
}

TEST(test_number_of_outputs) {
  clscan_select_output more[CLSCAN_MAX_OUTPUTS + 1];
  for (unsigned k = 0; k <= CLSCAN_MAX_OUTPUTS; k++) {
    more[k] = (clscan_select_output){.type = CLSCAN_INT32, .expression = "x"};
  }
  clscan_select_desc desc = {
      .type = CLSCAN_INT32, .more = more, .num_more = CLSCAN_MAX_OUTPUTS + 1};
  assert_no_plan(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.num_more = UINT32_MAX;
  assert_no_plan(&desc, CLSCAN_INVALID_ARGUMENT);
}

TEST(test_custom_type_layout) {
  for (size_t k = 0; k < REFUSAL_LAYOUTS; k++) {
    const clscan_custom_type *bad = &refusal_layouts[k];
    const clscan_select_output more = {
        .type = CLSCAN_CUSTOM, .custom_type = bad, .expression = "x"};
    const clscan_select_desc descs[] = {
        {.type = CLSCAN_CUSTOM, .custom_type = bad, .predicate = "x.a"},
        {.type = CLSCAN_INT32, .argument_type = CLSCAN_CUSTOM, .custom_argument = bad},
        {.type = CLSCAN_INT32, .more = &more, .num_more = 1}};
    for (size_t d = 0; d < HARNESS_COUNT(descs); d++) {
      assert_no_plan(&descs[d], CLSCAN_INVALID_TYPE);
    }
  }
}

/* Texts with mistakes in them do not compile; the log says in which, by its name. */
TEST(test_mistakes) {
  clscan_custom_type small = refusal_pair, large = refusal_pair;
  small.size = 12;
  large.size = 16;
  const struct {
    const char *name;
    clscan_select_desc desc;
  } rows[] = {
      {"predicate", {.type = CLSCAN_INT32, .predicate = "x > nothing"}},
      {"output", {.type = CLSCAN_INT32, .output = "x + nothing"}},
      {"definition", {.type = CLSCAN_INT32, .definition = "int f(int a) { return nothing; }"}},
      {"equal", {.type = CLSCAN_INT32, .flags = CLSCAN_UNIQUE, .equal = "a == nothing"}},
      /* There are no flags and no argument. */
      {"predicate", {.type = CLSCAN_INT32, .predicate = "f != 0"}},
      {"predicate", {.type = CLSCAN_INT32, .predicate = "x > u"}},
      /* A size that is not the type's own. */
      {"", {.type = CLSCAN_CUSTOM, .custom_type = &small, .predicate = "x.a"}},
      {"",
       {.type = CLSCAN_INT32,
        .argument_type = CLSCAN_CUSTOM,
        .custom_argument = &large,
        .predicate = "x > u.a"}},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_plan *plan = NULL;
    harness_log_reset(&h);
    assert_status(clscan_select_plan_create(f.ctx, &rows[k].desc, &plan), CLSCAN_BUILD_FAILED);
    assert_null(plan);
    if (!harness_log_contains(&h, rows[k].name)) {
      fail_msg("the log does not name %s: %s", rows[k].name, h.log.text);
    }
  }
}

TEST(test_look_back_that_may_not_run) {
  clscan_context_options options = interpose_options(&h);
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  options.forbid_lookback = 1;
  clscan_context *usual = refusal_swap(&f, &options);
  clscan_select_desc desc = {.type = CLSCAN_INT32, .algorithm = CLSCAN_SELECT_LOOKBACK};
  assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
  desc.algorithm = CLSCAN_SELECT_AUTO;
  assert_success(clscan_select_plan_create(f.ctx, &desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_not_equal(info.algorithm, CLSCAN_SELECT_LOOKBACK);
  assert_int_not_equal(info.algorithm, CLSCAN_SELECT_AUTO);
  clscan_plan_destroy(plan);
  refusal_swap_back(&f, usual);
}

TEST(test_double_without_double_precision) {
  static const clscan_select_desc descs[] = {
      {.type = CLSCAN_FLOAT64},
      {.type = CLSCAN_INT32, .out_type = CLSCAN_FLOAT64},
      {.type = CLSCAN_INT32, .argument_type = CLSCAN_FLOAT64}};
  const clscan_context_options options = interpose_options(&h);
  interpose_zero(CL_DEVICE_EXTENSIONS);
  clscan_context *usual = refusal_swap(&f, &options);
  interpose_zero(0);
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    assert_no_plan(&descs[k], CLSCAN_UNSUPPORTED_TYPE);
  }
  refusal_swap_back(&f, usual);
}

/* --- arguments -------------------------------------------------------------------------------- */

#define assert_call_refused(plan, args, status)                                                    \
  assert_refused(&f, clscan_select_enqueue((plan), h.queue, (args), 0, NULL, &f.event), (status))
#define assert_call_accepted(plan, args)                                                           \
  assert_accepted(&f, clscan_select_enqueue((plan), h.queue, (args), 0, NULL, NULL))

static clscan_plan *make_plan(const clscan_select_desc *desc) {
  clscan_plan *plan = NULL;
  assert_success(clscan_select_plan_create(f.ctx, desc, &plan));
  return plan;
}

static clscan_select_args all_args(clscan_select_arrays *more) {
  return work_select_args(work_named("select, flags and another array"), &f.good, more);
}

/* The arguments that every select has. */
static clscan_select_args bare_args(void) {
  clscan_select_arrays more;
  struct work_args bare = f.good;
  for (unsigned k = 3; k < WORK_PLACES; k++) {
    bare.at[k].mem = NULL;
  }
  return work_select_args(work_named("select, look-back"), &bare, &more);
}

/* Too large in one way or another. */
static void check_too_large(clscan_plan *plan, const clscan_select_args *args) {
  refusal_expect(&f);
  const clscan_status status = clscan_select_enqueue(plan, h.queue, args, 0, NULL, &f.event);
  assert_true(status == CLSCAN_BUFFER_TOO_SMALL || status == CLSCAN_N_TOO_LARGE);
  refusal_check(&f, status, status, __FILE__, __LINE__);
}

TEST(test_pointers) {
  const uint32_t argument = 3;
  clscan_select_arrays more;
  clscan_select_args args = all_args(&more);
  args.argument = &argument; /* twice */
  assert_call_refused(f.plan, &args, CLSCAN_INVALID_ARGUMENT);
  args.argument_device.mem = NULL;
  assert_call_accepted(f.plan, &args);
  args.more = NULL;
  assert_call_refused(f.plan, &args, CLSCAN_INVALID_ARGUMENT);
}

/* What no descriptor has asked for, and outputs beside one that is not there. */
TEST(test_not_asked_for) {
  const uint32_t argument = 3;
  const clscan_select_output more = {.type = CLSCAN_INT32, .expression = "x"};
  const clscan_select_desc desc = {.type = CLSCAN_INT32, .more = &more, .num_more = 1};
  clscan_plan *bare = make_plan(&desc);
  clscan_select_arrays arrays;
  const clscan_select_args all = all_args(&arrays);
  const clscan_buffer array = arrays.in;
  clscan_select_args enough = bare_args();
  enough.more = &arrays;
  arrays.in.mem = NULL;
  assert_call_accepted(bare, &enough);
  clscan_select_args args[6];
  for (unsigned k = 0; k < HARNESS_COUNT(args); k++) {
    args[k] = enough;
  }
  args[0].flags = all.flags;
  args[1].argument = &argument;
  args[2].width = 10;
  args[3].row_pitch = 40;
  args[4].argument_device = all.argument_device;
  args[5].out.mem = NULL;
  for (unsigned k = 0; k < HARNESS_COUNT(args); k++) {
    assert_call_refused(bare, &args[k], CLSCAN_INVALID_ARGUMENT);
  }
  arrays.in = array;
  assert_call_refused(bare, &enough, CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(bare);
}

TEST(test_rows) {
  static const clscan_select_desc desc = {.type = CLSCAN_INT32, .flags = CLSCAN_ROWS};
  const size_t bytes = 9 * 600 + 400;
  cl_mem exact = refusal_buffer(h.context, CL_MEM_READ_ONLY, bytes);
  cl_mem less = refusal_buffer(h.context, CL_MEM_READ_ONLY, bytes - 1);
  clscan_plan *rows = make_plan(&desc);
  clscan_select_args good = bare_args();
  good.in = (clscan_buffer){exact, 0};
  good.width = 100;
  good.row_pitch = 600;
  assert_call_accepted(rows, &good);
  clscan_select_args args = good;
  args.width = 0;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.n = REFUSAL_N - 1;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  /* A row would begin before the one above has ended. */
  args = good;
  args.row_pitch = 396;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  args.row_pitch = 602;
  assert_call_refused(rows, &args, CLSCAN_MISALIGNED_OFFSET);
  /* The last row need not be followed by what lies between rows; a byte less is too little. */
  args = good;
  args.in = (clscan_buffer){less, 0};
  assert_call_refused(rows, &args, CLSCAN_BUFFER_TOO_SMALL);
  args.in = (clscan_buffer){exact, 4};
  assert_call_refused(rows, &args, CLSCAN_BUFFER_TOO_SMALL);
  /* Rows whose bytes wrap around to a few. */
  args = good;
  args.row_pitch = SIZE_MAX / 9 / 4 * 4 + 4;
  check_too_large(rows, &args);
  clscan_plan_destroy(rows);
  clReleaseMemObject(exact);
  clReleaseMemObject(less);
}

/* Outputs hold `capacity` elements, less than n or more. */
TEST(test_capacity) {
  clscan_select_arrays more;
  clscan_select_args args;
  for (unsigned k = 0; k < 2; k++) {
    cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_WRITE, 40);
    args = all_args(&more);
    *(k == 0 ? &args.out : &more.out) = (clscan_buffer){mem, 0};
    args.capacity = 11;
    assert_call_refused(f.plan, &args, CLSCAN_BUFFER_TOO_SMALL);
    args.capacity = SIZE_MAX / 4 + 2;
    check_too_large(f.plan, &args);
    clReleaseMemObject(mem);
  }
  /* Exactly enough. */
  cl_mem out = refusal_buffer(h.context, CL_MEM_READ_WRITE, 84);
  args = all_args(&more);
  args.out = (clscan_buffer){out, 0};
  more.out = (clscan_buffer){out, 40};
  args.count = (clscan_buffer){out, 80};
  args.capacity = 10;
  assert_call_accepted(f.plan, &args);
  clReleaseMemObject(out);
}

/* Numbers of 64 bits at odd multiples of 32, and lengths that only they can hold. */
TEST(test_wide_numbers) {
  static const clscan_select_desc desc = {
      .type = CLSCAN_INT32, .count_type = CLSCAN_UINT64, .n_device_type = CLSCAN_UINT64};
  clscan_plan *wide = make_plan(&desc);
  cl_mem numbers = refusal_buffer(h.context, CL_MEM_READ_WRITE, 32);
  clscan_select_args good = bare_args();
  good.count = (clscan_buffer){numbers, 0};
  good.n_device = (clscan_buffer){numbers, 8};
  assert_call_accepted(wide, &good);
  clscan_select_args args = good;
  args.count.offset = 4;
  assert_call_refused(wide, &args, CLSCAN_MISALIGNED_OFFSET);
  args = good;
  args.n_device.offset = 12;
  assert_call_refused(wide, &args, CLSCAN_MISALIGNED_OFFSET);
  args = good;
  args.n = (size_t)1 << 32;
  assert_call_refused(wide, &args, CLSCAN_BUFFER_TOO_SMALL);
  args.n = SIZE_MAX / 4 + 2;
  assert_call_refused(wide, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_call_refused(wide, &args, CLSCAN_N_TOO_LARGE);
  clscan_plan_destroy(wide);
  clReleaseMemObject(numbers);
}

/* An unordered select draws places from its count, which it reads for that. */
TEST(test_access_to_a_drawn_count) {
  static const clscan_select_algorithm algorithms[] = {
      CLSCAN_SELECT_AUTO, CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_SELECT_ATOMIC_WORKGROUP,
      CLSCAN_SELECT_ATOMIC_ELEMENT};
  cl_mem written = refusal_buffer(h.context, CL_MEM_WRITE_ONLY, REFUSAL_N * 4);
  cl_mem read = refusal_buffer(h.context, CL_MEM_READ_ONLY, 4);
  for (unsigned k = 0; k < HARNESS_COUNT(algorithms); k++) {
    const clscan_select_desc desc = {
        .type = CLSCAN_INT32, .flags = CLSCAN_UNORDERED, .algorithm = algorithms[k]};
    clscan_plan *plan = make_plan(&desc);
    clscan_select_args args = bare_args();
    args.count = (clscan_buffer){written, 0};
    assert_call_refused(plan, &args, CLSCAN_BUFFER_ACCESS);
    args.count = (clscan_buffer){read, 0};
    assert_call_refused(plan, &args, CLSCAN_BUFFER_ACCESS);
    /* What is only written may well be. */
    args = bare_args();
    args.out = (clscan_buffer){written, 0};
    assert_call_accepted(plan, &args);
    clscan_plan_destroy(plan);
  }
  clReleaseMemObject(written);
  clReleaseMemObject(read);
}

/* The value of `u` is taken at the call: the caller may change it before anything runs. */
TEST(test_argument_changes_before_it_runs) {
  static const clscan_custom_type type = {.name = "table",
                                          .definition = "typedef struct { uint at[32]; } table;",
                                          .size = 128,
                                          .alignment = 4};
  static const clscan_select_desc desc = {.type = CLSCAN_UINT32,
                                          .argument_type = CLSCAN_CUSTOM,
                                          .custom_argument = &type,
                                          .predicate = "u.at[i % 32] == (uint)(i % 32)"};
  const cl_command_queue queue = h.out_of_order != NULL ? h.out_of_order : h.queue;
  uint32_t table[32], kept = 0;
  cl_event gate = clCreateUserEvent(h.context, NULL), done = NULL;
  clscan_plan *plan = make_plan(&desc);
  clscan_select_args args = bare_args();
  for (uint32_t k = 0; k < 32; k++) {
    table[k] = k;
  }
  args.argument = table;
  assert_success(clscan_select_enqueue(plan, queue, &args, 1, &gate, &done));
  memset(table, 0xFF, sizeof table);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  guarded_read(&h, &f.run.places[2], &kept);
  assert_int_equal(kept, REFUSAL_N);
  uint32_t *out = malloc(REFUSAL_N * sizeof *out);
  assert_non_null(out);
  guarded_read(&h, &f.run.places[WORK_OUT], out);
  assert_memory_equal(out, work_words(&f.run, WORK_IN), REFUSAL_N * sizeof *out);
  free(out);
  work_spoil(&f.run);
  clReleaseEvent(gate);
  interpose_release_event(done);
  clscan_plan_destroy(plan);
}

HARNESS_MAIN(open_fixture, close_fixture)
