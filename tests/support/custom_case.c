/* SPDX-License-Identifier: Apache-2.0 */
#include "support/custom_case.h"
#include "support/execution.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

union accumulator {
  uint8_t bytes[CUSTOM_CASE_MAX_SIZE];
  uint64_t aligned;
};

static void store(const struct custom_case *c, const union accumulator *acc, uint8_t *out) {
  if (c->store != NULL) {
    c->store(acc->bytes, out);
  } else {
    memcpy(out, acc->bytes, c->out_size);
  }
}

/* The serial scan. An exclusive output before anything has been combined has no value and is not
 * asked for. */
static void scan(const struct custom_case *c, const uint8_t *in, size_t n, const void *left,
                 bool left_counts, uint8_t *out, uint8_t *total) {
  union accumulator sum;
  memset(&sum, 0, sizeof sum);
  bool started = left_counts;
  if (left != NULL) {
    memcpy(sum.bytes, left, c->acc_size);
  }
  for (size_t i = 0; i < n; i++) {
    union accumulator x;
    union accumulator next;
    memset(&x, 0, sizeof x);
    memset(&next, 0, sizeof next);
    if (c->load != NULL) {
      c->load(in + i * c->in_size, i, x.bytes);
    } else {
      memcpy(x.bytes, in + i * c->in_size, c->in_size);
    }
    if (c->desc.kind == CLSCAN_EXCLUSIVE) {
      store(c, &sum, out + i * c->out_size);
    }
    if (started) {
      c->combine(sum.bytes, x.bytes, next.bytes);
      sum = next;
    } else {
      sum = x;
    }
    started = true;
    if (c->desc.kind == CLSCAN_INCLUSIVE) {
      store(c, &sum, out + i * c->out_size);
    }
  }
  store(c, &sum, total);
}

bool custom_case_run(struct harness *h, clscan_plan *plan, const struct custom_case *c, size_t n,
                     bool with_init, bool in_place) {
  uint64_t random = UINT64_C(88172645463325252) + n;
  const bool has_init = with_init && c->init != NULL;
  const bool has_total = n > 0 || has_init || c->identity != NULL;
  uint8_t total[CUSTOM_CASE_MAX_SIZE];
  uint8_t *in = calloc(n + 1, c->in_size);
  uint8_t *expected = calloc(n + 1, c->out_size);
  assert_non_null(in);
  assert_non_null(expected);
  for (size_t i = 0; i < n; i++) {
    c->make(i, &random, in + i * c->in_size);
  }
  scan(c, in, n, has_init ? c->init : c->identity, has_init, expected, total);
  const struct execution e = {
      .plan = plan,
      .n = n,
      .input = in,
      .in_size = c->in_size,
      .reduces = c->reduces,
      .expected = !c->reduces ? expected
                  : has_total ? total
                              : NULL,
      .out_size = c->out_size,
      .expected_total = has_total && !c->reduces ? total : NULL,
      .total_untouched = !has_total && !c->reduces,
      .init = has_init ? c->init : NULL,
      .acc_size = c->acc_size,
      .init_on_device = n % 2 == 0,
      .in_place = in_place,
      .runs = c->reduces ? 2 : 0,
  };
  const bool good = execution_run(h, &e);
  if (!good) {
    print_error("  %s, %s, algorithm %s, init %d, in place %d\n", c->name,
                c->reduces                         ? "reduced"
                : c->desc.kind == CLSCAN_EXCLUSIVE ? "exclusive"
                                                   : "inclusive",
                shapes_algorithm_name(c->desc.algorithm), has_init, in_place);
  }
  free(in);
  free(expected);
  return good;
}

/* Whether an execution of this case is allowed without init. */
static bool runs_without_init(const struct custom_case *c) {
  return c->desc.kind == CLSCAN_INCLUSIVE || c->identity != NULL;
}

static clscan_status make_plan(clscan_context *ctx, const struct custom_case *c,
                               clscan_plan **plan) {
  const clscan_scan_desc *d = &c->desc;
  const clscan_reduce_desc reduce = {.type = d->type,
                                     .acc_type = d->acc_type,
                                     .out_type = d->out_type,
                                     .op = d->op,
                                     .custom_type = d->custom_type,
                                     .custom_acc = d->custom_acc,
                                     .custom_out = d->custom_out,
                                     .custom_op = d->custom_op,
                                     .load = d->load,
                                     .store = d->store};
  return c->reduces ? clscan_reduce_plan_create(ctx, &reduce, plan)
                    : clscan_scan_plan_create(ctx, d, plan);
}

/* Lengths around the tile; of a reduction also those for several groups and for all of a launch. */
static bool run_lengths(struct harness *h, clscan_plan *plan, const struct custom_case *c) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0, 1, 2, 3, tile - 1, tile, tile + 1, shapes_many_tiles(plan)};
  const size_t reduced[] = {tile / 2,
                            257,
                            5 * tile - 1,
                            info.small_max + 1,
                            info.small_max + 5 * tile + 3,
                            tile <= 4096 ? 70 * tile + 11 : 100003};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    const bool with_init = k % 2 == 1 || !(c->reduces || runs_without_init(c));
    const bool in_place = !c->reduces && c->in_size == c->out_size && k % 3 == 2;
    good = custom_case_run(h, plan, c, lengths[k], with_init, in_place) && good;
  }
  for (size_t k = 0; k < HARNESS_COUNT(reduced) && c->reduces; k++) {
    good = custom_case_run(h, plan, c, reduced[k], k % 2 == 1, false) && good;
  }
  return good;
}

static void check_shape(struct harness *h, const struct custom_case *c, const struct shape *shape) {
  if (!shapes_fits(h, shape)) {
    return;
  }
  clscan_context *ctx = shapes_open(h, shape);
  clscan_plan *plan = NULL;
  const clscan_status status = make_plan(ctx, c, &plan);
  if (status != CLSCAN_SUCCESS) {
    print_error("%s: %s\n", c->name, h->log.text != NULL ? h->log.text : "no message");
  }
  assert_success(status);
  const bool good = run_lengths(h, plan, c);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  if (!good) {
    fail_msg("%s, shape %s", c->name, shape->name);
  }
}

void custom_case_check(struct harness *h, const struct custom_case *given,
                       clscan_scan_algorithm algorithm, clscan_kind kind) {
  struct custom_case c = *given;
  c.desc.algorithm = algorithm;
  c.desc.kind = kind;
  check_shape(h, &c, &shapes[h->is_cpu ? SHAPE_REREAD : SHAPE_OWN]);
  check_shape(h, &c, &shapes[SHAPE_96]);
}

void custom_case_reduce(struct harness *h, const struct custom_case *given) {
  struct custom_case c = *given;
  c.reduces = true;
  c.desc.kind = CLSCAN_INCLUSIVE;
  for (size_t s = 0; s < SHAPES; s++) {
    if (s == (h->is_cpu ? SHAPE_REREAD : SHAPE_OWN) || s == SHAPE_96 || s == SHAPE_256 ||
        harness_slow()) {
      check_shape(h, &c, &shapes[s]);
    }
  }
}
