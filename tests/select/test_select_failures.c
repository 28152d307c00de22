/* SPDX-License-Identifier: Apache-2.0 */
/* Every OpenCL call of a select and of a partition fails in turn: its status comes back, nothing is
 * leaked, and everything that existed before is usable afterwards. */
#include "support/arrays.h"
#include "support/compaction_run.h"
#include "support/injection.h"
#include "support/shapes.h"

#include <string.h>

static struct harness h;

static clscan_context *open_context(void) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

/* The two that differ from others in little are for the slow run. */
static bool skips(unsigned form) {
  return !harness_slow() && (form == FORM_REDUCE_THEN_SCAN || form == FORM_SEPARATE_REDUCED);
}

static void wait_and_check(const struct compaction_run *r, cl_event event) {
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  interpose_release_event(event);
  assert_true(compaction_run_is_right(r));
}

static void test_plan_create(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    if (skips(form)) {
      continue;
    }
    unsigned failures = 0;
    bool reached = true;
    for (unsigned k = 1; reached; k++) {
      clscan_plan *plan = NULL;
      interpose_reset();
      clscan_context *ctx = open_context();
      harness_log_reset(&h);
      interpose_fail(k);
      const clscan_status status = compaction_run_plan(ctx, &compaction_forms[form], &plan);
      reached = interpose_failed() != NULL;
      failures += reached;
      if (!injection_check(status, compaction_forms[form].name)) {
        assert_null(plan);
        /* The context goes on. */
        assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
      }
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
      assert_true(interpose_nothing_held());
    }
    assert_true(failures > 3);
  }
}

/* The first execution of a plan, which also makes its scratch, or a later one. */
static void check_enqueue(const struct compaction_form *form, cl_command_queue queue, bool first) {
  struct compaction_run r;
  clscan_plan *plan = NULL;
  interpose_reset();
  clscan_context *ctx = open_context();
  assert_success(compaction_run_plan(ctx, form, &plan));
  compaction_run_open(&r, &h, form, shapes_tile(plan) * 2 + 5, 3);
  bool reached = true;
  unsigned failures = 0;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    if (first) {
      assert_success(clscan_context_trim(ctx, queue));
    }
    compaction_run_spoil(&r);
    interpose_fail(k);
    const clscan_status status = compaction_run_enqueue(&r, plan, queue, NULL, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    failures += reached;
    if (injection_check(status, form->name)) {
      wait_and_check(&r, event);
    } else {
      assert_null(event);
      /* What was enqueued of it may still write to the outputs. */
      assert_int_equal(clFinish(queue), CL_SUCCESS);
    }
    assert_success(compaction_run_enqueue(&r, plan, queue, NULL, 0, NULL, &event));
    wait_and_check(&r, event);
  }
  assert_true(failures > 10);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  compaction_run_close(&r);
}

static void test_enqueue(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    if (skips(form)) {
      continue;
    }
    check_enqueue(&compaction_forms[form], h.queue, true);
    check_enqueue(&compaction_forms[form], h.queue, false);
    if (h.out_of_order != NULL) {
      check_enqueue(&compaction_forms[form], h.out_of_order, true);
      check_enqueue(&compaction_forms[form], h.out_of_order, false);
    }
  }
}

/* All in one call, from nothing. */
static void check_call(const struct compaction_form *form) {
  struct compaction_run r;
  compaction_run_open(&r, &h, form, 50000, 4);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_reset();
    clscan_context *ctx = open_context();
    compaction_run_spoil(&r);
    interpose_fail(k);
    const clscan_status status = compaction_run_call(&r, ctx, h.queue, &event);
    reached = interpose_failed() != NULL;
    if (!injection_check(status, form->name)) {
      assert_null(event);
      assert_success(compaction_run_call(&r, ctx, h.queue, &event));
    }
    wait_and_check(&r, event);
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
  compaction_run_close(&r);
}

static void test_one_call(void **state) {
  (void)state;
  check_call(&compaction_forms[FORM_LOOKBACK]);
  check_call(&compaction_forms[FORM_PARTITION]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plan_create),
      cmocka_unit_test(test_enqueue),
      cmocka_unit_test(test_one_call),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
