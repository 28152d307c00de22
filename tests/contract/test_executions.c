/* SPDX-License-Identifier: Apache-2.0 */
/* What executions wait for and which scratch they take, for every algorithm that has some, with
 * kernels that are not run and events that end as the test wants: pocl aborts where kernels wait
 * for an event that fails. */
#include "support/simulation.h"
#include "support/work.h"

#include <string.h>

static struct harness h;

/* One work with everything that a test needs. */
static clscan_context *ctx;
static clscan_plan *plan;
static struct work_run r;
static bool keeps;    /* whether new scratch is cleared */
static unsigned each; /* commands of a call that takes new scratch */

static void open_work(const struct work *w) {
  ctx = simulation_open_context(&h, (struct simulation){.records = true}, w);
  plan = work_plan(ctx, w);
  work_open(&r, &h, w, work_length(w, plan), 1);
  keeps = work_keeps_state(ctx, w, plan);
  each = work_launches(w, plan) + keeps;
}

static void close_work(void) {
  work_close(&r);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

static bool has_scratch(void) {
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, r.args.n, &bytes));
  return bytes > 0;
}

/* Runs a check, anew, on each work that has scratch, or only on those that keep state in it. */
static void on_each(void (*check)(unsigned), unsigned argument, bool only_keepers) {
  for (const struct work *w = works; w->name != NULL; w++) {
    open_work(w);
    if (has_scratch() && w->launches != 0 && (keeps || !only_keepers)) {
      check(argument);
    }
    close_work();
  }
}

static size_t scratch_count(void) {
  clscan_memory memory;
  assert_success(clscan_context_memory(ctx, &memory));
  assert_true((memory.scratch_bytes != 0) == (memory.scratch_count != 0));
  return memory.scratch_count;
}

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

/* A call, and how many commands it made. */
static unsigned call(cl_command_queue queue, const cl_event *gate) {
  const unsigned before = simulation_commands();
  assert_success(work_enqueue(&r, plan, queue, gate != NULL, gate, NULL));
  return simulation_commands() - before;
}

/* Whether the last `count` commands wait for nothing but the gate and each other, and how many of
 * them wait for the gate. */
static unsigned check_waits(unsigned count, cl_event gate) {
  const unsigned first = simulation_commands() - count;
  unsigned gated = 0;
  for (unsigned k = first; k < simulation_commands(); k++) {
    const struct simulation_command *c = simulation_command(k);
    bool waits_for_gate = false;
    for (cl_uint w = 0; w < c->num_wait; w++) {
      const bool is_gate = gate != NULL && c->wait[w] == gate;
      bool own = false;
      for (unsigned before = first; before < k; before++) {
        own = own || c->wait[w] == simulation_command(before)->event;
      }
      assert_true(is_gate || own);
      waits_for_gate = waits_for_gate || is_gate;
    }
    /* On an out-of-order queue the commands are a chain. */
    assert_true(k == first || c->num_wait > 0);
    gated += waits_for_gate;
  }
  return gated;
}

/* --- the library's own scratch on an out-of-order queue --------------------------------------- */

/* Calls behind a user event that fails, then as many without a wait list. */
static void check_failing_calls(unsigned calls) {
  cl_event gate = make_gate();
  for (unsigned k = 0; k < calls; k++) {
    assert_int_equal(call(out_of_order(), &gate), each);
    /* All but the clearing of the library's own memory. */
    assert_int_equal(check_waits(each, gate), each - keeps);
    assert_int_equal(scratch_count(), k + 1);
  }
  /* Half of the scratch is dropped as its use failed, half is still in use. */
  for (unsigned k = 0; k < calls; k += 2) {
    for (unsigned c = k * each + keeps; c < (k + 1) * each; c++) {
      simulation_end(c, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
  }
  const unsigned in_use = calls / 2;
  for (unsigned k = 0; k < calls; k++) {
    check_waits(call(out_of_order(), NULL), NULL);
    assert_int_equal(scratch_count(), in_use + k + 1);
  }
  clReleaseEvent(gate);
}

TEST(test_failing_calls) {
  static const unsigned calls[] = {1, 4, 5, 20};
  for (unsigned k = 0; k < HARNESS_COUNT(calls); k++) {
    on_each(check_failing_calls, calls[k], false);
  }
}

/* Scratch whose last use is complete is taken again, without clearing; one in use is not. */
static void check_taken_again(unsigned calls) {
  for (unsigned k = 0; k < calls; k++) {
    assert_int_equal(call(out_of_order(), NULL), each);
  }
  assert_int_equal(scratch_count(), calls);
  simulation_end(4 * each - 1, CL_COMPLETE);
  assert_int_equal(call(out_of_order(), NULL), each - keeps);
  assert_int_equal(scratch_count(), calls);
  assert_int_equal(call(out_of_order(), NULL), each);
  assert_int_equal(scratch_count(), calls + 1);
  /* Another queue has none of it. */
  call(h.queue, NULL);
  assert_int_equal(scratch_count(), calls + 2);
}

TEST(test_complete_scratch_is_taken_again) { on_each(check_taken_again, 6, false); }

/* An event that cannot be asked says so, and its scratch is not taken again. */
static void check_event_query(unsigned unused) {
  bool reached = false;
  (void)unused;
  call(out_of_order(), NULL);
  simulation_end(each - 1, CL_COMPLETE);
  for (unsigned k = 1; !reached; k++) {
    const unsigned created = interpose_calls("clCreateBuffer");
    interpose_fail(k);
    reached = work_enqueue(&r, plan, out_of_order(), 0, NULL, NULL) == CLSCAN_SUCCESS;
    if (reached) {
      assert_string_equal(interpose_failed(), "clGetEventInfo");
      assert_true(interpose_logged(INTERPOSE_ERROR));
      assert_int_equal(interpose_calls("clCreateBuffer"), created + 1);
      assert_int_equal(scratch_count(), 1);
    }
    interpose_fail(0);
  }
}

TEST(test_event_query_fails) { on_each(check_event_query, 0, true); }

/* --- clearing --------------------------------------------------------------------------------- */

/* New memory is cleared, also where it takes the place of memory that was. */
static void check_grown(unsigned times) {
  const struct work *w = r.work;
  const size_t n = r.args.n;
  assert_int_equal(call(h.queue, NULL), each);
  assert_int_equal(call(h.queue, NULL), each - 1);
  work_close(&r);
  work_open(&r, &h, w, times * n, 1);
  const unsigned created = interpose_calls("clCreateBuffer");
  const unsigned commands = call(h.queue, NULL);
  const unsigned made = interpose_calls("clCreateBuffer") - created;
  assert_true(made == 1 || w->function == &work_reduce); /* few groups for any length */
  assert_int_equal(commands, each - 1 + made);
  assert_int_equal(call(h.queue, NULL), each - 1);
  assert_int_equal(scratch_count(), 1);
}

TEST(test_grown_scratch_is_cleared) { on_each(check_grown, 150, true); }

/* Scratch of the caller's whose clearing waits for events: it is clean once that has completed, and
 * not if it failed. No execution waits for another one. */
static void check_callers_clearing(unsigned is_out_of_order) {
  const cl_command_queue queue = is_out_of_order ? h.out_of_order : h.queue;
  struct work_scratch scratch;
  cl_event gate = make_gate();
  static const struct {
    cl_int clearing;        /* how the clearing ends */
    unsigned clearing_next; /* whether the next call clears */
  } steps[] = {{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, 1}, {CL_QUEUED, 1}, {CL_COMPLETE, 0}};
  unsigned expected = each;
  work_scratch_open(&scratch, &h, ctx, plan, r.args.n, 0);
  r.args.scratch = scratch.handle;
  for (unsigned k = 0; k < HARNESS_COUNT(steps); k++) {
    const unsigned first = simulation_commands();
    assert_int_equal(call(queue, &gate), expected);
    for (unsigned c = first; c < simulation_commands(); c++) {
      assert_ptr_equal(simulation_command(c)->wait[0], gate);
      assert_int_equal(simulation_command(c)->num_wait, 1 + (is_out_of_order && c != first));
    }
    if (steps[k].clearing != CL_QUEUED) {
      simulation_end(first, steps[k].clearing);
    }
    expected = each - 1 + steps[k].clearing_next;
  }
  const unsigned first = simulation_commands();
  assert_int_equal(call(queue, NULL), expected);
  assert_int_equal(simulation_command(first)->num_wait, 0);
  assert_int_equal(scratch_count(), 0);
  work_scratch_close(&scratch);
  clReleaseEvent(gate);
}

TEST(test_callers_clearing) {
  on_each(check_callers_clearing, false, true);
  if (h.out_of_order != NULL) {
    on_each(check_callers_clearing, true, true);
  }
}

/* Each call fails in turn where the caller's new scratch is cleared behind a wait list: its status
 * comes back, and the scratch is cleared by the next call. */
static void check_clearing_fails(unsigned is_out_of_order) {
  const cl_command_queue queue = is_out_of_order ? h.out_of_order : h.queue;
  cl_event gate = make_gate();
  bool reached = true, retained = false;
  for (unsigned k = 1; reached; k++) {
    struct work_scratch scratch;
    cl_event event = NULL;
    work_scratch_open(&scratch, &h, ctx, plan, r.args.n, 0);
    r.args.scratch = scratch.handle;
    interpose_fail(k);
    const clscan_status status = work_enqueue(&r, plan, queue, 1, &gate, &event);
    const char *failed = interpose_failed();
    reached = failed != NULL;
    retained = retained || (reached && strcmp(failed, "clRetainEvent") == 0);
    if (reached) {
      assert_status(status, INTERPOSE_ERROR);
      assert_true(interpose_logged(INTERPOSE_ERROR));
      assert_null(event);
      interpose_fail(0);
      assert_int_equal(call(queue, NULL), each);
    } else {
      assert_success(status);
      interpose_release_event(event);
    }
    work_scratch_close(&scratch);
  }
  assert_true(retained);
  clReleaseEvent(gate);
}

TEST(test_clearing_fails) {
  on_each(check_clearing_fails, false, true);
  if (h.out_of_order != NULL) {
    on_each(check_clearing_fails, true, true);
  }
}

/* Nothing to do, for a scan: a marker, whose failure has a sentence too. */
TEST(test_marker_fails) {
  bool reached = true, marked = false;
  open_work(work_named("scan, look-back"));
  r.args.n = 0;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_fail(k);
    const clscan_status status = work_enqueue(&r, plan, h.queue, 0, NULL, &event);
    const char *failed = interpose_failed();
    reached = failed != NULL;
    marked = marked || (reached && strcmp(failed, "clEnqueueMarkerWithWaitList") == 0);
    if (reached) {
      assert_status(status, INTERPOSE_ERROR);
      assert_true(interpose_logged(INTERPOSE_ERROR));
      assert_null(event);
    } else {
      assert_success(status);
      assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
      interpose_release_event(event);
    }
  }
  assert_true(marked);
  close_work();
}

HARNESS_MAIN(NULL, NULL)
