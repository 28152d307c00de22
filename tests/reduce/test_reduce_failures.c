/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions seen from outside: how many kernels and events a call makes; and every OpenCL call
 * fails in turn: its status comes back, nothing is leaked, and everything that existed before is
 * usable afterwards. */
#include "support/injection.h"
#include "support/reduce_work.h"
#include "support/shapes.h"

static struct harness h;

/* In one launch if the device can, and in two. */
#define WAYS 2

static clscan_context *open_context(unsigned way) {
  static const clscan_tuning two_launches = {.atomics = CLSCAN_ATOMICS_OPENCL1};
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  options.tuning = way == 1 ? &two_launches : NULL;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static bool is_one_launch(const clscan_plan *plan) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  return info.atomics != CLSCAN_ATOMICS_AUTO;
}

static void test_launches(void **state) {
  (void)state;
  for (unsigned way = 0; way < WAYS; way++) {
    interpose_reset();
    clscan_context *ctx = open_context(way);
    clscan_plan *plan = reduce_work_plan(ctx);
    const unsigned expected = is_one_launch(plan) ? 1 : 2;
    struct reduce_work w;
    reduce_work_open(&h, &w, reduce_work_length(plan), 1);
    assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, NULL));
    /* New scratch is cleared where the groups count in it. */
    assert_int_equal(interpose_commands(), 2);
    assert_int_equal(interpose_commands_with_event(), 0);
    for (unsigned run = 0; run < 20; run++) {
      const unsigned before = interpose_commands();
      assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, NULL));
      assert_int_equal(interpose_commands() - before, expected);
      assert_true(reduce_work_check(&h, &w));
    }
    /* One group alone, also for nothing at all. */
    for (size_t n = 0; n < 2; n++) {
      const unsigned before = interpose_commands();
      w.args.n = n;
      assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, NULL));
      assert_int_equal(interpose_commands() - before, 1);
    }
    assert_int_equal(interpose_commands_with_event(), 0);
    cl_event event = NULL;
    assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, &event));
    assert_int_equal(interpose_commands_with_event(), 1);
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    interpose_release_event(event);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
    reduce_work_close(&w);
  }
}

static void finish(struct reduce_work *w, cl_event event) {
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  interpose_release_event(event);
  assert_true(reduce_work_check(&h, w));
}

static void test_plan_create(void **state) {
  (void)state;
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  for (unsigned way = 0; way < WAYS; way++) {
    unsigned failures = 0;
    bool reached = true;
    for (unsigned k = 1; reached; k++) {
      clscan_plan *plan = NULL;
      interpose_reset();
      clscan_context *ctx = open_context(way);
      harness_log_reset(&h);
      interpose_fail(k);
      const clscan_status status = clscan_reduce_plan_create(ctx, &desc, &plan);
      reached = interpose_failed() != NULL;
      failures += reached;
      if (!injection_check(status, "clscan_reduce_plan_create")) {
        assert_null(plan);
        /* The context goes on. */
        plan = reduce_work_plan(ctx);
      }
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
      assert_true(interpose_nothing_held());
    }
    assert_true(failures > 3);
  }
}

/* The first execution of a plan, which also makes its scratch, or a later one. */
static void check_enqueue(unsigned way, cl_command_queue queue, bool first) {
  struct reduce_work w;
  interpose_reset();
  clscan_context *ctx = open_context(way);
  clscan_plan *plan = reduce_work_plan(ctx);
  reduce_work_open(&h, &w, reduce_work_length(plan), 2);
  reduce_work_extend(&h, &w);
  bool reached = true;
  unsigned failures = 0;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    if (first) {
      assert_success(clscan_context_trim(ctx, queue));
    }
    interpose_fail(k);
    const clscan_status status = clscan_reduce_enqueue(plan, queue, &w.args, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    failures += reached;
    if (injection_check(status, "clscan_reduce_enqueue")) {
      finish(&w, event);
    } else {
      assert_null(event);
      /* What was enqueued of it may still write to the result. */
      assert_int_equal(clFinish(queue), CL_SUCCESS);
    }
    assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 0, NULL, &event));
    finish(&w, event);
  }
  assert_true(failures > 10);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  reduce_work_close(&w);
}

static void test_enqueue(void **state) {
  (void)state;
  cl_command_queue const queues[] = {h.queue, h.out_of_order};
  for (unsigned way = 0; way < WAYS; way++) {
    for (size_t q = 0; q < HARNESS_COUNT(queues); q++) {
      if (queues[q] != NULL) {
        check_enqueue(way, queues[q], true);
        check_enqueue(way, queues[q], false);
      }
    }
  }
}

/* All in one call, from nothing. */
static void test_one_call(void **state) {
  (void)state;
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  struct reduce_work w;
  reduce_work_open(&h, &w, 100000, 3);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_reset();
    clscan_context *ctx = open_context(0);
    interpose_fail(k);
    const clscan_status status = clscan_reduce(ctx, h.queue, &desc, &w.args, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    if (injection_check(status, "clscan_reduce")) {
      finish(&w, event);
    } else {
      assert_null(event);
      assert_success(clscan_reduce(ctx, h.queue, &desc, &w.args, 0, NULL, &event));
      finish(&w, event);
    }
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
  reduce_work_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_launches),
      cmocka_unit_test(test_plan_create),
      cmocka_unit_test(test_enqueue),
      cmocka_unit_test(test_one_call),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
