/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads: the one-call functions from anywhere, plans of one context at the same time. */
#include "support/arrays.h"
#include "support/interpose.h"
#include "support/work.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

#define THREADS 8
#define RUNS 25

/* What a thread does and how it went; asserting is left to the main thread. */
struct worker {
  clscan_context *ctx;
  unsigned number;
  pthread_barrier_t *start;
  clscan_plan *plan;
  bool makes_plans; /* one for each scan, instead of the functions of one call */
  clscan_status status;
  unsigned wrong;
};

/* --- scan ---------------------------------------------------------------------------------- */

/* A scan by a plan that is made for it, and given up at once. */
static clscan_status scan_with_plan(clscan_context *ctx, cl_command_queue queue,
                                    const clscan_scan_desc *desc, const clscan_scan_args *args) {
  clscan_plan *plan = NULL;
  clscan_status status = clscan_scan_plan_create(ctx, desc, &plan);
  if (status == CLSCAN_SUCCESS) {
    status = clscan_plan_reserve(plan, queue, args->n);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan_scan_enqueue(plan, queue, args, 0, NULL, NULL);
  }
  clscan_plan_destroy(plan);
  return status;
}

/* One scan on the worker's own queue, compared with the serial one. */
static void scan_and_compare(struct worker *w, cl_command_queue queue, unsigned run) {
  static const clscan_op ops[] = {CLSCAN_ADD, CLSCAN_XOR, CLSCAN_MAX};
  static const size_t lengths[] = {1, 777, 20011, 300000};
  const clscan_op op = ops[(w->number + run) % 3];
  const size_t n = lengths[(w->number * 3 + run) % 4];
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .op = op};
  uint32_t *x = malloc(n * sizeof *x);
  uint32_t *y = malloc(n * sizeof *y);
  uint64_t random = w->number * 1000 + run + 1;
  cl_int error = CL_SUCCESS;
  if (x == NULL || y == NULL) {
    abort();
  }
  for (size_t k = 0; k < n; k++) {
    x[k] = (uint32_t)harness_random(&random);
  }
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, n * sizeof *x, x, &error);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  const clscan_status status = w->makes_plans
                                   ? scan_with_plan(w->ctx, queue, &desc, &args)
                                   : clscan_scan(w->ctx, queue, &desc, &args, 0, NULL, NULL);
  if (status != CLSCAN_SUCCESS) {
    w->status = status;
  } else if (clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, n * sizeof *y, y, 0, NULL, NULL) ==
             CL_SUCCESS) {
    for (size_t k = 1; k < n; k++) {
      x[k] = op == CLSCAN_ADD   ? x[k] + x[k - 1]
             : op == CLSCAN_XOR ? x[k] ^ x[k - 1]
             : x[k] > x[k - 1]  ? x[k]
                                : x[k - 1];
    }
    w->wrong += memcmp(x, y, n * sizeof *x) != 0;
  }
  clReleaseMemObject(mem);
  free(x);
  free(y);
}

static void *scan_many(void *user) {
  struct worker *w = user;
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(h.context, h.device, 0, &error);
  pthread_barrier_wait(w->start);
  for (unsigned run = 0; run < RUNS && w->status == CLSCAN_SUCCESS; run++) {
    scan_and_compare(w, queue, run);
  }
  clFinish(queue);
  clReleaseCommandQueue(queue);
  return NULL;
}

/* Runs `count` threads on the contexts in turn and checks how each ended. */
static void run_threads(void *(*body)(void *), clscan_context *const contexts[2],
                        struct worker *workers, unsigned count) {
  pthread_t threads[THREADS];
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, count);
  for (unsigned k = 0; k < count; k++) {
    workers[k] = (struct worker){.ctx = contexts[k % 2], .number = k, .start = &start};
    assert_int_equal(pthread_create(&threads[k], NULL, body, &workers[k]), 0);
  }
  for (unsigned k = 0; k < count; k++) {
    pthread_join(threads[k], NULL);
  }
  pthread_barrier_destroy(&start);
  for (unsigned k = 0; k < count; k++) {
    assert_success(workers[k].status);
    assert_int_equal(workers[k].wrong, 0);
  }
}

TEST(test_eight_threads_on_two_contexts) {
  struct worker workers[THREADS];
  clscan_context *const contexts[2] = {shapes_open(&h, &shapes[SHAPE_OWN]),
                                       shapes_open(&h, &shapes[SHAPE_OWN])};
  run_threads(scan_many, contexts, workers, THREADS);
  clscan_memory memory;
  assert_success(clscan_context_memory(contexts[0], &memory));
  assert_int_equal(memory.cached_plans, 3);
  clscan_context_destroy(contexts[0]);
  clscan_context_destroy(contexts[1]);
}

/* --- trimming ------------------------------------------------------------------------------ */

/* Threads that still scan, and rounds of those that trim. */
static atomic_uint scanning;
static atomic_uint trimmed;

static void *scan_or_trim(void *user) {
  struct worker *w = user;
  clscan_memory memory;
  w->makes_plans = w->number % 4 == 1;
  if (w->number % 4 != 3) {
    scan_many(w);
    scanning--;
    return NULL;
  }
  pthread_barrier_wait(w->start);
  while (scanning > 0 && w->status == CLSCAN_SUCCESS) {
    w->status = clscan_context_trim(w->ctx, w->number == 3 ? NULL : h.queue);
    if (w->status == CLSCAN_SUCCESS) {
      w->status = clscan_context_memory(w->ctx, &memory);
    }
    trimmed++;
  }
  return NULL;
}

/* What is given back is made again, and no scan notices. */
TEST(test_trim_while_others_work) {
  struct worker workers[THREADS];
  clscan_memory memory;
  clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
  clscan_context *const contexts[2] = {ctx, ctx};
  /* pocl 5.0 aborts where several threads are the first to run a kernel. */
  for (unsigned run = 0; run < 12; run++) {
    struct worker first = {.ctx = ctx};
    scan_and_compare(&first, h.queue, run);
    assert_success(first.status);
  }
  scanning = THREADS - THREADS / 4;
  trimmed = 0;
  run_threads(scan_or_trim, contexts, workers, THREADS);
  assert_true(trimmed >= THREADS / 4);
  assert_success(clscan_context_trim(ctx, NULL));
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.scratch_count, 0);
  assert_int_equal(memory.scratch_bytes, 0);
  assert_int_equal(memory.cached_plans, 0);
  assert_int_equal(memory.cached_programs, 0);
  clscan_context_destroy(ctx);
}

/* --- every algorithm ----------------------------------------------------------------------- */

#define MOST_WORKS 32

/* What the threads call, each with buffers of its own, so that the main thread can look at all. */
static struct work_run runs[THREADS][MOST_WORKS * 2];
static unsigned num_works;

/* Works of the context's atomics. */
static const struct work *work_number(unsigned k) {
  for (const struct work *w = works; w->name != NULL; w++) {
    if (w->atomics == CLSCAN_ATOMICS_AUTO && k-- == 0) {
      return w;
    }
  }
  return NULL;
}

static void *call_works(void *user) {
  struct worker *w = user;
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(h.context, h.device, 0, &error);
  pthread_barrier_wait(w->start);
  for (unsigned k = 0; k < 2 * num_works && w->status == CLSCAN_SUCCESS; k++) {
    const struct work_run *r = &runs[w->number][(k + w->number) % (2 * num_works)];
    w->status = work_call(r, w->ctx, queue, 0, NULL, NULL);
  }
  clFinish(queue);
  clReleaseCommandQueue(queue);
  return NULL;
}

TEST(test_every_algorithm) {
  struct worker workers[THREADS];
  clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
  clscan_context *const contexts[2] = {ctx, ctx};
  while (num_works < MOST_WORKS && work_number(num_works) != NULL) {
    num_works++;
  }
  for (unsigned k = 0; k < THREADS * 2 * num_works; k++) {
    const unsigned number = k % (2 * num_works);
    work_open(&runs[k / (2 * num_works)][number], &h, work_number(number / 2),
              1000 + 7919 * (k % 7), k + 1);
  }
  /* pocl 5.0 aborts where several threads are the first to run a kernel. */
  clscan_context *other = shapes_open(&h, &shapes[SHAPE_OWN]);
  for (unsigned k = 0; k < 2 * num_works; k++) {
    assert_success(work_call(&runs[0][k], other, h.queue, 0, NULL, NULL));
  }
  clFinish(h.queue);
  clscan_context_destroy(other);
  for (unsigned k = 0; k < 2 * num_works; k++) {
    work_spoil(&runs[0][k]);
  }
  run_threads(call_works, contexts, workers, THREADS);
  for (unsigned k = 0; k < THREADS * 2 * num_works; k++) {
    struct work_run *r = &runs[k / (2 * num_works)][k % (2 * num_works)];
    assert_true(work_is_clean(r));
    work_close(r);
  }
  clscan_memory memory;
  assert_success(clscan_context_memory(ctx, &memory));
  assert_int_equal(memory.cached_plans, num_works);
  clscan_context_destroy(ctx);
}

/* --- plans --------------------------------------------------------------------------------- */

static void *make_plan(void *user) {
  struct worker *w = user;
  const clscan_scan_desc desc = {.type = CLSCAN_INT16, .op = CLSCAN_MIN};
  pthread_barrier_wait(w->start);
  w->status = clscan_scan_plan_create(w->ctx, &desc, &w->plan);
  return NULL;
}

TEST(test_same_plan_at_once) {
  struct worker workers[THREADS];
  clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
  clscan_context *const contexts[2] = {ctx, ctx};
  run_threads(make_plan, contexts, workers, THREADS);
  for (unsigned k = 0; k < THREADS; k++) {
    clscan_plan_destroy(workers[k].plan);
  }
  clscan_context_destroy(ctx);
}

/* A thread that compiles does not hold up one whose plan exists. */
TEST(test_compiling_holds_nobody_up) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  pthread_t thread;
  pthread_barrier_t start;
  cl_int error = CL_SUCCESS;
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  cl_command_queue queue = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  /* The plan of worker 0's run 0 exists from here on. */
  struct worker quick = {.ctx = ctx, .number = 0};
  scan_and_compare(&quick, queue, 0);
  assert_success(quick.status);
  struct worker slow = {.ctx = ctx, .start = &start};
  pthread_barrier_init(&start, NULL, 1);
  interpose_hold_builds(true);
  assert_int_equal(pthread_create(&thread, NULL, make_plan, &slow), 0);
  const bool building = interpose_build_is_held();
  scan_and_compare(&quick, queue, 0);
  const bool still_building = interpose_build_is_held();
  interpose_hold_builds(false);
  pthread_join(thread, NULL);
  assert_true(building);
  assert_true(still_building);
  assert_success(quick.status);
  assert_int_equal(quick.wrong, 0);
  assert_success(slow.status);
  clscan_plan_destroy(slow.plan);
  clscan_context_destroy(ctx);
  pthread_barrier_destroy(&start);
  clReleaseCommandQueue(queue);
  assert_true(interpose_nothing_held());
}

HARNESS_MAIN(NULL, NULL)
