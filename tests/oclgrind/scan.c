/* SPDX-License-Identifier: Apache-2.0 */
/* Every kernel of a scan at a small length, for oclgrind to look at: races, uninitialised reads,
 * accesses out of bounds, bad calls. */
#include "oclgrind/small.h"
#include "support/custom_case.h"
#include "support/scan_case.h"

#include <string.h>

static struct harness h;

/* Vectors and single elements, in place and not, with everything that a call may have. */
static void run_plan(clscan_plan *plan, const clscan_scan_desc *desc) {
  const size_t tile = shapes_tile(plan);
  const size_t size = values_size(desc->type);
  const struct scan_case cases[] = {
      {.n = 7 * tile + 5, .total = true},
      {.n = 2 * tile, .init = SCAN_CASE_INIT_ON_HOST, .in_place = true, .total = true},
      {.n = tile + 1, .init = SCAN_CASE_INIT_ON_DEVICE, .in_shift = size, .out_shift = 0},
      {.n = 4 * tile, .has_n_device = true, .n_device = tile + 3, .total = true},
      {.n = 1, .own_scratch = true, .scratch_shift = 5, .total = true},
      {.n = 3 * tile + 1, .own_scratch = true, .scratch_shift = 1},
      {.n = 0, .total = true},
  };
  for (size_t k = 0; k < HARNESS_COUNT(cases); k++) {
    struct scan_case c = cases[k];
    c.desc = *desc;
    c.seed = k + 1;
    c.in_shift = small_scalar() ? size : c.in_shift;
    c.out_shift = small_scalar() ? size : c.out_shift;
    assert_true(scan_case_run(&h, plan, &c));
  }
}

static void run_algorithm(clscan_scan_algorithm algorithm) {
  static const clscan_type types[] = {CLSCAN_INT32, CLSCAN_FLOAT32, CLSCAN_UINT8, CLSCAN_FLOAT16};
  clscan_context *const usual = h.ctx;
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    h.ctx = shapes_open(&h, &small_shapes[s]);
    /* Vectors of narrow elements become 128-bit integers, which oclgrind cannot execute. */
    const bool narrow = small_shapes[s].tuning.storage == CLSCAN_STORAGE_REREAD;
    const bool halves = narrow && !(small_scalar() && algorithm == CLSCAN_SCAN_THREE_PASS);
    for (size_t t = narrow ? 1 : 0; t < (halves ? 4 : narrow ? 3 : 2); t++) {
      /* Sums of floats are made by vectors there. */
      const bool vectors = narrow && values_is_float(types[t]);
      const clscan_scan_desc desc = {.type = types[t],
                                     .op = small_scalar() && vectors ? CLSCAN_MAX : CLSCAN_ADD,
                                     .algorithm = algorithm,
                                     .kind =
                                         (s + t) % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE};
      clscan_plan *plan = NULL;
      assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
      run_plan(plan, &desc);
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

TEST(test_small) { run_algorithm(CLSCAN_SCAN_SMALL); }

TEST(test_three_pass) { run_algorithm(CLSCAN_SCAN_THREE_PASS); }

TEST(test_reduce_then_scan) { run_algorithm(CLSCAN_SCAN_REDUCE_THEN_SCAN); }

TEST(test_lookback) { run_algorithm(CLSCAN_SCAN_LOOKBACK); }

TEST(test_two_level) { run_algorithm(CLSCAN_SCAN_LOOKBACK_TWO_LEVEL); }

/* Totals enough that their scan recurs. */
TEST(test_recursion) {
  if (small_scalar()) { /* the totals lie where vectors are used */
    return;
  }
  const clscan_tuning tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                                .storage = CLSCAN_STORAGE_REGISTERS,
                                .group_size = 2,
                                .items = 4,
                                .method = CLSCAN_WORKGROUP_HILLIS_STEELE};
  const struct shape shape = {.name = "2 x 4", .tuning = tuning};
  clscan_context *ctx = shapes_open(&h, &shape);
  static const clscan_scan_algorithm algorithms[] = {CLSCAN_SCAN_THREE_PASS,
                                                     CLSCAN_SCAN_REDUCE_THEN_SCAN};
  for (size_t k = 0; k < 2; k++) {
    struct scan_case c = {
        .desc = {.type = CLSCAN_INT32, .algorithm = algorithms[k]}, .seed = 3, .total = true};
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, &c.desc, &plan));
    const size_t tile = shapes_tile(plan);
    c.n = tile * tile * 9 + 1;
    assert_true(scan_case_run(&h, plan, &c));
    clscan_plan_destroy(plan);
  }
  clscan_context_destroy(ctx);
}

/* --- an operator without identity that does not commute, on a struct -------------------------- */

struct ends {
  int32_t first, last, count;
};

static void ends_make(size_t i, uint64_t *random, void *in) {
  const struct ends e = {(int32_t)i, (int32_t)(harness_random(random) >> 40), 1};
  memcpy(in, &e, sizeof e);
}

static void ends_combine(const void *left, const void *right, void *result) {
  const struct ends *a = left;
  const struct ends *b = right;
  *(struct ends *)result = (struct ends){a->first, b->last, a->count + b->count};
}

TEST(test_struct) {
  const clscan_custom_type type = {.name = "ends",
                                   .definition = "typedef struct { int first, last, count; } ends;",
                                   .size = 12,
                                   .alignment = 4};
  const clscan_custom_op op = {.expression = "(ends){a.first, b.last, a.count + b.count}"};
  const struct ends init = {-1, -1, 0};
  /* In the others the offset of the first tile has no value, and is copied as such. */
  static const clscan_scan_algorithm algorithms[] = {CLSCAN_SCAN_SMALL, CLSCAN_SCAN_THREE_PASS,
                                                     CLSCAN_SCAN_REDUCE_THEN_SCAN};
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    const struct custom_case c = {
        .name = "ends",
        .desc = {.type = CLSCAN_CUSTOM,
                 .custom_type = &type,
                 .op = CLSCAN_CUSTOM_OP,
                 .custom_op = &op,
                 .kind = CLSCAN_INCLUSIVE,
                 .algorithm = small_scalar() ? CLSCAN_SCAN_SMALL : algorithms[s]},
        .in_size = 12,
        .acc_size = 12,
        .out_size = 12,
        .make = ends_make,
        .combine = ends_combine,
        .init = &init};
    clscan_context *ctx = shapes_open(&h, &small_shapes[s]);
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, &c.desc, &plan));
    const size_t tile = shapes_tile(plan);
    assert_true(custom_case_run(&h, plan, &c, 5 * tile + 1, false, false));
    assert_true(custom_case_run(&h, plan, &c, 2 * tile - 1, true, true));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

HARNESS_MAIN(NULL, NULL)
