/* SPDX-License-Identifier: Apache-2.0 */
/* Every algorithm in every shape at the lengths where something changes. */
#include "support/scan_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>

static struct harness h;

#define MAX_SIZES 64

struct sizes {
  size_t n[MAX_SIZES];
  size_t count;
};

static void add(struct sizes *s, size_t n) {
  assert_true(s->count < MAX_SIZES);
  s->n[s->count++] = n;
}

static void add_around(struct sizes *s, size_t n) {
  add(s, n - 1);
  add(s, n);
  add(s, n + 1);
}

static cl_uint compute_units(void) {
  cl_uint units = 1;
  clGetDeviceInfo(h.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  return units;
}

static struct sizes sizes_for(const clscan_plan *plan, const clscan_plan_info *info) {
  const size_t tile = shapes_tile(plan);
  const size_t window = info->window != 0 ? info->window : 32;
  struct sizes s = {.count = 0};
  /* Nothing, and what is shorter than any vector. */
  add(&s, 0);
  add(&s, 1);
  add(&s, 2);
  add(&s, 3);
  /* One element a work-item, more or less. */
  if (info->group_size > 1) {
    add_around(&s, info->group_size);
  }
  /* One tile, two, three, and the ends between them. */
  add_around(&s, tile);
  add_around(&s, 2 * tile);
  add(&s, 3 * tile);
  /* Powers of two, a prime, and a size that no power divides. */
  add_around(&s, 256);
  add_around(&s, 65536);
  add(&s, 65521);
  add(&s, 1000);
  if (info->tile == 0) {
    /* Tiles that grow with the length, and then their number does. */
    add(&s, 1000003);
    add(&s, 6000011);
  }
  if (tile <= 65536) {
    /* The end of a window, and the first tile after it. */
    add_around(&s, window * tile);
    add(&s, (window + 1) * tile + 1);
    add(&s, 3 * window * tile + tile / 2);
    /* More totals than one tile, so that their scan recurs. */
    if (tile <= 1024) {
      add_around(&s, tile * tile);
      /* More tiles than a look-back has groups: some take several. */
      add(&s, (16 * (size_t)compute_units() + 3) * tile + 5);
    }
  }
  return s;
}

/* All sizes of one algorithm in one shape. */
static bool run_sizes(clscan_context *ctx, clscan_scan_algorithm algorithm, clscan_kind kind,
                      const char *name) {
  struct scan_case c = {.desc = {.type = CLSCAN_INT32, .algorithm = algorithm, .kind = kind}};
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, &c.desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  const struct sizes s = sizes_for(plan, &info);
  bool good = true;
  for (size_t k = 0; k < s.count; k++) {
    c.n = s.n[k];
    c.seed = k + 1;
    c.init = (enum scan_case_init)(k % 3);
    c.total = k % 2 == 0;
    if (!scan_case_run(&h, plan, &c)) {
      print_error("  shape %s\n", name);
      good = false;
    }
  }
  clscan_plan_destroy(plan);
  return good;
}

static void test_algorithm(clscan_scan_algorithm algorithm) {
  bool good = true;
  unsigned ran = 0;
  for (size_t k = 0; k < SHAPES; k++) {
    if (!shapes_fits(&h, &shapes[k])) {
      printf("the device does not have: %s\n", shapes[k].name);
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[k]);
    const clscan_kind kind = (k + (size_t)algorithm) % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE;
    good = run_sizes(ctx, algorithm, kind, shapes[k].name) && good;
    clscan_context_destroy(ctx);
    ran++;
  }
  assert_true(good);
  assert_true(ran > 0);
}

TEST(test_small) { test_algorithm(CLSCAN_SCAN_SMALL); }

TEST(test_three_pass) { test_algorithm(CLSCAN_SCAN_THREE_PASS); }

TEST(test_reduce_then_scan) { test_algorithm(CLSCAN_SCAN_REDUCE_THEN_SCAN); }

TEST(test_lookback) { test_algorithm(CLSCAN_SCAN_LOOKBACK); }

TEST(test_two_level) { test_algorithm(CLSCAN_SCAN_LOOKBACK_TWO_LEVEL); }

/* AUTO on both sides of the length at which it changes from the small kernel to the main one. */
TEST(test_auto) {
  const struct shape shape = {.name = "small up to 1000", .tuning = {.small_max = 1000}};
  clscan_context *ctx = shapes_open(&h, &shape);
  struct scan_case c = {.desc = {.type = CLSCAN_UINT32}, .total = true};
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, &c.desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.small_max, 1000);
  assert_int_not_equal(info.algorithm, CLSCAN_SCAN_AUTO);
  assert_non_null(info.reason);
  for (c.n = 999; c.n <= 1001; c.n++) {
    c.seed = c.n;
    assert_true(scan_case_run(&h, plan, &c));
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

HARNESS_MAIN(NULL, NULL)
