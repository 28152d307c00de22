/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of which clscan_select_plan_create() makes no plan. */
#include "support/compaction_refusal.h"
#include "support/shapes.h"

static struct harness h;
static struct compaction_refusal f;

static const clscan_custom_type pair = {
    .name = "pair", .definition = "typedef struct { int a, b; } pair;", .size = 8, .alignment = 4};

static int open_fixture(void **state) {
  (void)state;
  compaction_refusal_open(&f, &h);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  compaction_refusal_close(&f);
  return 0;
}

#define assert_none(desc, status) refuse((desc), (status), __FILE__, __LINE__)
static void refuse(const clscan_select_desc *desc, clscan_status status, const char *file,
                   int line) {
  clscan_plan *plan = NULL;
  compaction_refusal_expect(&f);
  const clscan_status actual = clscan_select_plan_create(f.ctx, desc, &plan);
  compaction_refusal_no_plan(&f, actual, status, plan, file, line);
}

static const clscan_select_desc good = {.type = CLSCAN_INT32};

static void test_null(void **state) {
  (void)state;
  clscan_plan *plan = NULL;
  assert_status(clscan_select_plan_create(NULL, &good, &plan), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select_plan_create(f.ctx, NULL, &plan), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_select_plan_create(f.ctx, &good, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_null(plan);
}

static void test_missing_types(void **state) {
  (void)state;
  clscan_select_desc desc = {.predicate = "1"};
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = (clscan_select_desc){.type = CLSCAN_CUSTOM, .predicate = "1"};
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.argument_type = CLSCAN_CUSTOM;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.out_type = CLSCAN_CUSTOM;
  desc.output = "x";
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  clscan_select_output more = {.expression = "x"};
  desc = good;
  desc.more = &more;
  desc.num_more = 1;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  more.type = CLSCAN_CUSTOM;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
}

static void test_unknown_values(void **state) {
  (void)state;
  clscan_select_desc desc = good;
  desc.type = (clscan_type)14;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.out_type = (clscan_type)-1;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.argument_type = (clscan_type)99;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.algorithm = (clscan_select_algorithm)9;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  desc.algorithm = (clscan_select_algorithm)-1;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  /* Flags of other functions, and of none. */
  static const uint32_t flags[] = {CLSCAN_ALLOW_NONREPRODUCIBLE, CLSCAN_SEPARATE, 64, 1u << 31};
  for (size_t k = 0; k < HARNESS_COUNT(flags); k++) {
    desc = good;
    desc.flags = flags[k];
    assert_none(&desc, CLSCAN_INVALID_ENUM);
  }
}

/* Types that serve elsewhere, but not for this. */
static void test_types_of_numbers(void **state) {
  (void)state;
  static const clscan_type counts[] = {CLSCAN_INT32, CLSCAN_UINT16, CLSCAN_INT64, CLSCAN_FLOAT32,
                                       CLSCAN_CUSTOM};
  static const clscan_type flags[] = {CLSCAN_FLOAT16, CLSCAN_BFLOAT16, CLSCAN_FLOAT32,
                                      CLSCAN_FLOAT64, CLSCAN_CUSTOM};
  clscan_select_desc desc;
  for (size_t k = 0; k < HARNESS_COUNT(counts); k++) {
    desc = good;
    desc.count_type = counts[k];
    assert_none(&desc, CLSCAN_INVALID_TYPE);
    desc = good;
    desc.n_device_type = counts[k];
    assert_none(&desc, CLSCAN_INVALID_TYPE);
  }
  for (size_t k = 0; k < HARNESS_COUNT(flags); k++) {
    desc = good;
    desc.flag_type = flags[k];
    assert_none(&desc, CLSCAN_INVALID_TYPE);
  }
}

/* Bits lie in words of type uint32. */
static void test_types_of_bits(void **state) {
  (void)state;
  static const clscan_type types[] = {CLSCAN_TYPE_NONE, CLSCAN_UINT8, CLSCAN_INT32, CLSCAN_UINT64,
                                      CLSCAN_FLOAT32};
  for (size_t k = 0; k < HARNESS_COUNT(types); k++) {
    clscan_select_desc desc = good;
    desc.flags = CLSCAN_FLAG_BITS;
    desc.flag_type = types[k];
    assert_none(&desc, CLSCAN_INVALID_TYPE);
  }
}

static void test_reserved(void **state) {
  (void)state;
  clscan_select_desc desc;
  for (size_t k = 0; k < HARNESS_COUNT(good.reserved); k++) {
    desc = good;
    desc.reserved[k] = 1;
    assert_none(&desc, CLSCAN_RESERVED_NOT_ZERO);
  }
  clscan_custom_type type = pair;
  type.reserved[1] = 1;
  desc = (clscan_select_desc){.type = CLSCAN_CUSTOM, .custom_type = &type, .predicate = "x.a"};
  assert_none(&desc, CLSCAN_RESERVED_NOT_ZERO);
  desc = good;
  desc.argument_type = CLSCAN_CUSTOM;
  desc.custom_argument = &type;
  assert_none(&desc, CLSCAN_RESERVED_NOT_ZERO);
  for (size_t k = 0; k < 2; k++) {
    clscan_select_output more = {.type = CLSCAN_INT32};
    more.reserved[k] = 1;
    desc = good;
    desc.more = &more;
    desc.num_more = 1;
    assert_none(&desc, CLSCAN_RESERVED_NOT_ZERO);
  }
}

/* Each algorithm with the flag that is the other ones'. */
static void test_algorithms(void **state) {
  (void)state;
  static const clscan_select_algorithm in_order[] = {
      CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS};
  static const clscan_select_algorithm atomic[] = {
      CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_SELECT_ATOMIC_ELEMENT};
  static const int neither[] = {CLSCAN_SCAN_SMALL, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
  clscan_select_desc desc = good;
  for (size_t k = 0; k < 3; k++) {
    desc.flags = CLSCAN_UNORDERED;
    desc.algorithm = in_order[k];
    assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
    desc.flags = 0;
    desc.algorithm = atomic[k];
    assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  }
  desc.flags = 0;
  for (size_t k = 0; k < HARNESS_COUNT(neither); k++) {
    desc.algorithm = (clscan_select_algorithm)neither[k];
    assert_none(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
  }
}

static void test_texts_that_do_not_go_together(void **state) {
  (void)state;
  clscan_select_desc desc = good;
  desc.flags = CLSCAN_UNIQUE;
  desc.predicate = "x > 0";
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc = good;
  desc.equal = "a == b";
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
}

/* What has no default for a struct, or does not convert, must be given. */
static void test_missing_texts(void **state) {
  (void)state;
  clscan_select_desc desc = {.type = CLSCAN_CUSTOM, .custom_type = &pair};
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.flags = CLSCAN_UNIQUE;
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.flags = 0;
  desc.predicate = "x.a";
  desc.out_type = CLSCAN_INT32;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.out_type = CLSCAN_CUSTOM;
  desc.custom_out = &pair;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
}

static void test_number_of_outputs(void **state) {
  (void)state;
  clscan_select_output more[CLSCAN_MAX_OUTPUTS + 1];
  for (unsigned k = 0; k <= CLSCAN_MAX_OUTPUTS; k++) {
    more[k] = (clscan_select_output){.type = CLSCAN_INT32, .expression = "x"};
  }
  clscan_select_desc desc = good;
  desc.more = more;
  desc.num_more = CLSCAN_MAX_OUTPUTS + 1;
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.num_more = UINT32_MAX;
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.more = NULL;
  desc.num_more = 1;
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
}

static void test_custom_type_layout(void **state) {
  (void)state;
  const clscan_custom_type bad[] = {
      {.name = NULL, .size = 8, .alignment = 4},    {.name = "", .size = 8, .alignment = 4},
      {.name = "pair", .size = 0, .alignment = 4},  {.name = "pair", .size = 129, .alignment = 1},
      {.name = "pair", .size = 8, .alignment = 0},  {.name = "pair", .size = 12, .alignment = 3},
      {.name = "pair", .size = 8, .alignment = 16},
  };
  for (size_t k = 0; k < HARNESS_COUNT(bad); k++) {
    clscan_select_desc desc = {.type = CLSCAN_CUSTOM, .custom_type = &bad[k], .predicate = "x.a"};
    assert_none(&desc, CLSCAN_INVALID_TYPE);
    desc = good;
    desc.argument_type = CLSCAN_CUSTOM;
    desc.custom_argument = &bad[k];
    assert_none(&desc, CLSCAN_INVALID_TYPE);
    const clscan_select_output more = {
        .type = CLSCAN_CUSTOM, .custom_type = &bad[k], .expression = "x"};
    desc = good;
    desc.more = &more;
    desc.num_more = 1;
    assert_none(&desc, CLSCAN_INVALID_TYPE);
  }
}

/* Texts with mistakes in them do not compile; the log says in which, by its name. */
static void test_mistakes(void **state) {
  (void)state;
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
      /* A size and an alignment that are not the type's own. */
      {NULL,
       {.type = CLSCAN_CUSTOM,
        .custom_type =
            &(const clscan_custom_type){
                .name = "pair", .definition = pair.definition, .size = 12, .alignment = 4},
        .predicate = "x.a"}},
      {NULL,
       {.type = CLSCAN_INT32,
        .argument_type = CLSCAN_CUSTOM,
        .custom_argument =
            &(const clscan_custom_type){
                .name = "pair", .definition = pair.definition, .size = 16, .alignment = 4},
        .predicate = "x > u.a"}},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_plan *plan = NULL;
    harness_log_reset(&h);
    assert_status(clscan_select_plan_create(f.ctx, &rows[k].desc, &plan), CLSCAN_BUILD_FAILED);
    assert_null(plan);
    if (rows[k].name != NULL && !harness_log_contains(&h, rows[k].name)) {
      fail_msg("the log does not name %s: %s", rows[k].name, h.log.text);
    }
  }
  harness_log_reset(&h);
}

static void test_look_back_that_may_not_run(void **state) {
  (void)state;
  clscan_context_options options = interpose_options(&h);
  clscan_context *const usual = f.ctx;
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  options.forbid_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &f.ctx));
  clscan_select_desc desc = good;
  desc.algorithm = CLSCAN_SELECT_LOOKBACK;
  assert_none(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
  desc.algorithm = CLSCAN_SELECT_AUTO;
  assert_success(clscan_select_plan_create(f.ctx, &desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_not_equal(info.algorithm, CLSCAN_SELECT_LOOKBACK);
  assert_int_not_equal(info.algorithm, CLSCAN_SELECT_AUTO);
  clscan_plan_destroy(plan);
  clscan_context_destroy(f.ctx);
  f.ctx = usual;
}

static void test_double_without_double_precision(void **state) {
  (void)state;
  clscan_context *const usual = f.ctx;
  const clscan_context_options options = interpose_options(&h);
  interpose_zero(CL_DEVICE_EXTENSIONS);
  assert_success(clscan_context_create(h.context, h.device, &options, &f.ctx));
  interpose_zero(0);
  clscan_select_desc desc = {.type = CLSCAN_FLOAT64};
  assert_none(&desc, CLSCAN_UNSUPPORTED_TYPE);
  desc = good;
  desc.out_type = CLSCAN_FLOAT64;
  assert_none(&desc, CLSCAN_UNSUPPORTED_TYPE);
  desc = good;
  desc.argument_type = CLSCAN_FLOAT64;
  assert_none(&desc, CLSCAN_UNSUPPORTED_TYPE);
  clscan_context_destroy(f.ctx);
  f.ctx = usual;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_missing_types),
      cmocka_unit_test(test_unknown_values),
      cmocka_unit_test(test_types_of_numbers),
      cmocka_unit_test(test_types_of_bits),
      cmocka_unit_test(test_reserved),
      cmocka_unit_test(test_algorithms),
      cmocka_unit_test(test_texts_that_do_not_go_together),
      cmocka_unit_test(test_missing_texts),
      cmocka_unit_test(test_number_of_outputs),
      cmocka_unit_test(test_custom_type_layout),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_look_back_that_may_not_run),
      cmocka_unit_test(test_double_without_double_precision),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
