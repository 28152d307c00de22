/* SPDX-License-Identifier: Apache-2.0 */
/* Select by predicate at lengths with a reason, and what a length on the device, counts of 32 and
 * 64 bits, offsets and scratch of the caller's do to it. */
#include "support/element_kinds.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdlib.h>

static struct harness h;

static const clscan_select_algorithm algorithms[] = {CLSCAN_SELECT_AUTO, CLSCAN_SELECT_LOOKBACK,
                                                     CLSCAN_SELECT_REDUCE_THEN_SCAN,
                                                     CLSCAN_SELECT_THREE_PASS};
#define ALGORITHMS HARNESS_COUNT(algorithms)

/* Shapes with tiles of different sizes, from registers and re-read. */
static const unsigned used_shapes[] = {SHAPE_OWN, SHAPE_64, SHAPE_256, SHAPE_REREAD};

static struct select_case make_case(const clscan_select_desc *desc, const uint32_t *elements,
                                    size_t n) {
  const struct select_case c = {.name = "odd numbers",
                                .desc = *desc,
                                .keep = compaction_is_odd,
                                .input = {.elements = elements, .n = n}};
  return c;
}

static const clscan_select_desc odd = {.type = CLSCAN_UINT32, .predicate = "x & 1"};

/* --- lengths --------------------------------------------------------------------------------- */

static bool run_length(clscan_plan *plan, const clscan_select_desc *desc, size_t n, unsigned turn) {
  const enum pattern pattern = (enum pattern)(turn % PATTERNS);
  uint32_t *elements = compaction_odd_words(n, pattern, n + turn);
  struct select_case c = make_case(desc, elements, n);
  c.input.shift = turn % 4 * 4;
  c.outputs[0].out_shift = turn % 3 * 4;
  c.input.own_scratch = turn % 5 == 0;
  c.input.scratch_shift = turn % 16;
  const bool good = select_case_run(&h, plan, &c, NULL);
  if (!good) {
    print_error("  kept: %s\n", patterns_name(pattern));
  }
  free(elements);
  return good;
}

/* Around work-groups, powers of two, tiles, and windows of 2 to 32 tiles. */
static bool run_lengths(clscan_plan *plan, const clscan_select_desc *desc) {
  static const size_t tiles[] = {1, 2, 3, 5, 31, 32, 33, 64, 65, 96};
  size_t lengths[COMPACTION_LENGTHS];
  const size_t count = compaction_lengths(shapes_tile(plan), tiles, HARNESS_COUNT(tiles), lengths);
  bool good = true;
  for (size_t k = 0; k < count; k++) {
    good = run_length(plan, desc, lengths[k], (unsigned)desc->algorithm + (unsigned)k) && good;
  }
  return good;
}

TEST(test_lengths) {
  bool good = true;
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_enter(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    for (size_t a = 0; a < ALGORITHMS; a++) {
      clscan_select_desc desc = odd;
      desc.algorithm = algorithms[a];
      clscan_plan *plan = select_case_plan(&h, &desc);
      if (!run_lengths(plan, &desc)) {
        print_error("  shape %s\n", shapes[used_shapes[s]].name);
        good = false;
      }
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
  assert_true(good);
}

/* Every pattern at every length up to a few small tiles. */
TEST(test_all_short_lengths) {
  const clscan_select_desc desc = odd;
  shapes_enter(&h, shapes_small_tiles(&h));
  clscan_plan *plan = select_case_plan(&h, &desc);
  const size_t end = harness_slow() ? 2 * shapes_tile(plan) + 3 : 67;
  for (size_t n = 0; n < end; n++) {
    for (unsigned p = 0; p < PATTERNS; p++) {
      uint32_t *elements = compaction_odd_words(n, (enum pattern)p, n);
      const struct select_case c = make_case(&desc, elements, n);
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
    }
  }
  clscan_plan_destroy(plan);
  shapes_leave(&h);
}

/* --- lengths on the device, counts of both widths -------------------------------------------- */

static void check_device_lengths(const clscan_select_desc *desc) {
  clscan_plan *plan = select_case_plan(&h, desc);
  const size_t tile = shapes_tile(plan);
  const size_t n = 5 * tile + 3;
  uint32_t *elements = compaction_odd_words(n, PATTERN_50, 5);
  uint64_t lengths[] = {0,     1, tile - 1, tile,       tile + 1,  4 * tile + 7,
                        n - 1, n, n + 1,    UINT32_MAX, UINT32_MAX};
  if (desc->n_device_type == CLSCAN_UINT64) {
    /* More than n, although its lower half is not. */
    lengths[9] = (UINT64_C(1) << 32) + 1;
    lengths[10] = UINT64_MAX;
  }
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    struct select_case c = make_case(desc, elements, n);
    c.input.has_n_device = true;
    c.input.n_device = lengths[k];
    assert_true(select_case_run(&h, plan, &c, NULL));
    c.capacity = 10;
    assert_true(select_case_run(&h, plan, &c, NULL));
    /* No elements at all, whatever the device says. */
    c.input.n = 0;
    assert_true(select_case_run(&h, plan, &c, NULL));
  }
  free(elements);
  clscan_plan_destroy(plan);
}

TEST(test_device_lengths_and_counts) {
  static const clscan_type types[] = {CLSCAN_TYPE_NONE, CLSCAN_UINT32, CLSCAN_UINT64};
  shapes_enter(&h, shapes_small_tiles(&h));
  for (size_t a = 1; a < ALGORITHMS; a++) {
    for (size_t c = 0; c < 3; c++) {
      clscan_select_desc desc = odd;
      desc.algorithm = algorithms[a];
      desc.count_type = types[c];
      desc.n_device_type = types[(a + c) % 3];
      check_device_lengths(&desc);
    }
  }
  /* The other pairs of the two. */
  for (size_t k = 0; k < 9; k++) {
    clscan_select_desc desc = odd;
    desc.count_type = types[k % 3];
    desc.n_device_type = types[k / 3];
    check_device_lengths(&desc);
  }
  shapes_leave(&h);
}

/* The device's own shape, where a length on the device is far below the one that sizes the launch.
 */
TEST(test_short_length_of_a_long_launch) {
  const size_t n = 300007;
  uint32_t *elements = compaction_odd_words(n, PATTERN_90, 5);
  shapes_enter(&h, &shapes[SHAPE_OWN]);
  for (size_t a = 0; a < ALGORITHMS; a++) {
    clscan_select_desc desc = odd;
    desc.algorithm = algorithms[a];
    clscan_plan *plan = select_case_plan(&h, &desc);
    for (uint64_t length = 0; length < n; length = length * 6 + 1) {
      struct select_case c = make_case(&desc, elements, n);
      c.input.has_n_device = true;
      c.input.n_device = length;
      assert_true(select_case_run(&h, plan, &c, NULL));
    }
    clscan_plan_destroy(plan);
  }
  shapes_leave(&h);
  free(elements);
}

/* --- scratch of the caller's ----------------------------------------------------------------- */

static void check_scratch(clscan_select_algorithm algorithm) {
  clscan_select_desc desc = odd;
  desc.algorithm = algorithm;
  clscan_plan *plan = select_case_plan(&h, &desc);
  const size_t many = shapes_many_tiles(plan);
  for (size_t shift = 0; shift < 16; shift++) {
    const size_t n = shift % 4 == 3 ? 5 : many - shift;
    uint32_t *elements = compaction_odd_words(n, PATTERN_50, shift + 1);
    struct select_case c = make_case(&desc, elements, n);
    c.input.own_scratch = true;
    c.input.scratch_shift = shift;
    assert_true(select_case_run(&h, plan, &c, NULL));
    free(elements);
  }
  clscan_plan_destroy(plan);
}

TEST(test_scratch_at_any_byte) {
  select_case_in_shapes(&h, used_shapes, HARNESS_COUNT(used_shapes), true, check_scratch);
}

HARNESS_MAIN(NULL, NULL)
