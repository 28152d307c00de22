/* SPDX-License-Identifier: Apache-2.0 */
/* The adjacent difference at small lengths, for oclgrind to look at. With the argument `scalar` no
 * vector is read or written, of which oclgrind says that it is uninitialised. */
#include "support/work.h"

#include <string.h>

static struct harness h;
static bool scalar;

static const struct shape small_shapes[] = {
    {.name = "16 x 4",
     .tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                .storage = CLSCAN_STORAGE_REGISTERS,
                .group_size = 16,
                .items = 4}},
    {.name = "re-read, tile 20",
     .tuning = {.backend = CLSCAN_BACKEND_LOCAL, .storage = CLSCAN_STORAGE_REREAD, .items = 20}},
};

static void check(const struct work *w, const struct shape *shape) {
  clscan_context *ctx = work_open_context(&h, harness_options(&h), shape, w);
  clscan_plan *plan = work_plan(ctx, w);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {1, 2, tile - 1, tile, 3 * tile + 5};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    struct work_run r;
    const size_t shifts[WORK_PLACES] = {scalar ? 4 : 0, scalar ? 4 : k % 2 * 4};
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

static void test_both_ways(void **state) {
  (void)state;
  for (size_t s = 0; s < HARNESS_COUNT(small_shapes); s++) {
    check(work_named("adjacent difference"), &small_shapes[s]);
    check(work_named("adjacent difference, reverse"), &small_shapes[s]);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_both_ways)};
  scalar = argc > 1 && strcmp(argv[1], "scalar") == 0;
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
