/* SPDX-License-Identifier: Apache-2.0 */
/* What a select or a partition enqueues, seen from outside: how many kernels, which events, how
 * much memory; and what one that has nothing to do does. */
#include "support/arrays.h"
#include "support/compaction_run.h"
#include "support/interpose.h"
#include "support/shapes.h"
#include "support/size_query.h"

#include <string.h>

static struct harness h;

static clscan_context *open_context(const clscan_tuning *tuning) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  options.allow_lookback = 1;
  options.tuning = tuning;
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static void close_context(clscan_context *ctx) {
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

static unsigned launches(void) { return interpose_calls("clEnqueueNDRangeKernel"); }

/* A kernel more with new scratch, and none more after it. */
static void check_counts(const struct compaction_form *form, const struct shape *shape,
                         cl_command_queue queue) {
  clscan_context *ctx = open_context(&shape->tuning);
  clscan_plan *plan = NULL;
  struct compaction_run r;
  assert_success(compaction_run_plan(ctx, form, &plan));
  compaction_run_open(&r, &h, form, 3 * shapes_tile(plan) + 1, 5);
  for (unsigned run = 0; run < 50; run++) {
    const unsigned before = launches();
    compaction_run_spoil(&r);
    assert_success(compaction_run_enqueue(&r, plan, queue, NULL, 0, NULL, NULL));
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    const unsigned count = launches() - before;
    if (run == 0 ? count > form->launches + 1 : count != form->launches) {
      fail_msg("%s, shape %s, run %u: %u launches instead of %u", form->name, shape->name, run,
               count, form->launches);
    }
  }
  assert_true(compaction_run_is_right(&r));
  assert_int_equal(interpose_commands(), launches());
  compaction_run_close(&r);
  clscan_plan_destroy(plan);
  close_context(ctx);
}

static void test_launch_counts(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    check_counts(&compaction_forms[form], &shapes[SHAPE_OWN], h.queue);
    check_counts(&compaction_forms[form], shapes_small_tiles(&h), h.queue);
  }
}

/* On an in-order queue, a cl_event exists only where one was asked for. */
static void test_no_event_unless_asked(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_context *ctx = open_context(NULL);
    clscan_plan *plan = NULL;
    struct compaction_run r;
    assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
    compaction_run_open(&r, &h, &compaction_forms[form], 100000, 5);
    for (unsigned run = 0; run < 3; run++) {
      assert_success(compaction_run_enqueue(&r, plan, h.queue, NULL, 0, NULL, NULL));
    }
    assert_int_equal(interpose_commands_with_event(), 0);
    assert_int_equal(interpose_calls("clCreateUserEvent"), 0);
    cl_event event = NULL;
    assert_success(compaction_run_enqueue(&r, plan, h.queue, NULL, 0, NULL, &event));
    assert_int_equal(interpose_commands_with_event(), 1);
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    interpose_release_event(event);
    compaction_run_close(&r);
    clscan_plan_destroy(plan);
    close_context(ctx);
  }
}

/* With memory that was reserved, or that is the caller's, a call allocates none. */
static void test_no_allocation(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_context *ctx = open_context(NULL);
    clscan_plan *plan = NULL;
    struct compaction_run r;
    size_t bytes = 0;
    assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
    compaction_run_open(&r, &h, &compaction_forms[form], 100000, 5);
    assert_success(clscan_plan_scratch_size(plan, r.n, &bytes));
    cl_mem memory = arrays_create(&h, bytes / 4 + 1);
    clscan_scratch *scratch = NULL;
    assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &scratch));
    const unsigned none = interpose_calls("clCreateBuffer");
    assert_success(compaction_run_enqueue(&r, plan, h.queue, scratch, 0, NULL, NULL));
    assert_true(compaction_run_is_right(&r));
    assert_int_equal(interpose_calls("clCreateBuffer"), none);
    assert_success(clscan_plan_reserve(plan, h.queue, r.n));
    const unsigned reserved = interpose_calls("clCreateBuffer");
    compaction_run_spoil(&r);
    assert_success(compaction_run_enqueue(&r, plan, h.queue, NULL, 0, NULL, NULL));
    assert_true(compaction_run_is_right(&r));
    assert_int_equal(interpose_calls("clCreateBuffer"), reserved);
    clscan_scratch_destroy(scratch);
    clReleaseMemObject(memory);
    compaction_run_close(&r);
    clscan_plan_destroy(plan);
    close_context(ctx);
  }
}

/* The second call with a descriptor finds the plan of the first. */
static void test_plans_are_kept(void **state) {
  (void)state;
  clscan_context *ctx = open_context(NULL);
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    struct compaction_run r;
    cl_event event = NULL;
    compaction_run_open(&r, &h, &compaction_forms[form], 10007, 6);
    assert_success(compaction_run_call(&r, ctx, h.queue, &event));
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    interpose_release_event(event);
    assert_true(compaction_run_is_right(&r));
    const unsigned builds = interpose_calls("clBuildProgram");
    compaction_run_spoil(&r);
    assert_success(compaction_run_call(&r, ctx, h.queue, NULL));
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    assert_true(compaction_run_is_right(&r));
    assert_int_equal(interpose_calls("clBuildProgram"), builds);
    compaction_run_close(&r);
  }
  clscan_memory memory;
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, COMPACTION_FORMS);
  assert_success(clscan_context_trim(ctx, NULL));
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, 0);
  assert_int_equal(memory.scratch_bytes, 0);
  assert_int_equal(memory.cached_programs, 0);
  close_context(ctx);
}

/* Nothing to select still waits, writes 0, and gives an event. */
static void test_empty(void **state) {
  (void)state;
  clscan_context *ctx = open_context(NULL);
  cl_command_queue queues[] = {h.queue, h.out_of_order};
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_plan *plan = NULL;
    assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
    for (unsigned q = 0; q < 2 && queues[q] != NULL; q++) {
      struct compaction_run r;
      cl_event gate = clCreateUserEvent(h.context, NULL);
      cl_event event = NULL;
      cl_int status = CL_COMPLETE;
      compaction_run_open(&r, &h, &compaction_forms[form], 1, 5);
      compaction_run_spoil(&r);
      r.n = 0;
      r.kept = 0;
      assert_success(compaction_run_enqueue(&r, plan, queues[q], NULL, 1, &gate, &event));
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
      assert_int_not_equal(status, CL_COMPLETE);
      assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
      assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
      uint32_t counts[2];
      assert_int_equal(
          clEnqueueReadBuffer(h.queue, r.counts, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL),
          CL_SUCCESS);
      assert_int_equal(counts[0], 0);
      assert_int_equal(counts[1], compaction_forms[form].is_partition ? 0 : 0xDEADBEEFu);
      clReleaseEvent(gate);
      interpose_release_event(event);
      compaction_run_close(&r);
    }
    clscan_plan_destroy(plan);
  }
  close_context(ctx);
}

/* --- size queries ---------------------------------------------------------------------------- */

/* A count of 32 bits ends at 2^32. */
#define MOST (((size_t)1 << 32) - 1)

static void test_scratch_size(void **state) {
  (void)state;
  clscan_context *ctx = open_context(NULL);
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_plan *plan = NULL;
    assert_success(compaction_run_plan(ctx, &compaction_forms[form], &plan));
    size_query_check(plan, MOST);
    clscan_plan_destroy(plan);
  }
  static const uint32_t buckets[] = {3, 256, CLSCAN_MAX_BUCKETS};
  for (unsigned k = 0; k < HARNESS_COUNT(buckets); k++) {
    const clscan_partition_desc desc = {
        .type = CLSCAN_UINT8, .num_buckets = buckets[k], .bucket = "x"};
    clscan_plan *plan = NULL;
    assert_success(clscan_partition_plan_create(ctx, &desc, &plan));
    size_query_check(plan, MOST);
    clscan_plan_destroy(plan);
  }
  close_context(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_launch_counts), cmocka_unit_test(test_no_event_unless_asked),
      cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_plans_are_kept),
      cmocka_unit_test(test_empty),         cmocka_unit_test(test_scratch_size),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
