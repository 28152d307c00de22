/* SPDX-License-Identifier: Apache-2.0 */
/* Every OpenCL call fails in turn: its status comes back, nothing is leaked, and everything that
 * existed before is usable afterwards. */
#include "support/arrays.h"
#include "support/injection.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static clscan_context *open_context(void) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

/* An execution with everything in it: init, total and length on the device, an event. */
struct work {
  uint32_t *expected;
  cl_mem in, out, init, total, n_device;
  clscan_scan_args args;
};

static void open_work(struct work *w, size_t n) {
  uint32_t init;
  uint32_t length = (uint32_t)n;
  cl_int error = CL_SUCCESS;
  memset(w, 0, sizeof *w);
  w->expected = arrays_host(n);
  w->in = arrays_random(&h, n, 11, w->expected);
  w->out = arrays_create(&h, n);
  w->init = arrays_random(&h, 1, 12, &init);
  w->total = arrays_create(&h, 1);
  w->n_device = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, sizeof length, &length, &error);
  assert_int_equal(error, CL_SUCCESS);
  w->args = (clscan_scan_args){.in = {w->in, 0},
                               .out = {w->out, 0},
                               .n = n,
                               .init_device = {w->init, 0},
                               .total = {w->total, 0},
                               .n_device = {w->n_device, 0}};
  w->expected[0] += init;
  arrays_sum(w->expected, n);
}

static void close_work(struct work *w) {
  clReleaseMemObject(w->in);
  clReleaseMemObject(w->out);
  clReleaseMemObject(w->init);
  clReleaseMemObject(w->total);
  clReleaseMemObject(w->n_device);
  free(w->expected);
}

/* Waits for a good execution and compares. */
static void check_work(const struct work *w, cl_event event) {
  assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
  interpose_release_event(event);
  assert_true(arrays_equal(&h, w->out, w->expected, w->args.n));
  assert_true(arrays_equal(&h, w->total, w->expected + w->args.n - 1, 1));
}

static clscan_scan_desc desc_of(clscan_scan_algorithm algorithm) {
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = algorithm};
  return desc;
}

static void test_context_create(void **state) {
  (void)state;
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

static void test_plan_create(void **state) {
  (void)state;
  for (unsigned a = 0; a < SHAPES_ALGORITHM_COUNT; a++) {
    const clscan_scan_desc desc = desc_of(shapes_algorithms[a]);
    unsigned failures = 0;
    bool reached = true;
    for (unsigned k = 1; reached; k++) {
      clscan_plan *plan = NULL;
      interpose_reset();
      clscan_context *ctx = open_context();
      harness_log_reset(&h);
      interpose_fail(k);
      const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
      reached = interpose_failed() != NULL;
      failures += reached;
      if (!injection_check(status, "clscan_scan_plan_create")) {
        assert_null(plan);
        /* The context goes on. */
        assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
      }
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
      assert_true(interpose_nothing_held());
    }
    assert_true(failures > 3);
  }
}

/* The first execution of a plan, which also makes its scratch, or a later one. */
static void check_enqueue(clscan_scan_algorithm algorithm, cl_command_queue queue, bool first) {
  const clscan_scan_desc desc = desc_of(algorithm);
  struct work w;
  clscan_plan *plan = NULL;
  interpose_reset();
  clscan_context *ctx = open_context();
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  open_work(&w, shapes_tile(plan) * 2 + 5);
  bool reached = true;
  unsigned failures = 0;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    if (first) {
      assert_success(clscan_context_trim(ctx, queue));
    }
    interpose_fail(k);
    const clscan_status status = clscan_scan_enqueue(plan, queue, &w.args, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    failures += reached;
    if (injection_check(status, "clscan_scan_enqueue")) {
      check_work(&w, event);
    } else {
      assert_null(event);
      /* What was enqueued of it may still write to the outputs. */
      assert_int_equal(clFinish(queue), CL_SUCCESS);
    }
    assert_success(clscan_scan_enqueue(plan, queue, &w.args, 0, NULL, &event));
    check_work(&w, event);
  }
  assert_true(failures > 10);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  close_work(&w);
}

static void test_enqueue(void **state) {
  (void)state;
  for (unsigned a = 0; a < SHAPES_ALGORITHM_COUNT; a++) {
    check_enqueue(shapes_algorithms[a], h.queue, true);
    check_enqueue(shapes_algorithms[a], h.queue, false);
    if (h.out_of_order != NULL) {
      check_enqueue(shapes_algorithms[a], h.out_of_order, true);
      check_enqueue(shapes_algorithms[a], h.out_of_order, false);
    }
  }
}

/* All in one call, from nothing. */
static void test_scan(void **state) {
  (void)state;
  const clscan_scan_desc desc = desc_of(CLSCAN_SCAN_AUTO);
  struct work w;
  open_work(&w, 50000);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_reset();
    clscan_context *ctx = open_context();
    interpose_fail(k);
    const clscan_status status = clscan_scan(ctx, h.queue, &desc, &w.args, 0, NULL, &event);
    reached = interpose_failed() != NULL;
    if (injection_check(status, "clscan_scan")) {
      check_work(&w, event);
    } else {
      assert_null(event);
      assert_success(clscan_scan(ctx, h.queue, &desc, &w.args, 0, NULL, &event));
      check_work(&w, event);
    }
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
  close_work(&w);
}

static void test_reserve_and_scratch(void **state) {
  (void)state;
  const clscan_scan_desc desc = desc_of(CLSCAN_SCAN_REDUCE_THEN_SCAN);
  struct work w;
  clscan_plan *plan = NULL;
  size_t bytes = 0;
  interpose_reset();
  clscan_context *ctx = open_context();
  open_work(&w, 1000003);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_plan_scratch_size(plan, w.args.n, &bytes));
  cl_mem memory = arrays_create(&h, bytes / 4 + 1);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    cl_event event = NULL;
    interpose_fail(k);
    const clscan_status status = clscan_plan_reserve(plan, h.queue, w.args.n);
    reached = interpose_failed() != NULL;
    injection_check(status, "clscan_plan_reserve");
    assert_success(clscan_scan_enqueue(plan, h.queue, &w.args, 0, NULL, &event));
    check_work(&w, event);
    assert_success(clscan_context_trim(ctx, h.queue));
  }
  reached = true;
  for (unsigned k = 1; reached; k++) {
    clscan_scratch *scratch = NULL;
    interpose_fail(k);
    const clscan_status status =
        clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &scratch);
    reached = interpose_failed() != NULL;
    if (!injection_check(status, "clscan_scratch_create")) {
      assert_null(scratch);
    }
    clscan_scratch_destroy(scratch);
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  clReleaseMemObject(memory);
  close_work(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_context_create),
      cmocka_unit_test(test_plan_create),
      cmocka_unit_test(test_enqueue),
      cmocka_unit_test(test_scan),
      cmocka_unit_test(test_reserve_and_scratch),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
