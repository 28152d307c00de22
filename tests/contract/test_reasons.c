/* SPDX-License-Identifier: Apache-2.0 */
/* What clscan_plan_describe() gives as the reason for an algorithm, for each way to come by one. */
#include "support/harness.h"

#include <string.h>

static struct harness h;

static const char asked[] = "the descriptor asks for this algorithm";
static const char row[] = "the tuning row asks for this algorithm";
static const char tuned[] = "options.tuning asks for this algorithm";
static const char forbidden[] = "look-back is forbidden by the context's options";
static const char fastest[] = "one pass; any grouping of the operands will do";
static const char fixed[] = "one pass with a fixed grouping, so that the bits never vary";
static const char unordered[] = "in any order: one atomic a sub-group and step";
static const char alone[] = "a partition into one buffer has this algorithm alone";

enum kind { SCAN, FLOAT_SCAN, SELECT, UNORDERED, SEPARATE, PARTITION };

struct way {
  enum kind kind;
  int asked; /* by the descriptor */
  const char *rows;
  int tuned;
  int forbidden;
  int algorithm;
  const char *reason;
};

#define AUTO CLSCAN_SCAN_AUTO
#define SMALL CLSCAN_SCAN_SMALL
#define THREE CLSCAN_SCAN_THREE_PASS
#define REDUCE CLSCAN_SCAN_REDUCE_THEN_SCAN
#define LOOKBACK CLSCAN_SCAN_LOOKBACK
#define TWO_LEVEL CLSCAN_SCAN_LOOKBACK_TWO_LEVEL
#define ATOMIC CLSCAN_SELECT_ATOMIC_SUBGROUP

static const struct way ways[] = {
    {SCAN, AUTO, NULL, AUTO, 0, LOOKBACK, fastest},
    {SCAN, REDUCE, NULL, LOOKBACK, 0, REDUCE, asked},
    {SCAN, AUTO, "scan auto=reduce-then-scan", AUTO, 0, REDUCE, row},
    {SCAN, AUTO, "scan auto=three-pass", REDUCE, 0, REDUCE, tuned},
    {SCAN, AUTO, "scan auto=lookback", AUTO, 1, REDUCE, forbidden},
    {SCAN, AUTO, NULL, LOOKBACK, 1, REDUCE, forbidden},
    {FLOAT_SCAN, AUTO, NULL, AUTO, 0, TWO_LEVEL, fixed},
    {FLOAT_SCAN, AUTO, NULL, REDUCE, 0, REDUCE, tuned},
    {SELECT, AUTO, NULL, AUTO, 0, LOOKBACK, fastest},
    {SELECT, THREE, "compaction auto=lookback", AUTO, 0, THREE, asked},
    {SELECT, LOOKBACK, NULL, THREE, 0, LOOKBACK, asked},
    {SELECT, AUTO, "compaction auto=three-pass", AUTO, 0, THREE, row},
    {SELECT, AUTO, "compaction auto=lookback", AUTO, 0, LOOKBACK, row},
    {SELECT, AUTO, "compaction auto=lookback", REDUCE, 0, REDUCE, tuned},
    {SELECT, AUTO, NULL, LOOKBACK, 0, LOOKBACK, tuned},
    {SELECT, AUTO, NULL, AUTO, 1, REDUCE, forbidden},
    {SELECT, AUTO, "compaction auto=lookback", LOOKBACK, 1, REDUCE, forbidden},
    {SELECT, AUTO, "compaction auto=three-pass", AUTO, 1, THREE, row},
    /* An algorithm that a select does not have. */
    {SELECT, AUTO, NULL, SMALL, 0, LOOKBACK, fastest},
    {SELECT, AUTO, NULL, TWO_LEVEL, 1, REDUCE, forbidden},
    {UNORDERED, AUTO, NULL, AUTO, 0, ATOMIC, unordered},
    {UNORDERED, AUTO, "compaction auto=lookback", REDUCE, 1, ATOMIC, unordered},
    {UNORDERED, ATOMIC, NULL, AUTO, 0, ATOMIC, asked},
    {SEPARATE, AUTO, NULL, AUTO, 0, LOOKBACK, fastest},
    {SEPARATE, AUTO, "compaction auto=three-pass", AUTO, 0, LOOKBACK, fastest},
    {SEPARATE, AUTO, NULL, REDUCE, 0, REDUCE, tuned},
    {SEPARATE, REDUCE, NULL, AUTO, 1, REDUCE, asked},
    {PARTITION, AUTO, NULL, AUTO, 0, REDUCE, alone},
    {PARTITION, AUTO, "compaction auto=lookback", LOOKBACK, 1, REDUCE, alone},
    {PARTITION, AUTO, "compaction auto=reduce-then-scan", AUTO, 0, REDUCE, row},
    {PARTITION, REDUCE, NULL, AUTO, 0, REDUCE, asked},
};

static clscan_status make_plan(clscan_context *ctx, const struct way *w, clscan_plan **plan) {
  if (w->kind == SCAN || w->kind == FLOAT_SCAN) {
    const clscan_scan_desc desc = {.type = w->kind == SCAN ? CLSCAN_INT32 : CLSCAN_FLOAT32,
                                   .algorithm = w->asked};
    return clscan_scan_plan_create(ctx, &desc, plan);
  }
  if (w->kind == SELECT || w->kind == UNORDERED) {
    const clscan_select_desc desc = {.type = CLSCAN_INT32,
                                     .algorithm = w->asked,
                                     .flags = w->kind == UNORDERED ? CLSCAN_UNORDERED : 0};
    return clscan_select_plan_create(ctx, &desc, plan);
  }
  const clscan_partition_desc desc = {.type = CLSCAN_INT32,
                                      .algorithm = w->asked,
                                      .flags = w->kind == SEPARATE ? CLSCAN_SEPARATE : 0};
  return clscan_partition_plan_create(ctx, &desc, plan);
}

TEST(test_reasons) {
  for (unsigned k = 0; k < HARNESS_COUNT(ways); k++) {
    const struct way *w = &ways[k];
    const clscan_tuning tuning = {.exact_algorithm = w->tuned, .inexact_algorithm = w->tuned};
    clscan_context_options options = harness_options(&h);
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    clscan_plan_info info;
    options.tuning_rows = w->rows;
    options.tuning = &tuning;
    options.allow_lookback = !w->forbidden;
    options.forbid_lookback = w->forbidden;
    assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
    assert_success(make_plan(ctx, w, &plan));
    assert_success(clscan_plan_describe(plan, &info));
    if (info.algorithm != w->algorithm || strcmp(info.reason, w->reason) != 0) {
      fail_msg("way %u: algorithm %d instead of %d, reason '%s' instead of '%s'", k,
               (int)info.algorithm, (int)w->algorithm, info.reason, w->reason);
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

HARNESS_MAIN(NULL, NULL)
