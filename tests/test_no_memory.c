/* SPDX-License-Identifier: Apache-2.0 */
/* Each allocation of host memory fails in turn while contexts and plans are made: the status says so, the
 * log has a sentence, nothing is leaked, and a second attempt succeeds. The linker puts this file's
 * allocators in the place of those that the library calls. */
#include "harness.h"
#include "programs.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static struct {
  unsigned countdown; /* 0: nothing fails */
  bool failed;
  unsigned paused; /* inside of OpenCL, which is not what is tested */
} fault;

static bool fails(void) {
  if (fault.paused != 0 || fault.countdown == 0 || --fault.countdown != 0) {
    return false;
  }
  fault.failed = true;
  return true;
}

/* The names are the linker's. */
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

static cl_program CL_API_CALL create(cl_context context, cl_uint count, const char **texts,
                                     const size_t *lengths, cl_int *error) {
  fault.paused++;
  cl_program program = programs_create(context, count, texts, lengths, error);
  fault.paused--;
  return program;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                void *user) {
  fault.paused++;
  const cl_int status = programs_build(program, count, devices, options, notify, user);
  fault.paused--;
  return status;
}

static clscan_proc get_proc(void *user, const char *name) {
  return strcmp(name, "clCreateProgramWithSource") == 0 ? (clscan_proc)create
         : strcmp(name, "clBuildProgram") == 0          ? (clscan_proc)build
                                                        : programs_get_proc(user, name);
}

/* Has a log, whose own memory does not fail. */
static clscan_log_callback capture;

static void log_message(void *user, clscan_status status, const char *message) {
  fault.paused++;
  capture(user, status, message);
  fault.paused--;
}

/* A store that takes nothing. */
static size_t load_nothing(void *user, const char *key, size_t capacity, void *bytes) {
  (void)user;
  (void)key;
  (void)capacity;
  (void)bytes;
  return 0;
}

static void store_nothing(void *user, const char *key, const void *bytes, size_t size) {
  (void)user;
  (void)key;
  (void)bytes;
  (void)size;
}

static clscan_context_options options_of(void) {
  clscan_context_options options = harness_options(&h);
  capture = options.log;
  options.log = log_message;
  options.get_proc = get_proc;
  options.build_options = "";
  options.program_load = load_nothing;
  options.program_store = store_nothing;
  options.tuning_rows = "scan spacing=64\n";
  return options;
}

/* Calls `make` with each allocation failing in turn. */
static void check_each(clscan_status (*make)(clscan_context *ctx), clscan_context *ctx) {
  unsigned refused = 0;
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    harness_log_reset(&h);
    fault.failed = false;
    fault.countdown = k;
    const clscan_status status = make(ctx);
    fault.countdown = 0;
    reached = fault.failed;
    if (status != CLSCAN_SUCCESS) {
      assert_status(status, CL_OUT_OF_HOST_MEMORY);
      refused++;
      if (h.log.count == 0 || h.log.status != status) {
        fail_msg("no sentence when allocation %u fails", k);
      }
    }
  }
  assert_true(refused > 0);
}

static clscan_status make_context(clscan_context *ignored) {
  (void)ignored;
  const clscan_context_options options = options_of();
  clscan_context *ctx = NULL;
  const clscan_status status = clscan_context_create(h.context, h.device, &options, &ctx);
  assert_true((ctx != NULL) == (status == CLSCAN_SUCCESS));
  clscan_context_destroy(ctx);
  return status;
}

/* What was made, given back. */
static clscan_status finish(clscan_status status, clscan_plan *plan) {
  assert_true((plan != NULL) == (status == CLSCAN_SUCCESS));
  clscan_plan_destroy(plan);
  return status;
}

static clscan_status make_scan(clscan_context *ctx) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .load = "x + 1"};
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
  return finish(status, plan);
}

static clscan_status make_reduce(clscan_context *ctx) {
  const clscan_reduce_desc desc = {.type = CLSCAN_INT32};
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_reduce_plan_create(ctx, &desc, &plan);
  return finish(status, plan);
}

static clscan_status make_select(clscan_context *ctx) {
  const clscan_select_desc desc = {.type = CLSCAN_INT32, .predicate = "x & 1"};
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_select_plan_create(ctx, &desc, &plan);
  return finish(status, plan);
}

static clscan_status make_partition(clscan_context *ctx) {
  const clscan_partition_desc desc = {.type = CLSCAN_INT32, .bucket = "x & 3", .num_buckets = 4};
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_partition_plan_create(ctx, &desc, &plan);
  return finish(status, plan);
}

static clscan_status make_source(clscan_context *ctx) {
  const clscan_device_source_desc desc = {.type = CLSCAN_INT32};
  size_t size = 0;
  return clscan_device_source(ctx, &desc, 0, NULL, &size, NULL);
}

static void test_context(void **state) {
  (void)state;
  check_each(make_context, NULL);
}

static void test_plans(void **state) {
  (void)state;
  static clscan_status (*const makers[])(clscan_context *) = {make_scan, make_reduce, make_select,
                                                              make_partition, make_source};
  const clscan_context_options options = options_of();
  for (unsigned k = 0; k < HARNESS_COUNT(makers); k++) {
    clscan_context *ctx = NULL;
    assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
    check_each(makers[k], ctx);
    clscan_context_destroy(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_context),
      cmocka_unit_test(test_plans),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
