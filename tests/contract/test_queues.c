/* SPDX-License-Identifier: Apache-2.0 */
/* Order between executions, for every algorithm: out-of-order queues, wait lists, events that fail,
 * scratch that plans share, plans and queues that go away. */
#include "support/arrays.h"
#include "support/work.h"

static struct harness h;

/* Small tiles, so that a few thousand elements are many of them. The second is for the works that
 * have atomics of their own. */
static clscan_context *contexts[2];

static void open_contexts(void) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context **ctx = &contexts[w->atomics != CLSCAN_ATOMICS_AUTO];
    if (*ctx == NULL) {
      *ctx = work_open_context(&h, harness_options(&h), shapes_small_tiles(&h), w);
    }
  }
}

static void close_contexts(void) {
  clscan_context_destroy(contexts[0]);
  clscan_context_destroy(contexts[1]);
}

static clscan_context *context_of(const struct work *w) {
  return contexts[w->atomics != CLSCAN_ATOMICS_AUTO];
}

static clscan_plan *make_plan(const struct work *w) { return work_plan(context_of(w), w); }

/* The out-of-order queue, or the test is skipped. */
static cl_command_queue out_of_order(void) {
  if (h.out_of_order == NULL) {
    harness_skip("the device has no out-of-order queues");
  }
  return h.out_of_order;
}

static cl_event make_gate(void) {
  cl_int error = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(h.context, &error);
  assert_int_equal(error, CL_SUCCESS);
  return gate;
}

static void wait_and_release(cl_event event) {
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  clReleaseEvent(event);
}

/* --- many executions -------------------------------------------------------------------------- */

/* Each of 100 executions reads what the one before has written, in its place where that is
 * allowed; events alone order them, and only the device knows how many elements a select or a
 * partition has left. */
static void check_chain(const struct work *w) {
  struct work_run runs[2];
  clscan_plan *plan = make_plan(w);
  const size_t n = w->function->in_place ? work_length(w, plan) : 40 * shapes_tile(plan) + 3;
  const unsigned other = w->function->in_place ? 0 : 1;
  cl_event last = NULL;
  work_open(&runs[0], &h, w, n, 5);
  work_open(&runs[1], &h, w, n, 6);
  if (w->function->in_place) {
    runs[0].args.at[WORK_OUT] = runs[0].args.at[WORK_IN];
  }
  for (unsigned k = 0; k < 100; k++) {
    struct work_run *from = &runs[k % 2 * other], *to = &runs[(k + 1) % 2 * other];
    cl_event next = NULL;
    if (k > 0) {
      work_feed(to, from);
    }
    assert_success(work_enqueue(from, plan, out_of_order(), k > 0, k > 0 ? &last : NULL, &next));
    if (last != NULL) {
      clReleaseEvent(last);
    }
    last = next;
  }
  wait_and_release(last);
  assert_true(work_is_right(&runs[99 % 2 * other]));
  work_close(&runs[0]);
  work_close(&runs[1]);
  clscan_plan_destroy(plan);
}

TEST(test_out_of_order_chain) {
  for (const struct work *w = works; w->name != NULL; w++) {
    if (!work_is_unordered(w)) {
      check_chain(w);
    }
  }
}

/* Calls that nothing orders, of these plans in turn: each result is right all the same. */
static void run_unordered(cl_command_queue queue, const struct work *const *what,
                          clscan_plan *const *plans, unsigned count) {
  enum { CALLS = 60 };
  struct work_run runs[CALLS];
  for (unsigned k = 0; k < CALLS; k++) {
    const struct work *w = what[k % count];
    work_open(&runs[k], &h, w, work_length(w, plans[k % count]) + 17 - k, k + 1);
  }
  for (unsigned k = 0; k < CALLS; k++) {
    assert_success(work_enqueue(&runs[k], plans[k % count], queue, 0, NULL, NULL));
  }
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned k = 0; k < CALLS; k++) {
    assert_true(work_is_right(&runs[k]));
    work_close(&runs[k]);
  }
}

TEST(test_overlapping_calls_of_one_plan) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_plan *plan = make_plan(w);
    run_unordered(out_of_order(), &w, &plan, 1);
    clscan_plan_destroy(plan);
  }
}

TEST(test_plans_in_turn) {
  enum { MOST = 32 };
  const struct work *what[MOST] = {NULL};
  clscan_plan *plans[MOST] = {NULL};
  unsigned count = 0;
  for (const struct work *w = works; w->name != NULL; w++) {
    assert_true(count < MOST);
    what[count] = w;
    plans[count++] = make_plan(w);
  }
  run_unordered(h.queue, what, plans, count);
  run_unordered(out_of_order(), what, plans, count);
  /* Two plans of one work, too. */
  for (unsigned k = 0; k < count; k++) {
    const struct work *twice[2] = {what[k], what[k]};
    clscan_plan *two[2] = {plans[k], make_plan(what[k])};
    run_unordered(out_of_order(), twice, two, 2);
    clscan_plan_destroy(two[1]);
  }
  for (unsigned k = 0; k < count; k++) {
    clscan_plan_destroy(plans[k]);
  }
}

/* One scratch of the caller's for plans of different layouts in turn, at lengths that move every
 * place in it. */
TEST(test_one_scratch_for_several_plans) {
  enum { MOST = 32, N = 5003 };
  struct work_run runs[MOST];
  clscan_plan *plans[MOST];
  unsigned count = 0;
  size_t bytes = 0;
  for (const struct work *w = works; w->name != NULL; w++) {
    if (context_of(w) == contexts[0]) {
      size_t needed = 0;
      assert_true(count < MOST);
      plans[count] = make_plan(w);
      work_open(&runs[count], &h, w, N, count + 3);
      assert_success(clscan_plan_scratch_size(plans[count], N, &needed));
      bytes = needed > bytes ? needed : bytes;
      count++;
    }
  }
  struct guarded memory;
  clscan_scratch *scratch = NULL;
  guarded_create(&h, &memory, bytes, 3, NULL);
  assert_success(clscan_scratch_create(contexts[0], memory.place, bytes, &scratch));
  for (unsigned round = 0; round < 12; round++) {
    for (unsigned k = 0; k < count; k++) {
      struct work_run *r = &runs[(k * (round + 1)) % count];
      clscan_plan *plan = plans[(k * (round + 1)) % count];
      r->args.scratch = scratch;
      r->args.n = N - (round * 977 + k * 31) % N;
      work_spoil(r);
      assert_success(work_enqueue(r, plan, h.queue, 0, NULL, NULL));
      assert_true(work_is_right(r));
    }
  }
  assert_true(guarded_intact(&h, &memory, "scratch"));
  clscan_scratch_destroy(scratch);
  guarded_destroy(&memory);
  for (unsigned k = 0; k < count; k++) {
    clscan_plan_destroy(plans[k]);
    work_close(&runs[k]);
  }
}

/* --- wait lists ------------------------------------------------------------------------------- */

/* Nothing runs before the user event: the input is written while the execution waits. */
static void check_gate(cl_command_queue queue, const struct work *w) {
  clscan_plan *plan = make_plan(w);
  struct work_run r;
  cl_int error = CL_SUCCESS;
  cl_int status = CL_COMPLETE;
  cl_event gate = make_gate(), done = NULL;
  work_open(&r, &h, w, work_length(w, plan), 7);
  work_spoil(&r);
  assert_success(work_enqueue(&r, plan, queue, 1, &gate, &done));
  assert_int_equal(clFlush(queue), CL_SUCCESS);
  clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  assert_int_not_equal(status, CL_COMPLETE);
  cl_command_queue other = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  work_refill(&r, other, 8);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  wait_and_release(done);
  assert_true(work_is_clean(&r));
  clReleaseEvent(gate);
  clReleaseCommandQueue(other);
  work_close(&r);
  clscan_plan_destroy(plan);
}

TEST(test_user_event_gates) {
  for (const struct work *w = works; w->name != NULL; w++) {
    check_gate(h.queue, w);
    check_gate(out_of_order(), w);
  }
}

/* An execution that never runs because what it waits for failed; then a good one with the same
 * scratch. */
static void check_failed_wait(cl_command_queue queue, const struct work *w, clscan_plan *plan,
                              bool own_scratch) {
  struct work_run r;
  struct work_scratch scratch;
  work_open(&r, &h, w, work_length(w, plan), 9);
  work_scratch_open(&scratch, &h, context_of(w), plan, r.args.n, 0);
  r.args.scratch = own_scratch ? scratch.handle : NULL;
  /* New scratch is cleared by a launch of its own. */
  assert_success(work_enqueue(&r, plan, queue, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned round = 0; round < 3; round++) {
    cl_event gate = make_gate(), failed = NULL, good = NULL;
    work_spoil(&r);
    assert_success(work_enqueue(&r, plan, queue, 1, &gate, &failed));
    /* Calls that nothing orders share no scratch of the caller's. */
    for (unsigned k = 0; k < 20 && !h.is_pocl && !own_scratch; k++) {
      assert_success(work_enqueue(&r, plan, queue, 1, &gate, NULL));
    }
    assert_int_equal(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    assert_int_not_equal(clWaitForEvents(1, &failed), CL_SUCCESS);
    /* NVIDIA's driver (580.159.04) lets a command fail that comes into the queue, out-of-order as
     * it may be, behind others that have failed and are not over yet. */
    if (!h.is_pocl) {
      clFinish(queue);
    }
    assert_success(work_enqueue(&r, plan, queue, 0, NULL, &good));
    wait_and_release(good);
    assert_true(work_is_right(&r));
    clReleaseEvent(gate);
    clReleaseEvent(failed);
  }
  work_scratch_close(&scratch);
  work_close(&r);
}

TEST(test_failed_wait) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_plan *plan = make_plan(w);
    /* pocl 3.1 aborts the process when two commands in a row wait for one that failed. */
    if (!h.is_pocl || work_launches(w, plan) == 1) {
      check_failed_wait(out_of_order(), w, plan, false);
      check_failed_wait(out_of_order(), w, plan, true);
      check_failed_wait(h.queue, w, plan, false);
    }
    clscan_plan_destroy(plan);
  }
}

/* --- life of queues, plans and contexts ------------------------------------------------------- */

/* A queue that is released, and perhaps another one at the same address. */
TEST(test_queues_come_and_go) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_plan *plan = make_plan(w);
    struct work_run r;
    work_open(&r, &h, w, work_length(w, plan), 1);
    for (unsigned k = 0; k < 20; k++) {
      cl_int error = CL_SUCCESS;
      const cl_command_queue_properties order =
          k % 2 == 0 || h.out_of_order == NULL ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
      cl_command_queue queue = clCreateCommandQueue(h.context, h.device, order, &error);
      assert_int_equal(error, CL_SUCCESS);
      work_spoil(&r);
      assert_success(work_enqueue(&r, plan, queue, 0, NULL, NULL));
      assert_int_equal(clFinish(queue), CL_SUCCESS);
      assert_true(work_is_right(&r));
      if (k % 5 == 4) {
        assert_success(clscan_context_trim(context_of(w), queue));
      }
      clReleaseCommandQueue(queue);
    }
    work_close(&r);
    clscan_plan_destroy(plan);
  }
}

/* Everything of the library's, and the input's buffer, is released while nothing has begun. */
TEST(test_destroyed_before_it_runs) {
  for (const struct work *w = works; w->name != NULL; w++) {
    clscan_context *ctx = work_open_context(&h, harness_options(&h), shapes_small_tiles(&h), w);
    clscan_plan *plan = work_plan(ctx, w);
    struct work_run r;
    cl_event gate = make_gate(), done = NULL;
    work_open(&r, &h, w, work_length(w, plan), 9);
    assert_success(work_enqueue(&r, plan, out_of_order(), 1, &gate, &done));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    clReleaseMemObject(r.places[WORK_IN].mem);
    r.places[WORK_IN].mem = NULL;
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    wait_and_release(done);
    assert_true(work_is_right(&r));
    clReleaseEvent(gate);
    work_close(&r);
  }
}

HARNESS_MAIN(open_contexts, close_contexts)
