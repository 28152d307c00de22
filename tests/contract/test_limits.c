/* SPDX-License-Identifier: Apache-2.0 */
/* Size queries near every limit; no data is needed. */
#include "support/interpose.h"
#include "support/size_query.h"
#include "support/values.h"
#include "support/work.h"

static struct harness h;

/* A count of 32 bits ends at 2^32, and what no buffer could hold may be refused. */
static size_t most(const struct work *w, size_t size) {
  const bool counts = w->function == &work_select || w->function == &work_partition;
  return counts ? ((size_t)1 << 32) - 1 : h.global_bytes / size;
}

TEST(test_scratch_size) {
  for (const struct work *w = works; w->name != NULL; w++) {
    const size_t used[] = {SHAPE_OWN, SHAPE_64};
    for (size_t s = 0; s < HARNESS_COUNT(used); s++) {
      if (shapes_fits(&h, &shapes[used[s]])) {
        clscan_context *ctx = work_open_context(&h, harness_options(&h), &shapes[used[s]], w);
        clscan_plan *plan = work_plan(ctx, w);
        size_query_check(plan, most(w, 4));
        clscan_plan_destroy(plan);
        clscan_context_destroy(ctx);
      }
    }
  }
}

/* Other records: elements of other sizes, and more buckets. */
TEST(test_scratch_size_of_others) {
  static const clscan_scan_desc scans[] = {
      {.type = CLSCAN_INT16, .algorithm = CLSCAN_SCAN_SMALL},
      {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_THREE_PASS},
      {.type = CLSCAN_INT8, .algorithm = CLSCAN_SCAN_LOOKBACK},
      {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL}};
  static const uint32_t buckets[] = {3, 256, CLSCAN_MAX_BUCKETS};
  for (size_t k = 0; k < 2 * HARNESS_COUNT(scans); k++) {
    const clscan_scan_desc *desc = &scans[k / 2];
    clscan_context *ctx = shapes_open(&h, k % 2 == 0 ? &shapes[SHAPE_OWN] : shapes_small_tiles(&h));
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, desc, &plan));
    size_query_check(plan, most(work_named("scan, look-back"), values_size(desc->type)));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  for (unsigned k = 0; k < HARNESS_COUNT(buckets); k++) {
    const clscan_partition_desc desc = {
        .type = CLSCAN_UINT8, .num_buckets = buckets[k], .bucket = "x"};
    clscan_plan *plan = NULL;
    assert_success(clscan_partition_plan_create(h.ctx, &desc, &plan));
    size_query_check(plan, most(work_named("partition, separate, flags"), 1));
    clscan_plan_destroy(plan);
  }
}

/* A reservation that no device can meet is refused, and the plan goes on. */
TEST(test_reserve_too_much) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context *ctx = work_open_context(&h, harness_options(&h), &shapes[SHAPE_OWN], w);
    clscan_plan *plan = work_plan(ctx, w);
    assert_status(clscan_plan_reserve(plan, h.queue, SIZE_MAX), CLSCAN_N_TOO_LARGE);
    assert_success(clscan_plan_reserve(plan, h.queue, 1000003));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

/* --- why a length is too large --------------------------------------------------------------- */

static void check_sentence(clscan_plan *plan, size_t n, const char *sentence) {
  size_t bytes = 0;
  harness_log_reset(&h);
  assert_status(clscan_plan_scratch_size(plan, n, &bytes), CLSCAN_N_TOO_LARGE);
  if (!harness_log_contains(&h, sentence)) {
    fail_msg("n = %zu: %s", n, h.log.text);
  }
  assert_int_equal(h.log.count, 1);
}

#define BY_COUNT "which is more than a 32-bit count can hold"
#define BY_DEVICE "which is more than the device can address"
#define BY_GROUPS "which is more than one launch has work-groups for"

/* On a device of so many bits. */
static void check_sentences(uint32_t bits) {
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REREAD, .items = 16};
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32};
  const clscan_reduce_desc reduce = {.type = CLSCAN_UINT32};
  clscan_select_desc select = {.type = CLSCAN_UINT32};
  clscan_partition_desc partition = {.type = CLSCAN_UINT32, .flags = CLSCAN_SEPARATE};
  clscan_plan *plans[6] = {NULL};
  clscan_context *ctx = NULL;
  interpose_reset();
  interpose_answer(CL_DEVICE_ADDRESS_BITS, &bits, sizeof bits);
  clscan_context_options options = interpose_options(&h);
  options.tuning = &tuning;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  assert_success(clscan_scan_plan_create(ctx, &scan, &plans[0]));
  assert_success(clscan_reduce_plan_create(ctx, &reduce, &plans[1]));
  for (unsigned wide = 0; wide < 2; wide++) {
    select.count_type = partition.count_type = wide ? CLSCAN_UINT64 : CLSCAN_UINT32;
    assert_success(clscan_select_plan_create(ctx, &select, &plans[2 + wide]));
    assert_success(clscan_partition_plan_create(ctx, &partition, &plans[4 + wide]));
  }
  for (unsigned k = 0; k < HARNESS_COUNT(plans); k++) {
    const bool narrow = k == 2 || k == 4;
    check_sentence(plans[k], SIZE_MAX, narrow ? BY_COUNT : BY_DEVICE);
    if (bits < 64) {
      check_sentence(plans[k], (size_t)1 << 30, BY_DEVICE);
    } else if (k != 1) { /* a reduction has few groups for any length */
      check_sentence(plans[k], (size_t)1 << 40, narrow ? BY_COUNT : BY_GROUPS);
    }
    clscan_plan_destroy(plans[k]);
  }
  clscan_context_destroy(ctx);
}

TEST(test_sentences) {
  check_sentences(64);
  check_sentences(32);
}

HARNESS_MAIN(NULL, NULL)
