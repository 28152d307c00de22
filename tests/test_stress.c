/* SPDX-License-Identifier: Apache-2.0 */
/* Look-back under load: payloads larger than a word over very many tiles, again and again, and two
 * queues at once. A GPU does all of it, a CPU a share. */
#include "arrays.h"
#include "harness.h"
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* Two affine maps x -> a x + b modulo 2^32; composition is associative, not commutative, and exact. */
struct maps {
  uint32_t a, b, c, d;
};

static struct maps compose(struct maps f, struct maps g) {
  const struct maps fg = {g.a * f.a, g.a * f.b + g.b, g.c * f.c, g.c * f.d + g.d};
  return fg;
}

static void fill_maps(struct maps *maps, size_t n) {
  uint64_t seed = 20261;
  for (size_t i = 0; i < n; i++) {
    const uint64_t x = harness_random(&seed), y = harness_random(&seed);
    maps[i] =
        (struct maps){(uint32_t)x | 1, (uint32_t)(x >> 32), (uint32_t)y | 1, (uint32_t)(y >> 32)};
  }
}

static clscan_context *open_small_tiles(void) {
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REGISTERS, .group_size = 64, .items = 2};
  clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  options.tuning = &tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static void test_structs(void **state) {
  (void)state;
  const clscan_custom_type type = {.name = "maps",
                                   .definition = "typedef struct { uint a, b, c, d; } maps;",
                                   .size = sizeof(struct maps),
                                   .alignment = 4};
  const clscan_custom_op op = {
      .expression = "compose(a, b)",
      .definition = "static maps compose(maps f, maps g)\n{\n"
                    "    maps fg = { g.a * f.a, g.a * f.b + g.b, g.c * f.c, g.c * f.d + g.d };\n"
                    "    return fg;\n}\n",
      .exact = 1};
  const clscan_algorithm algorithms[] = {CLSCAN_ALGORITHM_LOOKBACK,
                                         CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL};
  const size_t tiles = h.is_cpu ? 2000 : 100000;
  const int runs = h.is_cpu ? 4 : 100;
  if (!h.has_opencl3_atomics && !h.has_ptx) {
    harness_skip("no way to publish a payload on this device");
    return;
  }
  clscan_context *ctx = open_small_tiles();
  for (size_t k = 0; k < HARNESS_COUNT(algorithms); k++) {
    const clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                                   .custom_type = &type,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .custom_op = &op,
                                   .kind = CLSCAN_INCLUSIVE,
                                   .algorithm = algorithms[k]};
    clscan_plan *plan = NULL;
    cl_int error = CL_SUCCESS;
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    const size_t n = tiles * shapes_tile(plan) - 5, bytes = n * sizeof(struct maps);
    struct maps *expected = malloc(bytes), *result = malloc(bytes);
    assert_non_null(expected);
    assert_non_null(result);
    fill_maps(expected, n);
    cl_mem in = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, bytes, expected, &error);
    assert_int_equal(error, CL_SUCCESS);
    cl_mem out = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    assert_int_equal(error, CL_SUCCESS);
    for (size_t i = 1; i < n; i++) {
      expected[i] = compose(expected[i - 1], expected[i]);
    }
    for (int run = 0; run < runs; run++) {
      const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
      memset(result, 0, bytes);
      assert_int_equal(clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, bytes, result, 0, NULL, NULL),
                       CL_SUCCESS);
      if (memcmp(result, expected, bytes) != 0) {
        fail_msg("run %d of %s is wrong", run, shapes_algorithm_name(algorithms[k]));
      }
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(expected);
    free(result);
    clscan_plan_destroy(plan);
  }
  clscan_context_destroy(ctx);
}

static void test_two_queues(void **state) {
  (void)state;
  const size_t n = h.is_cpu ? (size_t)1 << 20 : (size_t)1 << 24;
  const int scans = h.is_cpu ? 20 : 1000;
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_ALGORITHM_LOOKBACK};
  clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
  clscan_plan *plan = NULL;
  cl_int error = CL_SUCCESS;
  cl_command_queue queues[2] = {h.queue, clCreateCommandQueue(h.context, h.device, 0, &error)};
  cl_mem in[2], out[2];
  uint32_t *expected[2];
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  for (unsigned q = 0; q < 2; q++) {
    expected[q] = arrays_host(n);
    in[q] = arrays_random(&h, n, 7 + q, expected[q]);
    out[q] = arrays_create(&h, n);
    arrays_sum(expected[q], n);
  }
  for (int scan = 0; scan < scans; scan++) {
    for (unsigned q = 0; q < 2; q++) {
      const clscan_scan_args args = {.in = {in[q], 0}, .out = {out[q], 0}, .n = n};
      assert_success(clscan_scan_enqueue(plan, queues[q], &args, 0, NULL, NULL));
      assert_int_equal(clFlush(queues[q]), CL_SUCCESS);
    }
    if (scan % (scans / 10) == 0 || scan == scans - 1) {
      for (unsigned q = 0; q < 2; q++) {
        assert_int_equal(clFinish(queues[q]), CL_SUCCESS);
        assert_true(arrays_equal(&h, out[q], expected[q], n));
      }
    }
  }
  for (unsigned q = 0; q < 2; q++) {
    clReleaseMemObject(in[q]);
    clReleaseMemObject(out[q]);
    free(expected[q]);
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseCommandQueue(queues[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_structs),
      cmocka_unit_test(test_two_queues),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
