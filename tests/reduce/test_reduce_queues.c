/* SPDX-License-Identifier: Apache-2.0 */
/* Order between reductions: out-of-order queues, wait lists, events that fail, scratch that plans
 * share, what is destroyed early. In one launch, and in two where groups cannot count themselves.
 */
#include "support/reduce_work.h"
#include "support/shapes.h"

#include <stdlib.h>

static struct harness h;

/* Small units, in one launch if the device can, and in two. */
#define WAYS 2
static clscan_context *contexts[WAYS];

static int open_contexts(void **state) {
  (void)state;
  contexts[0] = shapes_open(&h, shapes_small_tiles(&h));
  const struct shape *two = &shapes[h.is_cpu ? SHAPE_REREAD_ONE_WORD : SHAPE_256];
  contexts[1] = shapes_open(&h, shapes_fits(&h, two) ? two : &shapes[SHAPE_OWN]);
  return 0;
}

static int close_contexts(void **state) {
  (void)state;
  for (unsigned k = 0; k < WAYS; k++) {
    clscan_context_destroy(contexts[k]);
  }
  return 0;
}

static cl_command_queue out_of_order(void) {
  if (h.out_of_order == NULL) {
    harness_skip("the device has no out-of-order queues");
  }
  return h.out_of_order;
}

/* Calls that nothing orders, each with its own result. */
static void run_unordered(cl_command_queue queue, clscan_plan *plans[2]) {
  enum { CALLS = 60 };
  struct reduce_work work[CALLS];
  const size_t n = reduce_work_length(plans[0]);
  for (unsigned k = 0; k < CALLS; k++) {
    reduce_work_open(&h, &work[k], n - k, k + 1);
  }
  for (unsigned k = 0; k < CALLS; k++) {
    assert_success(clscan_reduce_enqueue(plans[k % 2], queue, &work[k].args, 0, NULL, NULL));
  }
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned k = 0; k < CALLS; k++) {
    assert_true(reduce_work_check(&h, &work[k]));
    reduce_work_close(&work[k]);
  }
}

static void test_overlapping_calls(void **state) {
  (void)state;
  for (unsigned k = 0; k < WAYS; k++) {
    clscan_plan *plans[2] = {reduce_work_plan(contexts[k]), NULL};
    plans[1] = plans[0];
    run_unordered(out_of_order(), plans);
    run_unordered(h.queue, plans);
    plans[1] = reduce_work_plan(contexts[k]);
    run_unordered(out_of_order(), plans);
    clscan_plan_destroy(plans[0]);
    clscan_plan_destroy(plans[1]);
  }
}

/* Nothing runs before the user event: the input is written while the reduction waits. */
static void check_gate(clscan_context *ctx, cl_command_queue queue) {
  clscan_plan *plan = reduce_work_plan(ctx);
  struct reduce_work w;
  struct reduce_work late;
  const size_t n = reduce_work_length(plan);
  reduce_work_open(&h, &w, n, 5);
  reduce_work_open(&h, &late, n, 6);
  cl_int error = CL_SUCCESS;
  cl_int status = CL_COMPLETE;
  cl_event gate = clCreateUserEvent(h.context, &error);
  cl_event done = NULL;
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 1, &gate, &done));
  assert_int_equal(clFlush(queue), CL_SUCCESS);
  clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  assert_int_not_equal(status, CL_COMPLETE);
  cl_command_queue other = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_int_equal(
      clEnqueueCopyBuffer(other, late.in, w.in, 0, 0, n * sizeof(uint32_t), 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(clFinish(other), CL_SUCCESS);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  w.expected = late.expected;
  assert_true(reduce_work_check(&h, &w));
  clReleaseEvent(gate);
  clReleaseEvent(done);
  clReleaseCommandQueue(other);
  reduce_work_close(&w);
  reduce_work_close(&late);
  clscan_plan_destroy(plan);
}

static void test_user_event_gates(void **state) {
  (void)state;
  for (unsigned k = 0; k < WAYS; k++) {
    check_gate(contexts[k], out_of_order());
  }
  check_gate(contexts[0], h.queue);
}

/* An execution that never runs because what it waits for failed; then good ones with the same
 * scratch. */
static void check_failed_wait(cl_command_queue queue, bool own_scratch) {
  clscan_plan *plan = reduce_work_plan(contexts[0]);
  const size_t n = reduce_work_length(plan);
  struct reduce_work w;
  size_t bytes = 0;
  reduce_work_open(&h, &w, n, 8);
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  assert_true(bytes > 0);
  cl_mem memory = arrays_create(&h, bytes / sizeof(uint32_t) + 1);
  if (own_scratch) {
    assert_success(
        clscan_scratch_create(contexts[0], (clscan_buffer){memory, 0}, bytes, &w.args.scratch));
  }
  /* New scratch is cleared by a launch of its own. */
  assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned round = 0; round < 3; round++) {
    cl_event gate = clCreateUserEvent(h.context, NULL);
    cl_event failed = NULL;
    cl_event good = NULL;
    assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 1, &gate, &failed));
    /* Calls that nothing orders share no scratch of the caller's. */
    for (unsigned k = 0; k < 20 && !h.is_pocl && !own_scratch; k++) {
      assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 1, &gate, NULL));
    }
    assert_int_equal(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    assert_int_not_equal(clWaitForEvents(1, &failed), CL_SUCCESS);
    /* NVIDIA's driver (580.159.04) lets a command fail that comes into the queue, out-of-order as
     * it may be, behind others that have failed and are not over yet. */
    if (!h.is_pocl) {
      clFinish(queue);
    }
    assert_success(clscan_reduce_enqueue(plan, queue, &w.args, 0, NULL, &good));
    assert_int_equal(clWaitForEvents(1, &good), CL_SUCCESS);
    assert_true(reduce_work_check(&h, &w));
    clReleaseEvent(gate);
    clReleaseEvent(failed);
    clReleaseEvent(good);
  }
  clscan_scratch_destroy(w.args.scratch);
  clscan_plan_destroy(plan);
  clReleaseMemObject(memory);
  reduce_work_close(&w);
}

static void test_failed_wait(void **state) {
  (void)state;
  clscan_plan_info info;
  clscan_plan *plan = reduce_work_plan(contexts[0]);
  assert_success(clscan_plan_describe(plan, &info));
  /* pocl 3.1 aborts the process when two commands in a row wait for one that failed. */
  if (info.atomics != CLSCAN_ATOMICS_AUTO || !h.is_pocl) {
    check_failed_wait(out_of_order(), false);
    check_failed_wait(out_of_order(), true);
    check_failed_wait(h.queue, false);
  }
  clscan_plan_destroy(plan);
}

/* Scratch of the caller's that a scan and reductions use in turn, at lengths that move every place
 * in it. */
static void test_shared_scratch(void **state) {
  (void)state;
  const clscan_scan_desc scan_desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *scan = NULL;
  assert_success(clscan_scan_plan_create(contexts[0], &scan_desc, &scan));
  clscan_plan *plans[2] = {reduce_work_plan(contexts[0]), reduce_work_plan(contexts[0])};
  const size_t n = reduce_work_length(plans[0]);
  struct reduce_work w;
  size_t bytes = 0;
  size_t more = 0;
  reduce_work_open(&h, &w, n, 8);
  cl_mem scanned = arrays_create(&h, n);
  assert_success(clscan_plan_scratch_size(plans[0], n, &bytes));
  assert_success(clscan_plan_scratch_size(scan, n, &more));
  bytes = bytes > more ? bytes : more;
  cl_mem memory = arrays_random(&h, bytes / sizeof(uint32_t) + 2, 3, NULL);
  assert_success(
      clscan_scratch_create(contexts[0], (clscan_buffer){memory, 3}, bytes, &w.args.scratch));
  const clscan_scan_args scan_args = {
      .in = {w.in, 0}, .out = {scanned, 0}, .n = n, .scratch = w.args.scratch};
  for (unsigned k = 0; k < 30; k++) {
    if (k % 3 == 1) {
      assert_success(clscan_scan_enqueue(scan, h.queue, &scan_args, 0, NULL, NULL));
    }
    clscan_reduce_args fewer = w.args;
    fewer.n = n / 2 + k;
    assert_success(clscan_reduce_enqueue(plans[k / 5 % 2], h.queue, &fewer, 0, NULL, NULL));
    assert_success(clscan_reduce_enqueue(plans[k / 5 % 2], h.queue, &w.args, 0, NULL, NULL));
    assert_true(reduce_work_check(&h, &w));
  }
  clscan_scratch_destroy(w.args.scratch);
  clReleaseMemObject(memory);
  clReleaseMemObject(scanned);
  clscan_plan_destroy(scan);
  clscan_plan_destroy(plans[0]);
  clscan_plan_destroy(plans[1]);
  reduce_work_close(&w);
}

/* Everything of the library's is released while the execution has not even begun. */
static void test_destroyed_before_it_runs(void **state) {
  (void)state;
  clscan_context *mine = shapes_open(&h, shapes_small_tiles(&h));
  clscan_plan *plan = reduce_work_plan(mine);
  struct reduce_work w;
  cl_event gate = clCreateUserEvent(h.context, NULL);
  cl_event done = NULL;
  reduce_work_open(&h, &w, reduce_work_length(plan), 9);
  assert_success(clscan_reduce_enqueue(plan, out_of_order(), &w.args, 1, &gate, &done));
  clscan_plan_destroy(plan);
  clscan_context_destroy(mine);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  assert_true(reduce_work_check(&h, &w));
  clReleaseEvent(gate);
  clReleaseEvent(done);
  reduce_work_close(&w);
}

/* The result of one reduction is the length of the next one, without the host. */
static void test_chain(void **state) {
  (void)state;
  clscan_plan *plan = reduce_work_plan(contexts[0]);
  const size_t n = reduce_work_length(plan);
  struct reduce_work lengths;
  struct reduce_work w;
  reduce_work_open(&h, &lengths, 100, 1);
  uint32_t part[100];
  uint32_t *values = arrays_host(n);
  for (unsigned k = 0; k < 100; k++) {
    part[k] = (uint32_t)(n / 150) + k % 3;
  }
  assert_int_equal(
      clEnqueueWriteBuffer(h.queue, lengths.in, CL_TRUE, 0, sizeof part, part, 0, NULL, NULL),
      CL_SUCCESS);
  reduce_work_open(&h, &w, n, 4);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, w.in, CL_TRUE, 0, n * sizeof *values, values, 0, NULL, NULL),
      CL_SUCCESS);
  w.args.n_device = (clscan_buffer){lengths.out, 0};
  w.expected = 0;
  size_t count = 0;
  for (unsigned k = 0; k < 100; k++) {
    count += part[k];
  }
  assert_true(count < n);
  for (size_t k = 0; k < count; k++) {
    w.expected += values[k];
  }
  assert_success(clscan_reduce_enqueue(plan, h.queue, &lengths.args, 0, NULL, NULL));
  assert_success(clscan_reduce_enqueue(plan, h.queue, &w.args, 0, NULL, NULL));
  assert_true(reduce_work_check(&h, &w));
  reduce_work_close(&w);
  reduce_work_close(&lengths);
  clscan_plan_destroy(plan);
  free(values);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_overlapping_calls),
      cmocka_unit_test(test_user_event_gates),
      cmocka_unit_test(test_failed_wait),
      cmocka_unit_test(test_shared_scratch),
      cmocka_unit_test(test_destroyed_before_it_runs),
      cmocka_unit_test(test_chain),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_contexts, close_contexts);
  harness_close(&h);
  return harness_exit(failed);
}
