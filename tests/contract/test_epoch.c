/* SPDX-License-Identifier: Apache-2.0 */
/* The epoch of look-back: records of earlier launches, which hold the sums of another input, count
 * as empty. Just below the descriptors' last epoch the scratch is cleared in time, or records of
 * the first launches, which carry the same bits, would be taken for this launch's. */
#include "plan/scratch.h"
#include "support/work.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

enum {
  HALFWAY_RUN = 3,  /* the epoch has its highest bit alone, and else those of run 0 */
  LATE_RUN = 4,     /* two launches are left */
  CLEARING_RUN = 6, /* so this one clears */
  WRAPPED_RUN = 7,  /* its epoch would have the bits of run 0 */
  RUNS = 9
};

/* The records of run 0 that a later run must meet lie where no run between the two has any. */
static size_t run_length(unsigned run, size_t most) {
  return run == 0 || run == WRAPPED_RUN ? most : run == HALFWAY_RUN ? most / 4 * 3 : most / 2;
}

/* Before some runs, moves scratch that was cleared a few launches ago to where it would be after a
 * million or a thousand million. */
static void age(clscan_scratch *scratch, unsigned run, uint32_t limit) {
  if (run != HALFWAY_RUN && run != LATE_RUN) {
    return;
  }
  const uint32_t epoch = run == HALFWAY_RUN ? limit / 2 : limit - 3;
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

/* The scratch is cleared by run 0 and just in time: it counts the executions since. */
static void check_executions(const clscan_scratch *scratch, uint32_t before, unsigned run) {
  assert_int_equal(scratch->executions, run == 0 || run == CLEARING_RUN ? 1 : before + 1);
}

/* Elements are one 32-bit integer, or 64-bit ones side by side. */
static const clscan_custom_type pair_type = {.name = "pair",
                                             .definition = "typedef struct { ulong a, b; } pair;",
                                             .size = 16,
                                             .alignment = 8};
static const clscan_custom_op pair_sum = {.expression = "(pair){a.a + b.a, a.b + b.b}", .exact = 1};

static const struct form {
  size_t size;
  clscan_scan_desc desc;
} forms[] = {
    {4, {.type = CLSCAN_UINT32}}, /* one word */
    {8, {.type = CLSCAN_UINT64}}, /* 128 bits with PTX, else a payload */
    {16,
     {.type = CLSCAN_CUSTOM,
      .custom_type = &pair_type,
      .op = CLSCAN_CUSTOM_OP,
      .custom_op = &pair_sum}}, /* a payload */
};

static void add(const uint8_t *before, uint8_t *element, size_t size) {
  const size_t part = size < 8 ? size : 8;
  for (size_t at = 0; at < size; at += part) {
    uint64_t a = 0;
    uint64_t b = 0; /* little-endian */
    memcpy(&a, before + at, part);
    memcpy(&b, element + at, part);
    b += a;
    memcpy(element + at, &b, part);
  }
}

static void check_scan_run(clscan_plan *plan, clscan_scratch *scratch, size_t n, size_t size,
                           uint64_t seed) {
  const size_t bytes = n * size;
  uint8_t *expected = malloc(bytes), *actual = calloc(n, size);
  cl_int error = CL_SUCCESS;
  assert_non_null(expected);
  assert_non_null(actual);
  for (size_t at = 0; at < bytes; at += 4) {
    const uint64_t random = harness_random(&seed);
    memcpy(expected + at, &random, 4);
  }
  cl_mem in = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, bytes, expected, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_mem out = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  for (size_t at = size; at < bytes; at += size) {
    add(expected + at - size, expected + at, size);
  }
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n, .scratch = scratch};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, bytes, actual, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_memory_equal(actual, expected, bytes);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  free(expected);
  free(actual);
}

/* A context of small tiles. Some publish so late that others look at what was there before, even on
 * a CPU that has much else to do. */
static clscan_context *open_context(void) {
  clscan_context_options options = harness_build_options(
      &h, h.is_cpu ? "-DCLSCAN_TEST_DELAY=4 -DCLSCAN_TEST_SPINS=500000" : "-DCLSCAN_TEST_DELAY=4");
  options.tuning = &shapes[h.is_cpu ? SHAPE_REREAD : SHAPE_64].tuning;
  options.allow_lookback = 1;
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static void check_scans(const struct form *form, clscan_scan_algorithm algorithm) {
  clscan_context *ctx = open_context();
  clscan_scan_desc desc = form->desc;
  clscan_plan *plan = NULL;
  desc.kind = CLSCAN_INCLUSIVE;
  desc.algorithm = algorithm;
  const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
  if (status == CLSCAN_UNSUPPORTED_ALGORITHM && form->size > 4 && !h.has_opencl3_atomics &&
      !h.has_ptx) {
    clscan_context_destroy(ctx);
    return;
  }
  assert_success(status);
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  assert_null(strstr(info.sources[0], "#undef CLSCAN_TEST_")); /* else there is no delay */
  const size_t most = 3 * shapes_many_tiles(plan);
  cl_mem memory = NULL;
  clscan_scratch *scratch = make_scratch(ctx, plan, most, &memory);
  for (unsigned run = 0; run < RUNS; run++) {
    age(scratch, run, CLSCAN__EPOCH_LIMIT);
    const uint32_t before = scratch->executions;
    check_scan_run(plan, scratch, run_length(run, most), form->size, 100 + run);
    check_executions(scratch, before, run);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseMemObject(memory);
}

TEST(test_classic) {
  for (size_t f = 0; f < HARNESS_COUNT(forms); f++) {
    check_scans(&forms[f], CLSCAN_SCAN_LOOKBACK);
  }
}

TEST(test_two_level) {
  for (size_t f = 0; f < HARNESS_COUNT(forms); f++) {
    check_scans(&forms[f], CLSCAN_SCAN_LOOKBACK_TWO_LEVEL);
  }
}

TEST(test_counts) {
  const struct work *w = work_named("select, look-back");
  clscan_context *ctx = open_context();
  clscan_plan *plan = work_plan(ctx, w);
  const size_t most = 3 * shapes_many_tiles(plan);
  cl_mem memory = NULL;
  clscan_scratch *scratch = make_scratch(ctx, plan, most, &memory);
  for (unsigned run = 0; run < RUNS; run++) {
    struct work_run r;
    work_open(&r, &h, w, run_length(run, most), 100 + run);
    r.args.scratch = scratch;
    age(scratch, run, CLSCAN__COUNT_EPOCH_LIMIT);
    const uint32_t before = scratch->executions;
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    assert_true(work_is_right(&r));
    check_executions(scratch, before, run);
    work_close(&r);
  }
  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseMemObject(memory);
}

HARNESS_MAIN(NULL, NULL)
