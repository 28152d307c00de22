/* SPDX-License-Identifier: Apache-2.0 */
/* Size queries near every limit; no data is needed. */
#include "shapes.h"
#include "size_query.h"
#include "values.h"

static struct harness h;

static void test_scratch_size(void **state) {
  (void)state;
  const size_t used[] = {SHAPE_OWN, SHAPE_64};
  for (size_t s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_fits(&h, &shapes[used[s]])) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[used[s]]);
    for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
      const clscan_type types[] = {CLSCAN_INT16, CLSCAN_INT64, CLSCAN_INT32, CLSCAN_INT8,
                                   CLSCAN_INT32};
      const clscan_scan_desc desc = {.type = types[k], .algorithm = shapes_algorithms[k]};
      clscan_plan *plan = NULL;
      assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
      /* What no buffer could hold may be refused. */
      size_query_check(plan, h.global_bytes / values_size(types[k]));
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(ctx);
  }
}

/* A reservation that no device can meet is refused, and the plan goes on. */
static void test_reserve_too_much(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
  assert_status(clscan_plan_reserve(plan, h.queue, SIZE_MAX), CLSCAN_N_TOO_LARGE);
  assert_success(clscan_plan_reserve(plan, h.queue, 1000003));
  clscan_plan_destroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scratch_size),
      cmocka_unit_test(test_reserve_too_much),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
