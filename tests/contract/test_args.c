/* SPDX-License-Identifier: Apache-2.0 */
/* What may change from call to call, for every algorithm: lengths on the device, offsets, and which
 * arguments are given. Nothing but what a call writes is touched. */
#include "support/work.h"

static struct harness h;

/* A plan in the device's own shape or of small tiles. */
static clscan_context *ctx;
static clscan_plan *plan;

#define EACH_WORK(test)                                                                            \
  static void test##_of(const struct work *w, size_t n);                                           \
  TEST(test) {                                                                                     \
    for (const struct work *w = works; w->name != NULL; w++) {                                     \
      for (unsigned small = 0; small < 2; small++) {                                               \
        const struct shape *shape = small ? shapes_small_tiles(&h) : &shapes[SHAPE_OWN];           \
        ctx = work_open_context(&h, harness_options(&h), shape, w);                                \
        plan = work_plan(ctx, w);                                                                  \
        test##_of(w, work_length(w, plan));                                                        \
        clscan_plan_destroy(plan);                                                                 \
        clscan_context_destroy(ctx);                                                               \
      }                                                                                            \
    }                                                                                              \
  }                                                                                                \
  static void test##_of(const struct work *w, size_t n)

static void run_and_check(struct work_run *r) {
  work_spoil(r);
  assert_success(work_enqueue(r, plan, h.queue, 0, NULL, NULL));
  assert_true(work_is_clean(r));
}

/* Outputs from min(*n_device, n) on stay as they were. */
EACH_WORK(test_lengths_on_device) {
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0, 1, tile - 1, tile, tile + 1, n - 1, n, n + 1, UINT32_MAX};
  struct work_run r;
  unsigned place = 0;
  while (w->function->places[place].content != WORK_LENGTH) {
    place++;
  }
  work_open(&r, &h, w, n, 5);
  work_give_all(&r);
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    *work_words(&r, place) = (uint32_t)lengths[k];
    guarded_restore(&h, &r.places[place]);
    r.args.n = n;
    run_and_check(&r);
    r.args.n = 5;
    run_and_check(&r);
  }
  work_close(&r);
}

/* Each place alone at multiples of the element, and all of them. */
EACH_WORK(test_offsets) {
  for (unsigned place = 0; place <= w->function->num_places; place++) {
    for (size_t shift = 4; shift <= 16; shift += place == w->function->num_places ? 4 : 12) {
      size_t shifts[WORK_PLACES] = {0};
      struct work_run r;
      for (unsigned k = 0; k < w->function->num_places; k++) {
        shifts[k] = k == place || place == w->function->num_places ? shift : 0;
      }
      work_open_at(&r, &h, w, n / 2 + 1, shift, shifts);
      work_give_all(&r);
      run_and_check(&r);
      work_close(&r);
    }
  }
}

/* What may be absent, in turn. */
EACH_WORK(test_what_is_given) {
  struct work_run r;
  work_open(&r, &h, w, n, 9);
  run_and_check(&r);
  for (unsigned k = 0; k < w->function->num_places; k++) {
    if (w->function->places[k].presence == WORK_SELDOM) {
      const struct work_args without = r.args;
      r.args.at[k] = r.places[k].place;
      run_and_check(&r);
      r.args = without;
    }
  }
  for (r.args.n = 0; r.args.n < 4; r.args.n++) {
    run_and_check(&r);
  }
  work_close(&r);
}

HARNESS_MAIN(NULL, NULL)
