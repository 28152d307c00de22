/* SPDX-License-Identifier: Apache-2.0 */
/* How much a context keeps for the one-call functions, and what goes first. Kernels are not run,
 * and all texts have the program of the first. */
#include "support/arrays.h"
#include "support/shapes.h"
#include "support/simulation.h"

#include <stdio.h>

static struct harness h;
static cl_mem mem;
static const size_t n = 5000;

static clscan_context *open_context(size_t max_plans, size_t max_queues) {
  clscan_context_options options =
      simulation_options(&h, (struct simulation){.records = true, .one_program = true});
  clscan_context *ctx = NULL;
  options.tuning = &shapes_small_tiles(&h)->tuning;
  options.allow_lookback = 1;
  options.max_cached_plans = max_plans;
  options.max_queues = max_queues;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  mem = arrays_create(&h, n);
  return ctx;
}

static void close_context(clscan_context *ctx) {
  clReleaseMemObject(mem);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  simulation_close();
}

static clscan_memory memory_of(clscan_context *ctx) {
  clscan_memory memory;
  assert_success(clscan_context_memory(ctx, &memory));
  return memory;
}

/* A call with the number in its text; one program, whose kernel is the same for all. */
static clscan_status call_number(clscan_context *ctx, unsigned number) {
  char load[32];
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_SMALL, .load = load};
  snprintf(load, sizeof load, "x + %uu", number);
  return clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL);
}

/* Whether the number's plan is found; it is made otherwise. */
static bool has_number(clscan_context *ctx, unsigned number) {
  const unsigned built = interpose_calls("clBuildProgram");
  assert_success(call_number(ctx, number));
  return interpose_calls("clBuildProgram") == built;
}

static void check_many_descriptors(size_t max_plans, size_t kept) {
  clscan_context *ctx = open_context(max_plans, 0);
  for (unsigned k = 0; k < 1000; k++) {
    assert_success(call_number(ctx, k));
    /* One in use all the time. */
    assert_true(has_number(ctx, 0));
    const clscan_memory memory = memory_of(ctx);
    assert_int_equal(memory.cached_plans, k + 1 < kept ? k + 1 : kept);
    assert_int_equal(memory.cached_programs, memory.cached_plans);
    assert_int_equal(interpose_held(INTERPOSE_PROGRAM), memory.cached_plans);
    assert_int_equal(interpose_held(INTERPOSE_KERNEL), memory.cached_plans);
  }
  /* The latest are there, the one before them is not. */
  for (unsigned k = 0; k + 1 < kept; k++) {
    assert_true(has_number(ctx, 999 - k));
  }
  assert_false(has_number(ctx, (unsigned)(1000 - kept)));
  close_context(ctx);
}

TEST(test_many_descriptors) {
  check_many_descriptors(0, 64);
  check_many_descriptors(3, 3);
}

/* A plan of the caller's is none of the cache's, and its programs stay. */
TEST(test_plans_of_the_callers) {
  clscan_context *ctx = open_context(2, 1);
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_SMALL};
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  for (unsigned k = 0; k < 5; k++) {
    assert_success(call_number(ctx, k));
  }
  assert_int_equal(memory_of(ctx).cached_plans, 2);
  assert_int_equal(memory_of(ctx).cached_programs, 3);
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  clscan_plan_destroy(plan);
  close_context(ctx);
}

/* --- queues ----------------------------------------------------------------------------------- */

static cl_command_queue make_queue(void) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  return queue;
}

/* A call that takes scratch; how many pieces it made. */
static unsigned call_on(clscan_context *ctx, clscan_plan *plan, cl_command_queue queue) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  const unsigned created = interpose_calls("clCreateBuffer");
  assert_success(plan != NULL ? clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL)
                              : clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL));
  return interpose_calls("clCreateBuffer") - created;
}

/* Look-back has programs of several kinds: these are built. */
static clscan_context *open_context_for_queues(size_t max_queues) {
  clscan_context_options options = simulation_options(&h, (struct simulation){.records = true});
  clscan_context *ctx = NULL;
  options.tuning = &shapes_small_tiles(&h)->tuning;
  options.allow_lookback = 1;
  options.max_queues = max_queues;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  mem = arrays_create(&h, n);
  return ctx;
}

static void check_many_queues(size_t max_queues, size_t kept) {
  clscan_context *ctx = open_context_for_queues(max_queues);
  assert_int_equal(call_on(ctx, NULL, h.queue), 1);
  for (unsigned k = 0; k < 300; k++) {
    cl_command_queue queue = make_queue();
    assert_int_equal(call_on(ctx, NULL, queue), 1);
    assert_int_equal(call_on(ctx, NULL, queue), 0);
    /* One in use all the time. */
    assert_int_equal(call_on(ctx, NULL, h.queue), 0);
    clReleaseCommandQueue(queue);
    const size_t queues = k + 2 < kept ? k + 2 : kept;
    assert_int_equal(memory_of(ctx).scratch_count, queues);
    assert_int_equal(interpose_held(INTERPOSE_MEM), queues);
    assert_int_equal(interpose_held(INTERPOSE_QUEUE), queues);
  }
  close_context(ctx);
}

TEST(test_many_queues) {
  check_many_queues(0, 16);
  check_many_queues(2, 2);
}

/* All the scratch of the queue whose last use is the oldest goes, and no other. */
TEST(test_the_oldest_queue_goes) {
  enum { KEPT = 3 };
  if (h.out_of_order == NULL) {
    harness_skip("the device has no out-of-order queues");
  }
  clscan_context *ctx = open_context_for_queues(KEPT);
  cl_command_queue queues[KEPT + 1] = {h.out_of_order, make_queue(), make_queue(), make_queue()};
  /* The first has several pieces, of which one is the oldest of all. */
  assert_int_equal(call_on(ctx, NULL, queues[0]), 1);
  assert_int_equal(call_on(ctx, NULL, queues[1]), 1);
  assert_int_equal(call_on(ctx, NULL, queues[2]), 1);
  assert_int_equal(call_on(ctx, NULL, queues[0]), 1);
  assert_int_equal(memory_of(ctx).scratch_count, 4);
  assert_int_equal(call_on(ctx, NULL, queues[3]), 1);
  assert_int_equal(memory_of(ctx).scratch_count, 4);
  assert_int_equal(call_on(ctx, NULL, queues[2]), 0);
  /* Two pieces of the first queue go for one of the second. */
  assert_int_equal(call_on(ctx, NULL, queues[1]), 1);
  assert_int_equal(memory_of(ctx).scratch_count, 3);
  for (unsigned k = 1; k <= KEPT; k++) {
    assert_int_equal(call_on(ctx, NULL, queues[k]), 0);
    clReleaseCommandQueue(queues[k]);
  }
  close_context(ctx);
}

/* Scratch of the caller's plans stays, reserved or not. */
TEST(test_queues_of_the_callers_plans) {
  enum { QUEUES = 6 };
  clscan_context *ctx = open_context_for_queues(2);
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  clscan_plan *plan = NULL;
  cl_command_queue queues[QUEUES];
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  for (unsigned k = 0; k < QUEUES; k++) {
    queues[k] = make_queue();
    if (k % 2 == 0) {
      assert_success(clscan_plan_reserve(plan, queues[k], n));
    }
    call_on(ctx, plan, queues[k]);
    call_on(ctx, NULL, queues[k]);
  }
  assert_int_equal(memory_of(ctx).scratch_count, QUEUES + 2);
  for (unsigned k = 0; k < QUEUES; k++) {
    assert_int_equal(call_on(ctx, plan, queues[k]), 0);
    clReleaseCommandQueue(queues[k]);
  }
  clscan_plan_destroy(plan);
  close_context(ctx);
}

/* --- in use ----------------------------------------------------------------------------------- */

struct maker {
  clscan_context *ctx;
  unsigned number;
  clscan_status status;
};

static void *make(void *user) {
  struct maker *m = user;
  m->status = call_number(m->ctx, m->number);
  return NULL;
}

/* A plan that is being made stays, whatever comes meanwhile, trimming too. */
TEST(test_plans_in_the_making_stay) {
  enum { MAKERS = 4 };
  clscan_context *ctx = open_context(1, 0);
  pthread_t threads[MAKERS];
  struct maker makers[MAKERS];
  assert_success(call_number(ctx, 0));
  interpose_hold_builds(true);
  for (unsigned k = 0; k < MAKERS; k++) {
    makers[k] = (struct maker){.ctx = ctx, .number = k + 1};
    assert_int_equal(pthread_create(&threads[k], NULL, make, &makers[k]), 0);
  }
  const bool building = interpose_build_is_held();
  assert_success(clscan_context_trim(ctx, NULL));
  interpose_hold_builds(false);
  for (unsigned k = 0; k < MAKERS; k++) {
    pthread_join(threads[k], NULL);
    assert_success(makers[k].status);
  }
  assert_true(building);
  assert_success(call_number(ctx, 0));
  assert_int_equal(memory_of(ctx).cached_plans, 1);
  assert_int_equal(memory_of(ctx).cached_programs, 1);
  close_context(ctx);
}

HARNESS_MAIN(NULL, NULL)
