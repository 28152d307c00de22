/* SPDX-License-Identifier: Apache-2.0 */
#include "support/size_query.h"
#include "support/shapes.h"

static void check_limits(const clscan_plan *plan, size_t most) {
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
      assert_true(lengths[k] > most);
      refused = true;
    }
  }
  assert_true(refused);
}

/* Step by step around the tiles. */
static void check_steps(const clscan_plan *plan) {
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

void size_query_check(const clscan_plan *plan, size_t most) {
  check_limits(plan, most);
  check_steps(plan);
}
