/* SPDX-License-Identifier: Apache-2.0 */
/* Every OpenCL call fails in turn, for every algorithm: its status comes back with a sentence,
 * nothing is leaked, and everything that existed before is usable afterwards. */
#include "support/arrays.h"
#include "support/injection.h"
#include "support/work.h"

static struct harness h;

/* Lines that differ from others in little are for the slow run. */
static bool skips(const struct work *w) { return w->is_like && !harness_slow(); }

static clscan_context *open_context(const struct work *w) {
  interpose_reset();
  return work_open_context(&h, interpose_options(&h), &shapes[SHAPE_OWN], w);
}

static void close_context(clscan_context *ctx) {
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

/* Waits for a good execution and compares. */
static void finish(struct work_run *r, cl_event event) {
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  interpose_release_event(event);
  assert_true(work_is_right(r));
}

TEST(test_context_create) {
  clscan_context_options options = interpose_options(&h);
  unsigned failures = 0;
  bool reached = true;
  options.tuning_rows = "scan spacing=64\n"; /* also freed */
  for (unsigned k = 1; reached; k++) {
    clscan_context *ctx = NULL;
    interpose_reset();
    harness_log_reset(&h);
    interpose_fail(k);
    const clscan_status status = clscan_context_create(h.context, h.device, &options, &ctx);
    reached = interpose_failed() != NULL;
    failures += reached;
    if (injection_check(status, "clscan_context_create")) {
      clscan_context_destroy(ctx);
    } else {
      assert_null(ctx);
    }
    assert_true(interpose_nothing_held());
  }
  assert_true(failures > 10);
}

TEST(test_plan_create) {
  for (const struct work *w = works; w->name != NULL; w++) {
    unsigned failures = 0;
    bool reached = !skips(w);
    for (unsigned k = 1; reached; k++) {
      clscan_plan *plan = NULL;
      clscan_context *ctx = open_context(w);
      harness_log_reset(&h);
      interpose_fail(k);
      const clscan_status status = w->function->plan(ctx, w, &plan);
      reached = interpose_failed() != NULL;
      failures += reached;
      if (!injection_check(status, w->name)) {
        assert_null(plan);
        /* The context goes on. */
        plan = work_plan(ctx, w);
      }
      clscan_plan_destroy(plan);
      close_context(ctx);
    }
    assert_true(failures > 3 || skips(w));
  }
}

/* The first execution of a plan, which also makes its scratch, or a later one; with everything in
 * it that is optional. */
static void check_enqueue(const struct work *w, cl_command_queue queue, bool first) {
  struct work_run r;
  clscan_context *ctx = open_context(w);
  clscan_plan *plan = work_plan(ctx, w);
  bool reached = true;
  unsigned failures = 0;
  work_open(&r, &h, w, work_length(w, plan), 3);
  work_give_all(&r);
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    if (first) {
      assert_success(clscan_context_trim(ctx, queue));
    }
    work_spoil(&r);
    interpose_fail(k);
    const clscan_status status = work_enqueue(&r, plan, queue, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    failures += reached;
    if (injection_check(status, w->name)) {
      finish(&r, event);
    } else {
      assert_null(event);
      /* What was enqueued of it may still write to the outputs. */
      assert_int_equal(clFinish(queue), CL_SUCCESS);
    }
    assert_success(work_enqueue(&r, plan, queue, 0, NULL, &event));
    finish(&r, event);
  }
  assert_true(failures > 10);
  clscan_plan_destroy(plan);
  close_context(ctx);
  work_close(&r);
}

TEST(test_enqueue) {
  const cl_command_queue queues[] = {h.queue, h.out_of_order};
  for (const struct work *w = works; w->name != NULL; w++) {
    for (size_t q = 0; q < HARNESS_COUNT(queues) && !skips(w); q++) {
      if (queues[q] != NULL) {
        check_enqueue(w, queues[q], true);
        check_enqueue(w, queues[q], false);
      }
    }
  }
}

/* All in one call, from nothing. */
static void check_call(const struct work *w) {
  struct work_run r;
  bool reached = true;
  work_open(&r, &h, w, 50000, 4);
  work_give_all(&r);
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    clscan_context *ctx = open_context(w);
    work_spoil(&r);
    interpose_fail(k);
    const clscan_status status = work_call(&r, ctx, h.queue, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    if (!injection_check(status, w->name)) {
      assert_null(event);
      assert_success(work_call(&r, ctx, h.queue, 0, NULL, &event));
    }
    finish(&r, event);
    close_context(ctx);
  }
  work_close(&r);
}

TEST(test_one_call) {
  for (const struct work *w = works; w->name != NULL; w++) {
    /* One of each function, and one with programs of two kinds. */
    if (w == works || w->function != (w - 1)->function || w->launches == 0) {
      check_call(w);
    }
  }
}

/* Memory made beforehand, and the caller's. */
static void check_reserve_and_scratch(const struct work *w) {
  struct work_run r;
  struct work_scratch own;
  clscan_context *ctx = open_context(w);
  clscan_plan *plan = work_plan(ctx, w);
  work_open(&r, &h, w, work_length(w, plan), 5);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    assert_success(clscan_context_trim(ctx, h.queue));
    interpose_fail(k);
    const clscan_status status = clscan_plan_reserve(plan, h.queue, r.args.n);
    reached = interpose_failed() != NULL;
    injection_check(status, "clscan_plan_reserve");
    work_spoil(&r);
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, &event));
    finish(&r, event);
  }
  work_scratch_open(&own, &h, ctx, plan, r.args.n, 0);
  reached = own.bytes > 0;
  for (unsigned k = 1; reached; k++) {
    clscan_scratch *scratch = NULL;
    interpose_fail(k);
    const clscan_status status = clscan_scratch_create(ctx, own.memory.place, own.bytes, &scratch);
    reached = interpose_failed() != NULL;
    if (!injection_check(status, "clscan_scratch_create")) {
      assert_null(scratch);
    }
    clscan_scratch_destroy(scratch);
  }
  work_scratch_close(&own);
  clscan_plan_destroy(plan);
  close_context(ctx);
  work_close(&r);
}

TEST(test_reserve_and_scratch) {
  for (const struct work *w = works; w->name != NULL; w++) {
    if (!skips(w)) {
      check_reserve_and_scratch(w);
    }
  }
}

HARNESS_MAIN(NULL, NULL)
