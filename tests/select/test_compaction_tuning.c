/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning values at the ends of what selects and partitions can hold: look-back records, steps,
 * tiles. */
#include "support/interpose.h"
#include "support/partition_case.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

static clscan_context *open_tuned(const clscan_tuning *tuning, const char *rows) {
  clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  options.tuning = tuning;
  options.tuning_rows = rows;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

/* Bytes that no tile has alike; `size` is that of an element. */
static uint8_t *make_elements(size_t n, size_t size, uint64_t seed) {
  uint64_t random = seed + 1;
  uint8_t *elements = compaction_alloc(n * size);
  for (size_t k = 0; k < n * size; k++) {
    elements[k] = (uint8_t)(harness_random(&random) >> 40);
  }
  return elements;
}

/* --- look-back records ----------------------------------------------------------------------- */

static uint32_t divisor;

static uint32_t remainder_of(const struct compaction_item *item) {
  uint32_t x;
  memcpy(&x, item->x, sizeof x);
  return x % divisor;
}

static void check_record(clscan_context *ctx, uint32_t buckets, uint32_t spacing) {
  const clscan_type type = CLSCAN_UINT32;
  struct partition_case c = {.name = "a record of counts",
                             .desc = {.type = type,
                                      .algorithm = CLSCAN_PARTITION_LOOKBACK,
                                      .flags = CLSCAN_SEPARATE,
                                      .num_buckets = buckets,
                                      .argument_type = CLSCAN_UINT32,
                                      .bucket = "x % u"},
                             .bucket = remainder_of,
                             .input = {.argument = &divisor,
                                       .own_scratch = true,
                                       .scratch_shift = 1 + 2 * (buckets + spacing) % 127}};
  clscan_context *const usual = h.ctx;
  clscan_plan_info info;
  divisor = buckets;
  h.ctx = ctx;
  clscan_plan *plan = partition_case_plan(&h, &c.desc);
  assert_success(clscan_plan_describe(plan, &info));
  const uint32_t record = buckets > 2 ? 8 * (buckets - 1) : 8;
  assert_true(info.descriptor_spacing >= record);
  assert_true(info.descriptor_spacing == spacing || spacing < record);
  c.input.n = shapes_many_tiles(plan);
  uint8_t *elements = make_elements(c.input.n, 4, spacing);
  c.input.elements = elements;
  for (unsigned k = 0; k < 2; k++) {
    assert_true(partition_case_run(&h, plan, &c));
  }
  free(elements);
  clscan_plan_destroy(plan);
  h.ctx = usual;
}

/* A record has room for as many counts as are looked back over, whatever spacing is asked for. */
TEST(test_records_of_counts) {
  const clscan_tuning small = {.items = h.is_cpu ? 256 : 8};
  for (uint32_t spacing = 16; spacing <= 64; spacing += 16) {
    char rows[64];
    clscan_tuning tuning = small;
    tuning.descriptor_spacing = spacing;
    snprintf(rows, sizeof rows, "compaction spacing=%u", (unsigned)spacing);
    clscan_context *contexts[] = {open_tuned(&tuning, NULL), open_tuned(&small, rows)};
    for (uint32_t buckets = 2; buckets <= CLSCAN_MAX_SEPARATE; buckets++) {
      check_record(contexts[buckets % 2], buckets, spacing);
    }
    clscan_context_destroy(contexts[0]);
    clscan_context_destroy(contexts[1]);
  }
}

/* --- steps and tiles of 65,536 elements ------------------------------------------------------ */

static bool is_any(const struct compaction_item *item) {
  (void)item;
  return true;
}

static uint32_t low_bits(const struct compaction_item *item) {
  return *(const uint8_t *)item->x & 3u;
}

/* Lengths around one tile and two. */
static void select_around_tiles(const clscan_select_desc *desc, bool all, bool places) {
  struct select_case c = {
      .name = "long steps", .desc = *desc, .keep = all ? is_any : compaction_is_odd};
  c.outputs[0].write = places ? compaction_write_index32 : NULL;
  clscan_plan *plan = select_case_plan(&h, desc);
  const size_t tile = shapes_tile(plan);
  assert_in_range(tile, 1, 65536);
  const size_t lengths[] = {tile - 1, tile, 2 * tile + 17};
  uint8_t *elements = make_elements(lengths[2], 1, tile);
  c.input.elements = elements;
  for (unsigned k = 0; k < HARNESS_COUNT(lengths); k++) {
    c.input.n = lengths[k];
    assert_true(select_case_run(&h, plan, &c, NULL));
  }
  free(elements);
  clscan_plan_destroy(plan);
}

static void partition_around_tiles(uint32_t buckets, uint32_t flags) {
  struct partition_case c = {
      .name = "long steps",
      .desc = {.type = CLSCAN_UINT8, .flags = flags, .num_buckets = buckets, .bucket = "x & 3"},
      .bucket = low_bits};
  clscan_plan *plan = partition_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  assert_in_range(tile, 1, 65536);
  c.input.n = 2 * tile + 17;
  uint8_t *elements = make_elements(c.input.n, 1, tile);
  c.input.elements = elements;
  assert_true(partition_case_run(&h, plan, &c));
  free(elements);
  clscan_plan_destroy(plan);
}

/* The largest groups of 16 elements a work-item, and four times as many: 65,536 in a step, more in
 * a tile. All of them kept is a count that 16 bits do not hold. */
TEST(test_long_steps_and_tiles) {
  const size_t group = h.max_group_size < 4096 ? h.max_group_size : 4096;
  clscan_context *const usual = h.ctx;
  for (uint32_t items = 16; items <= 64; items += 48) {
    const clscan_tuning tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                                  .storage = CLSCAN_STORAGE_REGISTERS,
                                  .group_size = (uint32_t)group,
                                  .items = items};
    h.ctx = open_tuned(&tuning, NULL);
    clscan_select_desc desc = {.type = CLSCAN_UINT8, .predicate = "1"};
    select_around_tiles(&desc, true, false);
    desc.predicate = "x & 1";
    desc.out_type = CLSCAN_UINT32;
    desc.output = "i";
    select_around_tiles(&desc, false, true);
    partition_around_tiles(2, CLSCAN_SEPARATE);
    partition_around_tiles(4, CLSCAN_SEPARATE);
    /* The scans between the kernels would have 64 numbers a work-item: too much for pocl's stack.
     */
    if (items == 16) {
      desc.algorithm = CLSCAN_SELECT_REDUCE_THEN_SCAN;
      select_around_tiles(&desc, false, true);
      partition_around_tiles(4, 0);
    }
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

/* --- more tiles than the device's share ------------------------------------------------------ */

/* Re-read tiles grow with the input to a longest one; beyond it there are more of them. With one
 * compute unit that begins early. The scratch is what the size query says, to the byte. */
TEST(test_more_tiles_than_a_share) {
  static const cl_uint one = 1;
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REREAD};
  clscan_context *const usual = h.ctx;
  interpose_reset();
  interpose_answer(CL_DEVICE_MAX_COMPUTE_UNITS, &one, sizeof one);
  clscan_context_options options = interpose_options(&h);
  options.tuning = &tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &h.ctx));
  struct select_case c = {
      .name = "more tiles than a share",
      .desc = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SELECT_LOOKBACK, .predicate = "x & 1"},
      .keep = compaction_is_odd,
      .input = {.own_scratch = true, .scratch_shift = 1}};
  clscan_plan *plan = select_case_plan(&h, &c.desc);
  /* Up to 65,536 bytes are staged: 11 tiles instead of 8. */
  c.input.n = 10 * 16384 + 5;
  uint8_t *elements = make_elements(c.input.n, 4, 3);
  c.input.elements = elements;
  assert_true(select_case_run(&h, plan, &c, NULL));
  free(elements);
  clscan_plan_destroy(plan);
  clscan_context_destroy(h.ctx);
  h.ctx = usual;
}

HARNESS_MAIN(NULL, NULL)
