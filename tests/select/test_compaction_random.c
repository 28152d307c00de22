/* SPDX-License-Identifier: Apache-2.0 */
/* Selects and partitions at random against the serial ones: tuning, types, lengths, places,
 * capacities. The seed is printed. It is always the same, but for CLSCAN_TEST_SEED and for slow
 * runs, which take another one each time. */
#include "support/element_kinds.h"
#include "support/partition_case.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLANS = 15, CALLS = 24, MOST = 60000 };

static struct harness h;
static uint64_t random_state;
static uint8_t elements[(size_t)MOST * ELEMENT_MAX_SIZE];
static uint8_t flags[MOST];

/* A number from `low` to `high`. */
static size_t between(size_t low, size_t high) {
  return low + (size_t)(harness_random(&random_state) >> 16) % (high - low + 1);
}

static bool one_in(size_t number) { return between(1, number) == 1; }

static clscan_context *open_random(void) {
  static const uint32_t groups[] = {16, 32, 64, 96, 128, 250};
  const bool reread = h.is_cpu && one_in(2);
  const clscan_tuning tuning = {
      .storage = reread ? CLSCAN_STORAGE_REREAD : CLSCAN_STORAGE_REGISTERS,
      .backend = one_in(3) ? CLSCAN_BACKEND_LOCAL : CLSCAN_BACKEND_AUTO,
      .group_size = reread ? 0 : groups[between(0, HARNESS_COUNT(groups) - 1)],
      .items = (uint32_t)(reread ? between(1, 2000) : between(1, 20)),
      .window = (uint32_t)between(2, 32),
      .descriptor_spacing = (uint32_t)between(1, 10) * 16,
      .method = one_in(3) ? CLSCAN_WORKGROUP_BLELLOCH : CLSCAN_WORKGROUP_AUTO,
  };
  const struct shape shape = {.name = "random", .tuning = tuning};
  printf("  group %u, items %u, window %u, spacing %u, storage %d, back end %d, method %d\n",
         (unsigned)tuning.group_size, (unsigned)tuning.items, (unsigned)tuning.window,
         (unsigned)tuning.descriptor_spacing, (int)tuning.storage, (int)tuning.backend,
         (int)tuning.method);
  return shapes_open(&h, &shape);
}

static const struct element_kind *choose_kind(void) {
  const struct element_kind *kind = NULL;
  do {
    kind = &element_kinds[between(0, ELEMENT_KINDS - 1)];
  } while (!elements_fit(&h, kind));
  return kind;
}

/* Around a tile's end, or anywhere; MOST at most. */
static size_t choose_length(size_t tile) {
  const size_t tiles = between(0, one_in(3) ? 2 : 40) * tile;
  const size_t end = tiles < MOST - 2 ? tiles : MOST - 2;
  const size_t lengths[] = {end,
                            end + 1,
                            end + 2,
                            end > 0 ? end - 1 : 0,
                            between(0, MOST),
                            between(0, 3 * tile < MOST ? 3 * tile : MOST)};
  return lengths[between(0, HARNESS_COUNT(lengths) - 1)];
}

static size_t choose_capacity(size_t n, uint32_t *options) {
  *options = one_in(2) ? CLSCAN_CAPACITY : 0;
  const size_t capacities[] = {0, 0, n, between(0, n), between(0, n / 2), CLSCAN_CAPACITY_BUFFER};
  return capacities[between(0, HARNESS_COUNT(capacities) - 1)];
}

/* Elements and a flag for each, by which they are selected or parted; some flags are over the last
 * bucket. */
static void choose_input(struct compaction_input *input, const struct element_kind *kind,
                         size_t tile, size_t buckets) {
  const size_t n = choose_length(tile), share = between(1, 8);
  for (size_t i = 0; i < n; i++) {
    flags[i] = one_in(share) ? (uint8_t)between(0, buckets) : 0;
  }
  elements_fill(kind, flags, n, between(1, 1000000), elements);
  *input = (struct compaction_input){.elements = elements,
                                     .n = n,
                                     .shift = between(0, 5) * kind->alignment,
                                     .flag_type = CLSCAN_UINT8,
                                     .flags = flags,
                                     .flags_shift = between(0, 17),
                                     .has_n_device = one_in(4),
                                     .n_device = between(0, n + n / 8),
                                     .own_scratch = one_in(2),
                                     .scratch_shift = between(0, 300)};
}

static uint32_t by_flag(const struct compaction_item *item) { return (uint32_t)item->f; }

static void try_select(void) {
  static const struct {
    clscan_select_algorithm algorithm;
    uint32_t flags;
  } ways[] = {{CLSCAN_SELECT_LOOKBACK, 0},
              {CLSCAN_SELECT_LOOKBACK, 0},
              {CLSCAN_SELECT_REDUCE_THEN_SCAN, 0},
              {CLSCAN_SELECT_THREE_PASS, 0},
              {CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_UNORDERED},
              {CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_UNORDERED}};
  const clscan_select_output more = {.type = CLSCAN_UINT64, .expression = "i"};
  const struct element_kind *kind = choose_kind();
  const size_t way = between(0, HARNESS_COUNT(ways) - 1);
  struct select_case c = {.name = kind->name,
                          .desc = {.type = kind->type,
                                   .custom_type = kind->custom,
                                   .flag_type = CLSCAN_UINT8,
                                   .count_type = one_in(2) ? CLSCAN_UINT64 : CLSCAN_UINT32,
                                   .algorithm = ways[way].algorithm,
                                   .flags = ways[way].flags,
                                   .more = &more,
                                   .num_more = one_in(2)},
                          .keep = compaction_has_flag,
                          .outputs = {{0}, {.write = compaction_write_index64}}};
  if (c.desc.count_type == CLSCAN_UINT64 && !h.has_int64_atomics) {
    c.desc.count_type = CLSCAN_UINT32;
  }
  clscan_plan *plan = select_case_plan(&h, &c.desc);
  for (unsigned k = 0; k < CALLS; k++) {
    choose_input(&c.input, kind, shapes_tile(plan), 1);
    c.capacity = choose_capacity(c.input.n, &c.options);
    c.outputs[0].out_shift = between(0, 5) * kind->alignment;
    c.count_only = one_in(12);
    assert_true(select_case_run(&h, plan, &c, NULL));
  }
  clscan_plan_destroy(plan);
}

static void try_partition(bool separate) {
  const struct element_kind *kind = choose_kind();
  const bool reduces = !separate || one_in(4);
  struct partition_case c = {
      .name = kind->name,
      .desc = {.type = kind->type,
               .custom_type = kind->custom,
               .flag_type = CLSCAN_UINT8,
               .count_type = one_in(2) ? CLSCAN_UINT64 : CLSCAN_UINT32,
               .algorithm = reduces ? CLSCAN_PARTITION_REDUCE_THEN_SCAN : CLSCAN_PARTITION_LOOKBACK,
               .flags = separate ? CLSCAN_SEPARATE : 0,
               .num_buckets = (uint32_t)between(2, separate ? CLSCAN_MAX_SEPARATE : 60),
               .bucket = "f"},
      .bucket = by_flag};
  clscan_plan *plan = partition_case_plan(&h, &c.desc);
  for (unsigned k = 0; k < CALLS; k++) {
    choose_input(&c.input, kind, shapes_tile(plan), c.desc.num_buckets);
    c.capacity = separate ? choose_capacity(c.input.n, &c.options) : 0;
    c.out_shift = between(0, 5) * kind->alignment;
    c.no_counts = one_in(8);
    c.no_offsets = one_in(8);
    assert_true(partition_case_run(&h, plan, &c));
  }
  clscan_plan_destroy(plan);
}

TEST(test_random) {
  const char *given = getenv("CLSCAN_TEST_SEED");
  const uint64_t seed = given != NULL    ? strtoull(given, NULL, 10)
                        : harness_slow() ? (uint64_t)time(NULL)
                                         : 20261201;
  clscan_context *const usual = h.ctx;
  printf("CLSCAN_TEST_SEED=%" PRIu64 "\n", seed);
  random_state = seed * 2 + 1;
  const unsigned plans = harness_slow() ? 10 * PLANS : PLANS;
  for (unsigned k = 0; k < plans; k++) {
    fflush(stdout);
    h.ctx = open_random();
    if (k % 5 < 2) {
      try_select();
    } else {
      try_partition(k % 5 < 4);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

HARNESS_MAIN(NULL, NULL)
