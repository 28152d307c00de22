/* SPDX-License-Identifier: Apache-2.0 */
/* Select by flags: of every integer type, as bits, at any offset, with predicates that look at
 * them. */
#include "support/select_case.h"
#include "support/shapes.h"
#include "support/values.h"

#include <stdlib.h>

static struct harness h;

static void open_shape(void) {
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

static float *make_elements(size_t n) {
  float *elements = compaction_alloc(n * sizeof *elements);
  for (size_t i = 0; i < n; i++) {
    elements[i] = (float)i + 0.5f;
  }
  return elements;
}

/* --- integers -------------------------------------------------------------------------------- */

/* Flags that are not zero in one bit alone, any bit of the type: all of them count. */
static void fill_flags(clscan_type type, const uint8_t *kept, size_t n, uint8_t *flags) {
  const size_t size = values_size(type);
  for (size_t i = 0; i < n; i++) {
    const uint64_t bit = kept[i] != 0 ? UINT64_C(1) << i % (8 * size) : 0;
    values_store(values_from_int(type, (int64_t)bit), flags + i * size);
  }
}

static void check_integers(clscan_type type, unsigned turn) {
  const size_t size = values_size(type);
  const clscan_select_desc desc = {.type = CLSCAN_FLOAT32,
                                   .flag_type = type,
                                   .algorithm =
                                       select_case_algorithms[turn % SELECT_CASE_ALGORITHMS]};
  clscan_plan *plan = select_case_plan(&h, &desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {1, 3, tile - 1, tile, tile + 1, 9 * tile + 5};
  for (unsigned k = 0; k < HARNESS_COUNT(lengths); k++) {
    for (unsigned p = k % 2; p < PATTERNS; p += 2) {
      const size_t n = lengths[k];
      float *elements = make_elements(n);
      uint8_t *kept = compaction_alloc(n);
      uint8_t *flags = compaction_alloc(n * size);
      patterns_fill((enum pattern)p, n, n + p, kept);
      fill_flags(type, kept, n, flags);
      const struct select_case c = {.name = values_type_name(type),
                                    .desc = desc,
                                    .keep = compaction_has_flag,
                                    .input = {.elements = elements,
                                              .n = n,
                                              .shift = p % 3 * 4,
                                              .flags = flags,
                                              .flags_shift = (p + k) % 5 * size}};
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(elements);
      free(kept);
      free(flags);
    }
  }
  clscan_plan_destroy(plan);
}

TEST(test_integer_flags) {
  for (unsigned t = 0; t < VALUES_TYPE_COUNT; t++) {
    if (!values_is_float(values_types[t])) {
      check_integers(values_types[t], t);
    }
  }
}

static bool is_negative(const struct compaction_item *item) { return (int64_t)item->f < 0; }

/* A flag has the sign of its type. */
TEST(test_signed_flags) {
  enum { N = 1001 };
  float *elements = make_elements(N);
  int8_t flags[N];
  for (size_t i = 0; i < N; i++) {
    flags[i] = (int8_t)(i * 37);
  }
  const struct select_case c = {
      .name = "negative",
      .desc = {.type = CLSCAN_FLOAT32, .flag_type = CLSCAN_INT8, .predicate = "f < 0"},
      .keep = is_negative,
      .input = {.elements = elements, .n = N, .flags = flags}};
  select_case_check(&h, &c);
  free(elements);
}

/* --- bits ------------------------------------------------------------------------------------ */

static bool by_bit(const struct compaction_item *item) {
  return (item->f == 1) == (item->i % 3 == 0);
}

static void check_bits(const char *predicate, bool (*keep)(const struct compaction_item *item),
                       clscan_select_algorithm algorithm) {
  const clscan_select_desc desc = {.type = CLSCAN_FLOAT32,
                                   .flag_type = CLSCAN_UINT32,
                                   .flags = CLSCAN_FLAG_BITS,
                                   .algorithm = algorithm,
                                   .predicate = predicate};
  clscan_plan *plan = select_case_plan(&h, &desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0,
                            1,
                            2,
                            31,
                            32,
                            33,
                            63,
                            64,
                            65,
                            tile - 1,
                            tile,
                            tile + 1,
                            1009,
                            2 * tile,
                            32 * tile + 31,
                            33 * tile - 1};
  for (unsigned k = 0; k < HARNESS_COUNT(lengths); k++) {
    const size_t n = lengths[k];
    const size_t words = (n + 31) / 32;
    float *elements = make_elements(n);
    uint8_t *kept = compaction_alloc(n);
    uint32_t *bits = calloc(words + 1, sizeof *bits);
    assert_non_null(bits);
    patterns_fill((enum pattern)(k % PATTERNS), n, n, kept);
    /* The bits that belong to no element are set. */
    for (size_t i = 0; i < words * 32; i++) {
      bits[i / 32] |= (uint32_t)(i >= n || kept[i] != 0) << i % 32;
    }
    const struct select_case c = {
        .name = "bits",
        .desc = desc,
        .keep = keep,
        .input = {.elements = elements, .n = n, .flags = bits, .flags_shift = k % 5 * 4}};
    assert_true(select_case_run(&h, plan, &c, NULL));
    free(elements);
    free(kept);
    free(bits);
  }
  clscan_plan_destroy(plan);
}

TEST(test_bits) {
  for (unsigned a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    check_bits(NULL, compaction_has_flag, select_case_algorithms[a]);
  }
  check_bits("(f == 1) == (i % 3 == 0)", by_bit, CLSCAN_SELECT_AUTO);
  /* Tiles that do not begin at a word's first bit. */
  shapes_enter(&h, &shapes[SHAPE_REREAD]);
  check_bits(NULL, compaction_has_flag, CLSCAN_SELECT_AUTO);
  shapes_leave(&h);
}

/* --- rows ------------------------------------------------------------------------------------ */

/* Flags have no pitch: they lie one after the other. */
TEST(test_flags_of_rows) {
  enum { WIDTH = 17, N = WIDTH * 61 };
  float *elements = make_elements(N);
  uint8_t kept[N];
  uint16_t flags[N];
  uint32_t bits[(N + 31) / 32] = {0};
  patterns_fill(PATTERN_50, N, 3, kept);
  for (size_t i = 0; i < N; i++) {
    flags[i] = (uint16_t)(kept[i] * 256u);
  }
  compaction_pack_bits(kept, N, bits);
  for (unsigned k = 0; k < 2; k++) {
    const struct select_case c = {.name = "rows",
                                  .desc = {.type = CLSCAN_FLOAT32,
                                           .flag_type = k == 0 ? CLSCAN_UINT16 : CLSCAN_UINT32,
                                           .flags = CLSCAN_ROWS | (k == 0 ? 0 : CLSCAN_FLAG_BITS)},
                                  .keep = compaction_has_flag,
                                  .input = {.elements = elements,
                                            .n = N,
                                            .width = WIDTH,
                                            .row_pitch = 80,
                                            .flags = k == 0 ? (const void *)flags : bits}};
    select_case_check(&h, &c);
  }
  free(elements);
}

/* A second array of floats decides. */
TEST(test_float_flags) {
  enum { N = 5003 };
  static float weights[N];
  static uint8_t kept[N];
  float *elements = make_elements(N);
  for (size_t i = 0; i < N; i++) {
    weights[i] = (float)(i * 7 % 10) / 10;
    kept[i] = i * 7 % 10 > 4;
  }
  const struct select_case c = {
      .name = "weights",
      .desc = {.type = CLSCAN_FLOAT32, .flag_type = CLSCAN_FLOAT32, .predicate = "f > 0.45f"},
      .kept = kept,
      .input = {.elements = elements, .n = N, .flags = weights}};
  select_case_check(&h, &c);
  free(elements);
}

HARNESS_MAIN(open_shape, NULL)
