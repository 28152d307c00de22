/* SPDX-License-Identifier: Apache-2.0 */
/* What a select writes: other types, expressions, several arrays at once; or nothing but the count;
 * and never more than there is room for. */
#include "support/element_kinds.h"
#include "support/select_case.h"
#include "support/shapes.h"
#include "support/values.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static void open_shape(void) {
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

/* Odd numbers are kept. */
static int32_t *make_input(size_t n, enum pattern pattern) {
  uint8_t *kept = compaction_alloc(n);
  int32_t *elements = compaction_alloc(n * sizeof *elements);
  patterns_fill(pattern, n, n + 1, kept);
  for (size_t i = 0; i < n; i++) {
    elements[i] = (int32_t)((i * 77 % 30011) << 1 | kept[i]) - 20000;
  }
  free(kept);
  return elements;
}

static int32_t number(const void *at) { return (int32_t)compaction_word(at); }

static bool run_case(struct select_case *c, size_t n, enum pattern pattern, clscan_plan *plan) {
  int32_t *elements = make_input(n, pattern);
  c->input.elements = elements;
  c->input.size = 4;
  c->input.n = n;
  const bool good = select_case_run(&h, plan, c, NULL);
  free(elements);
  return good;
}

/* A few lengths and patterns on a plan of the case's descriptor. */
static void check(struct select_case *c) {
  clscan_plan *plan = select_case_plan(&h, &c->desc);
  const size_t tile = shapes_tile(plan);
  assert_true(run_case(c, 0, PATTERN_ALL, plan));
  assert_true(run_case(c, 1, PATTERN_ALL, plan));
  assert_true(run_case(c, tile + 1, PATTERN_90, plan));
  assert_true(run_case(c, 7 * tile + 5, PATTERN_50, plan));
  assert_true(run_case(c, 4 * tile, PATTERN_ALL, plan));
  clscan_plan_destroy(plan);
}

/* --- the first output ------------------------------------------------------------------------ */

static clscan_type out_type;

static void convert_x(const struct compaction_item *item, void *out) {
  values_store(values_convert(values_load(CLSCAN_INT32, item->x), out_type), out);
}

/* x converted, to every type there is. */
TEST(test_conversions) {
  for (unsigned t = 0; t < VALUES_TYPE_COUNT; t++) {
    out_type = values_types[t];
    if (out_type == CLSCAN_FLOAT64 && !h.has_fp64) {
      continue;
    }
    struct select_case c = {
        .name = values_type_name(out_type),
        .desc = {.type = CLSCAN_INT32,
                 .out_type = out_type,
                 .algorithm = select_case_algorithms[t % SELECT_CASE_ALGORITHMS],
                 .predicate = "x & 1"},
        .keep = compaction_is_odd,
        .outputs = {{.write = convert_x}}};
    check(&c);
  }
}

static void half_of_x(const struct compaction_item *item, void *out) {
  const struct value v = {.type = CLSCAN_FLOAT32, .as = {.f = (float)number(item->x) * 0.5f}};
  values_store(values_convert(v, out_type), out);
}

struct place {
  int32_t value;
  uint32_t index;
};

static void write_place(const struct compaction_item *item, void *out) {
  const struct place p = {number(item->x) * 3, (uint32_t)item->i};
  memcpy(out, &p, sizeof p);
}

static void write_four(const struct compaction_item *item, void *out) {
  const int32_t four[4] = {number(item->x), (int32_t)item->i, number(item->u), 7};
  memcpy(out, four, sizeof four);
}

TEST(test_expressions) {
  const clscan_custom_type place = {.name = "place",
                                    .definition =
                                        "typedef struct { int value; uint index; } place;",
                                    .size = 8,
                                    .alignment = 4};
  const clscan_custom_type int4 = {.name = "int4", .size = 16, .alignment = 16};
  const int32_t argument = -9;
  /* 16-bit floats are rounded as they are stored. */
  for (unsigned k = 0; k < 2; k++) {
    out_type = k == 0 ? CLSCAN_FLOAT16 : CLSCAN_BFLOAT16;
    struct select_case halves = {.name = "halves",
                                 .desc = {.type = CLSCAN_INT32,
                                          .out_type = out_type,
                                          .algorithm = select_case_algorithms[k],
                                          .predicate = "x & 1",
                                          .output = "x * 0.5f"},
                                 .keep = compaction_is_odd,
                                 .outputs = {{.write = half_of_x, .out_shift = 2}}};
    check(&halves);
  }
  struct select_case structs = {.name = "struct",
                                .desc = {.type = CLSCAN_INT32,
                                         .out_type = CLSCAN_CUSTOM,
                                         .custom_out = &place,
                                         .predicate = "x & 1",
                                         .definition = "place make(int x, ulong i)\n"
                                                       "{ place p = {3 * x, (uint)i}; return p; }",
                                         .output = "make(x, i)"},
                                .keep = compaction_is_odd,
                                .outputs = {{.write = write_place}}};
  check(&structs);
  struct select_case vectors = {.name = "vector and argument",
                                .desc = {.type = CLSCAN_INT32,
                                         .out_type = CLSCAN_CUSTOM,
                                         .custom_out = &int4,
                                         .argument_type = CLSCAN_INT32,
                                         .algorithm = CLSCAN_SELECT_THREE_PASS,
                                         .predicate = "x & 1",
                                         .output = "(int4)(x, (int)i, u, 7)"},
                                .keep = compaction_is_odd,
                                .outputs = {{.write = write_four}},
                                .input = {.argument = &argument}};
  check(&vectors);
}

/* --- several arrays -------------------------------------------------------------------------- */

/* Copies of arrays of every kind of element beside the first output, in two halves of eight. */
static void check_copies(unsigned first, clscan_select_algorithm algorithm) {
  enum { MAX = 4096 };
  clscan_select_output more[CLSCAN_MAX_OUTPUTS];
  struct select_case c = {.name = "copies",
                          .desc = {.type = CLSCAN_INT32,
                                   .algorithm = algorithm,
                                   .predicate = "x & 1",
                                   .more = more,
                                   .num_more = CLSCAN_MAX_OUTPUTS},
                          .keep = compaction_is_odd};
  void *arrays[CLSCAN_MAX_OUTPUTS];
  memset(more, 0, sizeof more);
  for (unsigned k = 0; k < CLSCAN_MAX_OUTPUTS; k++) {
    const struct element_kind *kind = &element_kinds[first + k];
    kind = elements_fit(&h, kind) ? kind : &element_kinds[ELEMENT_INT32];
    static const uint8_t kept[MAX] = {1, 0, 0, 1, 1};
    more[k].type = kind->type;
    more[k].custom_type = kind->custom;
    arrays[k] = compaction_alloc(MAX * kind->size);
    elements_fill(kind, kept, MAX, k, arrays[k]);
    c.outputs[k + 1] = (struct select_case_output){.array = arrays[k],
                                                   .in_shift = k % 3 * kind->alignment,
                                                   .out_shift = k % 4 * kind->alignment};
  }
  clscan_plan *plan = select_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0, 1, 2, tile + 1, 2 * tile, MAX};
  for (unsigned k = 0; k < HARNESS_COUNT(lengths); k++) {
    const size_t n = lengths[k] < MAX ? lengths[k] : MAX;
    c.capacity = k == 5 ? 1000 : 0;
    c.count_only = k == 4; /* then there are no further outputs either */
    assert_true(run_case(&c, n, k % 2 == 0 ? PATTERN_ALL : PATTERN_50, plan));
  }
  clscan_plan_destroy(plan);
  for (unsigned k = 0; k < CLSCAN_MAX_OUTPUTS; k++) {
    free(arrays[k]);
  }
}

TEST(test_copies) {
  for (unsigned a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    check_copies(a % 2 * CLSCAN_MAX_OUTPUTS, select_case_algorithms[a]);
  }
  check_copies(CLSCAN_MAX_OUTPUTS, CLSCAN_SELECT_AUTO);
}

static void write_byte(const struct compaction_item *item, void *out) {
  *(uint8_t *)out = (uint8_t)(item->f * 3);
}

/* Expressions and copies, side by side. */
TEST(test_expressions_beside_copies) {
  enum { N = 5003 };
  static double doubles[N];
  static uint16_t flags[N];
  const clscan_select_output more[] = {
      {.type = CLSCAN_UINT64, .expression = "i"},
      {.type = CLSCAN_UINT64}, /* the bits of doubles */
      {.type = CLSCAN_FLOAT16, .expression = "x * 0.5f"},
      {.type = CLSCAN_UINT8, .expression = "f * 3"},
  };
  for (size_t i = 0; i < N; i++) {
    doubles[i] = (double)i / 7;
    flags[i] = (uint16_t)(i * 31);
  }
  out_type = CLSCAN_FLOAT16;
  for (unsigned a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    struct select_case c = {.name = "expressions beside copies",
                            .desc = {.type = CLSCAN_INT32,
                                     .flag_type = CLSCAN_UINT16,
                                     .algorithm = select_case_algorithms[a],
                                     .predicate = "x & 1",
                                     .more = more,
                                     .num_more = 4},
                            .keep = compaction_is_odd,
                            .outputs = {{0},
                                        {.write = compaction_write_index64},
                                        {.array = doubles},
                                        {.write = half_of_x},
                                        {.write = write_byte}},
                            .input = {.flags = flags}};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    assert_true(run_case(&c, N, PATTERN_50, plan));
    assert_true(run_case(&c, N - 1, PATTERN_ALL, plan));
    c.capacity = 100;
    assert_true(run_case(&c, N - 2, PATTERN_90, plan));
    clscan_plan_destroy(plan);
  }
}

/* --- count alone, capacity ------------------------------------------------------------------- */

TEST(test_count_alone) {
  for (unsigned a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    struct select_case c = {.name = "count alone",
                            .desc = {.type = CLSCAN_INT32,
                                     .count_type = a == 1 ? CLSCAN_UINT64 : CLSCAN_UINT32,
                                     .algorithm = select_case_algorithms[a],
                                     .predicate = "x & 1"},
                            .keep = compaction_is_odd,
                            .count_only = true};
    check(&c);
    c.capacity = 3;
    check(&c);
  }
}

/* Less than the number kept, as many, more, 1, and one around each tile's boundary. */
static void check_capacity(clscan_select_algorithm algorithm) {
  static const enum pattern patterns[] = {PATTERN_ALL, PATTERN_50, PATTERN_FIRST, PATTERN_NONE};
  struct select_case c = {
      .name = "capacity",
      .desc = {.type = CLSCAN_INT32, .algorithm = algorithm, .predicate = "x & 1"},
      .keep = compaction_is_odd};
  clscan_plan *plan = select_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  const size_t n = 5 * tile + 3;
  for (unsigned p = 0; p < HARNESS_COUNT(patterns); p++) {
    uint8_t *kept = compaction_alloc(n);
    patterns_fill(patterns[p], n, n + 1, kept);
    size_t count = 0;
    size_t tiles[2] = {0, 0}; /* kept in the first tile, and in the first two */
    for (size_t i = 0; i < n; i++) {
      count += kept[i];
      tiles[0] += i < tile ? kept[i] : 0;
      tiles[1] += i < 2 * tile ? kept[i] : 0;
    }
    const size_t capacities[] = {1,        2,        count - 1,    count,        count + 1, n,
                                 n + 1000, tiles[0], tiles[0] - 1, tiles[0] + 1, tiles[1],  tile};
    for (unsigned k = 0; k < HARNESS_COUNT(capacities); k++) {
      c.capacity = capacities[k] <= n + 1000 ? capacities[k] : 1;
      assert_true(run_case(&c, n, patterns[p], plan));
    }
    free(kept);
  }
  clscan_plan_destroy(plan);
}

TEST(test_capacity) {
  static const unsigned used[] = {SHAPE_64, SHAPE_REREAD, SHAPE_256};
  select_case_in_shapes(&h, used, HARNESS_COUNT(used), false, check_capacity);
}

HARNESS_MAIN(open_shape, NULL)
