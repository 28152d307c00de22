/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory that is not zero when it is new: all that keeps state in scratch clears it first.
 */
#include "support/arrays.h"
#include "support/compaction_run.h"
#include "support/reduce_work.h"
#include "support/shapes.h"
#include "support/simulation.h"

#include <stdlib.h>

static struct harness h;

static clscan_context *open_context(void) {
  return simulation_open_context(&h, (struct simulation){.fills = true});
}

/* A length for which scratch is made, and a longer one for which it is made again. */
static const size_t tiles[] = {3, 150};

static void test_scan(void **state) {
  (void)state;
  for (unsigned a = 0; a < SHAPES_ALGORITHM_COUNT; a++) {
    const clscan_scan_desc desc = {
        .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = shapes_algorithms[a]};
    clscan_context *ctx = open_context();
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    const unsigned created = interpose_calls("clCreateBuffer");
    for (unsigned run = 0; run < 4; run++) {
      const size_t n = tiles[run / 2] * shapes_tile(plan);
      uint32_t *expected = arrays_host(n);
      cl_mem mem = arrays_random(&h, n, run, expected);
      const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
      arrays_sum(expected, n);
      assert_true(arrays_equal(&h, mem, expected, n));
      clReleaseMemObject(mem);
      free(expected);
    }
    if (shapes_is_lookback(shapes_algorithms[a])) {
      assert_int_equal(interpose_calls("clCreateBuffer"), created + 2);
    }
    clscan_plan_destroy(plan);
    simulation_close_context(ctx);
  }
}

static void test_compaction(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_context *ctx = open_context();
    clscan_plan *plan = NULL;
    assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
    for (unsigned run = 0; run < 4; run++) {
      struct compaction_run r;
      compaction_run_open(&r, &h, &compaction_forms[form], tiles[run / 2] * shapes_tile(plan), run);
      assert_success(compaction_run_enqueue(&r, plan, h.queue, NULL, 0, NULL, NULL));
      assert_true(compaction_run_is_right(&r));
      compaction_run_close(&r);
    }
    clscan_plan_destroy(plan);
    simulation_close_context(ctx);
  }
}

static void test_reduce(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  clscan_plan *plan = reduce_work_plan(ctx);
  for (unsigned run = 0; run < 4; run++) {
    struct reduce_work w;
    reduce_work_open(&h, &w, reduce_work_length(plan) << run, run);
    assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, NULL));
    assert_true(reduce_work_check(&h, &w));
    reduce_work_close(&w);
  }
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),
      cmocka_unit_test(test_compaction),
      cmocka_unit_test(test_reduce),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
