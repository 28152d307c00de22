/* SPDX-License-Identifier: Apache-2.0 */
/* What may change from call to call: offsets, in place, initial values, total, length on the
 * device. */
#include "support/guarded.h"
#include "support/scan_case.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* The shapes that these tests run in. */
static const size_t used_shapes[] = {SHAPE_OWN, SHAPE_64};

typedef bool (*plan_check)(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile);

/* Runs a check on a plan of the descriptor in each shape. */
static void in_each_shape(const clscan_scan_desc *desc, plan_check check) {
  for (size_t k = 0; k < HARNESS_COUNT(used_shapes); k++) {
    const struct shape *shape = &shapes[used_shapes[k]];
    if (!shapes_fits(&h, shape)) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, shape);
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, desc, &plan));
    const bool good = check(plan, desc, shapes_tile(plan));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    if (!good) {
      fail_msg("shape %s, algorithm %s", shape->name, shapes_algorithm_name(desc->algorithm));
    }
  }
}

/* --- offsets ------------------------------------------------------------------------------- */

/* Every multiple of the element up to two vectors on one side, and a few pairs. */
static bool offsets(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile) {
  const size_t size = values_size(desc->type);
  bool good = true;
  for (size_t shift = 0; shift <= 32; shift += size) {
    const size_t others[] = {0, shift, size};
    struct scan_case c = {
        .desc = *desc, .n = tile + tile / 2 + 7, .seed = shift + 1, .total = true};
    c.in_shift = shift;
    c.out_shift = others[(shift / size) % 3];
    good = scan_case_run(&h, plan, &c) && good;
    c.in_shift = c.out_shift;
    c.out_shift = shift;
    good = scan_case_run(&h, plan, &c) && good;
    c.in_place = true;
    c.in_shift = shift;
    good = scan_case_run(&h, plan, &c) && good;
  }
  return good;
}

TEST(test_offsets) {
  static const clscan_scan_desc descs[] = {
      {.type = CLSCAN_UINT8, .algorithm = CLSCAN_SCAN_LOOKBACK},
      {.type = CLSCAN_INT16, .algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN, .kind = CLSCAN_INCLUSIVE},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_THREE_PASS, .kind = CLSCAN_INCLUSIVE},
      {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_SMALL},
  };
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    in_each_shape(&descs[k], offsets);
  }
}

/* Input and output of different sizes, each with its own alignment. */
static bool offsets_of_two_sizes(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile) {
  bool good = true;
  for (size_t shift = 0; shift <= 8; shift++) {
    const struct scan_case c = {.desc = *desc,
                                .n = 2 * tile + 1,
                                .seed = shift + 1,
                                .in_shift = shift,
                                .out_shift = (8 - shift) * 4};
    good = scan_case_run(&h, plan, &c) && good;
  }
  return good;
}

TEST(test_offsets_of_two_sizes) {
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT8, .out_type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  in_each_shape(&desc, offsets_of_two_sizes);
}

/* --- in place, initial values, total ------------------------------------------------------- */

static bool in_place(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile) {
  const size_t lengths[] = {2, 8, tile, 3 * tile};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    for (unsigned init = 0; init < 3; init++) {
      const struct scan_case c = {.desc = *desc,
                                  .n = lengths[k],
                                  .seed = k + 1,
                                  .in_place = true,
                                  .total = init != 1,
                                  .init = (enum scan_case_init)init};
      good = scan_case_run(&h, plan, &c) && good;
    }
  }
  return good;
}

/* The initial value is the left operand once, not once a tile. */
static bool initial_values(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile) {
  const size_t lengths[] = {0, 1, 2 * tile, 3 * tile + 1};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    for (unsigned init = 0; init < 3; init++) {
      const struct scan_case c = {.desc = *desc,
                                  .n = lengths[k],
                                  .seed = 7,
                                  .total = true,
                                  .init = (enum scan_case_init)init};
      good = scan_case_run(&h, plan, &c) && good;
    }
  }
  return good;
}

static bool in_place_and_initial_values(clscan_plan *plan, const clscan_scan_desc *desc,
                                        size_t tile) {
  const bool good = in_place(plan, desc, tile);
  return initial_values(plan, desc, tile) && good;
}

TEST(test_in_place_and_initial_values) {
  /* The operators whose initial values show where they are applied: a sum, a product, a minimum. */
  static const clscan_op ops[] = {CLSCAN_ADD, CLSCAN_MUL, CLSCAN_MIN, CLSCAN_ADD, CLSCAN_MUL};
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                   .op = ops[k],
                                   .algorithm = shapes_algorithms[k],
                                   .kind = k % 2 == 0 ? CLSCAN_INCLUSIVE : CLSCAN_EXCLUSIVE};
    in_each_shape(&desc, in_place_and_initial_values);
  }
}

/* Elements of one size and two types may share their place. */
TEST(test_in_place_of_two_types) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                 .out_type = CLSCAN_FLOAT32,
                                 .algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
  in_each_shape(&desc, in_place);
}

/* Tiles in registers with the group size that the table or the kernel's own limit gives. */
TEST(test_group_size_of_the_table) {
  const struct shape shape = {.name = "registers", .tuning = {.storage = CLSCAN_STORAGE_REGISTERS}};
  clscan_context *ctx = shapes_open(&h, &shape);
  struct scan_case c = {.desc = {.type = CLSCAN_INT32}, .total = true};
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, &c.desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_true(info.group_size > 1 && info.group_size <= h.max_group_size);
  assert_int_equal(info.tile, (size_t)info.group_size * info.items);
  for (size_t tiles = 1; tiles <= 64; tiles *= 8) {
    c.n = tiles * info.tile + 1;
    c.seed = tiles;
    assert_true(scan_case_run(&h, plan, &c));
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

/* The initial value has the accumulator's type, not the input's. */
TEST(test_initial_value_of_another_type) {
  static const clscan_scan_desc descs[] = {
      {.type = CLSCAN_UINT8, .acc_type = CLSCAN_UINT64, .out_type = CLSCAN_UINT32},
      {.type = CLSCAN_FLOAT16, .kind = CLSCAN_INCLUSIVE},
      {.type = CLSCAN_FLOAT16, .acc_type = CLSCAN_FLOAT16},
  };
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    in_each_shape(&descs[k], initial_values);
  }
}

/* Without elements, initial value and identity the total is left alone. */
TEST(test_total_of_nothing_without_identity) {
  const clscan_custom_op op = {.expression = "b", .exact = 1};
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .custom_op = &op,
                                   .kind = CLSCAN_INCLUSIVE,
                                   .algorithm = shapes_algorithms[k]};
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
    struct execution e = {
        .plan = plan, .input = "", .in_size = 4, .out_size = 4, .total_untouched = true};
    e.expected = e.input;
    assert_true(execution_run(&h, &e));
    const uint32_t init = 0x01020304u;
    e.init = &init;
    e.acc_size = sizeof init;
    e.total_untouched = false;
    e.expected_total = &init;
    assert_true(execution_run(&h, &e));
    clscan_plan_destroy(plan);
  }
}

/* --- length on the device ------------------------------------------------------------------ */

static bool lengths_on_device(clscan_plan *plan, const clscan_scan_desc *desc, size_t tile) {
  const size_t n = 3 * tile + 5;
  const uint64_t lengths[] = {0,     1, tile - 1, tile,       tile + 1,
                              n - 1, n, n + 1,    UINT32_MAX, UINT64_C(1) << 32};
  const bool wide = desc->n_device_type == CLSCAN_UINT64;
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    if (!wide && lengths[k] > UINT32_MAX) {
      continue;
    }
    struct scan_case c = {.desc = *desc,
                          .n = n,
                          .seed = k + 1,
                          .total = true,
                          .has_n_device = true,
                          .n_device = lengths[k],
                          .init = (enum scan_case_init)(k % 3)};
    good = scan_case_run(&h, plan, &c) && good;
    c.n = 5;
    c.in_place = true;
    good = scan_case_run(&h, plan, &c) && good;
  }
  return good;
}

TEST(test_length_on_device) {
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                   .algorithm = shapes_algorithms[k],
                                   .kind = k % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE,
                                   .n_device_type = k % 2 == 0 ? CLSCAN_UINT64 : CLSCAN_TYPE_NONE};
    in_each_shape(&desc, lengths_on_device);
  }
}

/* --- properties ---------------------------------------------------------------------------- */

/* The exclusive value combined with its element is the inclusive one. */
TEST(test_exclusive_and_inclusive_agree) {
  const size_t n = 100003;
  const size_t bytes = n * sizeof(uint32_t);
  uint32_t *x = malloc(bytes);
  uint32_t *results[2] = {malloc(bytes), malloc(bytes)};
  uint64_t seed = 99;
  assert_non_null(x);
  for (size_t k = 0; k < n; k++) {
    x[k] = (uint32_t)harness_random(&seed);
  }
  for (unsigned k = 0; k < 2; k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                                   .kind = k == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE};
    struct guarded in;
    struct guarded out;
    assert_non_null(results[k]);
    guarded_create(&h, &in, bytes, 0, x);
    guarded_create(&h, &out, bytes, 0, NULL);
    const clscan_scan_args args = {.in = in.place, .out = out.place, .n = n};
    assert_success(clscan_scan(h.ctx, h.queue, &desc, &args, 0, NULL, NULL));
    guarded_read(&h, &out, results[k]);
    guarded_destroy(&in);
    guarded_destroy(&out);
  }
  for (size_t k = 0; k < n; k++) {
    assert_int_equal(results[0][k] + x[k], results[1][k]);
  }
  free(x);
  free(results[0]);
  free(results[1]);
}

HARNESS_MAIN(NULL, NULL)
