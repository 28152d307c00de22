/* SPDX-License-Identifier: Apache-2.0 */
/* What executions wait for and which scratch they take, with kernels that are not run and events
 * that end as the test wants: pocl aborts where kernels wait for an event that fails. */
#include "support/arrays.h"
#include "support/compaction_run.h"
#include "support/shapes.h"
#include "support/simulation.h"

#include <string.h>

static struct harness h;

static clscan_context *open_context(void) {
  return simulation_open_context(&h, (struct simulation){.records = true});
}

static clscan_plan *make_plan(clscan_context *ctx, clscan_scan_algorithm algorithm) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .algorithm = algorithm};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  return plan;
}

static size_t scratch_count(clscan_context *ctx) {
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

/* Whether the commands from `first` on wait for nothing but the gate and each other, and how many
 * of them wait for the gate. */
static unsigned check_waits(unsigned first, cl_event gate) {
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
static void check_failing_calls(clscan_scan_algorithm algorithm, unsigned calls) {
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, algorithm);
  const size_t n = 3 * shapes_tile(plan) + 1;
  cl_mem mem = arrays_create(&h, n);
  cl_event gate = make_gate();
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  const bool keeps_state = shapes_is_lookback(algorithm);
  for (unsigned k = 0; k < calls; k++) {
    const unsigned first = simulation_commands();
    assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 1, &gate, NULL));
    /* All but the clearing of the library's own memory. */
    const unsigned added = simulation_commands() - first;
    assert_int_equal(check_waits(first, gate), added - keeps_state);
    assert_int_equal(scratch_count(ctx), k + 1);
  }
  /* Half of the scratch is dropped as its use failed, half is still in use. */
  const unsigned each = simulation_commands() / calls;
  for (unsigned k = 0; k < calls; k += 2) {
    for (unsigned c = k * each + keeps_state; c < (k + 1) * each; c++) {
      simulation_end(c, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
  }
  const unsigned in_use = calls / 2;
  for (unsigned k = 0; k < calls; k++) {
    const unsigned first = simulation_commands();
    assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
    check_waits(first, NULL);
    assert_int_equal(scratch_count(ctx), in_use + k + 1);
  }
  clReleaseEvent(gate);
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

static void test_failing_calls(void **state) {
  (void)state;
  static const unsigned calls[] = {1, 4, 5, 20};
  for (unsigned k = 0; k < HARNESS_COUNT(calls); k++) {
    check_failing_calls(CLSCAN_SCAN_LOOKBACK, calls[k]);
    check_failing_calls(CLSCAN_SCAN_THREE_PASS, calls[k]);
  }
}

/* Scratch whose last use is complete is taken again, without clearing; one in use is not. */
static void test_complete_scratch_is_taken_again(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  const size_t n = 3 * shapes_tile(plan) + 1;
  cl_mem mem = arrays_create(&h, n);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  enum { CALLS = 6 };
  for (unsigned k = 0; k < CALLS; k++) {
    assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
  }
  assert_int_equal(simulation_commands(), 2 * CALLS);
  assert_int_equal(scratch_count(ctx), CALLS);
  simulation_end(2 * 3 + 1, CL_COMPLETE);
  assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands(), 2 * CALLS + 1);
  assert_int_equal(scratch_count(ctx), CALLS);
  assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands(), 2 * CALLS + 3);
  assert_int_equal(scratch_count(ctx), CALLS + 1);
  /* Another queue has none of it. */
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(scratch_count(ctx), CALLS + 2);
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

/* The same for the plans that share nothing with a scan's but this. */
static void test_other_functions(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  static const unsigned forms[] = {FORM_LOOKBACK, FORM_THREE_PASS, FORM_PARTITION, FORM_SEPARATE};
  for (unsigned f = 0; f < HARNESS_COUNT(forms); f++) {
    struct compaction_run r;
    clscan_plan *plan = NULL;
    const size_t held = scratch_count(ctx);
    assert_success(compaction_run_plan(ctx, &compaction_forms[forms[f]], &plan));
    compaction_run_open(&r, &h, &compaction_forms[forms[f]], 5 * shapes_tile(plan), 1);
    for (unsigned k = 0; k < 6; k++) {
      const unsigned first = simulation_commands();
      assert_success(compaction_run_enqueue(&r, plan, out_of_order(), NULL, 0, NULL, NULL));
      check_waits(first, NULL);
      assert_int_equal(scratch_count(ctx), held + k + 1);
    }
    compaction_run_close(&r);
    clscan_plan_destroy(plan);
  }
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  clscan_plan *plan = NULL;
  cl_mem mem = arrays_create(&h, 1000000);
  const clscan_reduce_args args = {.in = {mem, 0}, .out = {mem, 4000000}, .n = 1000000};
  assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
  for (unsigned k = 0; k < 6; k++) {
    const unsigned first = simulation_commands();
    assert_success(clscan_reduce_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
    check_waits(first, NULL);
    assert_int_equal(scratch_count(ctx), k + 1);
  }
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

/* An event that cannot be asked says so, and its scratch is not taken again. */
static void test_event_query_fails(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  const size_t n = 3 * shapes_tile(plan) + 1;
  cl_mem mem = arrays_create(&h, n);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL));
  simulation_end(1, CL_COMPLETE);
  bool reached = false;
  for (unsigned k = 1; !reached; k++) {
    const unsigned created = interpose_calls("clCreateBuffer");
    interpose_fail(k);
    const clscan_status status = clscan_scan_enqueue(plan, out_of_order(), &args, 0, NULL, NULL);
    reached = status == CLSCAN_SUCCESS;
    if (reached) {
      assert_string_equal(interpose_failed(), "clGetEventInfo");
      assert_true(interpose_logged(INTERPOSE_ERROR));
      assert_int_equal(interpose_calls("clCreateBuffer"), created + 1);
      assert_int_equal(scratch_count(ctx), 1);
    }
    interpose_fail(0);
  }
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

/* --- clearing --------------------------------------------------------------------------------- */

/* New memory is cleared, also where it takes the place of memory that was. */
static void test_grown_scratch_is_cleared(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  const size_t few = 2 * shapes_tile(plan), many = 400 * shapes_tile(plan);
  cl_mem mem = arrays_create(&h, many);
  clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = few};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands(), 2);
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands(), 3);
  const unsigned created = interpose_calls("clCreateBuffer");
  args.n = many;
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(interpose_calls("clCreateBuffer"), created + 1);
  assert_int_equal(simulation_commands(), 5);
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands(), 6);
  assert_int_equal(scratch_count(ctx), 1);
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

/* Scratch of the caller's whose clearing waits for events: it is clean once that has completed, and
 * not if it failed. No execution waits for another one. */
static void check_callers_clearing(cl_command_queue queue) {
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  const size_t n = 3 * shapes_tile(plan) + 1;
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  cl_mem mem = arrays_create(&h, n), memory = arrays_create(&h, bytes / 4 + 1);
  cl_event gate = make_gate();
  clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &args.scratch));
  static const struct {
    cl_int clearing; /* how the clearing ends */
    unsigned next;   /* commands of the next call */
  } steps[] = {{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, 2}, {CL_QUEUED, 2}, {CL_COMPLETE, 1}};
  unsigned expected = 2;
  for (unsigned k = 0; k < HARNESS_COUNT(steps); k++) {
    const unsigned first = simulation_commands();
    assert_success(clscan_scan_enqueue(plan, queue, &args, 1, &gate, NULL));
    assert_int_equal(simulation_commands() - first, expected);
    for (unsigned c = first; c < simulation_commands(); c++) {
      assert_ptr_equal(simulation_command(c)->wait[0], gate);
      assert_int_equal(simulation_command(c)->num_wait,
                       1 + (queue == h.out_of_order && c != first));
    }
    if (steps[k].clearing != CL_QUEUED) {
      simulation_end(first, steps[k].clearing);
    }
    expected = steps[k].next;
  }
  const unsigned first = simulation_commands();
  assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL));
  assert_int_equal(simulation_commands() - first, expected);
  assert_int_equal(simulation_command(first)->num_wait, 0);
  assert_int_equal(scratch_count(ctx), 0);
  clscan_scratch_destroy(args.scratch);
  clReleaseEvent(gate);
  clReleaseMemObject(memory);
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

static void test_callers_clearing(void **state) {
  (void)state;
  check_callers_clearing(h.queue);
  if (h.out_of_order != NULL) {
    check_callers_clearing(h.out_of_order);
  }
}

/* Each call fails in turn where the caller's new scratch is cleared behind a wait list: its status
 * comes back, and the scratch is cleared by the next call. */
static void check_clearing_fails(cl_command_queue queue) {
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  const size_t n = 3 * shapes_tile(plan) + 1;
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  cl_mem mem = arrays_create(&h, n), memory = arrays_create(&h, bytes / 4 + 1);
  cl_event gate = make_gate();
  clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  bool reached = true, retained = false;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &args.scratch));
    interpose_fail(k);
    const clscan_status status = clscan_scan_enqueue(plan, queue, &args, 1, &gate, &event);
    const char *failed = interpose_failed();
    reached = failed != NULL;
    retained = retained || (reached && strcmp(failed, "clRetainEvent") == 0);
    if (reached) {
      assert_status(status, INTERPOSE_ERROR);
      assert_true(interpose_logged(INTERPOSE_ERROR));
      assert_null(event);
      interpose_fail(0);
      const unsigned first = simulation_commands();
      assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL));
      assert_int_equal(simulation_commands() - first, 2);
    } else {
      assert_success(status);
      interpose_release_event(event);
    }
    clscan_scratch_destroy(args.scratch);
  }
  assert_true(retained);
  clReleaseEvent(gate);
  clReleaseMemObject(memory);
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

static void test_clearing_fails(void **state) {
  (void)state;
  check_clearing_fails(h.queue);
  if (h.out_of_order != NULL) {
    check_clearing_fails(h.out_of_order);
  }
}

/* Nothing to do: a marker, whose failure has a sentence too. */
static void test_marker_fails(void **state) {
  (void)state;
  clscan_context *ctx = open_context();
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  cl_mem mem = arrays_create(&h, 4);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}};
  bool reached = true, marked = false;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_fail(k);
    const clscan_status status = clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, &event);
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
  clReleaseMemObject(mem);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_failing_calls),
      cmocka_unit_test(test_complete_scratch_is_taken_again),
      cmocka_unit_test(test_other_functions),
      cmocka_unit_test(test_event_query_fails),
      cmocka_unit_test(test_grown_scratch_is_cleared),
      cmocka_unit_test(test_callers_clearing),
      cmocka_unit_test(test_clearing_fails),
      cmocka_unit_test(test_marker_fails),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
