/* SPDX-License-Identifier: Apache-2.0 */
/* Every allocation of host memory, and every mutex, fails in turn: the status says so, and so does
 * a sentence. */
#include "support/arrays.h"
#include "support/refusal.h"
#include "support/shapes.h"

#include <errno.h>
#include <stdlib.h>

static struct harness h;

/* --- the linker puts these before the library's allocations ----------------------------------- */

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

static clscan_log_callback capture;

/* The harness's own memory does not fail. */
static void log_message(void *user, clscan_status status, const char *message) {
  const unsigned left = memory.left;
  memory.left = 0;
  capture(user, status, message);
  memory.left = left;
}

static clscan_context_options options_of(void) {
  clscan_context_options options = harness_options(&h);
  capture = options.log;
  options.log = log_message;
  return options;
}

/* --- calls ----------------------------------------------------------------------------------- */

static clscan_context *ctx;
static clscan_plan *plan;
static cl_mem mem;
static cl_event done; /* is over */

static const clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                                      .algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN};

static clscan_status make_context(void) {
  clscan_context_options options = options_of();
  clscan_context *made = NULL;
  options.build_options = "";
  options.tuning_rows = "scan spacing=64\n";
  const clscan_status status = clscan_context_create(h.context, h.device, &options, &made);
  assert_true(status == CLSCAN_SUCCESS || made == NULL);
  clscan_context_destroy(made);
  return status;
}

static clscan_status make_scan(void) {
  clscan_plan *made = NULL;
  const clscan_status status = clscan_scan_plan_create(ctx, &desc, &made);
  assert_true(status == CLSCAN_SUCCESS || made == NULL);
  clscan_plan_destroy(made);
  return status;
}

static clscan_status make_reduction(void) {
  const clscan_reduce_desc reduce = {.type = CLSCAN_UINT32};
  clscan_plan *made = NULL;
  const clscan_status status = clscan_reduce_plan_create(ctx, &reduce, &made);
  assert_true(status == CLSCAN_SUCCESS || made == NULL);
  clscan_plan_destroy(made);
  return status;
}

static clscan_status make_partition(void) {
  const clscan_partition_desc partition = {.type = CLSCAN_UINT32};
  clscan_plan *made = NULL;
  const clscan_status status = clscan_partition_plan_create(ctx, &partition, &made);
  assert_true(status == CLSCAN_SUCCESS || made == NULL);
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
  assert_true(status == CLSCAN_SUCCESS || scratch == NULL);
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
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    bool reached = true;
    for (unsigned k = 1; reached; k++) {
      harness_log_reset(&h);
      memory.failed = false;
      memory.left = k;
      const clscan_status status = calls[c].call();
      memory.left = 0;
      /* pocl 3.1 mistakes two kernels of the same text for each other while both are in use. */
      assert_int_equal(clFinish(h.queue), CL_SUCCESS);
      reached = memory.failed;
      assert_status(status, reached ? CL_OUT_OF_HOST_MEMORY : CLSCAN_SUCCESS);
      if (reached && h.log.status != CL_OUT_OF_HOST_MEMORY) {
        fail_msg("%s: nothing is said where allocation %u fails", calls[c].name, k);
      }
      assert_true(reached || k > 1);
    }
  }
}

/* A store that has nothing and takes nothing. */
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

/* The store of programs can be done without. */
static void test_store(void **state) {
  (void)state;
  clscan_context_options options = options_of();
  clscan_context *const usual = ctx;
  bool reached = true;
  unsigned done_without = 0;
  options.program_load = load_nothing;
  options.program_store = store_nothing;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  assert_success(make_scan());
  for (unsigned k = 1; reached; k++) {
    assert_success(clscan_context_trim(ctx, NULL));
    memory.failed = false;
    memory.left = k;
    const clscan_status status = make_scan();
    memory.left = 0;
    reached = memory.failed;
    if (status != CLSCAN_SUCCESS) {
      assert_status(status, CL_OUT_OF_HOST_MEMORY);
    } else {
      done_without += reached;
    }
  }
  assert_true(done_without > 10);
  clscan_context_destroy(ctx);
  ctx = usual;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_allocation),
      cmocka_unit_test(test_store),
  };
  harness_open(&h);
  const clscan_context_options options = options_of();
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
