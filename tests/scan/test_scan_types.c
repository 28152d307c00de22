/* SPDX-License-Identifier: Apache-2.0 */
/* Types, operators, algorithms, kinds and shapes: every pair of them by default (types and shapes
 * as shapes_suits() says), type x operator x algorithm x kind in full with CLSCAN_TEST_SLOW=1. */
#include "support/pairwise.h"
#include "support/scan_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>

static struct harness h;

enum { TYPE, OP, ALGORITHM, KIND, SHAPE, FACTORS };
#define OP_COUNT 7

static bool allowed(void *user, const unsigned *row) {
  (void)user;
  const clscan_type type = values_types[row[TYPE]];
  const struct shape *shape = &shapes[row[SHAPE]];
  const bool one_word = shape->tuning.atomics == CLSCAN_ATOMICS_OPENCL1;
  const bool lookback = shapes_is_lookback(shapes_algorithms[row[ALGORITHM]]);
  return values_op_fits((clscan_op)row[OP], type) && (type != CLSCAN_FLOAT64 || h.has_fp64) &&
         shapes_fits(&h, shape) && shapes_suits(shape, values_size(type)) &&
         !(one_word && lookback && values_size(type) > 4);
}

/* A few lengths, out of place and in place. */
static bool run_plan(clscan_plan *plan, const clscan_scan_desc *desc) {
  const size_t lengths[] = {1, 5, shapes_tile(plan) + 1, shapes_many_tiles(plan)};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    const struct scan_case c = {
        .desc = *desc,
        .n = lengths[k],
        .seed = k + 1,
        .init = (enum scan_case_init)(k % 3),
        .total = true,
        .in_place =
            k % 2 == 1 && (desc->out_type == CLSCAN_TYPE_NONE || desc->out_type == desc->type),
    };
    good = scan_case_run(&h, plan, &c) && good;
  }
  return good;
}

static bool run_desc(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_scan_plan_create(ctx, desc, &plan);
  if (status != CLSCAN_SUCCESS) {
    print_error("no plan: %s, %s of %s, algorithm %d\n", clscan_status_name(status),
                values_op_name(desc->op), values_type_name(desc->type), (int)desc->algorithm);
    return false;
  }
  const bool good = run_plan(plan, desc);
  clscan_plan_destroy(plan);
  return good;
}

TEST(test_combinations) {
  static pairwise_row rows[8192];
  const bool full = harness_slow();
  struct pairwise p = {
      .factors = FACTORS,
      .values = {VALUES_TYPE_COUNT, OP_COUNT, SHAPES_ALGORITHM_COUNT, 2, (unsigned)SHAPES},
      .allowed = allowed};
  size_t count = pairwise_rows(&p, rows, HARNESS_COUNT(rows));
  if (full) {
    count = pairwise_all_rows(&p, rows, HARNESS_COUNT(rows));
  }
  clscan_context *contexts[16] = {NULL};
  bool good = true;
  size_t ran = 0;
  for (size_t k = 0; k < count; k++) {
    const unsigned *row = rows[k];
    /* In full, each type x operator x algorithm x kind in one shape, the shapes in turn. */
    if (full && (row[TYPE] + row[OP] + row[ALGORITHM] + row[KIND]) % SHAPES != row[SHAPE]) {
      continue;
    }
    if (contexts[row[SHAPE]] == NULL) {
      contexts[row[SHAPE]] = shapes_open(&h, &shapes[row[SHAPE]]);
    }
    const clscan_scan_desc desc = {.type = values_types[row[TYPE]],
                                   .op = (clscan_op)row[OP],
                                   .algorithm = shapes_algorithms[row[ALGORITHM]],
                                   .kind = (clscan_kind)row[KIND]};
    if (!run_desc(contexts[row[SHAPE]], &desc)) {
      print_error("  shape %s\n", shapes[row[SHAPE]].name);
      good = false;
    }
    ran++;
  }
  for (size_t k = 0; k < HARNESS_COUNT(contexts); k++) {
    clscan_context_destroy(contexts[k]);
  }
  printf("%zu combinations\n", ran);
  assert_true(good);
  assert_true(ran >= 60);
}

/* Input, accumulator and output of different types. */
TEST(test_mixed_types) {
  static const struct {
    clscan_type in, acc, out;
    clscan_op op;
    clscan_scan_algorithm algorithm;
  } rows[] = {
      /* Narrow inputs into wide sums, and wide sums cut to narrow outputs. */
      {CLSCAN_UINT8, 0, CLSCAN_UINT32, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK},
      {CLSCAN_INT8, CLSCAN_INT32, CLSCAN_INT16, CLSCAN_ADD, CLSCAN_SCAN_REDUCE_THEN_SCAN},
      {CLSCAN_UINT16, CLSCAN_UINT64, CLSCAN_UINT32, CLSCAN_XOR, CLSCAN_SCAN_THREE_PASS},
      {CLSCAN_INT64, CLSCAN_INT64, CLSCAN_INT8, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {CLSCAN_INT16, CLSCAN_INT16, CLSCAN_INT64, CLSCAN_MIN, CLSCAN_SCAN_SMALL},
      /* 16-bit floats with the float accumulator, and with one of their own. */
      {CLSCAN_FLOAT16, 0, CLSCAN_FLOAT32, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {CLSCAN_FLOAT32, 0, CLSCAN_BFLOAT16, CLSCAN_ADD, CLSCAN_SCAN_REDUCE_THEN_SCAN},
      {CLSCAN_FLOAT16, CLSCAN_FLOAT16, CLSCAN_FLOAT16, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK},
      {CLSCAN_BFLOAT16, CLSCAN_BFLOAT16, CLSCAN_BFLOAT16, CLSCAN_ADD, CLSCAN_SCAN_THREE_PASS},
      {CLSCAN_UINT8, CLSCAN_FLOAT32, CLSCAN_FLOAT16, CLSCAN_MAX, CLSCAN_SCAN_SMALL},
      /* Between integers and floats. */
      {CLSCAN_INT32, CLSCAN_FLOAT32, CLSCAN_FLOAT32, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {CLSCAN_FLOAT32, CLSCAN_INT32, CLSCAN_INT32, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK},
      {CLSCAN_FLOAT32, CLSCAN_FLOAT32, CLSCAN_UINT16, CLSCAN_ADD, CLSCAN_SCAN_REDUCE_THEN_SCAN},
      {CLSCAN_FLOAT32, CLSCAN_FLOAT64, CLSCAN_FLOAT32, CLSCAN_ADD, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {CLSCAN_INT64, CLSCAN_FLOAT64, CLSCAN_FLOAT64, CLSCAN_MUL, CLSCAN_SCAN_THREE_PASS},
  };
  clscan_context *ctx = shapes_open(&h, shapes_small_tiles(&h));
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    const bool needs_fp64 = rows[k].acc == CLSCAN_FLOAT64;
    const clscan_scan_desc desc = {.type = rows[k].in,
                                   .acc_type = rows[k].acc,
                                   .out_type = rows[k].out,
                                   .op = rows[k].op,
                                   .algorithm = rows[k].algorithm,
                                   .kind = k % 2 == 0 ? CLSCAN_INCLUSIVE : CLSCAN_EXCLUSIVE};
    good = ((needs_fp64 && !h.has_fp64) || run_desc(ctx, &desc)) && good;
  }
  clscan_context_destroy(ctx);
  assert_true(good);
}

TEST(test_narrow_sum_wraps_by_default) {
  uint8_t ones[300];
  uint8_t narrow[300];
  uint32_t wide[300];
  for (unsigned k = 0; k < 300; k++) {
    ones[k] = 1;
    narrow[k] = (uint8_t)(k + 1);
    wide[k] = k + 1;
  }
  for (unsigned k = 0; k < 2; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_UINT8,
                                   .out_type = k == 0 ? CLSCAN_TYPE_NONE : CLSCAN_UINT32,
                                   .kind = CLSCAN_INCLUSIVE};
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
    const struct execution e = {.plan = plan,
                                .n = 300,
                                .input = ones,
                                .in_size = 1,
                                .expected = k == 0 ? (const void *)narrow : (const void *)wide,
                                .out_size = k == 0 ? 1 : 4,
                                .expected_total =
                                    k == 0 ? (const void *)&narrow[299] : (const void *)&wide[299]};
    assert_true(execution_run(&h, &e));
    clscan_plan_destroy(plan);
  }
}

HARNESS_MAIN(NULL, NULL)
