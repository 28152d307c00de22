/* SPDX-License-Identifier: Apache-2.0 */
/* The epoch of look-back just below the descriptors' last one: the scratch is cleared in time, or
 * records of the first launches, which carry the same bits, would be taken for this launch's. */
#include "arrays.h"
#include "harness.h"
#include "interpose.h"
#include "scratch.h"
#include "shapes.h"

#include <stdlib.h>

static struct harness h;

enum { RUNS_BEFORE = 3, RUNS = 8 };

/* Moves scratch that was cleared a few launches ago to where it would be after a million or a thousand
 * million. */
static void age(clscan_scratch *scratch, uint32_t epoch) {
  const cl_ulong ticket = (cl_ulong)epoch << 32; /* the first word, as its offset is 0 */
  scratch->executions = epoch;
  assert_int_equal(clEnqueueWriteBuffer(h.queue, scratch->buffer.mem, CL_TRUE, 0, sizeof ticket,
                                        &ticket, 0, NULL, NULL),
                   CL_SUCCESS);
}

/* Scratch for n elements, in memory of the test's. */
static clscan_scratch *make_scratch(clscan_context *ctx, clscan_plan *plan, size_t n,
                                    cl_mem *memory) {
  clscan_scratch *scratch = NULL;
  size_t bytes = 0;
  cl_int error = CL_SUCCESS;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  *memory = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){*memory, 0}, bytes, &scratch));
  return scratch;
}

static void check_wrap(clscan_context *ctx, clscan_algorithm algorithm) {
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = algorithm};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  const size_t n = shapes_many_tiles(plan);
  cl_mem memory = NULL;
  clscan_scratch *scratch = make_scratch(ctx, plan, n, &memory);
  cl_mem out = arrays_create(&h, n);
  uint32_t *expected = arrays_host(n);

  for (unsigned run = 0; run < RUNS; run++) {
    cl_mem in = arrays_random(&h, n, 100 + run, expected);
    arrays_sum(expected, n);
    if (run == RUNS_BEFORE) {
      age(scratch, CLSCAN__EPOCH_LIMIT - 3);
    }
    interpose_reset();
    const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n, .scratch = scratch};
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(arrays_equal(&h, out, expected, n));
    /* Two launches are left when it is aged; the one after them clears, as the first does. */
    assert_int_equal(interpose_commands(), run == 0 || run == RUNS_BEFORE + 2 ? 2 : 1);
    clReleaseMemObject(in);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clReleaseMemObject(memory);
  clReleaseMemObject(out);
  free(expected);
}

/* The odd values among n, in order; returns their number. */
static size_t keep_odd(uint32_t *values, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t value = values[i];
    values[kept] = value;
    kept += value & 1u;
  }
  return kept;
}

static void check_select_wrap(clscan_context *ctx) {
  const clscan_select_desc desc = {
      .type = CLSCAN_UINT32, .predicate = "x & 1", .algorithm = CLSCAN_ALGORITHM_LOOKBACK};
  clscan_plan *plan = NULL;
  assert_success(clscan_select_plan_create(ctx, &desc, &plan));
  const size_t n = shapes_many_tiles(plan);
  cl_mem memory = NULL, out = arrays_create(&h, n), count = arrays_create(&h, 1);
  clscan_scratch *scratch = make_scratch(ctx, plan, n, &memory);
  uint32_t *expected = arrays_host(n);

  for (unsigned run = 0; run < RUNS; run++) {
    cl_mem in = arrays_random(&h, n, 100 + run, expected);
    const uint32_t kept = (uint32_t)keep_odd(expected, n);
    if (run == RUNS_BEFORE) {
      age(scratch, CLSCAN__COUNT_EPOCH_LIMIT - 3);
    }
    interpose_reset();
    const clscan_select_args args = {
        .in = {in, 0}, .out = {out, 0}, .count = {count, 0}, .n = n, .scratch = scratch};
    assert_success(clscan_select_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(arrays_equal(&h, count, &kept, 1));
    assert_true(arrays_equal(&h, out, expected, kept));
    assert_int_equal(interpose_commands(), run == 0 || run == RUNS_BEFORE + 2 ? 2 : 1);
    clReleaseMemObject(in);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clReleaseMemObject(memory);
  clReleaseMemObject(out);
  clReleaseMemObject(count);
  free(expected);
}

static void test_wrap(void **state) {
  (void)state;
  clscan_context_options options = interpose_options(&h);
  options.tuning = &shapes_small_tiles(&h)->tuning;
  options.allow_lookback = 1;
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  check_wrap(ctx, CLSCAN_ALGORITHM_LOOKBACK);
  check_wrap(ctx, CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL);
  check_select_wrap(ctx);
  clscan_context_destroy(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrap)};
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
