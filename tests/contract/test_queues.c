/* SPDX-License-Identifier: Apache-2.0 */
/* Order between executions: out-of-order queues, wait lists, events that fail, queues that go away.
 */
#include "support/arrays.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;
static clscan_context *ctx; /* small tiles, so that a few thousand elements are many of them */

static int open_context(void **state) {
  (void)state;
  ctx = shapes_open(&h, shapes_small_tiles(&h));
  return 0;
}

static int close_context(void **state) {
  (void)state;
  clscan_context_destroy(ctx);
  return 0;
}

static clscan_plan *make_plan(clscan_scan_algorithm algorithm) {
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = algorithm};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  return plan;
}

static size_t three_tiles(clscan_plan *plan) { return 3 * shapes_tile(plan); }

/* The out-of-order queue, or the test is skipped. */
static cl_command_queue out_of_order(void) {
  if (h.out_of_order == NULL) {
    harness_skip("the device has no out-of-order queues");
  }
  return h.out_of_order;
}

static void test_out_of_order_chain(void **state) {
  (void)state;
  cl_command_queue queue = out_of_order();
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    clscan_plan *plan = make_plan(shapes_algorithms[k]);
    const size_t n = three_tiles(plan);
    uint32_t *expected = arrays_host(n);
    cl_mem mem = arrays_random(&h, n, k + 1, expected);
    cl_event last = NULL;
    for (unsigned run = 0; run < 100; run++) {
      const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
      cl_event next = NULL;
      assert_success(clscan_scan_enqueue(plan, queue, &args, last != NULL,
                                         last != NULL ? &last : NULL, &next));
      if (last != NULL) {
        clReleaseEvent(last);
      }
      last = next;
      arrays_sum(expected, n);
    }
    assert_int_equal(clWaitForEvents(1, &last), CL_SUCCESS);
    clReleaseEvent(last);
    assert_true(arrays_equal(&h, mem, expected, n));
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
    free(expected);
  }
}

/* Calls that nothing orders, of one plan or of two in turn: each result is right all the same. */
static void run_unordered(cl_command_queue queue, clscan_plan *plans[2]) {
  enum { CALLS = 40 };
  const size_t n = three_tiles(plans[0]) + 17;
  cl_mem in[CALLS];
  cl_mem out[CALLS];
  uint32_t *expected[CALLS];
  for (unsigned k = 0; k < CALLS; k++) {
    expected[k] = arrays_host(n);
    in[k] = arrays_random(&h, n, k + 1, expected[k]);
    out[k] = arrays_create(&h, n);
    arrays_sum(expected[k], n);
  }
  for (unsigned k = 0; k < CALLS; k++) {
    const clscan_scan_args args = {.in = {in[k], 0}, .out = {out[k], 0}, .n = n - k};
    assert_success(clscan_scan_enqueue(plans[k % 2], queue, &args, 0, NULL, NULL));
  }
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned k = 0; k < CALLS; k++) {
    assert_true(arrays_equal(&h, out[k], expected[k], n - k));
    clReleaseMemObject(in[k]);
    clReleaseMemObject(out[k]);
    free(expected[k]);
  }
}

static void test_overlapping_calls_of_one_plan(void **state) {
  (void)state;
  cl_command_queue queue = out_of_order();
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    clscan_plan *plan = make_plan(shapes_algorithms[k]);
    clscan_plan *plans[2] = {plan, plan};
    run_unordered(queue, plans);
    clscan_plan_destroy(plan);
  }
}

static void test_two_plans_in_turn(void **state) {
  (void)state;
  clscan_plan *plans[2] = {make_plan(CLSCAN_SCAN_LOOKBACK),
                           make_plan(CLSCAN_SCAN_LOOKBACK_TWO_LEVEL)};
  run_unordered(h.queue, plans);
  run_unordered(out_of_order(), plans);
  clscan_plan_destroy(plans[1]);
  plans[1] = make_plan(CLSCAN_SCAN_THREE_PASS);
  run_unordered(h.queue, plans);
  clscan_plan_destroy(plans[0]);
  clscan_plan_destroy(plans[1]);
}

/* --- wait lists ------------------------------------------------------------------------------ */

/* Nothing runs before the user event: the input is written while the scan waits. */
static void check_gate(cl_command_queue queue, clscan_scan_algorithm algorithm) {
  clscan_plan *plan = make_plan(algorithm);
  const size_t n = three_tiles(plan);
  uint32_t *expected = arrays_host(n);
  cl_mem late = arrays_random(&h, n, 5, expected);
  cl_mem in = arrays_random(&h, n, 6, NULL);
  cl_mem out = arrays_create(&h, n);
  cl_int error = CL_SUCCESS;
  cl_int status = CL_COMPLETE;
  cl_event gate = clCreateUserEvent(h.context, &error);
  cl_event done = NULL;
  assert_int_equal(error, CL_SUCCESS);
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  assert_success(clscan_scan_enqueue(plan, queue, &args, 1, &gate, &done));
  assert_int_equal(clFlush(queue), CL_SUCCESS);
  clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  assert_int_not_equal(status, CL_COMPLETE);
  cl_command_queue other = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(clEnqueueCopyBuffer(other, late, in, 0, 0, n * sizeof *expected, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_int_equal(clFinish(other), CL_SUCCESS);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  arrays_sum(expected, n);
  assert_true(arrays_equal(&h, out, expected, n));
  clReleaseEvent(gate);
  clReleaseEvent(done);
  clReleaseCommandQueue(other);
  clReleaseMemObject(late);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clscan_plan_destroy(plan);
  free(expected);
}

static void test_user_event_gates(void **state) {
  (void)state;
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    check_gate(out_of_order(), shapes_algorithms[k]);
  }
  check_gate(h.queue, CLSCAN_SCAN_REDUCE_THEN_SCAN);
}

/* An execution that never runs because what it waits for failed; then a good one with the same
 * scratch. */
static void check_failed_wait(cl_command_queue queue, clscan_scan_algorithm algorithm,
                              bool own_scratch) {
  clscan_plan *plan = make_plan(algorithm);
  const size_t n = three_tiles(plan);
  uint32_t *expected = arrays_host(n);
  cl_mem in = arrays_random(&h, n, 8, expected);
  cl_mem out = arrays_create(&h, n);
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  cl_mem memory = arrays_create(&h, bytes / sizeof(uint32_t) + 1);
  clscan_scratch *scratch = NULL;
  if (own_scratch) {
    assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &scratch));
  }
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n, .scratch = scratch};
  arrays_sum(expected, n);
  /* New scratch is cleared by a launch of its own. */
  assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned round = 0; round < 3; round++) {
    cl_event gate = clCreateUserEvent(h.context, NULL);
    cl_event failed = NULL;
    cl_event good = NULL;
    assert_success(clscan_scan_enqueue(plan, queue, &args, 1, &gate, &failed));
    /* Calls that nothing orders share no scratch of the caller's. */
    for (unsigned k = 0; k < 20 && !h.is_pocl && !own_scratch; k++) {
      assert_success(clscan_scan_enqueue(plan, queue, &args, 1, &gate, NULL));
    }
    assert_int_equal(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    assert_int_not_equal(clWaitForEvents(1, &failed), CL_SUCCESS);
    /* NVIDIA's driver (580.159.04) lets a command fail that comes into the queue, out-of-order as
     * it may be, behind others that have failed and are not over yet. */
    if (!h.is_pocl) {
      clFinish(queue);
    }
    assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, &good));
    assert_int_equal(clWaitForEvents(1, &good), CL_SUCCESS);
    assert_true(arrays_equal(&h, out, expected, n));
    clReleaseEvent(gate);
    clReleaseEvent(failed);
    clReleaseEvent(good);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clReleaseMemObject(memory);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  free(expected);
}

static void test_failed_wait(void **state) {
  (void)state;
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    /* pocl 3.1 aborts the process when two commands in a row wait for one that failed. */
    const bool single = k == 0 || shapes_is_lookback(shapes_algorithms[k]);
    if (single || !h.is_pocl) {
      check_failed_wait(out_of_order(), shapes_algorithms[k], false);
      check_failed_wait(out_of_order(), shapes_algorithms[k], true);
      check_failed_wait(h.queue, shapes_algorithms[k], false);
    }
  }
}

/* --- life of queues, plans and contexts ------------------------------------------------------ */

/* A queue that is released, and perhaps another one at the same address. */
static void test_queues_come_and_go(void **state) {
  (void)state;
  clscan_plan *plan = make_plan(CLSCAN_SCAN_LOOKBACK);
  const size_t n = three_tiles(plan);
  uint32_t *expected = arrays_host(n);
  cl_mem mem = arrays_random(&h, n, 3, expected);
  for (unsigned k = 0; k < 20; k++) {
    cl_int error = CL_SUCCESS;
    const cl_command_queue_properties order =
        k % 2 == 0 || h.out_of_order == NULL ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cl_command_queue queue = clCreateCommandQueue(h.context, h.device, order, &error);
    assert_int_equal(error, CL_SUCCESS);
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
    assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL));
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    arrays_sum(expected, n);
    if (k % 5 == 4) {
      assert_success(clscan_context_trim(ctx, queue));
    }
    clReleaseCommandQueue(queue);
  }
  assert_true(arrays_equal(&h, mem, expected, n));
  clscan_plan_destroy(plan);
  clReleaseMemObject(mem);
  free(expected);
}

/* Everything of the library's is released while the execution has not even begun. */
static void test_destroyed_before_it_runs(void **state) {
  (void)state;
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    clscan_context *mine = shapes_open(&h, &shapes[SHAPE_OWN]);
    const clscan_scan_desc desc = {
        .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = shapes_algorithms[k]};
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(mine, &desc, &plan));
    const size_t n = three_tiles(plan);
    uint32_t *expected = arrays_host(n);
    cl_mem in = arrays_random(&h, n, 9, expected);
    cl_mem out = arrays_create(&h, n);
    cl_event gate = clCreateUserEvent(h.context, NULL);
    cl_event done = NULL;
    const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
    assert_success(clscan_scan_enqueue(plan, out_of_order(), &args, 1, &gate, &done));
    clscan_plan_destroy(plan);
    clscan_context_destroy(mine);
    clReleaseMemObject(in);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    arrays_sum(expected, n);
    assert_true(arrays_equal(&h, out, expected, n));
    clReleaseEvent(gate);
    clReleaseEvent(done);
    clReleaseMemObject(out);
    free(expected);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_out_of_order_chain),
      cmocka_unit_test(test_overlapping_calls_of_one_plan),
      cmocka_unit_test(test_two_plans_in_turn),
      cmocka_unit_test(test_user_event_gates),
      cmocka_unit_test(test_failed_wait),
      cmocka_unit_test(test_queues_come_and_go),
      cmocka_unit_test(test_destroyed_before_it_runs),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_context, close_context);
  harness_close(&h);
  return harness_exit(failed);
}
