/* SPDX-License-Identifier: Apache-2.0 */
/* Every kernel of select and partition at small lengths, for oclgrind to look at: races,
 * uninitialised reads, accesses out of bounds, bad calls. */
#include "oclgrind/small.h"
#include "support/partition_case.h"
#include "support/patterns.h"
#include "support/select_case.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

enum { MAX = 1024, WIDTH = 7 };

static uint32_t elements[MAX];
static uint32_t bits[MAX / 32];
static uint16_t halves[MAX];

static void make_input(void) {
  uint8_t kept[MAX];
  uint64_t random = 3;
  patterns_fill(PATTERN_50, MAX, 1, kept);
  for (size_t i = 0; i < MAX; i++) {
    const uint32_t r = (uint32_t)(harness_random(&random) >> 33);
    /* Runs of two, sometimes of more. */
    elements[i] = i % 2 == 1 || r % 4 == 0 ? elements[i > 0 ? i - 1 : 0] : r % 1000;
    bits[i / 32] |= (uint32_t)kept[i] << i % 32;
    halves[i] = (uint16_t)(0x3C00u + r % 512);
  }
}

static uint32_t word(const void *at) {
  uint32_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

/* --- what is asked for ------------------------------------------------------------------------ */

static bool is_odd(const struct compaction_item *item) { return (word(item->x) & 1) != 0; }

static bool has_flag(const struct compaction_item *item) { return item->f != 0; }

static bool over(const struct compaction_item *item) {
  return word(item->x) + item->row > word(item->u);
}

static bool other(const struct compaction_item *item) {
  return item->before == NULL || word(item->before) != word(item->x);
}

static void write_index(const struct compaction_item *item, void *out) {
  const uint64_t i = item->i;
  memcpy(out, &i, sizeof i);
}

static const uint32_t argument = 400;
static const clscan_select_output more[] = {{.type = CLSCAN_UINT64, .expression = "i"},
                                            {.type = CLSCAN_FLOAT16}};

/* A predicate with two further outputs; bits; rows with an argument; runs. */
static const struct select_case forms[] = {
    {.name = "predicate",
     .desc = {.type = CLSCAN_UINT32, .predicate = "x & 1", .more = more, .num_more = 2},
     .keep = is_odd,
     .outputs = {{.size = 4}, {.size = 8, .write = write_index}, {.size = 2, .array = halves}}},
    {.name = "bits",
     .desc = {.type = CLSCAN_UINT32, .flag_type = CLSCAN_UINT32, .flags = CLSCAN_FLAG_BITS},
     .keep = has_flag,
     .outputs = {{.size = 4}},
     .input = {.flags = bits, .flag_type = CLSCAN_UINT32, .flag_bits = true}},
    {.name = "rows",
     .desc = {.type = CLSCAN_UINT32,
              .flags = CLSCAN_ROWS,
              .argument_type = CLSCAN_UINT32,
              .count_type = CLSCAN_UINT64,
              .predicate = "x + row > u"},
     .keep = over,
     .outputs = {{.size = 4}},
     .input =
         {.argument = &argument, .argument_size = 4, .width = WIDTH, .row_pitch = WIDTH * 4 + 4}},
    {.name = "unique",
     .desc = {.type = CLSCAN_UINT32, .flags = CLSCAN_UNIQUE},
     .keep = other,
     .outputs = {{.size = 4}}},
};

/* Many tiles, one, a length on the device, little room, none, and own scratch at an odd place. */
static void run_select(clscan_plan *plan, const struct select_case *form) {
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {7 * tile + 5, tile, 4 * tile, 3 * tile + 1, 1, 0};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    struct select_case c = *form;
    size_t n = lengths[k] < MAX ? lengths[k] : MAX - 1;
    n = c.input.width != 0 ? n / WIDTH * WIDTH : n;
    c.input.elements = elements;
    c.input.size = 4;
    c.input.n = n;
    c.input.shift = c.outputs[0].out_shift = small_scalar() || k == 1 ? 4 : 0;
    c.input.flags_shift = small_scalar() ? 4 : 0;
    c.input.has_n_device = k == 2;
    c.input.n_device = tile + 3;
    c.input.own_scratch = k >= 3;
    c.input.scratch_shift = 5;
    c.capacity = k == 3 ? tile : 0;
    c.count_only = k == 1 && c.desc.num_more == 0;
    assert_true(select_case_run(&h, plan, &c, NULL));
  }
}

static void check_select(clscan_select_algorithm algorithm, uint32_t flags) {
  clscan_context *const usual = h.ctx;
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    h.ctx = shapes_open(&h, &small_shapes[s]);
    for (size_t k = 0; k < HARNESS_COUNT(forms); k++) {
      struct select_case c = forms[k];
      if ((flags & CLSCAN_UNORDERED) != 0 && (c.desc.flags & CLSCAN_UNIQUE) != 0) {
        continue;
      }
      c.desc.algorithm = algorithm;
      c.desc.flags |= flags;
      clscan_plan *plan = select_case_plan(&h, &c.desc);
      run_select(plan, &c);
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

TEST(test_lookback) { check_select(CLSCAN_SELECT_LOOKBACK, 0); }

TEST(test_reduce_then_scan) { check_select(CLSCAN_SELECT_REDUCE_THEN_SCAN, 0); }

TEST(test_three_pass) {
  if (small_scalar()) { /* the marks lie where vectors are used */
    return;
  }
  check_select(CLSCAN_SELECT_THREE_PASS, 0);
}

TEST(test_unordered) {
  check_select(CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_UNORDERED);
  check_select(CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_UNORDERED);
  check_select(CLSCAN_SELECT_ATOMIC_ELEMENT, CLSCAN_UNORDERED);
}

/* --- partition -------------------------------------------------------------------------------- */

static uint32_t even_second(const struct compaction_item *item) { return is_odd(item) ? 0 : 1; }

static uint32_t remainder_of(const struct compaction_item *item) { return word(item->x) % 41; }

static void run_partition(clscan_plan *plan, const struct partition_case *form) {
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {7 * tile + 5, tile, 4 * tile, 3 * tile + 1, 1, 0};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    struct partition_case c = *form;
    c.input.elements = elements;
    c.input.size = 4;
    c.input.n = lengths[k] < MAX ? lengths[k] : MAX - 1;
    c.input.shift = c.out_shift = small_scalar() || k == 1 ? 4 : 0;
    c.input.has_n_device = k == 2;
    c.input.n_device = tile + 3;
    c.input.own_scratch = k >= 3;
    c.input.scratch_shift = 5;
    c.capacity = k == 3 && (c.desc.flags & CLSCAN_SEPARATE) != 0 ? tile : 0;
    assert_true(partition_case_run(&h, plan, &c));
  }
}

TEST(test_partition) {
  static const struct partition_case partitions[] = {
      {.name = "two ways",
       .desc = {.type = CLSCAN_UINT32, .predicate = "x & 1"},
       .bucket = even_second},
      {.name = "seven ways",
       .desc = {.type = CLSCAN_UINT32, .num_buckets = 7, .bucket = "x % 41"},
       .bucket = remainder_of},
      {.name = "forty ways",
       .desc = {.type = CLSCAN_UINT32,
                .count_type = CLSCAN_UINT64,
                .num_buckets = 40,
                .bucket = "x % 41"},
       .bucket = remainder_of},
      {.name = "into two",
       .desc = {.type = CLSCAN_UINT32,
                .flags = CLSCAN_SEPARATE,
                .algorithm = CLSCAN_PARTITION_LOOKBACK,
                .predicate = "x & 1"},
       .bucket = even_second},
      {.name = "into five",
       .desc = {.type = CLSCAN_UINT32,
                .flags = CLSCAN_SEPARATE,
                .algorithm = CLSCAN_PARTITION_LOOKBACK,
                .num_buckets = 5,
                .bucket = "x % 41"},
       .bucket = remainder_of},
      {.name = "into three, reduced first",
       .desc = {.type = CLSCAN_UINT32,
                .flags = CLSCAN_SEPARATE,
                .algorithm = CLSCAN_PARTITION_REDUCE_THEN_SCAN,
                .num_buckets = 3,
                .bucket = "x % 41"},
       .bucket = remainder_of},
  };
  clscan_context *const usual = h.ctx;
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    h.ctx = shapes_open(&h, &small_shapes[s]);
    for (size_t k = 0; k < HARNESS_COUNT(partitions); k++) {
      /* So many numbers that the scan of them loads vectors. */
      if (small_scalar() && partitions[k].desc.num_buckets == 40) {
        continue;
      }
      clscan_plan *plan = partition_case_plan(&h, &partitions[k].desc);
      run_partition(plan, &partitions[k]);
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

HARNESS_MAIN(make_input, NULL)
