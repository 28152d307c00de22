/* SPDX-License-Identifier: Apache-2.0 */
/* The same bits in every run, whatever the timing; the right result when tiles publish late. */
#include "support/custom_case.h"
#include "support/shapes.h"
#include "support/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;
static const char *program;

/* The shape of many small tiles. */
static const struct shape *small_tiles(void) {
  return &shapes[h.is_cpu && shapes_fits(&h, &shapes[SHAPE_REREAD]) ? SHAPE_REREAD : SHAPE_OWN];
}

/* A context whose kernels delay every 8th tile if asked to. */
static clscan_context *open_context(const struct shape *shape, bool delayed) {
  clscan_context_options options =
      harness_build_options(&h, delayed ? "-DCLSCAN_TEST_DELAY=8" : NULL);
  clscan_context *ctx = NULL;
  options.tuning = &shape->tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static cl_mem make_buffer(const void *content, size_t bytes) {
  cl_int error = CL_SUCCESS;
  const cl_mem_flags flags = content != NULL ? CL_MEM_COPY_HOST_PTR : 0;
  cl_mem mem = clCreateBuffer(h.context, flags | CL_MEM_READ_WRITE, bytes,
                              (void *)(uintptr_t)content, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

/* Runs a plan on the input and copies the output to the host. */
static void run(clscan_plan *plan, const void *input, size_t n, size_t size, bool in_place,
                void *output) {
  cl_mem in = make_buffer(input, n * size);
  cl_mem out = in_place ? in : make_buffer(NULL, n * size);
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, n * size, output, 0, NULL, NULL),
                   CL_SUCCESS);
  if (!in_place) {
    clReleaseMemObject(out);
  }
  clReleaseMemObject(in);
}

/* Numbers whose sums round, or factors that do: each second one is the one before it, turned over.
 */
static void fill(clscan_type type, clscan_op op, uint8_t *input, size_t n) {
  uint64_t random = 31337;
  double x = 1;
  for (size_t k = 0; k < n; k++) {
    const double drawn = (double)(int32_t)(harness_random(&random) >> 32) * 0x1p-31;
    x = op != CLSCAN_MUL ? drawn : k % 2 == 1 ? 1 / x : 1.5 + drawn / 2;
    const struct value v = {.type = CLSCAN_FLOAT64, .as = {.d = x}};
    values_store(values_convert(v, type), input + k * values_size(type));
  }
}

/* Many runs, delayed and not, in place and not: one result. */
static void check_same_bits(const struct shape *shape, const clscan_scan_desc *desc,
                            unsigned runs) {
  const size_t n = 1000003;
  const size_t size = values_size(desc->type);
  uint8_t *input = malloc(n * size);
  uint8_t *first = malloc(n * size);
  uint8_t *again = malloc(n * size);
  assert_non_null(input);
  assert_non_null(first);
  assert_non_null(again);
  fill(desc->type, desc->op, input, n);
  for (unsigned delayed = 0; delayed < 2; delayed++) {
    clscan_context *ctx = open_context(shape, delayed == 1);
    clscan_plan *plan = NULL;
    clscan_plan_info info;
    assert_success(clscan_scan_plan_create(ctx, desc, &plan));
    assert_success(clscan_plan_describe(plan, &info));
    assert_int_not_equal(info.reproducible, 0);
    for (unsigned k = 0; k < runs; k++) {
      run(plan, input, n, size, k % 2 == 1, again);
      if (delayed == 0 && k == 0) {
        memcpy(first, again, n * size);
      }
      if (memcmp(first, again, n * size) != 0) {
        fail_msg("%s, %s, %s, run %u, delayed %u: other bits", shape->name,
                 values_type_name(desc->type), shapes_algorithm_name(desc->algorithm), k, delayed);
      }
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  free(input);
  free(first);
  free(again);
}

static void check_algorithm(clscan_scan_algorithm algorithm, unsigned runs) {
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .algorithm = algorithm};
  check_same_bits(small_tiles(), &desc, runs);
}

static void test_two_level(void **state) {
  (void)state;
  check_algorithm(CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, 100);
}

static void test_default(void **state) {
  (void)state;
  check_algorithm(CLSCAN_SCAN_AUTO, 10);
}

static void test_several_passes(void **state) {
  (void)state;
  check_algorithm(CLSCAN_SCAN_THREE_PASS, 5);
  check_algorithm(CLSCAN_SCAN_REDUCE_THEN_SCAN, 5);
}

/* Tiles in registers, of a fixed length, of a length that follows from n; sums and products; types
 * that are added row by row, and one that rounds after each operation. */
static void test_shapes_and_types(void **state) {
  (void)state;
  static const struct {
    unsigned shape;
    clscan_type type;
    clscan_op op;
  } cases[] = {
      {SHAPE_OWN, CLSCAN_FLOAT32, CLSCAN_MUL}, {SHAPE_OWN, CLSCAN_FLOAT64, CLSCAN_ADD},
      {SHAPE_OWN, CLSCAN_FLOAT16, CLSCAN_ADD}, {SHAPE_64, CLSCAN_FLOAT32, CLSCAN_ADD},
      {SHAPE_64, CLSCAN_FLOAT16, CLSCAN_MUL},  {SHAPE_REREAD, CLSCAN_FLOAT64, CLSCAN_MUL},
  };
  for (unsigned k = 0; k < HARNESS_COUNT(cases); k++) {
    const struct shape *shape = &shapes[cases[k].shape];
    if (!shapes_fits(&h, shape) || (cases[k].type == CLSCAN_FLOAT64 && !h.has_fp64)) {
      continue;
    }
    const clscan_scan_desc desc = {.type = cases[k].type,
                                   .acc_type = cases[k].type,
                                   .op = cases[k].op,
                                   .algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
    check_same_bits(shape, &desc, 4);
  }
}

/* A hash of the bits of a sum by a plan whose tiles do not depend on the number of compute units.
 */
static uint64_t hash_bits(void) {
  const size_t n = 300007;
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32};
  float *input = malloc(n * sizeof *input);
  uint32_t *output = malloc(n * sizeof *output);
  clscan_context *ctx = open_context(small_tiles(), false);
  clscan_plan *plan = NULL;
  uint64_t hash = 1;
  assert_non_null(input);
  assert_non_null(output);
  fill(CLSCAN_FLOAT32, CLSCAN_ADD, (uint8_t *)input, n);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  run(plan, input, n, sizeof *input, false, output);
  for (size_t k = 0; k < n; k++) {
    hash = (hash ^ output[k]) * UINT64_C(0x100000001b3);
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  free(input);
  free(output);
  return hash;
}

/* pocl with other numbers of threads, in processes of their own: the same bits. */
static void test_thread_counts(void **state) {
  (void)state;
  const uint64_t expected = hash_bits();
  for (unsigned threads = 1; h.is_pocl && threads <= 3; threads += 2) {
    char line[400];
    unsigned long long hash = 0;
    bool found = false;
    snprintf(line, sizeof line, "POCL_MAX_PTHREAD_COUNT=%u '%s' bits", threads, program);
    FILE *child = popen(line, "r");
    assert_non_null(child);
    while (fgets(line, sizeof line, child) != NULL) {
      found = sscanf(line, "bits %llx", &hash) == 1 || found;
    }
    assert_int_equal(pclose(child), 0);
    assert_true(found);
    if (hash != expected) {
      fail_msg("%u threads: other bits", threads);
    }
  }
}

/* A quarter of a million tenths in double precision, by default twice the same. */
static void test_doubles(void **state) {
  (void)state;
  const size_t n = 250000;
  if (!h.has_fp64) {
    harness_skip("the device has no double precision");
  }
  double *input = malloc(n * sizeof *input);
  double *results[2] = {malloc(n * sizeof **results), malloc(n * sizeof **results)};
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT64, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *plan = NULL;
  assert_non_null(input);
  for (size_t k = 0; k < n; k++) {
    input[k] = 0.1;
  }
  assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
  for (unsigned k = 0; k < 2; k++) {
    assert_non_null(results[k]);
    run(plan, input, n, sizeof *input, false, results[k]);
  }
  assert_memory_equal(results[0], results[1], n * sizeof *input);
  assert_true(results[0][n - 1] > 24999.999 && results[0][n - 1] < 25000.001);
  clscan_plan_destroy(plan);
  free(input);
  free(results[0]);
  free(results[1]);
}

/* --- tiles that publish late ----------------------------------------------------------------- */

/* Affine maps modulo 2^16 or 2^32: the order of the operands shows. */
static void narrow_make(size_t i, uint64_t *random, void *in) {
  const uint16_t map[2] = {(uint16_t)(harness_random(random) | 1), (uint16_t)(i * 40503u)};
  memcpy(in, map, sizeof map);
}

static void narrow_combine(const void *left, const void *right, void *result) {
  uint16_t f[2];
  uint16_t g[2];
  memcpy(f, left, sizeof f);
  memcpy(g, right, sizeof g);
  const uint16_t r[2] = {(uint16_t)((uint32_t)f[0] * g[0]),
                         (uint16_t)((uint32_t)f[1] * g[0] + g[1])};
  memcpy(result, r, sizeof r);
}

static void wide_make(size_t i, uint64_t *random, void *in) {
  const uint32_t map[2] = {(uint32_t)harness_random(random) | 1, (uint32_t)i * 2654435761u};
  memcpy(in, map, sizeof map);
}

static void wide_combine(const void *left, const void *right, void *result) {
  uint32_t f[2];
  uint32_t g[2];
  memcpy(f, left, sizeof f);
  memcpy(g, right, sizeof g);
  const uint32_t r[2] = {f[0] * g[0], f[1] * g[0] + g[1]};
  memcpy(result, r, sizeof r);
}

/* Each form of record with late tiles, in place and out of place. */
static void check_late_tiles(clscan_context *ctx, const struct custom_case *c) {
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &c->desc, &plan));
  for (unsigned k = 0; k < 20; k++) {
    const size_t n = shapes_tile(plan) * (k % 4 == 3 ? 3 : 500) + k;
    assert_true(custom_case_run(&h, plan, c, n, k % 5 == 0, k % 3 == 0));
  }
  clscan_plan_destroy(plan);
}

static void test_late_tiles(void **state) {
  (void)state;
  static const uint32_t init[2] = {3, 7};
  const clscan_custom_op then = {.expression = "(map){a.a * b.a, a.b * b.a + b.b}", .exact = 1};
  const clscan_custom_type types[] = {{.name = "map",
                                       .definition = "typedef struct { ushort a, b; } map;",
                                       .size = 4,
                                       .alignment = 2},
                                      {.name = "map",
                                       .definition = "typedef struct { uint a, b; } map;",
                                       .size = 8,
                                       .alignment = 4}};
  clscan_context *ctx = open_context(small_tiles(), true);
  for (unsigned k = 0; k < 4; k++) {
    const size_t size = types[k / 2].size;
    const struct custom_case c = {
        .name = types[k / 2].definition,
        .desc = {.type = CLSCAN_CUSTOM,
                 .custom_type = &types[k / 2],
                 .op = CLSCAN_CUSTOM_OP,
                 .custom_op = &then,
                 .kind = CLSCAN_INCLUSIVE,
                 .algorithm = k % 2 == 0 ? CLSCAN_SCAN_LOOKBACK : CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
        .in_size = size,
        .acc_size = size,
        .out_size = size,
        .make = k < 2 ? narrow_make : wide_make,
        .combine = k < 2 ? narrow_combine : wide_combine,
        .init = init};
    check_late_tiles(ctx, &c);
  }
  clscan_context_destroy(ctx);
}

/* Who says so gets the classic look-back for inexact operators, and is told what that means. */
static void test_nonreproducible_is_told(void **state) {
  (void)state;
  const clscan_tuning tuning = {.inexact_algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
  clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  options.tuning = &tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  const struct {
    clscan_scan_desc desc;
    int reproducible;
  } rows[] = {
      {{.type = CLSCAN_FLOAT32}, 1},
      {{.type = CLSCAN_FLOAT32,
        .flags = CLSCAN_ALLOW_NONREPRODUCIBLE,
        .algorithm = CLSCAN_SCAN_LOOKBACK},
       0},
      {{.type = CLSCAN_FLOAT32, .algorithm = CLSCAN_SCAN_LOOKBACK}, 0},
      {{.type = CLSCAN_FLOAT32, .op = CLSCAN_MAX, .algorithm = CLSCAN_SCAN_LOOKBACK}, 1},
      {{.type = CLSCAN_FLOAT32, .op = CLSCAN_MUL, .algorithm = CLSCAN_SCAN_LOOKBACK}, 0},
      {{.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK}, 1},
      {{.type = CLSCAN_FLOAT32, .acc_type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK}, 1},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_plan *plan = NULL;
    clscan_plan_info info;
    assert_success(clscan_scan_plan_create(ctx, &rows[k].desc, &plan));
    assert_success(clscan_plan_describe(plan, &info));
    assert_int_equal(info.reproducible != 0, rows[k].reproducible);
    clscan_plan_destroy(plan);
  }
  clscan_context_destroy(ctx);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_level),        cmocka_unit_test(test_default),
      cmocka_unit_test(test_several_passes),   cmocka_unit_test(test_doubles),
      cmocka_unit_test(test_late_tiles),       cmocka_unit_test(test_nonreproducible_is_told),
      cmocka_unit_test(test_shapes_and_types), cmocka_unit_test(test_thread_counts),
  };
  harness_open(&h);
  program = argv[0];
  if (argc == 2 && strcmp(argv[1], "bits") == 0) {
    printf("bits %llx\n", (unsigned long long)hash_bits());
    harness_close(&h);
    return 0;
  }
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
