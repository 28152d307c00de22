/* SPDX-License-Identifier: Apache-2.0 */
/* What a predicate sees: the element, its index, row and place, its flag, the caller's argument of
 * any size; with functions of the caller's, and without any text. */
#include "support/select_case.h"
#include "support/shapes.h"
#include "support/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct harness h;

/* Runs the case at a few lengths on a plan of its descriptor, with the algorithms in turn. */
static void check_words(const struct select_case *given, size_t width) {
  static unsigned turn;
  struct select_case c = *given;
  if (c.desc.algorithm == CLSCAN_SELECT_AUTO) {
    c.desc.algorithm = select_case_algorithms[turn++ % SELECT_CASE_ALGORITHMS];
  }
  clscan_plan *plan = select_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {1, tile + 1, 7 * tile + 5};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    const size_t n = width != 0 ? (lengths[k] + width - 1) / width * width : lengths[k];
    uint32_t *words = compaction_random_words(n, n);
    uint8_t *flags = compaction_alloc(n);
    for (size_t i = 0; i < n; i++) {
      flags[i] = (uint8_t)(words[i] >> 24);
    }
    c.input.elements = words;
    c.input.n = n;
    c.input.flags = c.desc.flag_type != CLSCAN_TYPE_NONE ? flags : NULL;
    assert_true(select_case_run(&h, plan, &c, NULL));
    free(words);
    free(flags);
  }
  clscan_plan_destroy(plan);
}

static void open_shape(void) {
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

/* --- index, row, place, flag ----------------------------------------------------------------- */

static bool by_index(const struct compaction_item *item) {
  return item->i % 7 == 3 || (compaction_word(item->x) & 3) == 0;
}

static bool by_place(const struct compaction_item *item) {
  return (item->row * 5 + item->col * 3 + compaction_word(item->x)) % 4 < 2;
}

TEST(test_row_and_place) {
  struct select_case c = {
      .name = "row and place, no rows",
      .desc = {.type = CLSCAN_UINT32, .predicate = "(row * 5 + col * 3 + x) % 4 < 2"},
      .keep = by_place};
  check_words(&c, 0);
  static const size_t widths[] = {1, 3, 17, 300};
  for (size_t k = 0; k < HARNESS_COUNT(widths); k++) {
    c.name = "row and place";
    c.desc.flags = CLSCAN_ROWS;
    c.input.width = widths[k];
    c.input.row_pitch = k % 2 == 0 ? widths[k] * 4 + 12 : 0;
    check_words(&c, widths[k]);
  }
}

/* No elements need no width. */
TEST(test_empty_rows) {
  static const struct {
    clscan_select_algorithm algorithm;
    uint32_t flags;
  } ways[] = {{CLSCAN_SELECT_LOOKBACK, 0},
              {CLSCAN_SELECT_REDUCE_THEN_SCAN, 0},
              {CLSCAN_SELECT_THREE_PASS, 0},
              {CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_UNORDERED}};
  for (size_t k = 0; k < 2 * HARNESS_COUNT(ways); k++) {
    const struct select_case c = {.name = "no rows at all",
                                  .desc = {.type = CLSCAN_UINT32,
                                           .algorithm = ways[k / 2].algorithm,
                                           .flags = CLSCAN_ROWS | ways[k / 2].flags,
                                           .predicate = "(row * 5 + col * 3 + x) % 4 < 2"},
                                  .keep = by_place,
                                  .input = {.row_pitch = k % 2 * 12}};
    select_case_check(&h, &c);
  }
}

static bool by_flag(const struct compaction_item *item) {
  return item->f > 100 && (compaction_word(item->x) & 1) != 0;
}

/* --- the argument ---------------------------------------------------------------------------- */

static bool over_argument(const struct compaction_item *item) {
  return compaction_word(item->x) > compaction_word(item->u);
}

TEST(test_number) {
  const uint32_t limits[] = {0x80000000u, 0, UINT32_MAX};
  struct select_case c = {
      .name = "number",
      .desc = {.type = CLSCAN_UINT32, .argument_type = CLSCAN_UINT32, .predicate = "x > u"},
      .keep = over_argument};
  for (unsigned k = 0; k < 6; k++) {
    c.input.argument = &limits[k / 2];
    c.input.argument_on_device = k % 2 == 1;
    check_words(&c, 0);
  }
}

/* x is taken modulo 256 and held against small numbers, which every type has. */
static bool over_small_argument(const struct compaction_item *item) {
  return (compaction_word(item->x) & 255) > 100;
}

TEST(test_every_built_in_type) {
  for (unsigned t = 0; t < VALUES_TYPE_COUNT; t++) {
    uint8_t argument[8];
    if (values_types[t] == CLSCAN_FLOAT64 && !h.has_fp64) {
      continue;
    }
    values_store(values_from_int(values_types[t], 100), argument);
    const struct select_case c = {
        .name = values_type_name(values_types[t]),
        .desc = {.type = CLSCAN_UINT32,
                 .argument_type = values_types[t],
                 .predicate = "(int)(x & 255) > (int)u"},
        .keep = over_small_argument,
        .input = {.argument = argument, .argument_on_device = t % 2 == 1}};
    check_words(&c, 0);
  }
}

struct window {
  uint32_t low, high;
  uint64_t from;
};

static bool in_window(const struct compaction_item *item) {
  const struct window *u = item->u;
  return compaction_word(item->x) >= u->low && compaction_word(item->x) < u->high &&
         item->i >= u->from;
}

TEST(test_struct) {
  const clscan_custom_type type = {.name = "window",
                                   .definition =
                                       "typedef struct { uint low, high; ulong from; } window;",
                                   .size = 16,
                                   .alignment = 8};
  const struct window windows[] = {{0x40000000u, 0xC0000000u, 10}, {0, UINT32_MAX, 0}};
  struct select_case c = {.name = "struct",
                          .desc = {.type = CLSCAN_UINT32,
                                   .argument_type = CLSCAN_CUSTOM,
                                   .custom_argument = &type,
                                   .predicate = "x >= u.low && x < u.high && i >= u.from"},
                          .keep = in_window};
  for (unsigned k = 0; k < 4; k++) {
    c.input.argument = &windows[k / 2];
    c.input.argument_on_device = k % 2 == 1;
    check_words(&c, 0);
  }
}

/* Bit i % 8 of byte i % size: every byte of the argument counts. */
static size_t table_size;

static bool by_table(const struct compaction_item *item) {
  const uint8_t *u = item->u;
  return (u[item->i % table_size] >> (compaction_word(item->x) & 7) & 1) != 0;
}

TEST(test_every_size) {
  static const size_t sizes[] = {1, 3, 12, 31, 128};
  uint64_t random = 77;
  for (size_t k = 0; k < HARNESS_COUNT(sizes); k++) {
    char definition[64];
    char predicate[64];
    uint8_t table[128];
    table_size = sizes[k];
    snprintf(definition, sizeof definition, "typedef struct { uchar at[%zu]; } table;", sizes[k]);
    snprintf(predicate, sizeof predicate, "u.at[i %% %zu] >> (x & 7) & 1", sizes[k]);
    for (size_t i = 0; i < sizes[k]; i++) {
      table[i] = (uint8_t)(harness_random(&random) >> 50);
    }
    const clscan_custom_type type = {
        .name = "table", .definition = definition, .size = sizes[k], .alignment = 1};
    struct select_case c = {.name = definition,
                            .desc = {.type = CLSCAN_UINT32,
                                     .argument_type = CLSCAN_CUSTOM,
                                     .custom_argument = &type,
                                     .predicate = predicate},
                            .keep = by_table,
                            .input = {.argument = table}};
    c.input.argument_on_device = harness_slow() ? false : k % 2 == 1;
    check_words(&c, 0);
    if (harness_slow()) {
      c.input.argument_on_device = true;
      check_words(&c, 0);
    }
  }
}

/* --- texts ----------------------------------------------------------------------------------- */

static bool is_prime(const struct compaction_item *item) {
  const uint32_t x = compaction_word(item->x) % 251;
  for (uint32_t d = 2; d * d <= x; d++) {
    if (x % d == 0) {
      return false;
    }
  }
  return x > 1;
}

static bool is_multiple_of_7(const struct compaction_item *item) {
  return compaction_word(item->x) % 7 == 0;
}

/* Any non-zero value keeps, whatever its type: none of them is cut to 32 bits or to 0 and 1. */
static bool low_bits_alone(const struct compaction_item *item) {
  return (compaction_word(item->x) & 6) != 0;
}

#define SEVENS                                                                                     \
  "__constant uint count = 7, n = 7, out = 7, rank = 7, kept = 7, in = 7, base = 7, tile = 7, "    \
  "first = 7;"

TEST(test_texts) {
  static const struct {
    bool (*keep)(const struct compaction_item *item);
    const char *definition, *predicate;
  } rows[] = {
      {by_index, NULL, "i % 7 == 3 || (x & 3) == 0"},
      {by_flag, NULL, "f > 100 && (x & 1)"},
      {is_prime,
       "#define LIMIT 251\n"
       "int is_prime(uint x)\n"
       "{\n"
       "    for (uint d = 2; d * d <= x; d++)\n"
       "        if (x % d == 0)\n"
       "            return 0;\n"
       "    return x > 1;\n"
       "}\n",
       "is_prime(x % LIMIT)"},
      /* A name of the caller's is not taken for one of the library's. */
      {is_multiple_of_7, SEVENS, "x % (count + n - out) == 0"},
      {is_multiple_of_7, SEVENS, "x % (rank + kept - in) == 0"},
      {is_multiple_of_7, SEVENS, "x % (base + tile - first) == 0"},
      /* A text may end in a comment. */
      {is_multiple_of_7, SEVENS, "x % 7 == 0 // the last words"},
      {is_multiple_of_7, SEVENS, "x % 7 != 0, x % 7 == 0\n"},
      {low_bits_alone, NULL, "(ulong)(x & 6) << 40"},
      {low_bits_alone, NULL, "(x & 6) * 0.125f"},
      {low_bits_alone, NULL, "-(int)(x & 6)"},
      {low_bits_alone, NULL, "(x & 6) ? 256 : 0"},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    const struct select_case c = {.name = rows[k].predicate,
                                  .desc = {.type = CLSCAN_UINT32,
                                           .flag_type = rows[k].keep == by_flag ? CLSCAN_UINT8 : 0,
                                           .definition = rows[k].definition,
                                           .predicate = rows[k].predicate},
                                  .keep = rows[k].keep};
    check_words(&c, 0);
  }
}

/* --- no text --------------------------------------------------------------------------------- */

static clscan_type default_type;

static bool is_not_zero(const struct compaction_item *item) {
  const struct value v = values_load(default_type, item->x);
  if (!values_is_float(default_type)) {
    return v.as.u != 0;
  }
  const double x = values_convert(v, CLSCAN_FLOAT64).as.d;
  return isnan(x) || x != 0;
}

/* x != 0, by which -0 is dropped and a NaN is kept; with flags f != 0. */
TEST(test_default_predicates) {
  static const double specials[] = {
      0.0, -0.0, 1.0, -1.0, 0.0, 2.5, (double)NAN, 0.0, (double)INFINITY};
  enum { N = 3001 };
  uint8_t *elements = compaction_alloc(N * 8);
  uint8_t *flags = compaction_alloc(N * 8);
  for (unsigned t = 0; t < VALUES_TYPE_COUNT; t++) {
    const clscan_type type = values_types[t];
    const size_t size = values_size(type);
    uint64_t random = t + 1;
    if (type == CLSCAN_FLOAT64 && !h.has_fp64) {
      continue;
    }
    for (size_t i = 0; i < N; i++) {
      const uint64_t r = harness_random(&random) >> 33;
      const struct value special = {.type = CLSCAN_FLOAT64, .as = {.d = specials[r % 9]}};
      values_store(values_is_float(type) ? values_convert(special, type)
                                         : values_from_int(type, r % 3 == 0 ? 0 : (int64_t)r),
                   elements + i * size);
      flags[i] = r % 5 == 0 ? 0 : (uint8_t)r;
    }
    default_type = type;
    struct select_case c = {
        .name = values_type_name(type),
        .desc = {.type = type, .algorithm = select_case_algorithms[t % SELECT_CASE_ALGORITHMS]},
        .keep = is_not_zero,
        .input = {.elements = elements, .n = N}};
    select_case_check(&h, &c);
    if (t % 4 == 0) {
      c.desc.flag_type = CLSCAN_UINT8;
      c.keep = compaction_has_flag;
      c.input.flags = flags;
      select_case_check(&h, &c);
    }
  }
  free(elements);
  free(flags);
}

HARNESS_MAIN(open_shape, NULL)
