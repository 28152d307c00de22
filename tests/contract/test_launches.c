/* SPDX-License-Identifier: Apache-2.0 */
/* What a call enqueues, seen from outside: how many kernels, which events, and on_command. */
#include "support/arrays.h"
#include "support/interpose.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* What on_command saw. */
struct commands {
  unsigned count;
  unsigned broken; /* without a name or an event */
  cl_event last;   /* retained */
};

static void see(void *user, const char *kernel_name, cl_event event) {
  struct commands *seen = user;
  seen->count++;
  seen->broken += kernel_name == NULL || *kernel_name == '\0' || event == NULL;
  if (seen->last != NULL) {
    clReleaseEvent(seen->last);
  }
  seen->last = event;
  clRetainEvent(event);
}

static clscan_context *open_context(struct commands *seen) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  options.allow_lookback = 1;
  if (seen != NULL) {
    memset(seen, 0, sizeof *seen);
    options.on_command = see;
    options.on_command_user = seen;
  }
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static clscan_plan *make_plan(clscan_context *ctx, clscan_scan_algorithm algorithm) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .algorithm = algorithm};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  return plan;
}

static unsigned launches(void) { return interpose_calls("clEnqueueNDRangeKernel"); }

/* Kernels that one warm call enqueues at n elements. */
static unsigned warm_launches(clscan_plan *plan, cl_command_queue queue, clscan_scan_args *args,
                              size_t n) {
  args->n = n;
  const unsigned before = launches();
  assert_success(clscan_scan_enqueue(plan, queue, args, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  return launches() - before;
}

/* Small and look-back: one launch, and no reset after the first. The others: three while the totals
 * fit a tile. */
static void check_counts(cl_command_queue queue) {
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    interpose_reset();
    clscan_context *ctx = open_context(NULL);
    clscan_plan *plan = make_plan(ctx, shapes_algorithms[k]);
    const size_t n = 3 * shapes_tile(plan) + 1;
    cl_mem mem = arrays_random(&h, n, 1, NULL);
    clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}};
    const bool single = k == 0 || shapes_is_lookback(shapes_algorithms[k]);
    assert_true(warm_launches(plan, queue, &args, n) <= (single ? 2 : 4));
    for (unsigned run = 0; run < 100; run++) {
      const unsigned count = warm_launches(plan, queue, &args, n - run % 7);
      assert_int_equal(count, single ? 1 : 3);
    }
    assert_int_equal(interpose_commands(), launches());
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
}

static void test_launch_counts(void **state) {
  (void)state;
  check_counts(h.queue);
}

static void test_no_reset_for_the_callers_scratch(void **state) {
  (void)state;
  interpose_reset();
  clscan_context *ctx = open_context(NULL);
  clscan_plan *plan = make_plan(ctx, CLSCAN_SCAN_LOOKBACK);
  size_t bytes = 0;
  const size_t n = 3 * shapes_tile(plan) + 1;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  cl_mem mem = arrays_random(&h, n, 1, NULL);
  cl_mem memory = arrays_create(&h, bytes / 4 + 1);
  clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}};
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &args.scratch));
  assert_true(warm_launches(plan, h.queue, &args, n) <= 2);
  for (unsigned run = 0; run < 20; run++) {
    assert_int_equal(warm_launches(plan, h.queue, &args, n - run), 1);
  }
  clscan_scratch_destroy(args.scratch);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseMemObject(memory);
  clReleaseMemObject(mem);
  assert_true(interpose_nothing_held());
}

/* On an in-order queue, a cl_event exists only where one was asked for. */
static void test_no_event_unless_asked(void **state) {
  (void)state;
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    interpose_reset();
    clscan_context *ctx = open_context(NULL);
    clscan_plan *plan = make_plan(ctx, shapes_algorithms[k]);
    cl_mem mem = arrays_random(&h, 100000, 1, NULL);
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = 100000};
    for (unsigned run = 0; run < 3; run++) {
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    }
    assert_int_equal(interpose_commands_with_event(), 0);
    assert_int_equal(interpose_calls("clCreateUserEvent"), 0);
    cl_event event = NULL;
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, &event));
    assert_int_equal(interpose_commands_with_event(), 1);
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    interpose_release_event(event);
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
}

static void test_on_command_sees_each_launch(void **state) {
  (void)state;
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    struct commands seen;
    interpose_reset();
    clscan_context *ctx = open_context(&seen);
    clscan_plan *plan = make_plan(ctx, shapes_algorithms[k]);
    cl_mem mem = arrays_random(&h, 100000, 1, NULL);
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = 100000};
    cl_event event = NULL;
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, &event));
    interpose_release_event(event);
    for (unsigned run = 0; run < 3; run++) {
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    }
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    assert_true(seen.count >= 4);
    assert_int_equal(seen.count, interpose_commands());
    assert_int_equal(seen.broken, 0);
    cl_int status = -1;
    clGetEventInfo(seen.last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    assert_int_equal(status, CL_COMPLETE);
    clReleaseEvent(seen.last);
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
}

/* An empty scan with an event still gives one that completes, and what waits on it goes on. */
static void test_empty_scan_gives_an_event(void **state) {
  (void)state;
  interpose_reset();
  clscan_context *ctx = open_context(NULL);
  cl_command_queue queues[] = {h.queue, h.out_of_order};
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    clscan_plan *plan = make_plan(ctx, shapes_algorithms[k]);
    cl_mem mem = arrays_create(&h, 4);
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}};
    for (unsigned q = 0; q < 2 && queues[q] != NULL; q++) {
      cl_event gate = clCreateUserEvent(h.context, NULL);
      cl_event event = NULL;
      cl_int status = CL_COMPLETE;
      assert_success(clscan_scan_enqueue(plan, queues[q], &args, 1, &gate, &event));
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
      assert_int_not_equal(status, CL_COMPLETE);
      assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
      assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
      clReleaseEvent(gate);
      interpose_release_event(event);
    }
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
  }
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_launch_counts),
      cmocka_unit_test(test_no_reset_for_the_callers_scratch),
      cmocka_unit_test(test_no_event_unless_asked),
      cmocka_unit_test(test_on_command_sees_each_launch),
      cmocka_unit_test(test_empty_scan_gives_an_event),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
