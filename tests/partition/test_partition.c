/* SPDX-License-Identifier: Apache-2.0 */
/* Partition into one buffer: two and three ways and up to 1024, at lengths with a reason. Elements
 * carry their index, so that a bucket that is not in the input's order shows. */
#include "support/partition_case.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static const clscan_partition_algorithm algorithms[] = {CLSCAN_PARTITION_AUTO,
                                                        CLSCAN_PARTITION_REDUCE_THEN_SCAN};

/* The bucket is in the upper half of an element, the index in the lower one. */
static uint32_t marked_bucket(const struct compaction_item *item) {
  uint64_t x;
  memcpy(&x, item->x, sizeof x);
  return (uint32_t)(x >> 32);
}

static uint64_t marked(uint32_t bucket, size_t i) { return (uint64_t)bucket << 32 | (uint32_t)i; }

static clscan_partition_desc by_upper_half(uint32_t num_buckets,
                                           clscan_partition_algorithm algorithm) {
  const clscan_partition_desc desc = {.type = CLSCAN_UINT64,
                                      .algorithm = algorithm,
                                      .num_buckets = num_buckets,
                                      .bucket = "x >> 32"};
  return desc;
}

/* How elements are spread over k buckets. */
enum spread {
  SPREAD_RANDOM,
  SPREAD_IN_TURN,
  SPREAD_BACKWARD,
  SPREAD_FIRST,
  SPREAD_LAST,
  SPREAD_MIDDLE,
  SPREAD_EVEN_ALONE, /* every other bucket is empty */
  SPREAD_SKEWED,     /* most in the first */
  SPREAD_OVER,       /* some past the last bucket */
  SPREADS
};

static uint64_t *make_input(size_t n, uint32_t k, enum spread spread) {
  uint64_t random = n * 31 + k + 1;
  uint64_t *elements = compaction_alloc(n * sizeof *elements);
  for (size_t i = 0; i < n; i++) {
    const uint32_t r = (uint32_t)(harness_random(&random) >> 33);
    uint32_t bucket = r % k;
    switch (spread) {
    case SPREAD_IN_TURN:
      bucket = (uint32_t)(i % k);
      break;
    case SPREAD_BACKWARD:
      bucket = (uint32_t)(k - 1 - i * k / n);
      break;
    case SPREAD_FIRST:
      bucket = 0;
      break;
    case SPREAD_LAST:
      bucket = k - 1;
      break;
    case SPREAD_MIDDLE:
      bucket = k / 2;
      break;
    case SPREAD_EVEN_ALONE:
      bucket = r % k & ~1u;
      break;
    case SPREAD_SKEWED:
      bucket = r % 100 < 97 ? 0 : r / 100 % k;
      break;
    case SPREAD_OVER:
      bucket = r % 3 == 0 ? k + (r & 7) : r % 7 == 0 ? UINT32_MAX : r / 21 % k;
      break;
    default:
      break;
    }
    elements[i] = marked(bucket, i);
  }
  return elements;
}

static struct partition_case make_case(const clscan_partition_desc *desc, const uint64_t *elements,
                                       size_t n) {
  const struct partition_case c = {.name = "buckets",
                                   .desc = *desc,
                                   .bucket = marked_bucket,
                                   .input = {.elements = elements, .n = n}};
  return c;
}

static bool run(clscan_plan *plan, const clscan_partition_desc *desc, size_t n, enum spread spread,
                unsigned turn) {
  uint64_t *elements = make_input(n, desc->num_buckets, spread);
  struct partition_case c = make_case(desc, elements, n);
  c.input.shift = turn % 2 * 8;
  c.input.own_scratch = turn % 4 == 1;
  c.input.scratch_shift = turn % 16;
  c.out_shift = turn % 3 * 8;
  c.no_counts = turn % 5 == 3;
  c.no_offsets = turn % 7 == 4;
  const bool good = partition_case_run(&h, plan, &c);
  if (!good) {
    print_error("  spread %d\n", (int)spread);
  }
  free(elements);
  return good;
}

/* --- numbers of buckets ---------------------------------------------------------------------- */

static void check_buckets(uint32_t k, clscan_partition_algorithm algorithm) {
  const clscan_partition_desc desc = by_upper_half(k, algorithm);
  clscan_plan *plan = partition_case_plan(&h, &desc);
  const size_t tile = shapes_tile(plan);
  const size_t many = tile * k <= 300000 ? 9 * tile + 5 : 3 * tile + 1;
  const size_t lengths[] = {0, 1, 2, 3, tile - 1, tile, tile + 1, many};
  unsigned turn = k;
  bool good = true;
  for (unsigned s = 0; s < SPREADS; s++) {
    good = run(plan, &desc, many, (enum spread)s, turn++) && good;
    good = run(plan, &desc, lengths[s % HARNESS_COUNT(lengths)], (enum spread)s, turn++) && good;
  }
  clscan_plan_destroy(plan);
  assert_true(good);
}

/* In the shape of a GPU, the CPU's, and with tiles read twice, in turn. */
TEST(test_numbers_of_buckets) {
  static const uint32_t numbers[] = {2,  3,  4,  5,   7,   8,   16,   31,
                                     32, 33, 64, 100, 256, 257, 1000, CLSCAN_MAX_BUCKETS};
  static const unsigned used[] = {SHAPE_64, SHAPE_OWN, SHAPE_REREAD, SHAPE_256};
  for (unsigned s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_enter(&h, &shapes[used[s]])) {
      continue;
    }
    for (unsigned k = 0; k < HARNESS_COUNT(numbers); k++) {
      if (harness_slow() || s == 0 || k % 5 == s) {
        check_buckets(numbers[k], algorithms[k % 2]);
      }
    }
    shapes_leave(&h);
  }
}

/* --- lengths --------------------------------------------------------------------------------- */

TEST(test_lengths) {
  static const size_t tiles[] = {1, 2, 3, 31, 32, 33, 65};
  static const unsigned used[] = {SHAPE_OWN, SHAPE_64, SHAPE_256, SHAPE_REREAD};
  for (unsigned s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_enter(&h, &shapes[used[s]])) {
      continue;
    }
    /* Two ways and more are different kernels. */
    for (uint32_t k = 2; k <= 5; k += 3) {
      const clscan_partition_desc desc = by_upper_half(k, CLSCAN_PARTITION_AUTO);
      clscan_plan *plan = partition_case_plan(&h, &desc);
      size_t lengths[COMPACTION_LENGTHS];
      const size_t count =
          compaction_lengths(shapes_tile(plan), tiles, HARNESS_COUNT(tiles), lengths);
      bool good = true;
      for (unsigned l = 0; l < count; l++) {
        good = run(plan, &desc, lengths[l], (enum spread)((s + l) % SPREADS), s + l) && good;
      }
      clscan_plan_destroy(plan);
      assert_true(good);
    }
    shapes_leave(&h);
  }
}

/* --- lengths on the device, numbers of both widths -------------------------------------------- */

TEST(test_device_lengths_and_counts) {
  static const clscan_type types[] = {CLSCAN_TYPE_NONE, CLSCAN_UINT32, CLSCAN_UINT64};
  shapes_enter(&h, shapes_small_tiles(&h));
  for (unsigned k = 0; k < 9; k++) {
    clscan_partition_desc desc = by_upper_half(k % 2 == 0 ? 2 : 6, CLSCAN_PARTITION_AUTO);
    desc.count_type = types[k % 3];
    desc.n_device_type = types[k / 3];
    clscan_plan *plan = partition_case_plan(&h, &desc);
    const size_t tile = shapes_tile(plan);
    const size_t n = 5 * tile + 3;
    uint64_t lengths[] = {0, 1, tile, tile + 1, n - 1, n, n + 1, UINT32_MAX};
    if (desc.n_device_type == CLSCAN_UINT64) {
      lengths[7] = (UINT64_C(1) << 32) + 1;
    }
    uint64_t *elements = make_input(n, desc.num_buckets, SPREAD_RANDOM);
    for (size_t l = 0; l < HARNESS_COUNT(lengths); l++) {
      struct partition_case c = make_case(&desc, elements, n);
      c.input.has_n_device = true;
      c.input.n_device = lengths[l];
      assert_true(partition_case_run(&h, plan, &c));
      c.input.n = 0;
      assert_true(partition_case_run(&h, plan, &c));
    }
    free(elements);
    clscan_plan_destroy(plan);
  }
  shapes_leave(&h);
}

/* --- scratch of the caller's ----------------------------------------------------------------- */

TEST(test_scratch_at_any_byte) {
  static const unsigned used[] = {SHAPE_OWN, SHAPE_64};
  for (unsigned s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_enter(&h, &shapes[used[s]])) {
      continue;
    }
    for (uint32_t k = 2; k <= 5; k += 3) {
      const clscan_partition_desc desc = by_upper_half(k, CLSCAN_PARTITION_AUTO);
      clscan_plan *plan = partition_case_plan(&h, &desc);
      for (size_t shift = 0; shift < 16; shift++) {
        const size_t n = 6 * shapes_tile(plan) + 1;
        uint64_t *elements = make_input(n, k, SPREAD_RANDOM);
        struct partition_case c = make_case(&desc, elements, n);
        c.input.own_scratch = true;
        c.input.scratch_shift = shift;
        assert_true(partition_case_run(&h, plan, &c));
        free(elements);
      }
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
}

HARNESS_MAIN(NULL, NULL)
