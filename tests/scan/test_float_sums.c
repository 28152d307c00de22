/* SPDX-License-Identifier: Apache-2.0 */
/* Long sums of floats: how far they may be off, and how far back they may step. */
#include "support/shapes.h"
#include "support/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

/* The bounds that clscan.h states, and how much looser they are at the moment. */
static const double relative_bound = 1e-6;
static double looser = 1;

static double ulps_back(void) { return (h.is_cpu ? 4 : 8) * looser; }

enum numbers { ONES, ONE_AND_A_HALF, UNIFORM };
static const char *const numbers_names[] = {"ones", "1.5", "uniform numbers"};

static void fill(enum numbers numbers, float *x, size_t n) {
  uint64_t random = 20261201;
  for (size_t k = 0; k < n; k++) {
    x[k] = numbers == ONES             ? 1.0f
           : numbers == ONE_AND_A_HALF ? 1.5f
                                       : (float)(harness_random(&random) >> 40) * 0x1p-24f;
  }
}

/* Fails unless out is the scan of the numbers within the bounds, and total its last inclusive
 * value. */
static void check_scan(const char *name, enum numbers numbers, bool exclusive, const float *out,
                       size_t n, float total) {
  uint64_t random = 20261201;
  double sum = 0;
  float before = 0;
  for (size_t k = 0; k < n; k++) {
    const double x = numbers == ONES ? 1.0
                     : numbers == ONE_AND_A_HALF
                         ? 1.5
                         : (double)(harness_random(&random) >> 40) * 0x1p-24;
    const double expected = exclusive ? sum : sum + x;
    sum += x;
    const double ulp = (double)(nextafterf(before, INFINITY) - before);
    if (!(fabs((double)out[k] - expected) <= looser * relative_bound * expected)) {
      fail_msg("%s, %s: out[%zu] is %.9g instead of %.9g", name, numbers_names[numbers], k,
               (double)out[k], expected);
    }
    if ((double)before - (double)out[k] > ulps_back() * ulp) {
      fail_msg("%s, %s: out[%zu] is %.9g after %.9g", name, numbers_names[numbers], k,
               (double)out[k], (double)before);
    }
    before = out[k];
  }
  if (exclusive ? !(fabs((double)total - sum) <= looser * relative_bound * sum)
                : memcmp(&total, &out[n - 1], sizeof total) != 0) {
    fail_msg("%s, %s: the total is %.9g after %.9g", name, numbers_names[numbers], (double)total,
             (double)out[n - 1]);
  }
}

static cl_mem make_buffer(size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

/* Scans n numbers in place, and reduces them if there is a plan for it. */
static void check_sums(const char *name, clscan_plan *scan, bool exclusive, clscan_plan *reduce,
                       enum numbers numbers, size_t n) {
  const size_t bytes = n * sizeof(float);
  float *x = malloc(bytes);
  float total = 0;
  float reduced = 0;
  assert_non_null(x);
  cl_mem mem = make_buffer(bytes);
  cl_mem results = make_buffer(2 * sizeof(float));
  fill(numbers, x, n);
  assert_success(clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
  if (reduce != NULL) {
    const clscan_reduce_args args = {.in = {mem, 0}, .out = {results, 4}, .n = n};
    assert_success(clscan_reduce_enqueue(reduce, h.queue, &args, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(h.queue, results, CL_TRUE, 4, 4, &reduced, 0, NULL, NULL));
  }
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n, .total = {results, 0}};
  assert_success(clscan_scan_enqueue(scan, h.queue, &args, 0, NULL, NULL));
  assert_success(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
  assert_success(clEnqueueReadBuffer(h.queue, results, CL_TRUE, 0, 4, &total, 0, NULL, NULL));
  check_scan(name, numbers, exclusive, x, n, total);
  if (reduce != NULL &&
      !(fabs((double)reduced - (double)total) <= looser * relative_bound * (double)total)) {
    fail_msg("%s, %s: reduced to %.9g, scanned to %.9g", name, numbers_names[numbers],
             (double)reduced, (double)total);
  }
  clReleaseMemObject(mem);
  clReleaseMemObject(results);
  free(x);
}

static clscan_plan *make_scan(clscan_context *ctx, const clscan_scan_desc *desc) {
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, desc, &plan));
  return plan;
}

static clscan_plan *make_reduce(clscan_context *ctx) {
  const clscan_reduce_desc desc = {.type = CLSCAN_FLOAT32};
  clscan_plan *plan = NULL;
  assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
  return plan;
}

/* What AUTO takes, at lengths at which an element is less than the sum's last place. */
TEST(test_default) {
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *scan = make_scan(h.ctx, &desc);
  clscan_plan *reduce = make_reduce(h.ctx);
  check_sums("default", scan, false, reduce, ONES, (size_t)1 << 26);
  check_sums("default", scan, false, reduce, ONE_AND_A_HALF, (size_t)1 << 25);
  check_sums("default", scan, false, reduce, UNIFORM, (size_t)1 << 26);
  clscan_plan_destroy(scan);
  clscan_plan_destroy(reduce);
}

/* Each algorithm in the device's own shape. A quarter of the length shows the same: from 2^24 on,
 * one and a half is no multiple of the last place. */
TEST(test_algorithms) {
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    const clscan_scan_algorithm algorithm = shapes_algorithms[k];
    const bool exclusive = k % 2 == 0;
    const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32,
                                   .kind = exclusive ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE,
                                   .algorithm = algorithm};
    clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
    clscan_plan *scan = make_scan(ctx, &desc);
    const char *name = shapes_algorithm_name(algorithm);
    /* What these two round grows with the number of tiles. */
    const bool chain = algorithm == CLSCAN_SCAN_LOOKBACK || algorithm == CLSCAN_SCAN_SMALL;
    looser = chain ? 4 : 1;
    check_sums(name, scan, exclusive, NULL, ONE_AND_A_HALF, ((size_t)1 << 24) + 77);
    check_sums(name, scan, exclusive, NULL, UNIFORM, ((size_t)1 << 24) + 77);
    looser = 1;
    clscan_plan_destroy(scan);
    clscan_context_destroy(ctx);
  }
}

/* A GPU's shape, and tiles of a fixed length that are read twice. */
TEST(test_shapes) {
  static const struct shape fixed = {.name = "re-read, tile 16384",
                                     .tuning = {.storage = CLSCAN_STORAGE_REREAD, .items = 16384}};
  const struct shape *const which[] = {&shapes[SHAPE_256], &fixed};
  for (unsigned k = 0; k < HARNESS_COUNT(which); k++) {
    const struct shape *shape = which[k];
    if (!shapes_fits(&h, shape)) {
      continue;
    }
    const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE};
    clscan_context *ctx = shapes_open(&h, shape);
    clscan_plan *scan = make_scan(ctx, &desc);
    clscan_plan *reduce = make_reduce(ctx);
    check_sums(shape->name, scan, false, reduce, ONE_AND_A_HALF, (size_t)1 << 24);
    check_sums(shape->name, scan, false, reduce, UNIFORM, (size_t)1 << 24);
    clscan_plan_destroy(scan);
    clscan_plan_destroy(reduce);
    clscan_context_destroy(ctx);
  }
}

/* An operator of the caller's that rounds as a sum does. */
TEST(test_custom) {
  const clscan_custom_op add = {.expression = "a + b"};
  const clscan_scan_desc desc = {
      .type = CLSCAN_FLOAT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &add, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *scan = make_scan(h.ctx, &desc);
  check_sums("custom", scan, false, NULL, ONE_AND_A_HALF, ((size_t)1 << 24) + 77);
  check_sums("custom", scan, false, NULL, UNIFORM, ((size_t)1 << 24) + 77);
  clscan_plan_destroy(scan);
}

/* Ones in a 16-bit accumulator: from 2048 on, adding one to the sum does not change it. */
TEST(test_narrow_accumulator) {
  enum { N = 16384 };
  static uint16_t x[N];
  const clscan_scan_desc desc = {
      .type = CLSCAN_FLOAT16, .acc_type = CLSCAN_FLOAT16, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *scan = make_scan(h.ctx, &desc);
  cl_mem mem = make_buffer(sizeof x);
  for (unsigned k = 0; k < N; k++) {
    x[k] = values_float_to_half(1.0f);
  }
  assert_success(clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = N};
  assert_success(clscan_scan_enqueue(scan, h.queue, &args, 0, NULL, NULL));
  assert_success(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
  for (unsigned k = 0; k < N; k++) {
    const double sum = k + 1;
    if (!(fabs((double)values_half_to_float(x[k]) - sum) <= sum * 0x1p-9)) {
      fail_msg("out[%u] is %g", k, (double)values_half_to_float(x[k]));
    }
  }
  clReleaseMemObject(mem);
  clscan_plan_destroy(scan);
}

/* -0 is kept by a sum of nothing but -0: no zero is added that the input does not have. */
TEST(test_negative_zeros) {
  enum { N = 5003 };
  static float x[N];
  static const unsigned which[] = {SHAPE_OWN, SHAPE_64, SHAPE_REREAD};
  cl_mem mem = make_buffer(sizeof x);
  cl_mem total = make_buffer(sizeof(float));
  for (unsigned k = 0; k < HARNESS_COUNT(which) * SHAPES_ALGORITHM_COUNT; k++) {
    const struct shape *shape = &shapes[which[k / SHAPES_ALGORITHM_COUNT]];
    const clscan_scan_algorithm algorithm = shapes_algorithms[k % SHAPES_ALGORITHM_COUNT];
    if (!shapes_fits(&h, shape)) {
      continue;
    }
    const clscan_scan_desc desc = {
        .type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE, .algorithm = algorithm};
    clscan_context *ctx = shapes_open(&h, shape);
    clscan_plan *scan = make_scan(ctx, &desc);
    float last = 0;
    for (unsigned i = 0; i < N; i++) {
      x[i] = -0.0f;
    }
    assert_success(clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = N, .total = {total, 0}};
    assert_success(clscan_scan_enqueue(scan, h.queue, &args, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(h.queue, total, CL_TRUE, 0, 4, &last, 0, NULL, NULL));
    for (unsigned i = 0; i < N; i++) {
      if (x[i] != 0 || !signbit(x[i])) {
        fail_msg("%s, %s: out[%u] is %g", shape->name, shapes_algorithm_name(algorithm), i,
                 (double)x[i]);
      }
    }
    assert_true(last == 0 && signbit(last));
    clscan_plan_destroy(scan);
    clscan_context_destroy(ctx);
  }
  clReleaseMemObject(mem);
  clReleaseMemObject(total);
}

/* x * x - p, where p is x * x rounded: 0 unless the product is contracted into the difference. */
TEST(test_no_contraction) {
  enum { N = 1000 };
  float x[N];
  float out[N];
  uint64_t random = 99;
  const clscan_custom_op right = {.expression = "b", .exact = 1};
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32,
                                 .load = "x * x + -(float)((double)x * (double)x)",
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &right,
                                 .kind = CLSCAN_INCLUSIVE};
  if (!h.has_fp64) {
    harness_skip("the device has no double precision");
  }
  for (unsigned k = 0; k < N; k++) {
    x[k] = (float)(harness_random(&random) >> 40) * 0x1p-24f;
  }
  clscan_plan *scan = make_scan(h.ctx, &desc);
  cl_mem mem = make_buffer(sizeof x);
  assert_success(clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = N};
  assert_success(clscan_scan_enqueue(scan, h.queue, &args, 0, NULL, NULL));
  assert_success(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  for (unsigned k = 0; k < N; k++) {
    if (out[k] != 0) {
      fail_msg("x[%u] = %a: the product is off by %a", k, (double)x[k], (double)out[k]);
    }
  }
  clReleaseMemObject(mem);
  clscan_plan_destroy(scan);
}

HARNESS_MAIN(NULL, NULL)
