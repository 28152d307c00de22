/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the tuning table that a context's options load: what they change, and that results stay
 * right. Tiles are in registers, as on GPUs, unless a test says otherwise. */
#include "support/custom_case.h"
#include "support/refusal.h"
#include "support/scan_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <string.h>

static struct harness h;

static const clscan_tuning registers = {.storage = CLSCAN_STORAGE_REGISTERS};

static clscan_status try_open(const char *rows, const clscan_tuning *tuning, clscan_context **ctx) {
  clscan_context_options options = harness_options(&h);
  options.tuning_rows = rows;
  options.tuning = tuning;
  options.allow_lookback = 1;
  harness_log_reset(&h);
  return clscan_context_create(h.context, h.device, &options, ctx);
}

static clscan_context *open_rows(const char *rows, const clscan_tuning *tuning) {
  clscan_context *ctx = NULL;
  assert_success(try_open(rows, tuning, &ctx));
  return ctx;
}

/* What is chosen for a scan. */
static clscan_plan_info describe_scan(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  clscan_plan_destroy(plan);
  return info;
}

/* The same, and runs it over several tiles and as the largest small one. */
static clscan_plan_info run_scan(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  struct scan_case c = {.desc = *desc, .n = shapes_many_tiles(plan), .seed = 5};
  assert_true(scan_case_run(&h, plan, &c));
  if (desc->algorithm == CLSCAN_SCAN_AUTO) {
    c.n = info.small_max;
    assert_true(scan_case_run(&h, plan, &c));
  }
  clscan_plan_destroy(plan);
  return info;
}

static clscan_plan_info describe_work(clscan_context *ctx, const struct work *w) {
  clscan_plan *plan = work_plan(ctx, w);
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  clscan_plan_destroy(plan);
  return info;
}

static clscan_plan_info run_select(clscan_context *ctx) {
  const struct work *w = work_named("select, look-back");
  clscan_plan *plan = work_plan(ctx, w);
  struct work_run r;
  work_open(&r, &h, w, shapes_many_tiles(plan), 6);
  assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
  assert_true(work_is_clean(&r));
  work_close(&r);
  clscan_plan_destroy(plan);
  return describe_work(ctx, w);
}

/* Each kind of work has its row. */
TEST(test_rows_take_effect) {
  static const char rows[] = "scan size=4 group=32 items=12 spacing=64 small=777\n"
                             "scan above=4 size=8 group=64 items=6\n"
                             "scan-two-level group=64 items=8 window=5 spacing=256 small=555\n"
                             "compaction size=4 group=64 items=12 spacing=48\n";
  clscan_context *ctx = open_rows(rows, &registers);
  clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan_info info = run_scan(ctx, &desc);
  assert_int_equal(info.algorithm, CLSCAN_SCAN_LOOKBACK);
  assert_int_equal(info.group_size, 32);
  assert_int_equal(info.items, 12);
  assert_int_equal(info.descriptor_spacing, 64);
  assert_int_equal(info.small_max, 777);

  desc.type = CLSCAN_INT64;
  info = describe_scan(ctx, &desc);
  assert_int_equal(info.group_size, 64);
  assert_int_equal(info.items, 6);

  desc.type = CLSCAN_FLOAT32;
  info = run_scan(ctx, &desc);
  assert_int_equal(info.algorithm, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL);
  assert_int_equal(info.group_size, 64);
  assert_int_equal(info.items, 8);
  assert_int_equal(info.window, 5);
  assert_int_equal(info.small_max, 555);
  assert_int_equal(info.descriptor_spacing, 256);

  info = run_select(ctx);
  assert_int_equal(info.group_size, 64);
  assert_int_equal(info.items, 12);
  assert_int_equal(info.descriptor_spacing, 48);
  clscan_context_destroy(ctx);
}

/* options.tuning goes before a loaded row, and that before what is built in. */
TEST(test_precedence) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_tuning tuning = registers;
  clscan_context *ctx = open_rows(NULL, &tuning);
  const clscan_plan_info built_in = describe_scan(ctx, &desc);
  clscan_context_destroy(ctx);
  assert_true(built_in.group_size != 32 && built_in.items != 12);

  ctx = open_rows("scan items=12", &tuning);
  clscan_plan_info info = describe_scan(ctx, &desc);
  assert_int_equal(info.items, 12);
  assert_int_equal(info.group_size, built_in.group_size);
  assert_int_equal(info.descriptor_spacing, built_in.descriptor_spacing);
  clscan_context_destroy(ctx);

  tuning.items = 4;
  tuning.descriptor_spacing = 32;
  tuning.small_max = 99;
  tuning.exact_algorithm = CLSCAN_SCAN_LOOKBACK;
  ctx = open_rows("scan group=32 items=12 spacing=64 small=777 auto=three-pass", &tuning);
  info = describe_scan(ctx, &desc);
  assert_int_equal(info.group_size, 32);
  assert_int_equal(info.items, 4);
  assert_int_equal(info.descriptor_spacing, 32);
  assert_int_equal(info.small_max, 99);
  assert_int_equal(info.algorithm, CLSCAN_SCAN_LOOKBACK);
  clscan_context_destroy(ctx);
}

static void make_words(size_t i, uint64_t *random, void *in) {
  (void)i;
  for (unsigned k = 0; k < 16; k++) {
    ((uint32_t *)in)[k] = (uint32_t)(harness_random(random) >> 32);
  }
}

static void add_words(const void *a, const void *b, void *result) {
  for (unsigned k = 0; k < 16; k++) {
    ((uint32_t *)result)[k] = ((const uint32_t *)a)[k] + ((const uint32_t *)b)[k];
  }
}

/* Slots are accessed as accumulators, so each record begins at a multiple of their alignment. */
TEST(test_spacing_of_slots) {
  if (!h.has_opencl3_atomics && !h.has_ptx) {
    harness_skip("no look-back over accumulators of more than 32 bits");
  }
  const clscan_custom_type type = {.name = "uint16", .size = 64, .alignment = 64};
  const clscan_custom_op op = {.expression = "a + b", .exact = 1};
  const struct custom_case c = {.name = "vectors",
                                .desc = {.type = CLSCAN_CUSTOM,
                                         .custom_type = &type,
                                         .op = CLSCAN_CUSTOM_OP,
                                         .custom_op = &op,
                                         .kind = CLSCAN_INCLUSIVE,
                                         .algorithm = CLSCAN_SCAN_LOOKBACK},
                                .in_size = 64,
                                .acc_size = 64,
                                .out_size = 64,
                                .make = make_words,
                                .combine = add_words};
  static const uint32_t spacings[][2] = {{16, 256}, {208, 256}, {272, 320}};
  clscan_context *const usual = h.ctx;
  for (unsigned k = 0; k < HARNESS_COUNT(spacings); k++) {
    const clscan_tuning tuning = {.descriptor_spacing = spacings[k][0], .items = h.is_cpu ? 16 : 0};
    clscan_plan_info info;
    clscan_plan *plan = NULL;
    h.ctx = open_rows(NULL, &tuning);
    assert_success(clscan_scan_plan_create(h.ctx, &c.desc, &plan));
    assert_success(clscan_plan_describe(plan, &info));
    assert_int_equal(info.descriptor_spacing, spacings[k][1]);
    assert_true(custom_case_run(&h, plan, &c, shapes_many_tiles(plan), false, false));
    clscan_plan_destroy(plan);
    clscan_context_destroy(h.ctx);
  }
  h.ctx = usual;
}

TEST(test_auto) {
  clscan_context *ctx = open_rows("scan auto=reduce-then-scan\n"
                                  "scan-packed auto=reduce-then-scan\n"
                                  "scan-two-level auto=lookback small=555\n"
                                  "compaction auto=three-pass\n",
                                  &registers);
  clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  assert_int_equal(describe_scan(ctx, &desc).algorithm, CLSCAN_SCAN_REDUCE_THEN_SCAN);
  desc.type = CLSCAN_UINT8;
  assert_int_equal(describe_scan(ctx, &desc).algorithm, CLSCAN_SCAN_REDUCE_THEN_SCAN);
  desc.type = CLSCAN_FLOAT32;
  clscan_plan_info info = describe_scan(ctx, &desc);
  assert_int_equal(info.algorithm, CLSCAN_SCAN_LOOKBACK);
  assert_int_equal(info.small_max, 555); /* by the operator, not by the algorithm */
  assert_false(info.reproducible);

  clscan_plan *plan = NULL;
  const clscan_select_desc select = {.type = CLSCAN_UINT32, .predicate = "x & 1"};
  assert_success(clscan_select_plan_create(ctx, &select, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.algorithm, CLSCAN_SCAN_THREE_PASS);
  clscan_plan_destroy(plan);
  /* What has no such algorithm keeps its own. */
  assert_int_equal(describe_work(ctx, work_named("partition, separate, look-back")).algorithm,
                   CLSCAN_SCAN_LOOKBACK);
  assert_int_equal(describe_work(ctx, work_named("partition")).algorithm,
                   CLSCAN_SCAN_REDUCE_THEN_SCAN);
  clscan_context_destroy(ctx);
}

/* Packed sums have rows of their own, unless a row takes their sub-groups away. */
TEST(test_back_ends) {
  const clscan_scan_desc narrow = {.type = CLSCAN_UINT8}, wide = {.type = CLSCAN_UINT32};
  clscan_context *ctx =
      open_rows("scan group=32 items=20\nscan-packed group=64 items=32\n", &registers);
  assert_int_equal(describe_scan(ctx, &narrow).items, h.has_subgroups ? 32 : 16);
  assert_int_equal(describe_scan(ctx, &wide).items, 20);
  clscan_context_destroy(ctx);

  ctx = open_rows("scan items=20 backend=local\nscan-packed backend=local\n", &registers);
  clscan_plan_info info = describe_scan(ctx, &narrow);
  assert_int_equal(info.backend, CLSCAN_BACKEND_LOCAL);
  assert_int_equal(info.items, 16); /* 20, in whole vectors of 16 */
  clscan_context_destroy(ctx);

  ctx = open_rows("scan backend=ptx", &registers);
  clscan_plan *plan = NULL;
  assert_status(clscan_scan_plan_create(ctx, &wide, &plan),
                h.has_ptx ? CLSCAN_SUCCESS : CLSCAN_UNSUPPORTED_BACKEND);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

/* A delay is there with PTX alone. */
TEST(test_poll_delay) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_tuning tuning = registers;
  clscan_context *ctx = open_rows("scan poll=300", &tuning);
  clscan_plan_info info = describe_scan(ctx, &desc);
  assert_int_equal(info.poll_delay, info.backend == CLSCAN_BACKEND_PTX ? 300 : 0);
  clscan_context_destroy(ctx);

  tuning.poll_delay = 700;
  ctx = open_rows("scan poll=300", &tuning);
  info = describe_scan(ctx, &desc);
  assert_int_equal(info.poll_delay, info.backend == CLSCAN_BACKEND_PTX ? 700 : 0);
  if (info.backend == CLSCAN_BACKEND_PTX) {
    const clscan_scan_desc inexact = {.type = CLSCAN_FLOAT32};
    run_scan(ctx, &desc);
    run_scan(ctx, &inexact);
  }
  clscan_context_destroy(ctx);
}

/* Tiles that are read twice: items are elements a tile. */
TEST(test_reread) {
  const clscan_tuning reread = {.storage = CLSCAN_STORAGE_REREAD};
  clscan_context *ctx = open_rows("scan group=1 items=1000\n"
                                  "scan-two-level items=700\n"
                                  "compaction items=500\n",
                                  &reread);
  clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  assert_int_equal(run_scan(ctx, &desc).tile, 1000);
  desc.type = CLSCAN_UINT64;
  assert_int_equal(describe_scan(ctx, &desc).tile, 500);
  desc.type = CLSCAN_FLOAT32;
  assert_int_equal(describe_scan(ctx, &desc).tile, 700);
  assert_int_equal(run_select(ctx).tile, 500);
  clscan_context_destroy(ctx);
}

static void refuse(const char *rows, const clscan_tuning *tuning, const char *sentence) {
  clscan_context *const untouched = (clscan_context *)&h;
  clscan_context *ctx = untouched;
  assert_status(try_open(rows, tuning, &ctx), CLSCAN_INVALID_TUNING);
  assert_ptr_equal(ctx, untouched);
  assert_true(harness_log_contains(&h, sentence));
  assert_true(refusal_logged(&h, CLSCAN_INVALID_TUNING));
}

TEST(test_refused) {
  const clscan_tuning reread = {.storage = CLSCAN_STORAGE_REREAD};
  char text[64];
  refuse("# one\nscan size=4\nscan siz=4\n", NULL, "tuning_rows, line 3: there is no key 'siz'");
  refuse("\ncompaction items=1025", &registers,
         "tuning_rows, line 2: items is 1025; up to 1024 fit into registers");
  refuse("scan group=64", &reread, "tuning_rows, line 1: group is 64;");
  if (h.max_group_size < 65536) {
    snprintf(text, sizeof text, "scan group=%zu", h.max_group_size + 1);
    refuse(text, &registers, "tuning_rows, line 1: group is");
  }
}

TEST(test_text_is_not_kept) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  char text[] = "scan items=12";
  clscan_context *ctx = open_rows(text, &registers);
  memset(text, 'x', sizeof text - 1);
  assert_int_equal(describe_scan(ctx, &desc).items, 12);
  clscan_context_destroy(ctx);
}

HARNESS_MAIN(NULL, NULL)
