/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of built-in types: types, operators and shapes, lengths, initial values, lengths on
 * the device, offsets, special floats, and the same bits in every run. */
#include "support/pairwise.h"
#include "support/reduce_case.h"
#include "support/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

enum { TYPE, OP, SHAPE, FACTORS };
#define OP_COUNT 7

/* A length for every group of a launch, and more than one unit for some. */
static size_t many_units(const clscan_plan *plan) {
  const size_t tile = shapes_tile(plan);
  return tile <= 4096 ? 70 * tile + 11 : 3 * tile + 5;
}

static bool run_lengths(clscan_context *ctx, const clscan_reduce_desc *desc) {
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_reduce_plan_create(ctx, desc, &plan);
  if (status != CLSCAN_SUCCESS) {
    print_error("no plan: %s, %s of %s\n", clscan_status_name(status), values_op_name(desc->op),
                values_type_name(desc->type));
    return false;
  }
  const size_t lengths[] = {1, 5, shapes_tile(plan) + 1, many_units(plan)};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    const struct reduce_case c = {.desc = *desc,
                                  .n = lengths[k],
                                  .seed = k + 1,
                                  .init = (enum scan_case_init)(k % 3),
                                  .runs = 2};
    good = reduce_case_run(&h, plan, &c) && good;
  }
  clscan_plan_destroy(plan);
  return good;
}

static bool allowed(void *user, const unsigned *row) {
  (void)user;
  const clscan_type type = values_types[row[TYPE]];
  return values_op_fits((clscan_op)row[OP], type) && (type != CLSCAN_FLOAT64 || h.has_fp64) &&
         shapes_fits(&h, &shapes[row[SHAPE]]) &&
         shapes_suits(&shapes[row[SHAPE]], values_size(type));
}

TEST(test_combinations) {
  static pairwise_row rows[1024];
  const struct pairwise p = {.factors = FACTORS,
                             .values = {VALUES_TYPE_COUNT, OP_COUNT, (unsigned)SHAPES},
                             .allowed = allowed};
  const size_t count = harness_slow() ? pairwise_all_rows(&p, rows, HARNESS_COUNT(rows))
                                      : pairwise_rows(&p, rows, HARNESS_COUNT(rows));
  clscan_context *contexts[SHAPES] = {NULL};
  bool good = true;
  for (size_t k = 0; k < count; k++) {
    const unsigned *row = rows[k];
    const struct shape *shape = &shapes[row[SHAPE]];
    const clscan_reduce_desc desc = {.type = values_types[row[TYPE]], .op = (clscan_op)row[OP]};
    if (contexts[row[SHAPE]] == NULL) {
      contexts[row[SHAPE]] = shapes_open(&h, shape);
    }
    if (!run_lengths(contexts[row[SHAPE]], &desc)) {
      print_error("  shape %s\n", shape->name);
      good = false;
    }
  }
  for (size_t k = 0; k < SHAPES; k++) {
    clscan_context_destroy(contexts[k]);
  }
  printf("%zu combinations\n", count);
  assert_true(good);
  assert_true(count >= 60);
}

/* Input, accumulator and output of different types. */
TEST(test_mixed_types) {
  static const struct {
    clscan_type in, acc, out;
    clscan_op op;
  } rows[] = {
      {CLSCAN_UINT8, 0, CLSCAN_UINT32, CLSCAN_ADD},
      {CLSCAN_INT8, CLSCAN_INT32, CLSCAN_INT16, CLSCAN_ADD},
      {CLSCAN_UINT16, CLSCAN_UINT64, CLSCAN_UINT32, CLSCAN_XOR},
      {CLSCAN_INT64, CLSCAN_INT64, CLSCAN_INT8, CLSCAN_ADD},
      {CLSCAN_INT16, CLSCAN_INT8, CLSCAN_INT64, CLSCAN_MIN},
      {CLSCAN_INT32, CLSCAN_INT8, CLSCAN_INT64, CLSCAN_ADD},
      {CLSCAN_FLOAT16, 0, CLSCAN_FLOAT32, CLSCAN_ADD},
      {CLSCAN_FLOAT32, 0, CLSCAN_BFLOAT16, CLSCAN_ADD},
      {CLSCAN_FLOAT16, CLSCAN_FLOAT16, CLSCAN_FLOAT16, CLSCAN_ADD},
      {CLSCAN_BFLOAT16, CLSCAN_BFLOAT16, CLSCAN_BFLOAT16, CLSCAN_MUL},
      {CLSCAN_UINT8, CLSCAN_FLOAT32, CLSCAN_FLOAT16, CLSCAN_MAX},
      {CLSCAN_INT32, CLSCAN_FLOAT32, CLSCAN_FLOAT32, CLSCAN_ADD},
      {CLSCAN_FLOAT32, CLSCAN_INT32, CLSCAN_INT32, CLSCAN_ADD},
      {CLSCAN_FLOAT32, CLSCAN_FLOAT32, CLSCAN_UINT16, CLSCAN_ADD},
      {CLSCAN_FLOAT32, CLSCAN_FLOAT64, CLSCAN_FLOAT32, CLSCAN_ADD},
  };
  const size_t used_shapes[] = {SHAPE_OWN, SHAPE_64};
  bool good = true;
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_fits(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[used_shapes[s]]);
    for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
      const clscan_reduce_desc desc = {
          .type = rows[k].in, .acc_type = rows[k].acc, .out_type = rows[k].out, .op = rows[k].op};
      good = ((rows[k].acc == CLSCAN_FLOAT64 && !h.has_fp64) || run_lengths(ctx, &desc)) && good;
    }
    clscan_context_destroy(ctx);
  }
  assert_true(good);
}

/* --- lengths ------------------------------------------------------------------------------- */

#define MAX_SIZES 64

/* Groups that a launch of n elements has, from the scratch that they need. */
static size_t groups_of(const clscan_plan *plan, size_t n) {
  size_t bytes = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  return bytes == 0 ? 1 : (bytes - 128 - 127) / sizeof(int32_t);
}

/* The lengths at which something changes: nothing, less than a vector, a row, a unit; the first
 * launch of two groups, the first of all groups, ranges that differ by a unit. */
static size_t fill_sizes(const clscan_plan *plan, size_t *sizes) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  const size_t tile = shapes_tile(plan);
  const size_t most = groups_of(plan, (size_t)1 << 40);
  const size_t around[] = {info.group_size + 1, tile, 2 * tile, 256, 65536, most * tile};
  const size_t single[] = {0,
                           1,
                           2,
                           3,
                           1000,
                           65521,
                           tile / 2,
                           3 * tile + 7,
                           most * tile + tile + 1,
                           (3 * most + most / 2) * tile - 1};
  size_t count = 0;
  for (size_t k = 0; k < HARNESS_COUNT(around); k++) {
    for (size_t d = 0; d < 3; d++) {
      sizes[count++] = around[k] + d - 1;
    }
  }
  memcpy(sizes + count, single, sizeof single);
  return count + HARNESS_COUNT(single);
}

TEST(test_sizes) {
  bool good = true;
  for (size_t s = 0; s < SHAPES; s++) {
    if (!shapes_fits(&h, &shapes[s])) {
      printf("the device does not have: %s\n", shapes[s].name);
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[s]);
    struct reduce_case c = {.desc = {.type = CLSCAN_INT32}};
    clscan_plan *plan = NULL;
    size_t sizes[MAX_SIZES];
    assert_success(clscan_reduce_plan_create(ctx, &c.desc, &plan));
    const size_t count = fill_sizes(plan, sizes);
    for (size_t k = 0; k < count; k++) {
      c.n = sizes[k];
      c.seed = k + 1;
      c.init = (enum scan_case_init)(k % 3);
      if (!reduce_case_run(&h, plan, &c)) {
        print_error("  shape %s\n", shapes[s].name);
        good = false;
      }
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  assert_true(good);
}

/* The length on the device: nothing, one element, within the first group's range, all, and more. */
TEST(test_length_on_the_device) {
  bool good = true;
  for (unsigned k = 0; k < 4; k++) {
    clscan_context *ctx = shapes_open(&h, k % 2 == 0 ? shapes_small_tiles(&h) : &shapes[SHAPE_OWN]);
    struct reduce_case c = {
        .desc = {.type = CLSCAN_INT32, .n_device_type = k < 2 ? CLSCAN_UINT32 : CLSCAN_UINT64},
        .has_n_device = true,
        .runs = 2};
    clscan_plan *plan = NULL;
    assert_success(clscan_reduce_plan_create(ctx, &c.desc, &plan));
    const size_t tile = shapes_tile(plan);
    const uint64_t lengths[] = {0,        1,         tile,          tile + 1,
                                5 * tile, 70 * tile, 70 * tile + 9, UINT32_MAX};
    for (size_t l = 0; l < HARNESS_COUNT(lengths); l++) {
      c.n = 70 * tile + 9;
      c.n_device = k >= 2 && lengths[l] == UINT32_MAX ? UINT64_MAX : lengths[l];
      c.seed = l + 1;
      c.init = (enum scan_case_init)((l + k) % 3);
      good = reduce_case_run(&h, plan, &c) && good;
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  assert_true(good);
}

/* Inputs that begin anywhere, so that vectors cannot be read whole; results and scratch too. */
TEST(test_offsets) {
  static const clscan_type types[] = {CLSCAN_UINT8, CLSCAN_INT16, CLSCAN_INT32, CLSCAN_INT64};
  const struct shape *const used[] = {&shapes[SHAPE_OWN], shapes_small_tiles(&h)};
  bool good = true;
  for (size_t k = 0; k < 2 * HARNESS_COUNT(types); k++) {
    struct reduce_case c = {.desc = {.type = types[k / 2]}, .own_scratch = true, .runs = 3};
    const size_t size = values_size(types[k / 2]);
    clscan_context *const own = h.ctx;
    h.ctx = shapes_open(&h, used[k % 2]);
    clscan_plan *plan = NULL;
    assert_success(clscan_reduce_plan_create(h.ctx, &c.desc, &plan));
    for (size_t shift = 0; shift < 16; shift += size) {
      c.n = many_units(plan) + shift;
      c.seed = shift + 1;
      c.in_shift = shift;
      c.out_shift = 2 * shift + size;
      c.scratch_shift = shift + 1;
      good = reduce_case_run(&h, plan, &c) && good;
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(h.ctx);
    h.ctx = own;
  }
  assert_true(good);
}

/* --- floats -------------------------------------------------------------------------------- */

static uint32_t float_result(clscan_plan *plan, const float *input, size_t n) {
  uint32_t bits = 0;
  cl_int error = CL_SUCCESS;
  cl_mem in = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, n * sizeof *input,
                             (void *)(uintptr_t)input, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_mem out = clCreateBuffer(h.context, CL_MEM_READ_WRITE, sizeof bits, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_reduce_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, sizeof bits, &bits, 0, NULL, NULL),
                   CL_SUCCESS);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  return bits;
}

/* Zeros of both signs, and NaN, wherever they are. The sum of negative zeros stays one: nothing but
 * the input is added. */
TEST(test_special_floats) {
  const struct shape *const used[] = {&shapes[SHAPE_OWN], shapes_small_tiles(&h)};
  static const clscan_op ops[] = {CLSCAN_MIN, CLSCAN_MAX, CLSCAN_ADD};
  for (size_t k = 0; k < 2 * HARNESS_COUNT(ops); k++) {
    const clscan_op op = ops[k / 2];
    const clscan_reduce_desc desc = {.type = CLSCAN_FLOAT32, .op = op};
    clscan_context *ctx = shapes_open(&h, used[k % 2]);
    clscan_plan *plan = NULL;
    assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
    const size_t lengths[] = {1, 3, 1000, many_units(plan)};
    for (size_t l = 0; l < HARNESS_COUNT(lengths); l++) {
      const size_t n = lengths[l];
      float *input = malloc(n * sizeof *input);
      assert_non_null(input);
      for (size_t i = 0; i < n; i++) {
        input[i] = -0.0f;
      }
      assert_int_equal(float_result(plan, input, n), 0x80000000u);
      input[n / 2] = 0.0f;
      const bool negative = op == CLSCAN_MIN && n > 1;
      assert_int_equal(float_result(plan, input, n), negative ? 0x80000000u : 0u);
      input[n - 1] = -NAN;
      const uint32_t nan = float_result(plan, input, n);
      if (op != CLSCAN_ADD) {
        assert_int_equal(nan, 0x7fc00000u);
      }
      assert_true((nan & 0x7fffffffu) > 0x7f800000u);
      free(input);
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

/* Random floats: the same bits in every run, in another context, and when groups come late; and
 * near the sum in double precision. */
TEST(test_same_bits) {
  const size_t n = 1000003;
  const struct shape *const used[] = {&shapes[SHAPE_OWN], shapes_small_tiles(&h)};
  const clscan_reduce_desc desc = {.type = CLSCAN_FLOAT32};
  uint64_t random = 31337;
  double exact = 0;
  float *input = malloc(n * sizeof *input);
  assert_non_null(input);
  for (size_t k = 0; k < n; k++) {
    input[k] = (float)(int32_t)(harness_random(&random) >> 32) * 0x1p-31f;
    exact += (double)input[k];
  }
  for (unsigned k = 0; k < 2; k++) {
    uint32_t first = 0;
    for (unsigned delayed = 0; delayed < 2; delayed++) {
      clscan_context_options options =
          harness_build_options(&h, delayed == 1 ? "-DCLSCAN_TEST_DELAY=8" : NULL);
      clscan_context *ctx = NULL;
      clscan_plan *plan = NULL;
      options.tuning = &used[k]->tuning;
      assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
      assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
      for (unsigned run = 0; run < 20; run++) {
        const uint32_t bits = float_result(plan, input, n);
        first = delayed == 0 && run == 0 ? bits : first;
        assert_int_equal(bits, first);
      }
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
    }
    float sum;
    memcpy(&sum, &first, sizeof sum);
    assert_true(fabs((double)sum - exact) < 1e-6 * (double)n);
  }
  free(input);
}

HARNESS_MAIN(NULL, NULL)
