/* SPDX-License-Identifier: Apache-2.0 */
/* Every allocation of host memory fails in turn: the status says so, and so does a sentence. */
#include "arrays.h"
#include "refusal.h"
#include "shapes.h"

#include <stdlib.h>

static struct harness h;

/* --- the linker puts these before the library's allocations ------------------------------------- */

static struct {
  unsigned left; /* allocations until the one that fails; 0: none fails */
  bool failed;
} memory;

static bool fails(void) {
  if (memory.left == 0 || --memory.left != 0) {
    return false;
  }
  memory.failed = true;
  return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

/* --- calls ----------------------------------------------------------------------------------- */

static clscan_context *ctx;
static clscan_plan *plan;
static cl_mem mem;
static cl_event done; /* is over */

static const clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                                      .algorithm = CLSCAN_ALGORITHM_REDUCE_THEN_SCAN};

static clscan_status make_context(void) {
  clscan_context_options options = harness_options(&h);
  clscan_context *made = NULL;
  options.tuning_rows = "scan spacing=64\n";
  const clscan_status status = clscan_context_create(h.context, h.device, &options, &made);
  clscan_context_destroy(made);
  return status;
}

static clscan_status make_scan(void) {
  clscan_plan *made = NULL;
  const clscan_status status = clscan_scan_plan_create(ctx, &desc, &made);
  clscan_plan_destroy(made);
  return status;
}

static clscan_status make_reduction(void) {
  const clscan_reduce_desc reduce = {.type = CLSCAN_UINT32};
  clscan_plan *made = NULL;
  const clscan_status status = clscan_reduce_plan_create(ctx, &reduce, &made);
  clscan_plan_destroy(made);
  return status;
}

static clscan_status make_partition(void) {
  const clscan_partition_desc partition = {.type = CLSCAN_UINT32};
  clscan_plan *made = NULL;
  const clscan_status status = clscan_partition_plan_create(ctx, &partition, &made);
  clscan_plan_destroy(made);
  return status;
}

static clscan_scan_args args_of(void) {
  return (clscan_scan_args){.in = {mem, 0}, .out = {mem, 0}, .n = 100000};
}

static clscan_status enqueue(void) {
  const clscan_scan_args args = args_of();
  assert_success(clscan_context_trim(ctx, h.queue));
  return clscan_scan_enqueue(plan, h.queue, &args, 1, &done, NULL);
}

static clscan_status call(void) {
  const clscan_scan_args args = args_of();
  assert_success(clscan_context_trim(ctx, NULL));
  return clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL);
}

static clscan_status reserve(void) {
  assert_success(clscan_context_trim(ctx, h.queue));
  return clscan_plan_reserve(plan, h.queue, 100000);
}

static clscan_status make_scratch(void) {
  clscan_scratch *scratch = NULL;
  const clscan_status status = clscan_scratch_create(ctx, (clscan_buffer){mem, 0}, 1000, &scratch);
  clscan_scratch_destroy(scratch);
  return status;
}

static clscan_status make_text(void) {
  const clscan_device_source_desc text = {.type = CLSCAN_UINT32};
  size_t size = 0;
  return clscan_device_source(ctx, &text, 0, NULL, &size, NULL);
}

static void test_every_allocation(void **state) {
  (void)state;
  static const struct {
    const char *name;
    clscan_status (*call)(void);
  } calls[] = {
      {"context", make_context},     {"scan", make_scan},       {"reduction", make_reduction},
      {"partition", make_partition}, {"enqueue", enqueue},      {"one call", call},
      {"reserve", reserve},          {"scratch", make_scratch}, {"device source", make_text}};
  for (size_t c = 0; c < HARNESS_COUNT(calls); c++) {
    /* What the harness keeps of programs is kept now. */
    assert_success(calls[c].call());
    bool reached = true;
    for (unsigned k = 1; reached; k++) {
      harness_log_reset(&h);
      memory.failed = false;
      memory.left = k;
      const clscan_status status = calls[c].call();
      memory.left = 0;
      reached = memory.failed;
      assert_status(status, reached ? CL_OUT_OF_HOST_MEMORY : CLSCAN_SUCCESS);
      if (reached && h.log.status != CL_OUT_OF_HOST_MEMORY) {
        fail_msg("%s: nothing is said where allocation %u fails", calls[c].name, k);
      }
      assert_true(reached || k > 1);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation)};
  harness_open(&h);
  const clscan_context_options options = harness_options(&h);
  mem = arrays_create(&h, 100000);
  done = clCreateUserEvent(h.context, NULL);
  if (clSetUserEventStatus(done, CL_COMPLETE) != CL_SUCCESS ||
      clscan_context_create(h.context, h.device, &options, &ctx) != CLSCAN_SUCCESS ||
      clscan_scan_plan_create(ctx, &desc, &plan) != CLSCAN_SUCCESS) {
    return EXIT_FAILURE;
  }
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseEvent(done);
  clReleaseMemObject(mem);
  harness_close(&h);
  return harness_exit(failed);
}
