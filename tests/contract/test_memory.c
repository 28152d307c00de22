/* SPDX-License-Identifier: Apache-2.0 */
/* What a context holds, gives back and reuses: scratch, cached plans, programs. */
#include "support/arrays.h"
#include "support/interpose.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static clscan_context *open_context(void) {
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static clscan_memory memory_of(clscan_context *ctx) {
  clscan_memory memory;
  assert_success(clscan_context_memory(ctx, &memory));
  return memory;
}

/* Runs an inclusive sum in place and checks it; the descriptor must ask for that. */
static void run(clscan_plan *plan, cl_command_queue queue, size_t n) {
  uint32_t *expected = arrays_host(n);
  cl_mem mem = arrays_random(&h, n, n, expected);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  assert_success(clscan_scan_enqueue(plan, queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  arrays_sum(expected, n);
  assert_true(arrays_equal(&h, mem, expected, n));
  clReleaseMemObject(mem);
  free(expected);
}

TEST(test_scratch_is_counted_and_trimmed) {
  clscan_context *ctx = open_context();
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  const size_t n = 3 * shapes_tile(plan) + 1;
  assert_int_equal(memory_of(ctx).scratch_bytes, 0);
  assert_int_equal(memory_of(ctx).scratch_count, 0);
  run(plan, h.queue, n);
  const clscan_memory one = memory_of(ctx);
  assert_int_equal(one.scratch_count, 1);
  assert_true(one.scratch_bytes > 0);
  assert_true(one.cached_programs > 0);
  /* The same again needs nothing new; a second queue has scratch of its own. */
  run(plan, h.queue, n);
  assert_int_equal(memory_of(ctx).scratch_bytes, one.scratch_bytes);
  cl_int error = CL_SUCCESS;
  cl_command_queue other = clCreateCommandQueue(h.context, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  run(plan, other, n);
  assert_int_equal(memory_of(ctx).scratch_count, 2);
  assert_success(clscan_context_trim(ctx, other));
  assert_int_equal(memory_of(ctx).scratch_count, 1);
  assert_int_equal(interpose_held(INTERPOSE_QUEUE), 1);
  clReleaseCommandQueue(other);
  assert_success(clscan_context_trim(ctx, NULL));
  assert_int_equal(memory_of(ctx).scratch_count, 0);
  assert_int_equal(memory_of(ctx).scratch_bytes, 0);
  assert_int_equal(interpose_held(INTERPOSE_MEM), 0);
  assert_int_equal(interpose_held(INTERPOSE_QUEUE), 0);
  run(plan, h.queue, n);
  clscan_plan_destroy(plan);
  assert_int_equal(memory_of(ctx).scratch_count, 0);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

/* Scratch that grows while earlier executions are still queued. */
TEST(test_scratch_grows) {
  clscan_context *ctx = open_context();
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_SCAN_THREE_PASS};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  enum { CALLS = 6 };
  const size_t tile = shapes_tile(plan);
  cl_mem mems[CALLS];
  uint32_t *expected[CALLS];
  for (size_t k = 0; k < CALLS; k++) {
    const size_t n = (k + 1) * tile + k;
    expected[k] = arrays_host(n);
    mems[k] = arrays_random(&h, n, k, expected[k]);
    arrays_sum(expected[k], n);
  }
  for (size_t k = 0; k < CALLS; k++) {
    const clscan_scan_args args = {
        .in = {mems[k], 0}, .out = {mems[k], 0}, .n = (k + 1) * tile + k};
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  }
  for (size_t k = 0; k < CALLS; k++) {
    assert_true(arrays_equal(&h, mems[k], expected[k], (k + 1) * tile + k));
    clReleaseMemObject(mems[k]);
    free(expected[k]);
  }
  assert_int_equal(memory_of(ctx).scratch_count, 1);
  assert_success(clscan_context_trim(ctx, h.queue));
  assert_int_equal(memory_of(ctx).scratch_count, 0);
  assert_int_equal(memory_of(ctx).scratch_bytes, 0);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

/* clscan_scan() builds once for a descriptor, and looks at the texts, not at where they are. */
TEST(test_cached_plans) {
  clscan_context *ctx = open_context();
  const size_t n = 1000;
  uint32_t *expected = arrays_host(n);
  uint32_t *again = arrays_host(n);
  cl_mem in = arrays_random(&h, n, 1, expected);
  cl_mem out = arrays_create(&h, n);
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  char load[32] = "x + 1u";
  clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .load = load};
  memcpy(again, expected, n * sizeof *again);
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  assert_int_equal(memory_of(ctx).cached_plans, 1);
  const unsigned built = interpose_calls("clBuildProgram");
  for (size_t k = 0; k < n; k++) {
    expected[k] += 1;
    again[k] += 2;
  }
  arrays_sum(expected, n);
  arrays_sum(again, n);
  assert_true(arrays_equal(&h, out, expected, n));
  /* The same text elsewhere. */
  char copy[32] = "x + 1u";
  desc.load = copy;
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  assert_int_equal(memory_of(ctx).cached_plans, 1);
  assert_int_equal(interpose_calls("clBuildProgram"), built);
  /* Another text in the same place. */
  load[4] = '2';
  desc.load = load;
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  assert_int_equal(memory_of(ctx).cached_plans, 2);
  assert_true(arrays_equal(&h, out, again, n));
  /* The first descriptor still finds its plan. */
  desc.load = copy;
  const unsigned rebuilt = interpose_calls("clBuildProgram");
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  assert_int_equal(interpose_calls("clBuildProgram"), rebuilt);
  assert_true(arrays_equal(&h, out, expected, n));
  /* Given back, and made again. */
  assert_success(clscan_context_trim(ctx, NULL));
  assert_int_equal(memory_of(ctx).cached_plans, 0);
  assert_int_equal(memory_of(ctx).cached_programs, 0);
  assert_int_equal(memory_of(ctx).scratch_count, 0);
  assert_int_equal(interpose_held(INTERPOSE_PROGRAM), 0);
  assert_int_equal(interpose_held(INTERPOSE_KERNEL), 0);
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  assert_true(arrays_equal(&h, out, expected, n));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  free(expected);
  free(again);
}

/* A second plan of the same descriptor builds nothing. */
TEST(test_programs_are_shared) {
  clscan_context *ctx = open_context();
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *plans[2] = {NULL, NULL};
  assert_success(clscan_scan_plan_create(ctx, &desc, &plans[0]));
  const unsigned built = interpose_calls("clBuildProgram");
  assert_success(clscan_scan_plan_create(ctx, &desc, &plans[1]));
  assert_int_equal(interpose_calls("clBuildProgram"), built);
  clscan_plan_destroy(plans[0]);
  run(plans[1], h.queue, 100000);
  clscan_plan_destroy(plans[1]);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

/* The same text compiled in two contexts at once. */
TEST(test_two_contexts) {
  clscan_context *contexts[2];
  clscan_plan *plans[2];
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  contexts[0] = open_context();
  contexts[1] = shapes_open(&h, &shapes[SHAPE_OWN]);
  for (unsigned k = 0; k < 2; k++) {
    assert_success(clscan_scan_plan_create(contexts[k], &desc, &plans[k]));
    run(plans[k], h.queue, 70001);
  }
  clscan_plan_destroy(plans[0]);
  clscan_context_destroy(contexts[0]);
  run(plans[1], h.queue, 70001);
  clscan_plan_destroy(plans[1]);
  clscan_context_destroy(contexts[1]);
  assert_true(interpose_nothing_held());
}

HARNESS_MAIN(NULL, NULL)
