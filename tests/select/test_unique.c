/* SPDX-License-Identifier: Apache-2.0 */
/* CLSCAN_UNIQUE: the first element of each run, by ==, by an equality of the caller's, and by key
 * with the values beside it. */
#include "support/element_kinds.h"
#include "support/select_case.h"
#include "support/shapes.h"
#include "support/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

static void open_shape(void) {
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

/* --- runs ------------------------------------------------------------------------------------ */

static const char *const runs[] = {
    "runs of 1",
    "runs of 2",
    "runs of 3",
    "runs of a tile",
    "runs of a tile across boundaries",
    "one run",
    "runs of 3 at a tile's first element",
    "runs of 3 at a tile's last element",
    "last run of 1",
    "last run of a tile",
    "two values in turn",
};

/* The value of element i; values differ from run to run. */
static uint32_t value_in(size_t run, size_t i, size_t n, size_t tile) {
  const size_t past = (i + 1) % tile;
  const size_t values[HARNESS_COUNT(runs)] = {
      i,
      i / 2,
      i / 3,
      i / tile,
      (i + tile / 2) / tile,
      5,
      /* All but the runs of 3 is different. */
      i - (i % tile < 3 ? i % tile : 0),
      i - (i > 0 && past < 3 ? past : 0),
      i + 1 == n,
      n <= tile || i >= n - tile ? UINT32_MAX : i,
      i % 5 < 3,
  };
  return (uint32_t)values[run];
}

static void check_runs(clscan_select_algorithm algorithm) {
  const clscan_select_desc desc = {
      .type = CLSCAN_UINT32, .flags = CLSCAN_UNIQUE, .algorithm = algorithm};
  clscan_plan *plan = select_case_plan(&h, &desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {
      0, 1, 2, 3, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 2, 35 * tile + 1};
  for (size_t r = 0; r < HARNESS_COUNT(runs); r++) {
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      const size_t n = lengths[k];
      uint32_t *elements = compaction_alloc(n * sizeof *elements);
      for (size_t i = 0; i < n; i++) {
        elements[i] = value_in(r, i, n, tile);
      }
      struct select_case c = {.name = runs[r],
                              .desc = desc,
                              .keep = compaction_begins_run,
                              .outputs = {{.out_shift = r % 3 * 4}},
                              .input = {.elements = elements, .n = n, .shift = r % 4 * 4}};
      assert_true(select_case_run(&h, plan, &c, NULL));
      /* The first of the run that is cut off counts. */
      c.input.has_n_device = true;
      c.input.n_device = n - n / 3;
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
    }
  }
  clscan_plan_destroy(plan);
}

TEST(test_runs) {
  static const unsigned used[] = {SHAPE_64, SHAPE_REREAD, SHAPE_256};
  select_case_in_shapes(&h, used, HARNESS_COUNT(used), false, check_runs);
}

/* --- kinds of elements ----------------------------------------------------------------------- */

static const struct element_kind *kind;

/* What the kind's equality looks at: the first word of a struct alone. */
static size_t compared_bytes(void) {
  static const size_t compared[] = {1, 4, 4, 8};
  return kind->custom != NULL ? compared[kind - &element_kinds[ELEMENT_BYTES_3]] : kind->size;
}

static bool other_element(const struct compaction_item *item) {
  return item->before == NULL || memcmp(item->before, item->x, compared_bytes()) != 0;
}

/* Runs of random lengths; what a struct's equality does not look at differs everywhere. */
static void make_runs(size_t n, uint8_t *elements) {
  uint8_t *kept = compaction_alloc(n);
  uint64_t random = 9;
  for (size_t i = 0; i < n; i++) {
    kept[i] = (uint8_t)(i & 1);
  }
  elements_fill(kind, kept, n, 11, elements);
  for (size_t i = 1; i < n; i++) {
    if (harness_random(&random) >> 40 & 3) {
      memcpy(elements + i * kind->size, elements + (i - 1) * kind->size, compared_bytes());
    }
  }
  free(kept);
}

TEST(test_every_kind) {
  for (unsigned k = 0; k < ELEMENT_KINDS; k++) {
    kind = &element_kinds[k];
    if (!elements_fit(&h, kind)) {
      continue;
    }
    struct select_case c = {
        .name = kind->name,
        .desc = {.type = kind->type,
                 .custom_type = kind->custom,
                 .flags = CLSCAN_UNIQUE,
                 .algorithm = select_case_algorithms[k % SELECT_CASE_ALGORITHMS],
                 .equal = kind->custom != NULL ? kind->equal : NULL},
        .keep = other_element};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    const size_t tile = shapes_tile(plan);
    const size_t lengths[] = {1, tile + 1, 6 * tile + 3};
    for (size_t l = 0; l < HARNESS_COUNT(lengths); l++) {
      uint8_t *elements = compaction_alloc(lengths[l] * kind->size);
      make_runs(lengths[l], elements);
      c.input.elements = elements;
      c.input.n = lengths[l];
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
    }
    clscan_plan_destroy(plan);
  }
}

/* --- special numbers ------------------------------------------------------------------------- */

static clscan_type float_type;

/* -0 equals +0; a NaN equals nothing. */
static bool other_number(const struct compaction_item *item) {
  if (item->before == NULL) {
    return true;
  }
  const double a = values_convert(values_load(float_type, item->before), CLSCAN_FLOAT64).as.d;
  const double b = values_convert(values_load(float_type, item->x), CLSCAN_FLOAT64).as.d;
  return isnan(a) || isnan(b) || a < b || a > b;
}

TEST(test_zeros_and_nans) {
  static const double numbers[] = {0.0,
                                   -0.0,
                                   -0.0,
                                   0.0,
                                   (double)NAN,
                                   (double)NAN,
                                   1.0,
                                   1.0,
                                   (double)NAN,
                                   1.0,
                                   -0.0,
                                   2.5,
                                   2.5,
                                   2.5,
                                   (double)INFINITY,
                                   (double)INFINITY,
                                   -(double)INFINITY};
  static const clscan_type types[] = {CLSCAN_FLOAT16, CLSCAN_BFLOAT16, CLSCAN_FLOAT32,
                                      CLSCAN_FLOAT64};
  enum { N = 17 * 67 };
  for (unsigned t = 0; t < (h.has_fp64 ? 4 : 3); t++) {
    uint8_t elements[N * 8];
    const size_t size = values_size(types[t]);
    float_type = types[t];
    for (size_t i = 0; i < N; i++) {
      const struct value v = {.type = CLSCAN_FLOAT64, .as = {.d = numbers[i % 17]}};
      values_store(values_convert(v, types[t]), elements + i * size);
    }
    const struct select_case c = {.name = values_type_name(types[t]),
                                  .desc = {.type = types[t], .flags = CLSCAN_UNIQUE},
                                  .keep = other_number,
                                  .input = {.elements = elements, .n = N}};
    select_case_check(&h, &c);
  }
}

/* --- by key, and equalities of the caller's --------------------------------------------------- */

/* Keys with the value, and the place, of each run's first element. */
TEST(test_by_key) {
  enum { N = 10007 };
  static uint32_t keys[N];
  static double values[N];
  const clscan_select_output more[] = {{.type = CLSCAN_UINT64},
                                       {.type = CLSCAN_UINT32, .expression = "i"}};
  uint64_t random = 3;
  for (size_t i = 0; i < N; i++) {
    keys[i] = i > 0 && harness_random(&random) >> 40 & 1 ? keys[i - 1] : (uint32_t)i * 3;
    values[i] = (double)i / 3;
  }
  for (size_t a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    const struct select_case c = {
        .name = "by key",
        .desc = {.type = CLSCAN_UINT32,
                 .flags = CLSCAN_UNIQUE,
                 .algorithm = select_case_algorithms[a],
                 .more = more,
                 .num_more = 2},
        .keep = compaction_begins_run,
        .outputs = {{0}, {.array = values}, {.write = compaction_write_index32}},
        .input = {.elements = keys, .n = N}};
    select_case_check(&h, &c);
  }
}

static bool other_letter(const struct compaction_item *item) {
  return item->before == NULL ||
         ((*(const uint8_t *)item->before ^ *(const uint8_t *)item->x) & 0xDFu) != 0;
}

/* Letters, whatever their case; in rows, whose ends do not end a run. */
TEST(test_equality_of_the_callers) {
  enum { WIDTH = 13, N = WIDTH * 701 };
  static uint8_t letters[N];
  uint64_t random = 5;
  for (size_t i = 0; i < N; i++) {
    const uint64_t r = harness_random(&random);
    letters[i] = (uint8_t)("AaBbc"[(r >> 40) % 5]);
  }
  for (unsigned k = 0; k < 2; k++) {
    const struct select_case c = {.name = "letters",
                                  .desc = {.type = CLSCAN_UINT8,
                                           .flags = CLSCAN_UNIQUE | (k == 0 ? 0 : CLSCAN_ROWS),
                                           .definition = "uint lower(uchar c) { return c | 32u; }",
                                           .equal = "lower(a) == lower(b)"},
                                  .keep = other_letter,
                                  .input = {.elements = letters,
                                            .n = N,
                                            .width = k == 0 ? 0 : WIDTH,
                                            .row_pitch = k == 0 ? 0 : 16}};
    select_case_check(&h, &c);
  }
}

HARNESS_MAIN(open_shape, NULL)
