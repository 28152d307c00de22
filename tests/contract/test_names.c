/* SPDX-License-Identifier: Apache-2.0 */
/* The caller's text may use every name that the library's own text has. */
#include "support/arrays.h"
#include "support/harness.h"
#include "support/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct harness h;

enum { N = 5000 };

/* --- the sums and the positive elements of random numbers ------------------------------------- */

static void check_scan(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  uint32_t *expected = arrays_host(N);
  cl_mem in = arrays_random(&h, N, 11, expected), out = arrays_create(&h, N);
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = N};
  arrays_sum(expected, N);
  assert_success(clscan_scan_plan_create(ctx, desc, &plan));
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_true(arrays_equal(&h, out, expected, N));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clscan_plan_destroy(plan);
  free(expected);
}

static void check_reduce(clscan_context *ctx, const clscan_reduce_desc *desc) {
  clscan_plan *plan = NULL;
  uint32_t *expected = arrays_host(N);
  cl_mem in = arrays_random(&h, N, 12, expected), out = arrays_create(&h, 1);
  const clscan_reduce_args args = {.in = {in, 0}, .out = {out, 0}, .n = N};
  arrays_sum(expected, N);
  assert_success(clscan_reduce_plan_create(ctx, desc, &plan));
  assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_true(arrays_equal(&h, out, expected + N - 1, 1));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clscan_plan_destroy(plan);
  free(expected);
}

/* The odd elements, whatever the expression that says so. */
static void check_select(clscan_context *ctx, const clscan_select_desc *desc) {
  clscan_plan *plan = NULL;
  uint32_t *values = arrays_host(N), kept = 0;
  cl_mem in = arrays_random(&h, N, 13, values), out = arrays_create(&h, N);
  cl_mem count = arrays_create(&h, 1);
  const clscan_select_args args = {.in = {in, 0},
                                   .out = {out, 0},
                                   .count = {count, 0},
                                   .n = N,
                                   .width = desc->flags & CLSCAN_ROWS ? 50 : 0};
  for (uint32_t i = 0; i < N; i++) {
    if (values[i] & 1) {
      values[kept++] = values[i];
    }
  }
  assert_success(clscan_select_plan_create(ctx, desc, &plan));
  assert_success(clscan_select_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_true(arrays_equal(&h, count, &kept, 1));
  assert_true(arrays_equal(&h, out, values, kept));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(count);
  clscan_plan_destroy(plan);
  free(values);
}

/* Odd elements first. */
static void check_partition(clscan_context *ctx, const clscan_partition_desc *desc) {
  clscan_plan *plan = NULL;
  uint32_t *values = arrays_host(N), *expected = arrays_host(N), place = 0;
  cl_mem in = arrays_random(&h, N, 14, values), out = arrays_create(&h, N);
  const clscan_partition_args args = {.in = {in, 0}, .out = {out, 0}, .n = N};
  for (uint32_t odd = 2; odd-- > 0;) {
    for (uint32_t i = 0; i < N; i++) {
      if ((values[i] & 1) == odd) {
        expected[place++] = values[i];
      }
    }
  }
  assert_success(clscan_partition_plan_create(ctx, desc, &plan));
  assert_success(clscan_partition_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_true(arrays_equal(&h, out, expected, N));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clscan_plan_destroy(plan);
  free(values);
  free(expected);
}

/* --- every name at once ----------------------------------------------------------------------- */

static char *hostile(clscan_plan *plan, unsigned turn) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  char *text = names_hostile(info.sources[info.num_sources > 1 ? 1 : 0], turn);
  assert_non_null(text);
  clscan_plan_destroy(plan);
  return text;
}

TEST(test_scans) {
  static const clscan_scan_algorithm algorithms[] = {CLSCAN_SCAN_AUTO, CLSCAN_SCAN_THREE_PASS,
                                                     CLSCAN_SCAN_REDUCE_THEN_SCAN,
                                                     CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
  for (unsigned k = 0; k < HARNESS_COUNT(algorithms); k++) {
    clscan_custom_op op = {.expression = "a + b", .exact = 1};
    clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                             .op = CLSCAN_CUSTOM_OP,
                             .kind = CLSCAN_INCLUSIVE,
                             .custom_op = &op,
                             .algorithm = algorithms[k]};
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_scan_plan_create(h.ctx, &desc, &plan);
    if (status == CLSCAN_UNSUPPORTED_ALGORITHM) {
      continue;
    }
    assert_success(status);
    char *text = hostile(plan, k);
    op.definition = text;
    check_scan(h.ctx, &desc);
    free(text);
  }
}

TEST(test_reductions) {
  clscan_custom_op op = {.expression = "a + b"};
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  clscan_plan *plan = NULL;
  assert_success(clscan_reduce_plan_create(h.ctx, &desc, &plan));
  char *text = hostile(plan, 2);
  op.definition = text;
  check_reduce(h.ctx, &desc);
  free(text);
}

TEST(test_selects) {
  for (unsigned k = 0; k < 2; k++) {
    clscan_select_desc desc = {.type = CLSCAN_UINT32,
                               .predicate = "x & 1",
                               .flags = k == 0 ? CLSCAN_ROWS : 0,
                               .output = k == 0 ? "x" : NULL};
    clscan_plan *plan = NULL;
    assert_success(clscan_select_plan_create(h.ctx, &desc, &plan));
    char *text = hostile(plan, 1 + k);
    desc.definition = text;
    check_select(h.ctx, &desc);
    free(text);
  }
}

TEST(test_partitions) {
  clscan_partition_desc desc = {.type = CLSCAN_UINT32, .predicate = "x & 1"};
  clscan_plan *plan = NULL;
  assert_success(clscan_partition_plan_create(h.ctx, &desc, &plan));
  char *text = hostile(plan, 3);
  desc.definition = text;
  check_partition(h.ctx, &desc);
  free(text);
}

/* --- one by one ------------------------------------------------------------------------------- */

TEST(test_macros) {
  static const char *const definitions[] = {
      "#define ROWS 480\n#define VEC 7\n#define GROUP_SIZE 3",
      "#define init_word0 )\n#define STAGE_LENGTH 1\n#define clz(v) 0\n#define TILE \\",
      "#pragma OPENCL FP_CONTRACT ON\n#define barrier(f) )"};
  for (size_t k = 0; k < HARNESS_COUNT(definitions); k++) {
    clscan_select_desc desc = {
        .type = CLSCAN_UINT32, .definition = definitions[k], .predicate = "x & 1 // odd"};
    desc.flags = k == 1 ? CLSCAN_ROWS : 0;
    check_select(h.ctx, &desc);
  }
  const clscan_custom_op op = {.definition =
                                   "#define X_T float\n#define ACC char\n"
                                   "#define min(p, q) 0\n"
                                   "uint plus(uint p, uint q) { return p + q + min(p, q); }",
                               .expression = "plus(a, b)",
                               .exact = 1};
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op, .kind = CLSCAN_INCLUSIVE};
  check_scan(h.ctx, &desc);
}

/* Types by names of ours, one with a macro in its text. */
TEST(test_types) {
  static const char *const names[] = {"position", "source", "tile_size", "tile_state", "acc_words"};
  for (size_t k = 0; k < HARNESS_COUNT(names); k++) {
    char definition[100];
    snprintf(definition, sizeof definition,
             "#define ROWS 4\n#define TILE 9\ntypedef struct { uint v; } %s;", names[k]);
    const clscan_custom_type type = {
        .name = names[k], .definition = definition, .size = 4, .alignment = 4};
    const clscan_select_desc select = {
        .type = CLSCAN_CUSTOM, .custom_type = &type, .predicate = "x.v & 1"};
    check_select(h.ctx, &select);
    if (k % 2 == 0) {
      char sum[120];
      snprintf(sum, sizeof sum, "%s sum(%s p, %s q) { p.v += q.v; return p; }", names[k], names[k],
               names[k]);
      const clscan_custom_op op = {.definition = sum, .expression = "sum(a, b)", .exact = 1};
      const clscan_scan_desc scan = {.type = CLSCAN_CUSTOM,
                                     .custom_type = &type,
                                     .op = CLSCAN_CUSTOM_OP,
                                     .custom_op = &op,
                                     .kind = CLSCAN_INCLUSIVE};
      check_scan(h.ctx, &scan);
    }
  }
}

TEST(test_functions) {
  static const char *const names[] = {"load_item", "half_to_float", "subgroup_id", "small_scan"};
  for (size_t k = 0; k < HARNESS_COUNT(names); k++) {
    char definition[80], expression[40];
    snprintf(definition, sizeof definition, "uint %s(uint v) { return v & 1; }", names[k]);
    snprintf(expression, sizeof expression, "%s(x)", names[k]);
    const clscan_partition_desc desc = {
        .type = CLSCAN_UINT32, .definition = definition, .predicate = expression};
    if (k == 0) {
      check_partition(h.ctx, &desc);
    }
    const clscan_select_desc select = {
        .type = CLSCAN_UINT32, .definition = definition, .predicate = expression};
    check_select(h.ctx, &select);
  }
}

/* Build options define macros before all text. */
TEST(test_build_options) {
  const clscan_context_options options =
      harness_build_options(&h, "-DROWS=4 -Dposition=7 -DACC=char -Dbytes=3 -DODD=1 -Dprobe=1");
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  const clscan_select_desc desc = {.type = CLSCAN_UINT32, .predicate = "x & ODD"};
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  check_select(ctx, &desc);
  check_scan(ctx, &scan);
  clscan_context_destroy(ctx);
}

/* Text that does not end where it should is no program. */
TEST(test_broken_texts) {
  static const clscan_select_desc descs[] = {
      {.type = CLSCAN_UINT32, .predicate = "0) | (x"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1); } uint odd(uint q) { return (q"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1 /* odd"},
      {.type = CLSCAN_UINT32, .predicate = "x & (1"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1 \\"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1", .definition = "#if 1"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1", .definition = "uint f(void) {"},
      {.type = CLSCAN_UINT32, .predicate = "x & 1", .definition = "/*"}};
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    clscan_plan *plan = NULL;
    harness_log_reset(&h);
    assert_status(clscan_select_plan_create(h.ctx, &descs[k], &plan), CLSCAN_BUILD_FAILED);
    assert_true(h.log.count > 0);
    assert_true(k > 1 || strstr(h.log.text, "predicate:1") != NULL);
  }
  /* Brackets in comments and literals are none. */
  const clscan_select_desc right = {.type = CLSCAN_UINT32,
                                    .predicate = "/* ) */ (x & 1) == (')' & 1) // )"};
  check_select(h.ctx, &right);
}

/* What the compiler says of the caller's text is told also where the program was built. */
TEST(test_warnings) {
  const clscan_select_desc quiet = {.type = CLSCAN_UINT32, .predicate = "x & 5"};
  /* Not a text that pocl has compiled before, of which it knows no log. */
  char definition[120];
  snprintf(definition, sizeof definition,
           "\nuint look_%ld_%ld(void) { uint *p = (long *)0; return *p; }\n", (long)time(NULL),
           (long)getpid());
  const clscan_select_desc desc = {
      .type = CLSCAN_UINT32, .definition = definition, .predicate = "x & 1"};
  clscan_plan *plan = NULL;
  harness_log_reset(&h);
  assert_success(clscan_select_plan_create(h.ctx, &quiet, &plan));
  assert_int_equal(h.log.count, 0);
  clscan_plan_destroy(plan);
  assert_success(clscan_select_plan_create(h.ctx, &desc, &plan));
  assert_int_equal(h.log.count, 1);
  assert_int_equal(h.log.status, CLSCAN_SUCCESS);
  assert_non_null(strstr(h.log.text, "definition:2"));
  clscan_plan_destroy(plan);
}

/* Two custom types of one name must be one type. */
TEST(test_types_of_one_name) {
  const clscan_custom_type same = {
      .name = "one", .definition = "typedef struct { uint v; } one;", .size = 4, .alignment = 4};
  const struct {
    const char *definition;
    size_t size, alignment;
    clscan_status status;
  } cases[] = {{"typedef struct { uint v; } one;", 4, 4, CLSCAN_SUCCESS},
               {"typedef struct { float v; } one;", 4, 4, CLSCAN_INVALID_TYPE},
               {NULL, 4, 4, CLSCAN_INVALID_TYPE},
               {"typedef struct { uint v; } one;", 8, 4, CLSCAN_INVALID_TYPE},
               {"typedef struct { uint v; } one;", 4, 2, CLSCAN_INVALID_TYPE}};
  for (size_t k = 0; k < HARNESS_COUNT(cases); k++) {
    const clscan_custom_type other = {.name = "one",
                                      .definition = cases[k].definition,
                                      .size = cases[k].size,
                                      .alignment = cases[k].alignment};
    const clscan_custom_op op = {.expression = "a", .exact = 1};
    const clscan_scan_desc scan = {.type = CLSCAN_CUSTOM,
                                   .custom_type = &same,
                                   .custom_out = &other,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .kind = CLSCAN_INCLUSIVE,
                                   .custom_op = &op};
    const clscan_select_output more = {
        .type = CLSCAN_CUSTOM, .custom_type = &other, .expression = "x"};
    const clscan_select_desc selects[] = {{.type = CLSCAN_CUSTOM,
                                           .custom_type = &same,
                                           .predicate = "1",
                                           .more = &more,
                                           .num_more = 1},
                                          {.type = CLSCAN_CUSTOM,
                                           .custom_type = &same,
                                           .predicate = "1",
                                           .argument_type = CLSCAN_CUSTOM,
                                           .custom_argument = &other}};
    clscan_plan *plan = NULL;
    assert_status(clscan_scan_plan_create(h.ctx, &scan, &plan), cases[k].status);
    clscan_plan_destroy(plan);
    for (size_t s = 0; s < HARNESS_COUNT(selects); s++) {
      plan = NULL;
      assert_status(clscan_select_plan_create(h.ctx, &selects[s], &plan), cases[k].status);
      clscan_plan_destroy(plan);
    }
  }
}

HARNESS_MAIN(NULL, NULL)
