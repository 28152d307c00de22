/* SPDX-License-Identifier: Apache-2.0 */
/* The reduction's kernels at small lengths, for oclgrind to look at. It has no acquire and release
 * at device scope, so this is the form of two launches. */
#include "oclgrind/small.h"
#include "support/reduce_case.h"

#include <string.h>

static struct harness h;

/* Vectors and single elements, one group and many, with everything that a call may have. */
static void run_plan(clscan_plan *plan, const clscan_reduce_desc *desc) {
  const size_t tile = shapes_tile(plan);
  const size_t size = values_size(desc->type);
  const struct reduce_case cases[] = {
      {.n = 7 * tile + 5, .own_scratch = true, .scratch_shift = 5, .runs = 2},
      {.n = 9 * tile, .init = SCAN_CASE_INIT_ON_HOST},
      {.n = 3 * tile + 1, .init = SCAN_CASE_INIT_ON_DEVICE, .in_shift = size},
      {.n = 5 * tile, .has_n_device = true, .n_device = tile + 3},
      {.n = 5 * tile, .has_n_device = true, .n_device = 0},
      {.n = 1, .own_scratch = true},
      {.n = tile - 1},
      {.n = 0},
  };
  for (size_t k = 0; k < HARNESS_COUNT(cases); k++) {
    struct reduce_case c = cases[k];
    c.desc = *desc;
    c.seed = k + 1;
    c.in_shift = small_scalar() ? size : c.in_shift;
    assert_true(reduce_case_run(&h, plan, &c));
  }
}

TEST(test_types) {
  static const clscan_type types[] = {CLSCAN_INT32, CLSCAN_FLOAT32, CLSCAN_UINT8, CLSCAN_FLOAT16};
  clscan_context *const usual = h.ctx;
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    h.ctx = shapes_open(&h, &small_shapes[s]);
    /* Vectors of narrow elements become 128-bit integers, which oclgrind cannot execute. */
    const bool narrow = small_shapes[s].tuning.storage == CLSCAN_STORAGE_REREAD;
    for (size_t t = 0; t < (narrow ? 4 : 2); t++) {
      /* Sums of floats are made by vectors there. */
      const bool vectors = narrow && values_is_float(types[t]);
      const clscan_reduce_desc desc = {
          .type = types[t], .op = s == 1 || (small_scalar() && vectors) ? CLSCAN_MAX : CLSCAN_ADD};
      clscan_plan *plan = NULL;
      assert_success(clscan_reduce_plan_create(h.ctx, &desc, &plan));
      run_plan(plan, &desc);
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

/* An operator without identity that does not commute, on a struct. */
struct ends {
  int32_t first, last, count;
};

TEST(test_struct) {
  const clscan_custom_type type = {.name = "ends",
                                   .definition = "typedef struct { int first, last, count; } ends;",
                                   .size = 12,
                                   .alignment = 4};
  const clscan_custom_op op = {.expression = "(ends){a.first, b.last, a.count + b.count}",
                               .exact = 1};
  const clscan_reduce_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &type, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  struct ends input[2000];
  for (int32_t i = 0; i < 2000; i++) {
    input[i] = (struct ends){i, 3 * i, 1};
  }
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    clscan_context *ctx = shapes_open(&h, &small_shapes[s]);
    clscan_plan *plan = NULL;
    assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
    const size_t tile = shapes_tile(plan);
    const size_t lengths[] = {1, tile - 1, tile, 5 * tile + 1};
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      const size_t n = lengths[k];
      assert_true(n <= 2000);
      const struct ends expected = {0, 3 * (int32_t)(n - 1), (int32_t)n};
      const struct execution r = {.plan = plan,
                                  .reduces = true,
                                  .n = n,
                                  .input = input,
                                  .in_size = sizeof *input,
                                  .expected = &expected,
                                  .out_size = sizeof expected};
      assert_true(execution_run(&h, &r));
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

HARNESS_MAIN(NULL, NULL)
