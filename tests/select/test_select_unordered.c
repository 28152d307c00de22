/* SPDX-License-Identifier: Apache-2.0 */
/* CLSCAN_UNORDERED: the right elements and their number, in whatever order they come. How many were
 * out of order is printed and never asked for. */
#include "support/element_kinds.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

static const struct {
  clscan_select_algorithm algorithm;
  const char *name;
} algorithms[] = {
    {CLSCAN_SELECT_AUTO, "auto"},
    {CLSCAN_SELECT_ATOMIC_SUBGROUP, "an atomic a sub-group"},
    {CLSCAN_SELECT_ATOMIC_WORKGROUP, "an atomic a tile"},
    {CLSCAN_SELECT_ATOMIC_ELEMENT, "an atomic an element"},
};
#define ALGORITHMS HARNESS_COUNT(algorithms)

static const unsigned used_shapes[] = {SHAPE_OWN, SHAPE_64, SHAPE_96, SHAPE_SUBGROUPS};

static size_t out_of_order;
static size_t written;

/* Every pattern, at lengths around boundaries; some with little room, or a length on the device. */
static void check(clscan_plan *plan, const clscan_select_desc *desc) {
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0,   1,   2,        31,   33,       255,
                            256, 257, tile - 1, tile, tile + 1, shapes_many_tiles(plan)};
  for (unsigned k = 0; k < HARNESS_COUNT(lengths); k++) {
    for (unsigned p = 0; p < PATTERNS; p++) {
      const size_t n = lengths[k];
      uint32_t *elements = compaction_odd_words(n, (enum pattern)p, n + 1);
      struct select_case c = {.name = "unordered",
                              .desc = *desc,
                              .keep = compaction_is_odd,
                              .outputs = {{.out_shift = k % 3 * 4}},
                              .input = {.elements = elements,
                                        .n = n,
                                        .shift = p % 4 * 4,
                                        .own_scratch = (k + p) % 3 == 0,
                                        .scratch_shift = k}};
      assert_true(select_case_run(&h, plan, &c, &out_of_order));
      for (size_t i = 0; i < n; i++) {
        written += elements[i] & 1;
      }
      c.capacity = 1 + n / 3;
      assert_true(select_case_run(&h, plan, &c, NULL));
      c.capacity = 0;
      c.input.has_n_device = true;
      c.input.n_device = n - n / 4;
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
    }
  }
}

TEST(test_patterns) {
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_enter(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    for (size_t a = 0; a < ALGORITHMS; a++) {
      const clscan_select_desc desc = {.type = CLSCAN_UINT32,
                                       .flags = CLSCAN_UNORDERED,
                                       .algorithm = algorithms[a].algorithm,
                                       .predicate = "x & 1"};
      clscan_plan *plan = select_case_plan(&h, &desc);
      out_of_order = written = 0;
      check(plan, &desc);
      printf("%s, %s: %zu of %zu out of order\n", shapes[used_shapes[s]].name, algorithms[a].name,
             out_of_order, written);
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
}

/* Counts of both widths, and nothing but the count. */
TEST(test_counts) {
  for (unsigned k = 0; k < 2 * ALGORITHMS; k++) {
    struct select_case c = {.name = "unordered count",
                            .desc = {.type = CLSCAN_UINT32,
                                     .flags = CLSCAN_UNORDERED,
                                     .algorithm = algorithms[k / 2].algorithm,
                                     .count_type = k % 2 == 0 ? CLSCAN_UINT32 : CLSCAN_UINT64,
                                     .predicate = "x & 1"},
                            .keep = compaction_is_odd,
                            .input = {.n = 10007}};
    uint32_t *elements = compaction_odd_words(c.input.n, PATTERN_90, c.input.n + 1);
    c.input.elements = elements;
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    assert_true(select_case_run(&h, plan, &c, NULL));
    c.count_only = true;
    assert_true(select_case_run(&h, plan, &c, NULL));
    clscan_plan_destroy(plan);
    free(elements);
  }
}

/* What belongs to one element comes to one place in every output. */
TEST(test_several_outputs) {
  enum { N = 20011 };
  const struct element_kind *kind = &element_kinds[ELEMENT_BYTES_12];
  const clscan_select_output more[] = {{.type = CLSCAN_UINT64, .expression = "i"},
                                       {.type = CLSCAN_CUSTOM, .custom_type = kind->custom}};
  static uint8_t kept[N];
  static uint8_t structs[N * 12];
  uint32_t *elements = compaction_odd_words(N, PATTERN_50, N + 1);
  elements_fill(kind, kept, N, 4, structs);
  shapes_enter(&h, shapes_small_tiles(&h));
  for (size_t a = 0; a < ALGORITHMS; a++) {
    struct select_case c = {
        .name = "unordered outputs",
        .desc = {.type = CLSCAN_UINT32,
                 .flags = CLSCAN_UNORDERED,
                 .algorithm = algorithms[a].algorithm,
                 .predicate = "x & 1",
                 .more = more,
                 .num_more = 2},
        .keep = compaction_is_odd,
        .outputs = {{0}, {.write = compaction_write_index64}, {.array = structs}},
        .input = {.elements = elements, .n = N}};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    assert_true(select_case_run(&h, plan, &c, NULL));
    c.capacity = 777;
    assert_true(select_case_run(&h, plan, &c, NULL));
    clscan_plan_destroy(plan);
  }
  shapes_leave(&h);
  free(elements);
}

/* With CLSCAN_UNIQUE the first of each run is kept, whatever order they come in. */
TEST(test_first_of_runs) {
  shapes_enter(&h, shapes_small_tiles(&h));
  for (size_t a = 0; a < ALGORITHMS; a++) {
    struct select_case c = {.name = "unordered runs",
                            .desc = {.type = CLSCAN_UINT32,
                                     .flags = CLSCAN_UNORDERED | CLSCAN_UNIQUE,
                                     .algorithm = algorithms[a].algorithm},
                            .keep = compaction_begins_run};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    const size_t tile = shapes_tile(plan);
    const size_t lengths[] = {1, 2, tile + 1, 5 * tile + 3};
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      const size_t n = lengths[k];
      uint32_t *elements = compaction_alloc(n * sizeof *elements);
      for (size_t i = 0; i < n; i++) {
        elements[i] = (uint32_t)(i / (k + 1));
      }
      c.input.elements = elements;
      c.input.n = n;
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
    }
    clscan_plan_destroy(plan);
  }
  shapes_leave(&h);
}

/* Flags, bits, rows: the forms of an ordered select. */
TEST(test_forms) {
  enum { WIDTH = 37, N = WIDTH * 300 };
  static uint8_t kept[N];
  static uint32_t bits[(N + 31) / 32];
  uint32_t *elements = compaction_odd_words(N, PATTERN_50, N + 1);
  patterns_fill(PATTERN_10, N, 5, kept);
  memset(bits, 0, sizeof bits);
  compaction_pack_bits(kept, N, bits);
  for (size_t a = 0; a < ALGORITHMS; a++) {
    const bool by_bits = a % 2 == 0;
    const struct select_case c = {
        .name = "unordered by flags",
        .desc = {.type = CLSCAN_UINT32,
                 .flag_type = by_bits ? CLSCAN_UINT32 : CLSCAN_UINT8,
                 .flags = CLSCAN_UNORDERED | CLSCAN_ROWS | (by_bits ? CLSCAN_FLAG_BITS : 0),
                 .algorithm = algorithms[a].algorithm},
        .keep = compaction_has_flag,
        .input = {.elements = elements,
                  .n = N,
                  .width = WIDTH,
                  .row_pitch = 160,
                  .flags = by_bits ? (const void *)bits : kept}};
    select_case_check(&h, &c);
  }
  free(elements);
}

HARNESS_MAIN(NULL, NULL)
