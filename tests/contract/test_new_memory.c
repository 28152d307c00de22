/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory that is not zero when it is new: all that keeps state in scratch clears it first.
 */
#include "support/simulation.h"
#include "support/work.h"

static struct harness h;

/* A length for which scratch is made, and a longer one for which it is made again. */
static void check(const struct work *w) {
  clscan_context *ctx = simulation_open_context(&h, (struct simulation){.fills = true}, w);
  clscan_plan *plan = work_plan(ctx, w);
  const unsigned created = interpose_calls("clCreateBuffer");
  for (unsigned run = 0; run < 4; run++) {
    struct work_run r;
    work_open(&r, &h, w, work_length(w, plan) * (run < 2 ? 1 : 50), run + 1);
    assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
    assert_true(work_is_clean(&r));
    work_close(&r);
  }
  assert_true(!w->keeps_state || interpose_calls("clCreateBuffer") == created + 2);
  clscan_plan_destroy(plan);
  simulation_close_context(ctx);
}

TEST(test_new_memory) {
  for (const struct work *w = works; w->name != NULL; w++) {
    check(w);
  }
}

HARNESS_MAIN(NULL, NULL)
