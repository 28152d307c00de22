/* SPDX-License-Identifier: Apache-2.0 */
/* Each allocation of host memory, and each mutex, fails in turn while a context is made, and a plan
 * whose programs go to a store. The linker puts this file's functions in the place of those that
 * the library calls. */
#include "injection.h"
#include "programs.h"

#include <errno.h>
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
int __real_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __real_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  return fails() ? ENOMEM : __real_pthread_mutex_init(mutex, attributes);
}
int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  return fails() ? ENOMEM : __real_pthread_cond_init(condition, attributes);
}

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

/* A call in which the k-th allocation failed, if there are so many. */
static clscan_status make_context(unsigned k, clscan_context **ctx) {
  const clscan_context_options options = options_of();
  harness_log_reset(&h);
  fault.failed = false;
  fault.countdown = k;
  const clscan_status status = clscan_context_create(h.context, h.device, &options, ctx);
  fault.countdown = 0;
  return status;
}

static void test_context(void **state) {
  (void)state;
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    clscan_context *ctx = NULL;
    const clscan_status status = make_context(k, &ctx);
    reached = fault.failed;
    if (status == CLSCAN_SUCCESS) {
      clscan_context_destroy(ctx);
    } else {
      assert_status(status, CL_OUT_OF_HOST_MEMORY);
      assert_true(h.log.count > 0);
      assert_int_equal(h.log.status, status);
      assert_null(ctx);
    }
    assert_true(k > 4 || status != CLSCAN_SUCCESS);
  }
}

/* The store can be done without. */
static void test_plan(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_context *ctx = NULL;
  bool reached = true;
  unsigned done_without = 0;
  assert_success(make_context(0, &ctx));
  for (unsigned k = 1; reached; k++) {
    clscan_plan *plan = NULL;
    assert_success(clscan_context_trim(ctx, NULL));
    fault.failed = false;
    fault.countdown = k;
    const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
    fault.countdown = 0;
    reached = fault.failed;
    if (status == CLSCAN_SUCCESS) {
      done_without += reached;
    } else {
      assert_status(status, CL_OUT_OF_HOST_MEMORY);
      assert_null(plan);
    }
    clscan_plan_destroy(plan);
  }
  assert_true(done_without > 10);
  clscan_context_destroy(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_context),
      cmocka_unit_test(test_plan),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
