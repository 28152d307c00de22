/* SPDX-License-Identifier: Apache-2.0 */
/* What a call enqueues, seen from outside, for every algorithm: how many kernels, which events, how
 * much memory, on_command; and what one that has nothing to do does. */
#include "support/interpose.h"
#include "support/work.h"

#include <string.h>

static struct harness h;

static clscan_context *open_context(const struct work *w, const struct shape *shape) {
  interpose_reset();
  return work_open_context(&h, interpose_options(&h), shape, w);
}

static void close_context(clscan_context *ctx) {
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

static unsigned launches(void) { return interpose_calls("clEnqueueNDRangeKernel"); }

/* Kernels that a call enqueues. */
static unsigned count_launches(struct work_run *r, clscan_plan *plan) {
  const unsigned before = launches();
  work_spoil(r);
  assert_success(work_enqueue(r, plan, h.queue, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  return launches() - before;
}

/* A kernel more where new scratch is cleared, and none more after it, whatever the length; also in
 * the caller's scratch. */
static void check_counts(const struct work *w, const struct shape *shape) {
  clscan_context *ctx = open_context(w, shape);
  clscan_plan *plan = work_plan(ctx, w);
  const unsigned expected = work_launches(w, plan);
  const bool keeps = work_keeps_state(ctx, w, plan);
  const size_t n = work_length(w, plan);
  struct work_run r;
  struct work_scratch scratch;
  work_open(&r, &h, w, n, 5);
  work_scratch_open(&scratch, &h, ctx, plan, n, 0);
  for (unsigned own = 0; own < 2; own++) {
    r.args.scratch = own ? scratch.handle : NULL;
    for (unsigned run = 0; run < 50; run++) {
      r.args.n = n - run % 3;
      const unsigned count = count_launches(&r, plan);
      const unsigned should = expected + (run == 0 && keeps);
      if (expected != 0 && count != should) {
        fail_msg("%s, shape %s, run %u: %u launches instead of %u", w->name, shape->name, run,
                 count, should);
      }
    }
    assert_true(work_is_right(&r));
  }
  assert_int_equal(interpose_commands(), launches());
  /* One group does it alone, also for nothing at all. */
  for (r.args.n = 0; r.args.n < 2 && w->function == &work_reduce; r.args.n++) {
    assert_int_equal(count_launches(&r, plan), 1);
  }
  assert_int_equal(interpose_commands_with_event(), 0);
  work_scratch_close(&scratch);
  work_close(&r);
  clscan_plan_destroy(plan);
  close_context(ctx);
}

TEST(test_launch_counts) {
  for (const struct work *w = works; w->name != NULL; w++) {
    check_counts(w, &shapes[SHAPE_OWN]);
    check_counts(w, shapes_small_tiles(&h));
  }
}

/* On an in-order queue, a cl_event exists only where one was asked for. */
TEST(test_no_event_unless_asked) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context *ctx = open_context(w, &shapes[SHAPE_OWN]);
    clscan_plan *plan = work_plan(ctx, w);
    struct work_run r;
    work_open(&r, &h, w, 100000, 5);
    for (unsigned run = 0; run < 3; run++) {
      assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    }
    assert_int_equal(interpose_commands_with_event(), 0);
    assert_int_equal(interpose_calls("clCreateUserEvent"), 0);
    cl_event event = NULL;
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, &event));
    assert_int_equal(interpose_commands_with_event(), 1);
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    interpose_release_event(event);
    work_close(&r);
    clscan_plan_destroy(plan);
    close_context(ctx);
  }
}

/* With memory that was reserved, or that is the caller's, a call makes nothing. */
TEST(test_nothing_is_made) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context *ctx = open_context(w, &shapes[SHAPE_OWN]);
    clscan_plan *plan = work_plan(ctx, w);
    const size_t n = work_length(w, plan);
    struct work_run r;
    struct work_scratch scratch;
    work_open(&r, &h, w, n, 5);
    work_scratch_open(&scratch, &h, ctx, plan, n, 0);
    for (unsigned reserved = 0; reserved < 2; reserved++) {
      r.args.scratch = reserved ? NULL : scratch.handle;
      if (reserved) {
        assert_success(clscan_plan_reserve(plan, h.queue, n));
      }
      const unsigned created = interpose_calls("clCreateBuffer");
      const unsigned built = interpose_calls("clBuildProgram");
      const unsigned kernels = interpose_calls("clCreateKernel");
      const size_t lengths[] = {1, n / 3, n / 3 * 2, n};
      for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
        r.args.n = lengths[k];
        work_spoil(&r);
        assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
        assert_true(work_is_right(&r));
      }
      assert_int_equal(interpose_calls("clCreateBuffer"), created);
      assert_int_equal(interpose_calls("clBuildProgram"), built);
      assert_int_equal(interpose_calls("clCreateKernel"), kernels);
    }
    work_scratch_close(&scratch);
    work_close(&r);
    clscan_plan_destroy(plan);
    close_context(ctx);
  }
}

/* The second call with a descriptor finds the plan of the first. */
TEST(test_plans_are_kept) {
  clscan_context *ctx = open_context(works, &shapes[SHAPE_OWN]);
  clscan_memory memory;
  size_t kept = 0;
  for (const struct work *w = works; w->name != NULL; w++) {
    if (w->atomics != CLSCAN_ATOMICS_AUTO) {
      continue;
    }
    struct work_run r;
    cl_event event = NULL;
    unsigned built = 0;
    work_open(&r, &h, w, 10007, 6);
    for (unsigned run = 0; run < 2; run++) {
      work_spoil(&r);
      assert_success(work_call(&r, ctx, h.queue, 0, NULL, &event));
      assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
      interpose_release_event(event);
      assert_true(work_is_right(&r));
      assert_true(run == 0 || interpose_calls("clBuildProgram") == built);
      built = interpose_calls("clBuildProgram");
    }
    kept++;
    assert_success(clscan_context_memory(ctx, &memory));
    assert_int_equal(memory.cached_plans, kept);
    /* What cannot be made is not kept. */
    struct work bad = *w;
    bad.reserved = 1;
    r.work = &bad;
    assert_status(work_call(&r, ctx, h.queue, 0, NULL, NULL), CLSCAN_RESERVED_NOT_ZERO);
    assert_success(clscan_context_memory(ctx, &memory));
    assert_int_equal(memory.cached_plans, kept);
    work_close(&r);
  }
  assert_success(clscan_context_trim(ctx, NULL));
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, 0);
  assert_int_equal(memory.scratch_bytes, 0);
  assert_int_equal(memory.cached_programs, 0);
  close_context(ctx);
}

/* --- on_command ------------------------------------------------------------------------------- */

static struct {
  unsigned count;
  unsigned broken; /* without a name or an event */
  cl_event last;   /* retained */
} seen;

static void see(void *user, const char *kernel_name, cl_event event) {
  (void)user;
  seen.count++;
  seen.broken += kernel_name == NULL || *kernel_name == '\0' || event == NULL;
  if (seen.last != NULL) {
    clReleaseEvent(seen.last);
  }
  seen.last = event;
  clRetainEvent(event);
}

TEST(test_on_command_sees_each_launch) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context_options options = interpose_options(&h);
    memset(&seen, 0, sizeof seen);
    options.on_command = see;
    interpose_reset();
    clscan_context *ctx = work_open_context(&h, options, &shapes[SHAPE_OWN], w);
    clscan_plan *plan = work_plan(ctx, w);
    struct work_run r;
    cl_event event = NULL;
    work_open(&r, &h, w, 100000, 1);
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, &event));
    interpose_release_event(event);
    for (unsigned run = 0; run < 3; run++) {
      assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    }
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    assert_true(seen.count >= 4);
    assert_int_equal(seen.count, interpose_commands());
    assert_int_equal(seen.broken, 0);
    cl_int status = -1;
    clGetEventInfo(seen.last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    assert_int_equal(status, CL_COMPLETE);
    clReleaseEvent(seen.last);
    work_close(&r);
    clscan_plan_destroy(plan);
    close_context(ctx);
  }
}

/* --- nothing to do ---------------------------------------------------------------------------- */

/* It still waits, writes what there is to say about nothing, and gives an event. */
static void check_empty(const struct work *w, cl_command_queue queue, bool everything) {
  clscan_context *ctx = open_context(w, &shapes[SHAPE_OWN]);
  clscan_plan *plan = work_plan(ctx, w);
  struct work_run r;
  cl_event gate = clCreateUserEvent(h.context, NULL);
  cl_event event = NULL;
  cl_int status = CL_COMPLETE;
  work_open(&r, &h, w, 1, 5);
  if (everything) {
    work_give_all(&r);
  }
  r.args.n = 0;
  assert_success(work_enqueue(&r, plan, queue, 1, &gate, &event));
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  assert_int_not_equal(status, CL_COMPLETE);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  assert_true(work_is_clean(&r));
  clReleaseEvent(gate);
  interpose_release_event(event);
  work_close(&r);
  clscan_plan_destroy(plan);
  close_context(ctx);
}

TEST(test_empty) {
  for (const struct work *w = works; w->name != NULL; w++) {
    for (unsigned everything = 0; everything < 2; everything++) {
      check_empty(w, h.queue, everything);
      if (h.out_of_order != NULL) {
        check_empty(w, h.out_of_order, everything);
      }
    }
  }
}

HARNESS_MAIN(NULL, NULL)
