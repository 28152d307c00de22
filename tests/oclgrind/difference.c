/* SPDX-License-Identifier: Apache-2.0 */
/* The adjacent difference at small lengths, for oclgrind to look at. */
#include "oclgrind/small.h"
#include "support/work.h"

#include <string.h>

static struct harness h;

static void check(const struct work *w, const struct shape *shape) {
  clscan_context *ctx = work_open_context(&h, harness_options(&h), shape, w);
  clscan_plan *plan = work_plan(ctx, w);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {1, 2, tile - 1, tile, 3 * tile + 5};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    struct work_run r;
    const size_t shifts[WORK_PLACES] = {small_scalar() ? 4 : 0, small_scalar() ? 4 : k % 2 * 4};
    work_open_at(&r, &h, w, lengths[k], k + 1, shifts);
    if (k % 2 != 0) {
      work_give_all(&r);
    }
    work_spoil(&r);
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    assert_true(work_is_clean(&r));
    work_close(&r);
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

TEST(test_both_ways) {
  for (size_t s = 0; s < SMALL_SHAPES; s++) {
    check(work_named("adjacent difference"), &small_shapes[s]);
    check(work_named("adjacent difference, reverse"), &small_shapes[s]);
  }
}

HARNESS_MAIN(NULL, NULL)
