/* SPDX-License-Identifier: Apache-2.0 */
/* Order between selects and partitions: out-of-order queues, wait lists, events that fail, plans
 * and queues that go away. */
#include "support/arrays.h"
#include "support/compaction_run.h"
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

static clscan_plan *make_plan(const struct compaction_form *form) {
  clscan_plan *plan = NULL;
  assert_success(compaction_run_plan(ctx, form, &plan));
  return plan;
}

static size_t three_tiles(clscan_plan *plan) { return 3 * shapes_tile(plan) + 1; }

/* The out-of-order queue, or the test is skipped. */
static cl_command_queue out_of_order(void) {
  if (h.out_of_order == NULL) {
    harness_skip("the device has no out-of-order queues");
  }
  return h.out_of_order;
}

/* --- chains ---------------------------------------------------------------------------------- */

/* Each of 100 selects drops every 13th of what the one before has left; events alone order them,
 * and only the device knows how many there are. */
static void check_chain(clscan_select_algorithm algorithm) {
  enum { CALLS = 100 };
  const clscan_select_desc desc = {
      .type = CLSCAN_UINT32, .algorithm = algorithm, .predicate = "i % 13 != 5"};
  cl_command_queue queue = out_of_order();
  clscan_plan *plan = NULL;
  assert_success(clscan_select_plan_create(ctx, &desc, &plan));
  const size_t n = 40 * shapes_tile(plan) + 3;
  uint32_t *expected = arrays_host(n);
  cl_mem mems[2] = {arrays_random(&h, n, 5, expected), arrays_create(&h, n)};
  cl_mem counts = arrays_create(&h, CALLS);
  cl_event last = NULL;
  size_t left = n;
  for (unsigned run = 0; run < CALLS; run++) {
    clscan_select_args args = {.in = {mems[run % 2], 0},
                               .out = {mems[1 - run % 2], 0},
                               .count = {counts, run * 4},
                               .n = n};
    if (run > 0) {
      args.n_device = (clscan_buffer){counts, (run - 1) * 4};
    }
    cl_event next = NULL;
    assert_success(clscan_select_enqueue(plan, queue, &args, last != NULL,
                                         last != NULL ? &last : NULL, &next));
    if (last != NULL) {
      clReleaseEvent(last);
    }
    last = next;
    size_t kept = 0;
    for (size_t i = 0; i < left; i++) {
      if (i % 13 != 5) {
        expected[kept++] = expected[i];
      }
    }
    left = kept;
  }
  assert_int_equal(clWaitForEvents(1, &last), CL_SUCCESS);
  clReleaseEvent(last);
  uint32_t count = 0;
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, counts, CL_TRUE, (CALLS - 1) * 4, 4, &count, 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(count, left);
  assert_true(arrays_equal(&h, mems[0], expected, left));
  clReleaseMemObject(mems[0]);
  clReleaseMemObject(mems[1]);
  clReleaseMemObject(counts);
  clscan_plan_destroy(plan);
  free(expected);
}

static void test_out_of_order_chain(void **state) {
  (void)state;
  check_chain(CLSCAN_SELECT_LOOKBACK);
  check_chain(CLSCAN_SELECT_REDUCE_THEN_SCAN);
  check_chain(CLSCAN_SELECT_THREE_PASS);
}

/* Calls that nothing orders, of one plan or of several in turn: each result is right all the same.
 */
static void run_unordered(cl_command_queue queue, const unsigned *forms, unsigned num_forms) {
  enum { CALLS = 40 };
  struct compaction_run runs[CALLS];
  clscan_plan *plans[COMPACTION_FORMS] = {NULL};
  for (unsigned k = 0; k < CALLS; k++) {
    const unsigned form = forms[k % num_forms];
    if (plans[form] == NULL) {
      plans[form] = make_plan(&compaction_forms[form]);
    }
    const size_t n = three_tiles(plans[form]) + 17 - k;
    compaction_run_open(&runs[k], &h, &compaction_forms[form], n, k + 1);
  }
  for (unsigned k = 0; k < CALLS; k++) {
    assert_success(
        compaction_run_enqueue(&runs[k], plans[forms[k % num_forms]], queue, NULL, 0, NULL, NULL));
  }
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned k = 0; k < CALLS; k++) {
    assert_true(compaction_run_is_right(&runs[k]));
    compaction_run_close(&runs[k]);
  }
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    clscan_plan_destroy(plans[k]);
  }
}

static void test_overlapping_calls_of_one_plan(void **state) {
  (void)state;
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    run_unordered(out_of_order(), &k, 1);
  }
}

static void test_plans_in_turn(void **state) {
  (void)state;
  static const unsigned forms[] = {FORM_LOOKBACK, FORM_SEPARATE, FORM_PARTITION, FORM_THREE_PASS,
                                   FORM_UNORDERED};
  run_unordered(h.queue, forms, HARNESS_COUNT(forms));
  run_unordered(out_of_order(), forms, HARNESS_COUNT(forms));
}

/* One scratch of the caller's for plans of different layouts in turn, and for a scan. */
static void test_one_scratch_for_several_plans(void **state) {
  (void)state;
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  clscan_plan *plans[COMPACTION_FORMS];
  struct compaction_run runs[COMPACTION_FORMS];
  clscan_plan *scan_plan = NULL;
  size_t bytes = 0;
  const size_t n = 5003;
  assert_success(clscan_scan_plan_create(ctx, &scan, &scan_plan));
  assert_success(clscan_plan_scratch_size(scan_plan, n, &bytes));
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    size_t needed = 0;
    plans[k] = make_plan(&compaction_forms[k]);
    compaction_run_open(&runs[k], &h, &compaction_forms[k], n, k + 3);
    assert_success(clscan_plan_scratch_size(plans[k], n, &needed));
    bytes = needed > bytes ? needed : bytes;
  }
  cl_mem memory = arrays_create(&h, bytes / 4 + 2);
  cl_mem sums = arrays_create(&h, n);
  clscan_scratch *scratch = NULL;
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 3}, bytes, &scratch));
  for (unsigned round = 0; round < 12; round++) {
    for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
      const clscan_scan_args args = {
          .in = {runs[k].in, 0}, .out = {sums, 0}, .n = n, .scratch = scratch};
      compaction_run_spoil(&runs[k]);
      assert_success(compaction_run_enqueue(&runs[k], plans[k], h.queue, scratch, 0, NULL, NULL));
      if ((round + k) % 2 == 0) {
        assert_success(clscan_scan_enqueue(scan_plan, h.queue, &args, 0, NULL, NULL));
      }
      assert_true(compaction_run_is_right(&runs[k]));
    }
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(scan_plan);
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    clscan_plan_destroy(plans[k]);
    compaction_run_close(&runs[k]);
  }
  clReleaseMemObject(memory);
  clReleaseMemObject(sums);
}

/* --- wait lists ------------------------------------------------------------------------------ */

/* Nothing runs before the user event: the input is written while the call waits. */
static void check_gate(cl_command_queue queue, const struct compaction_form *form) {
  clscan_plan *plan = make_plan(form);
  const size_t n = three_tiles(plan);
  struct compaction_run r;
  cl_int error = CL_SUCCESS;
  cl_int status = CL_COMPLETE;
  cl_event done = NULL;
  compaction_run_open(&r, &h, form, n, 7);
  cl_mem late = r.in;
  r.in = arrays_random(&h, n, 8, NULL);
  cl_event gate = clCreateUserEvent(h.context, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_success(compaction_run_enqueue(&r, plan, queue, NULL, 1, &gate, &done));
  assert_int_equal(clFlush(queue), CL_SUCCESS);
  clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  assert_int_not_equal(status, CL_COMPLETE);
  cl_command_queue other = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_int_equal(clEnqueueCopyBuffer(other, late, r.in, 0, 0, n * 4, 0, NULL, NULL), CL_SUCCESS);
  assert_int_equal(clFinish(other), CL_SUCCESS);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  assert_true(compaction_run_is_right(&r));
  clReleaseEvent(gate);
  clReleaseEvent(done);
  clReleaseCommandQueue(other);
  clReleaseMemObject(late);
  compaction_run_close(&r);
  clscan_plan_destroy(plan);
}

static void test_user_event_gates(void **state) {
  (void)state;
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    check_gate(out_of_order(), &compaction_forms[k]);
  }
  check_gate(h.queue, &compaction_forms[FORM_LOOKBACK]);
  check_gate(h.queue, &compaction_forms[FORM_PARTITION]);
}

/* A call that never runs because what it waits for failed; then a good one with the same scratch.
 */
static void check_failed_wait(cl_command_queue queue, const struct compaction_form *form,
                              bool own_scratch) {
  clscan_plan *plan = make_plan(form);
  struct compaction_run r;
  size_t bytes = 0;
  compaction_run_open(&r, &h, form, three_tiles(plan), 9);
  assert_success(clscan_plan_scratch_size(plan, r.n, &bytes));
  cl_mem memory = arrays_create(&h, bytes / 4 + 1);
  clscan_scratch *scratch = NULL;
  if (own_scratch) {
    assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &scratch));
  }
  /* New scratch is cleared by a launch of its own. */
  assert_success(compaction_run_enqueue(&r, plan, queue, scratch, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  for (unsigned round = 0; round < 3; round++) {
    cl_event gate = clCreateUserEvent(h.context, NULL);
    cl_event failed = NULL;
    cl_event good = NULL;
    compaction_run_spoil(&r);
    assert_success(compaction_run_enqueue(&r, plan, queue, scratch, 1, &gate, &failed));
    /* Calls that nothing orders share no scratch of the caller's. */
    for (unsigned k = 0; k < 20 && !h.is_pocl && scratch == NULL; k++) {
      assert_success(compaction_run_enqueue(&r, plan, queue, NULL, 1, &gate, NULL));
    }
    assert_int_equal(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    assert_int_not_equal(clWaitForEvents(1, &failed), CL_SUCCESS);
    /* NVIDIA's driver (580.159.04) lets a command fail that comes into the queue, out-of-order as
     * it may be, behind others that have failed and are not over yet. */
    if (!h.is_pocl) {
      clFinish(queue);
    }
    assert_success(compaction_run_enqueue(&r, plan, queue, scratch, 0, NULL, &good));
    assert_int_equal(clWaitForEvents(1, &good), CL_SUCCESS);
    assert_true(compaction_run_is_right(&r));
    clReleaseEvent(gate);
    clReleaseEvent(failed);
    clReleaseEvent(good);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clReleaseMemObject(memory);
  compaction_run_close(&r);
}

static void test_failed_wait(void **state) {
  (void)state;
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    /* pocl 3.1 aborts the process when two commands in a row wait for one that failed. */
    if (compaction_forms[k].single || !h.is_pocl) {
      check_failed_wait(out_of_order(), &compaction_forms[k], false);
      check_failed_wait(out_of_order(), &compaction_forms[k], true);
      check_failed_wait(h.queue, &compaction_forms[k], false);
    }
  }
}

/* --- life of queues, plans and contexts ------------------------------------------------------ */

static void test_queues_come_and_go(void **state) {
  (void)state;
  for (unsigned form = 0; form < COMPACTION_FORMS; form++) {
    clscan_plan *plan = make_plan(&compaction_forms[form]);
    struct compaction_run r;
    compaction_run_open(&r, &h, &compaction_forms[form], three_tiles(plan), form + 1);
    for (unsigned k = 0; k < 10; k++) {
      cl_int error = CL_SUCCESS;
      const cl_command_queue_properties order =
          k % 2 == 0 || h.out_of_order == NULL ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
      cl_command_queue queue = clCreateCommandQueue(h.context, h.device, order, &error);
      assert_int_equal(error, CL_SUCCESS);
      compaction_run_spoil(&r);
      assert_success(compaction_run_enqueue(&r, plan, queue, NULL, 0, NULL, NULL));
      assert_int_equal(clFinish(queue), CL_SUCCESS);
      assert_true(compaction_run_is_right(&r));
      if (k % 5 == 4) {
        assert_success(clscan_context_trim(ctx, queue));
      }
      clReleaseCommandQueue(queue);
    }
    compaction_run_close(&r);
    clscan_plan_destroy(plan);
  }
}

/* Everything of the library's, and the host's argument, is gone while nothing has begun. */
static void test_destroyed_before_it_runs(void **state) {
  (void)state;
  for (unsigned k = 0; k < COMPACTION_FORMS; k++) {
    clscan_context *mine = shapes_open(&h, shapes_small_tiles(&h));
    struct compaction_run r;
    clscan_plan *plan = NULL;
    cl_event gate = clCreateUserEvent(h.context, NULL);
    cl_event done = NULL;
    assert_success(compaction_run_plan(mine, &compaction_forms[k], &plan));
    compaction_run_open(&r, &h, &compaction_forms[k], three_tiles(plan), 9);
    assert_success(compaction_run_enqueue(&r, plan, out_of_order(), NULL, 1, &gate, &done));
    clscan_plan_destroy(plan);
    clscan_context_destroy(mine);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    assert_true(compaction_run_is_right(&r));
    clReleaseEvent(gate);
    clReleaseEvent(done);
    compaction_run_close(&r);
  }
}

/* The value of `u` is taken at the call: the caller may change it before anything runs. */
static void test_argument_changes_before_it_runs(void **state) {
  (void)state;
  const clscan_custom_type type = {.name = "table",
                                   .definition = "typedef struct { uint at[32]; } table;",
                                   .size = 128,
                                   .alignment = 4};
  const clscan_select_desc desc = {.type = CLSCAN_UINT32,
                                   .argument_type = CLSCAN_CUSTOM,
                                   .custom_argument = &type,
                                   .predicate = "u.at[i % 32] == (uint)(i % 32)"};
  uint32_t table[32];
  const size_t n = 1000;
  uint32_t *expected = arrays_host(n);
  cl_mem in = arrays_random(&h, n, 4, expected), out = arrays_create(&h, n);
  cl_mem count = arrays_create(&h, 1);
  cl_event gate = clCreateUserEvent(h.context, NULL);
  cl_event done = NULL;
  clscan_plan *plan = NULL;
  for (uint32_t k = 0; k < 32; k++) {
    table[k] = k;
  }
  assert_success(clscan_select_plan_create(ctx, &desc, &plan));
  const clscan_select_args args = {
      .in = {in, 0}, .out = {out, 0}, .count = {count, 0}, .n = n, .argument = table};
  assert_success(clscan_select_enqueue(plan, out_of_order(), &args, 1, &gate, &done));
  memset(table, 0xFF, sizeof table);
  assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
  assert_true(arrays_equal(&h, out, expected, n));
  clReleaseEvent(gate);
  clReleaseEvent(done);
  clscan_plan_destroy(plan);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(count);
  free(expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_out_of_order_chain),
      cmocka_unit_test(test_overlapping_calls_of_one_plan),
      cmocka_unit_test(test_plans_in_turn),
      cmocka_unit_test(test_one_scratch_for_several_plans),
      cmocka_unit_test(test_user_event_gates),
      cmocka_unit_test(test_failed_wait),
      cmocka_unit_test(test_queues_come_and_go),
      cmocka_unit_test(test_destroyed_before_it_runs),
      cmocka_unit_test(test_argument_changes_before_it_runs),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_context, close_context);
  harness_close(&h);
  return harness_exit(failed);
}
