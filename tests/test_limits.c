/* SPDX-License-Identifier: Apache-2.0 */
/* Size queries near every limit; no data is needed. */
#include "shapes.h"
#include "values.h"

static struct harness h;

/* A right figure or a clear refusal, never a figure that wrapped around. */
static void check_plan(clscan_plan *plan, size_t element) {
  static const size_t lengths[] = {0,
                                   1,
                                   2,
                                   3,
                                   255,
                                   256,
                                   257,
                                   65535,
                                   65536,
                                   1000003,
                                   ((size_t)1 << 31) - 1 - 1000,
                                   ((size_t)1 << 31) - 1 - 100,
                                   ((size_t)1 << 31) - 1 - 10,
                                   ((size_t)1 << 31) - 1,
                                   (size_t)1 << 31,
                                   ((size_t)1 << 32) - 1,
                                   (size_t)1 << 32,
                                   ((size_t)1 << 32) + 1,
                                   (size_t)1 << 40,
                                   (size_t)1 << 62,
                                   SIZE_MAX / 2,
                                   SIZE_MAX / 2 + 1,
                                   SIZE_MAX - 1,
                                   SIZE_MAX};
  size_t before = 0;
  bool refused = false;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    size_t bytes = SIZE_MAX;
    const clscan_status status = clscan_plan_scratch_size(plan, lengths[k], &bytes);
    if (status == CLSCAN_SUCCESS) {
      assert_false(refused);
      assert_true(bytes >= before);
      assert_true(bytes < (size_t)1 << 48);
      before = bytes;
    } else {
      assert_status(status, CLSCAN_N_TOO_LARGE);
      /* Refused only where no buffer could hold the elements. */
      assert_true(lengths[k] > h.global_bytes / element);
      refused = true;
    }
  }
  assert_true(refused);
}

/* It never falls as the length grows, step by step around the tiles. */
static void check_steps(clscan_plan *plan) {
  const size_t tile = shapes_tile(plan);
  size_t before = 0;
  for (size_t tiles = 1; tiles < 3000; tiles += 1 + tiles / 40) {
    for (size_t n = tiles * tile - 1; n <= tiles * tile + 1; n++) {
      size_t bytes = 0;
      assert_success(clscan_plan_scratch_size(plan, n, &bytes));
      assert_true(bytes >= before);
      before = bytes;
    }
  }
}

static void test_scratch_size(void **state) {
  (void)state;
  const size_t used[] = {SHAPE_OWN, SHAPE_64};
  for (size_t s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_fits(&h, &shapes[used[s]])) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[used[s]]);
    for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
      const clscan_type types[] = {CLSCAN_INT16, CLSCAN_INT64, CLSCAN_INT32, CLSCAN_INT8,
                                   CLSCAN_INT32};
      const clscan_scan_desc desc = {.type = types[k], .algorithm = shapes_algorithms[k]};
      clscan_plan *plan = NULL;
      assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
      check_plan(plan, values_size(types[k]));
      check_steps(plan);
      clscan_plan_destroy(plan);
    }
    clscan_context_destroy(ctx);
  }
}

/* A reservation that no device can meet is refused, and the plan goes on. */
static void test_reserve_too_much(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(h.ctx, &desc, &plan));
  assert_status(clscan_plan_reserve(plan, h.queue, SIZE_MAX), CLSCAN_N_TOO_LARGE);
  assert_success(clscan_plan_reserve(plan, h.queue, 1000003));
  clscan_plan_destroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scratch_size),
      cmocka_unit_test(test_reserve_too_much),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
