/* SPDX-License-Identifier: Apache-2.0 */
/* The same result in every run of a select or partition, when tiles publish late as well. */
#include "support/compaction_run.h"
#include "support/shapes.h"

static struct harness h;

static clscan_context *open_context(bool delayed) {
  clscan_context_options options =
      harness_build_options(&h, delayed ? "-DCLSCAN_TEST_DELAY=8" : NULL);
  clscan_context *ctx = NULL;
  options.tuning = &shapes_small_tiles(&h)->tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static void check_form(clscan_context *ctx, const struct compaction_form *form) {
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  struct compaction_run r;
  assert_success(compaction_run_plan(ctx, form, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.reproducible != 0, form->flags != CLSCAN_UNORDERED);
  compaction_run_open(&r, &h, form, 60 * shapes_tile(plan) + 5, 11);
  for (unsigned run = 0; run < 20; run++) {
    compaction_run_spoil(&r);
    assert_success(compaction_run_enqueue(&r, plan, h.queue, NULL, 0, NULL, NULL));
    assert_true(compaction_run_is_right(&r));
  }
  compaction_run_close(&r);
  clscan_plan_destroy(plan);
}

static void check_all(bool delayed) {
  clscan_context *ctx = open_context(delayed);
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    check_form(ctx, &compaction_forms[k]);
  }
  clscan_context_destroy(ctx);
}

static void test_in_time(void **state) {
  (void)state;
  check_all(false);
}

static void test_late(void **state) {
  (void)state;
  check_all(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_in_time),
      cmocka_unit_test(test_late),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
