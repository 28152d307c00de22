/* SPDX-License-Identifier: Apache-2.0 */
/* What groups tell each other, under load: payloads larger than a word over very many tiles, again
 * and again, partials of many groups, two queues at once, lanes that lag behind. Each run has
 * another input, so that what an earlier run left is wrong. A GPU does all of it, a CPU a share. */
#include "support/arrays.h"
#include "support/harness.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* Two affine maps x -> a x + b modulo 2^32; composition is associative, not commutative, and exact.
 */
struct maps {
  uint32_t a, b, c, d;
};

static struct maps compose(struct maps f, struct maps g) {
  const struct maps fg = {g.a * f.a, g.a * f.b + g.b, g.c * f.c, g.c * f.d + g.d};
  return fg;
}

/* Whether `result` are the prefixes of what comes after the first `shift` of the maps whose
 * prefixes are `all`. As the factors are odd, no other maps make both sides equal. */
static bool continues(const struct maps *all, size_t shift, const struct maps *result, size_t n) {
  const struct maps identity = {1, 0, 1, 0}, before = shift == 0 ? identity : all[shift - 1];
  for (size_t i = 0; i < n; i++) {
    const struct maps whole = compose(before, result[i]);
    if (memcmp(&whole, &all[shift + i], sizeof whole) != 0) {
      print_error("element %zu of %zu is wrong\n", i, n);
      return false;
    }
  }
  return true;
}

static void fill_maps(struct maps *maps, size_t n) {
  uint64_t seed = 20261;
  for (size_t i = 0; i < n; i++) {
    const uint64_t x = harness_random(&seed), y = harness_random(&seed);
    maps[i] =
        (struct maps){(uint32_t)x | 1, (uint32_t)(x >> 32), (uint32_t)y | 1, (uint32_t)(y >> 32)};
  }
}

static clscan_context *open_tuned(clscan_context_options options, const clscan_tuning *tuning) {
  clscan_context *ctx = NULL;
  options.tuning = tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return ctx;
}

static void skip_without_payloads(void) {
  if (!h.has_opencl3_atomics && !h.has_ptx) {
    harness_skip("no way to publish a payload on this device");
  }
}

static void check_structs(clscan_context *ctx, size_t tiles, size_t runs) {
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
  const clscan_scan_algorithm algorithms[] = {CLSCAN_SCAN_LOOKBACK, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL};
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
    const size_t n = tiles * shapes_tile(plan) - 5, all = n + runs;
    const size_t bytes = n * sizeof(struct maps), all_bytes = all * sizeof(struct maps);
    struct maps *expected = malloc(all_bytes), *result = malloc(bytes);
    assert_non_null(expected);
    assert_non_null(result);
    fill_maps(expected, all);
    cl_mem in = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, all_bytes, expected, &error);
    assert_int_equal(error, CL_SUCCESS);
    cl_mem out = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    assert_int_equal(error, CL_SUCCESS);
    for (size_t i = 1; i < all; i++) {
      expected[i] = compose(expected[i - 1], expected[i]);
    }
    for (size_t run = 0; run < runs; run++) {
      const clscan_scan_args args = {
          .in = {in, run * sizeof(struct maps)}, .out = {out, 0}, .n = n};
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
      memset(result, 0, bytes);
      assert_int_equal(clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, bytes, result, 0, NULL, NULL),
                       CL_SUCCESS);
      if (!continues(expected, run, result, n)) {
        fail_msg("run %zu of %s is wrong", run, shapes_algorithm_name(algorithms[k]));
      }
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(expected);
    free(result);
    clscan_plan_destroy(plan);
  }
}

TEST(test_structs) {
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REGISTERS, .group_size = 64, .items = 2};
  skip_without_payloads();
  clscan_context *ctx = open_tuned(harness_options(&h), &tuning);
  check_structs(ctx, h.is_cpu ? 2000 : 100000, h.is_cpu ? 4 : 100);
  clscan_context_destroy(ctx);
}

/* Records as near to each other as can be: who reads one that is ready gets a part of the next,
 * which is not, into its cache. When that one is ready it must not be read from there. */
TEST(test_packed_structs) {
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REGISTERS,
                                .group_size = 64,
                                .items = 1,
                                .window = 8,
                                .descriptor_spacing = 48};
  skip_without_payloads();
  clscan_context *ctx = open_tuned(
      harness_build_options(&h, "-DCLSCAN_TEST_DELAY=2 -DCLSCAN_TEST_SPINS=200"), &tuning);
  check_structs(ctx, h.is_cpu ? 2000 : 100000, h.is_cpu ? 4 : 20);
  clscan_context_destroy(ctx);
}

/* Partials of 128 bytes, of as many groups as there can be, which have little else to do. */
TEST(test_partials) {
  enum { WORDS = 32 };
  const clscan_custom_type type = {.name = "words",
                                   .definition = "typedef struct { uint v[32]; } words;",
                                   .size = WORDS * sizeof(uint32_t),
                                   .alignment = 4};
  const clscan_custom_op op = {.expression = "sum(a, b)",
                               .definition =
                                   "static words sum(words a, words b)\n{\n"
                                   "    for (int i = 0; i < 32; i++)\n        a.v[i] += b.v[i];\n"
                                   "    return a;\n}\n",
                               .exact = 1};
  const clscan_reduce_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &type, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REGISTERS, .group_size = 32, .items = 1};
  const size_t n = h.is_cpu ? 3000 : 100000, runs = h.is_cpu ? 50 : 2000, all = n + runs;
  clscan_context *ctx = open_tuned(harness_options(&h), &tuning);
  clscan_plan *plan = NULL;
  assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
  uint32_t *sums = arrays_host((all + 1) * WORDS); /* of the first 0, 1, ... elements */
  cl_mem in = arrays_random(&h, all * WORDS, 31, sums + WORDS), out = arrays_create(&h, WORDS);
  for (size_t i = WORDS; i < (all + 1) * WORDS; i++) {
    sums[i] += sums[i - WORDS];
  }
  for (size_t run = 0; run < runs; run++) {
    const clscan_reduce_args args = {.in = {in, run * type.size}, .out = {out, 0}, .n = n};
    uint32_t expected[WORDS];
    for (size_t i = 0; i < WORDS; i++) {
      expected[i] = sums[(run + n) * WORDS + i] - sums[run * WORDS + i];
    }
    assert_success(clscan_reduce_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(arrays_equal(&h, out, expected, WORDS));
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  free(sums);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

/* Large groups, each with many tiles, of which some lanes are slow at both ends. */
TEST(test_slow_lanes) {
  const clscan_custom_op op = {
      .expression = "a + b",
      .definition = "static uint slow(uint x, bool is_slow)\n{\n"
                    "    for (volatile uint k = is_slow ? 500 : 0; k > 0; --k)\n        ;\n"
                    "    return x;\n}\n",
      .identity = "0",
      .exact = 1};
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &op,
                                 .load = "slow(x, i % 1031 == 0)",
                                 .store = "slow(a, a % 1031 == 0)",
                                 .kind = CLSCAN_INCLUSIVE,
                                 .algorithm = CLSCAN_SCAN_LOOKBACK};
  const clscan_tuning tuning = {.storage = CLSCAN_STORAGE_REGISTERS,
                                .group_size = h.is_cpu ? 64 : (uint32_t)h.max_group_size,
                                .items = 4};
  clscan_context *ctx = open_tuned(harness_options(&h), &tuning);
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  const size_t n = (h.is_cpu ? 500 : 6000) * shapes_tile(plan) - 5;
  uint32_t *expected = arrays_host(n);
  cl_mem out = arrays_create(&h, n);
  for (unsigned run = 0; run < 4; run++) {
    cl_mem in = arrays_random(&h, n, 50 + run, expected);
    arrays_sum(expected, n);
    const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_true(arrays_equal(&h, out, expected, n));
    clReleaseMemObject(in);
  }
  clReleaseMemObject(out);
  free(expected);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

/* Elements from the beginning of an input to that of the next: whole vectors. */
enum { SHIFT = 16 };

TEST(test_two_queues) {
  const size_t n = h.is_cpu ? (size_t)1 << 20 : (size_t)1 << 24;
  const size_t scans = h.is_cpu ? 20 : 1000, all = n + scans * SHIFT;
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_SCAN_LOOKBACK};
  clscan_context *ctx = shapes_open(&h, &shapes[SHAPE_OWN]);
  clscan_plan *plan = NULL;
  cl_int error = CL_SUCCESS;
  cl_command_queue queues[2] = {h.queue, clCreateCommandQueue(h.context, h.device, 0, &error)};
  cl_mem in[2], out[2];
  uint32_t *sums[2], *expected = arrays_host(n); /* sums[q][i]: of the first i */
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  for (unsigned q = 0; q < 2; q++) {
    sums[q] = arrays_host(all);
    in[q] = arrays_random(&h, all, 7 + q, sums[q] + 1);
    out[q] = arrays_create(&h, n);
    arrays_sum(sums[q] + 1, all);
  }
  for (size_t scan = 0; scan < scans; scan++) {
    const size_t shift = scan * SHIFT;
    for (unsigned q = 0; q < 2; q++) {
      const clscan_scan_args args = {
          .in = {in[q], shift * sizeof(uint32_t)}, .out = {out[q], 0}, .n = n};
      assert_success(clscan_scan_enqueue(plan, queues[q], &args, 0, NULL, NULL));
      assert_int_equal(clFlush(queues[q]), CL_SUCCESS);
    }
    if (scan % (scans / 10) == 0 || scan == scans - 1) {
      for (unsigned q = 0; q < 2; q++) {
        assert_int_equal(clFinish(queues[q]), CL_SUCCESS);
        for (size_t i = 0; i < n; i++) {
          expected[i] = sums[q][shift + i + 1] - sums[q][shift];
        }
        assert_true(arrays_equal(&h, out[q], expected, n));
      }
    }
  }
  for (unsigned q = 0; q < 2; q++) {
    clReleaseMemObject(in[q]);
    clReleaseMemObject(out[q]);
    free(sums[q]);
  }
  free(expected);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  clReleaseCommandQueue(queues[1]);
}

HARNESS_MAIN(NULL, NULL)
