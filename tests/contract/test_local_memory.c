/* SPDX-License-Identifier: Apache-2.0 */
/* Local memory: what the host takes a group's for, when it chooses a shape, is not less than what
 * the compiler makes of it. */
#include "plan/plan.h"
#include "scan/scan.h"
#include "support/harness.h"
#include "support/shapes.h"

#include <string.h>

static struct harness h;

static const clscan_custom_type pair = {.name = "pair",
                                        .definition = "typedef struct { int a, b, c; } pair;",
                                        .size = 12,
                                        .alignment = 4};
static const clscan_custom_type block = {.name = "block",
                                         .definition = "typedef struct { ulong at[16]; } block;",
                                         .size = 128,
                                         .alignment = 8};
static const clscan_custom_op left = {.expression = "a", .exact = 1};

static void check_kernel(const struct clscan_plan *plan, size_t k, size_t estimate,
                         const char *what) {
  cl_ulong bytes = 0;
  assert_int_equal(clGetKernelWorkGroupInfo(plan->kernels[k].kernel, h.device,
                                            CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL),
                   CL_SUCCESS);
  if (bytes > estimate) {
    fail_msg("%s: %s has %llu bytes of local memory, not %zu or less", what, plan->kernels[k].name,
             (unsigned long long)bytes, estimate);
  }
}

/* All kernels of the plan and its parts. */
static void check_plan(const struct clscan_plan *plan, const char *what) {
  for (size_t k = 0; k < CLSCAN__MAX_KERNELS; k++) {
    const bool alone = k == CLSCAN__SCAN_SMALL && strcmp(plan->class->name, "scan") == 0;
    if (plan->kernels[k].kernel != NULL) {
      check_kernel(
          plan, k,
          alone ? ((const clscan__scan *)plan)->alone.local_bytes : plan->shape.local_bytes, what);
    }
  }
  for (size_t p = 0; p < plan->num_parts; p++) {
    check_plan(plan->parts[p], what);
  }
}

/* Checks the plan unless the device cannot have it, and destroys it; false: it cannot. */
static bool take(clscan_status status, clscan_plan *const *plan, const char *what) {
  if (status == CLSCAN_UNSUPPORTED_ALGORITHM || status == CLSCAN_UNSUPPORTED_TYPE) {
    return false;
  }
  assert_success(status);
  check_plan(*plan, what);
  clscan_plan_destroy(*plan);
  return true;
}

static const clscan_scan_desc scans[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_UINT8},
    {.type = CLSCAN_INT16, .out_type = CLSCAN_INT64, .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_FLOAT16, .op = CLSCAN_MAX},
    {.type = CLSCAN_FLOAT32, .load = "x * x", .acc_type = CLSCAN_FLOAT64},
    {.type = CLSCAN_CUSTOM,
     .custom_type = &pair,
     .op = CLSCAN_CUSTOM_OP,
     .custom_op = &left,
     .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_CUSTOM,
     .custom_type = &block,
     .op = CLSCAN_CUSTOM_OP,
     .custom_op = &left,
     .kind = CLSCAN_INCLUSIVE},
};

/* Each second descriptor a shape, and one algorithm for each, in turn. */
static unsigned check_scans(clscan_context *ctx, unsigned shape, const char *what) {
  unsigned plans = 0;
  for (unsigned d = shape % 2; d < HARNESS_COUNT(scans); d += 2) {
    const size_t a = (d / 2 + shape) % (SHAPES_ALGORITHM_COUNT + 1);
    clscan_scan_desc desc = scans[d];
    clscan_plan *plan = NULL;
    desc.algorithm = a == 0 ? CLSCAN_SCAN_AUTO : shapes_algorithms[a - 1];
    plans += take(clscan_scan_plan_create(ctx, &desc, &plan), &plan, what);
  }
  return plans;
}

static unsigned check_reductions(clscan_context *ctx, unsigned shape, const char *what) {
  unsigned plans = 0;
  for (unsigned d = shape % 2; d < HARNESS_COUNT(scans); d += 2) {
    const clscan_reduce_desc desc = {.type = scans[d].type,
                                     .acc_type = scans[d].acc_type,
                                     .out_type = scans[d].out_type,
                                     .op = scans[d].op,
                                     .custom_type = scans[d].custom_type,
                                     .custom_op = scans[d].custom_op,
                                     .load = scans[d].load};
    clscan_plan *plan = NULL;
    plans += take(clscan_reduce_plan_create(ctx, &desc, &plan), &plan, what);
  }
  return plans;
}

static const clscan_select_output two_more[] = {{.type = CLSCAN_FLOAT16, .expression = "x * 2"},
                                                {.type = CLSCAN_UINT8}};
static const clscan_select_desc selects[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_UINT8, .out_type = CLSCAN_UINT32, .output = "i"},
    {.type = CLSCAN_INT64, .predicate = "x > 5", .count_type = CLSCAN_UINT64},
    {.type = CLSCAN_INT16, .flag_type = CLSCAN_UINT32, .flags = CLSCAN_FLAG_BITS},
    {.type = CLSCAN_INT32, .flag_type = CLSCAN_INT8, .more = two_more, .num_more = 2},
    {.type = CLSCAN_UINT32, .flags = CLSCAN_UNIQUE},
    {.type = CLSCAN_CUSTOM, .custom_type = &pair, .predicate = "x.a > 0"},
    {.type = CLSCAN_CUSTOM, .custom_type = &block, .predicate = "x.at[3] != 0"},
};

static unsigned check_selects(clscan_context *ctx, unsigned shape, const char *what) {
  static const clscan_select_algorithm algorithms[] = {
      CLSCAN_SELECT_LOOKBACK,         CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS,
      CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_SELECT_ATOMIC_SUBGROUP,  CLSCAN_SELECT_ATOMIC_ELEMENT};
  unsigned plans = 0;
  for (unsigned d = shape % 2; d < HARNESS_COUNT(selects); d += 2) {
    const unsigned a = (d / 2 + shape) % HARNESS_COUNT(algorithms);
    clscan_select_desc desc = selects[d];
    clscan_plan *plan = NULL;
    desc.algorithm = algorithms[a];
    desc.flags |= a >= 3 ? CLSCAN_UNORDERED : 0;
    plans += take(clscan_select_plan_create(ctx, &desc, &plan), &plan, what);
  }
  return plans;
}

static const clscan_partition_desc partitions[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_FLOAT64, .predicate = "x < 0", .count_type = CLSCAN_UINT64},
    {.type = CLSCAN_UINT8, .num_buckets = 3, .bucket = "x / 100"},
    {.type = CLSCAN_CUSTOM, .custom_type = &pair, .num_buckets = 8, .bucket = "x.b"},
    {.type = CLSCAN_CUSTOM, .custom_type = &block, .num_buckets = 2, .bucket = "x.at[1] & 1"},
    {.type = CLSCAN_UINT32, .num_buckets = 256, .bucket = "x & 255"},
    {.type = CLSCAN_UINT32, .num_buckets = CLSCAN_MAX_BUCKETS, .bucket = "x"},
};

static unsigned check_partitions(clscan_context *ctx, unsigned shape, const char *what) {
  unsigned plans = 0;
  for (unsigned d = shape % 2; d < HARNESS_COUNT(partitions); d += 2) {
    const unsigned form = (d / 2 + shape) % 3;
    clscan_partition_desc desc = partitions[d];
    clscan_plan *plan = NULL;
    if (form > 0 && desc.num_buckets <= CLSCAN_MAX_SEPARATE) {
      desc.flags = CLSCAN_SEPARATE;
      desc.algorithm = form == 1 ? CLSCAN_PARTITION_LOOKBACK : CLSCAN_PARTITION_REDUCE_THEN_SCAN;
    }
    plans += take(clscan_partition_plan_create(ctx, &desc, &plan), &plan, what);
  }
  return plans;
}

static void check_shapes(unsigned (*check)(clscan_context *, unsigned, const char *)) {
  for (unsigned s = 0; s < SHAPES; s++) {
    if (shapes_fits(&h, &shapes[s])) {
      clscan_context *ctx = shapes_open(&h, &shapes[s]);
      assert_true(check(ctx, s, shapes[s].name) > 0);
      clscan_context_destroy(ctx);
    }
  }
}

TEST(test_scans) { check_shapes(check_scans); }

TEST(test_reductions) { check_shapes(check_reductions); }

TEST(test_selects) { check_shapes(check_selects); }

TEST(test_partitions) { check_shapes(check_partitions); }

HARNESS_MAIN(NULL, NULL)
