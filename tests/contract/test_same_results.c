/* SPDX-License-Identifier: Apache-2.0 */
/* The same result in every run, for every algorithm, when tiles publish late as well. */
#include "support/work.h"

static struct harness h;

static void check(const struct work *w, const char *build_options) {
  clscan_context *ctx =
      work_open_context(&h, harness_build_options(&h, build_options), shapes_small_tiles(&h), w);
  clscan_plan *plan = work_plan(ctx, w);
  clscan_plan_info info;
  struct work_run r;
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.reproducible != 0, !work_is_unordered(w));
  work_open(&r, &h, w, 60 * shapes_tile(plan) + 5, 11);
  for (unsigned run = 0; run < 20; run++) {
    work_spoil(&r);
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    assert_true(work_is_clean(&r));
  }
  work_close(&r);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

TEST(test_in_time) {
  for (const struct work *w = works; w->name != NULL; w++) {
    check(w, NULL);
  }
}

TEST(test_late) {
  for (const struct work *w = works; w->name != NULL; w++) {
    if (w->keeps_state) {
      check(w, "-DCLSCAN_TEST_DELAY=8");
    }
  }
}

HARNESS_MAIN(NULL, NULL)
