/* SPDX-License-Identifier: Apache-2.0 */
#include "support/reduce_case.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static struct reference reference_of(const clscan_reduce_desc *desc) {
  struct reference r = {.in = desc->type,
                        .acc = desc->acc_type,
                        .out = desc->out_type,
                        .op = desc->op,
                        .kind = CLSCAN_INCLUSIVE};
  r.out = r.out == CLSCAN_TYPE_NONE ? r.in : r.out;
  r.acc = r.acc == CLSCAN_TYPE_NONE ? values_default_acc(r.out) : r.acc;
  return r;
}

static bool has_type(const struct reference *r, clscan_type type) {
  return r->in == type || r->acc == type || r->out == type;
}

/* Whole numbers of which those of any subset have a sum that every type involved holds exactly. */
static void fill_sum(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const bool negative =
      values_is_signed(r->in) && values_is_signed(r->acc) && values_is_signed(r->out);
  const bool narrow = values_size(r->out) == 1;
  const uint64_t budget = narrow                         ? 100
                          : has_type(r, CLSCAN_BFLOAT16) ? 240
                          : values_size(r->out) == 2     ? 2000
                          : r->acc == CLSCAN_FLOAT16     ? 2000
                                                         : 15000000;
  const uint64_t often = n * 3 / budget + 1;
  uint64_t left = budget;
  for (size_t k = 0; k < n; k++) {
    const uint64_t random = harness_random(state);
    uint64_t size = (random >> 20) % often == 0 ? 1 + (random >> 50) % 3 : 0;
    size = size > left ? left : size;
    left -= size;
    const int64_t x = negative && (random & 1) != 0 ? -(int64_t)size : (int64_t)size;
    values_store(values_from_int(r->in, x), in + k * values_size(r->in));
  }
}

/* Signs, and a few powers of two of which the product of any subset is exact. */
static void fill_product(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const bool negative =
      values_is_signed(r->in) && values_is_signed(r->acc) && values_is_signed(r->out);
  uint64_t left = values_is_float(r->out) || values_size(r->out) > 1 ? 9 : 4;
  for (size_t k = 0; k < n; k++) {
    const uint64_t random = harness_random(state);
    const bool doubled = left > 0 && (random >> 20) % (n / 8 + 1) == 0;
    left -= doubled;
    const int64_t size = doubled ? 2 : 1;
    values_store(values_from_int(r->in, negative && (random & 1) != 0 ? -size : size),
                 in + k * values_size(r->in));
  }
}

/* Every subset counts here, while data_fill()'s inputs are exact for stretches. */
static void fill(const struct reference *r, size_t n, uint64_t seed, uint8_t *in) {
  uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  const bool floats = values_is_float(r->in) || values_is_float(r->acc) || values_is_float(r->out);
  if (floats && r->op == CLSCAN_ADD) {
    fill_sum(r, n, &state, in);
  } else if (floats && r->op == CLSCAN_MUL) {
    fill_product(r, n, &state, in);
  } else {
    data_fill(r, n, seed, in);
  }
}

static clscan_type printed_type;

static void print_value(const void *element, char *text, size_t capacity) {
  values_print(values_load(printed_type, element), text, capacity);
}

bool reduce_case_run(struct harness *h, clscan_plan *plan, const struct reduce_case *c) {
  const struct reference r = reference_of(&c->desc);
  const uint32_t n_device32 = (uint32_t)c->n_device;
  const bool wide = c->desc.n_device_type == CLSCAN_UINT64;
  const size_t covered = c->has_n_device && c->n_device < c->n ? (size_t)c->n_device : c->n;
  const struct value init_value = data_init(&r, c->seed);
  const struct value *init = c->init != REDUCE_CASE_NO_INIT ? &init_value : NULL;
  uint8_t init_bytes[8];
  uint8_t expected[8];
  uint8_t *input = malloc(c->n * values_size(r.in) + 1);
  uint8_t *scanned = malloc(c->n * values_size(r.out) + 1);
  assert_non_null(input);
  assert_non_null(scanned);
  fill(&r, c->n, c->seed, input);
  reference_scan(&r, input, covered, init, scanned, expected);
  values_store(init_value, init_bytes);
  printed_type = r.out;
  const struct execution execution = {
      .plan = plan,
      .reduces = true,
      .queue = c->queue,
      .n = c->n,
      .input = input,
      .in_size = values_size(r.in),
      .expected = expected,
      .out_size = values_size(r.out),
      .init = init != NULL ? init_bytes : NULL,
      .acc_size = values_size(r.acc),
      .init_on_device = c->init == REDUCE_CASE_INIT_ON_DEVICE,
      .n_device = !c->has_n_device ? NULL
                  : wide           ? (const void *)&c->n_device
                                   : (const void *)&n_device32,
      .n_device_size = wide ? 8 : 4,
      .in_shift = c->in_shift,
      .out_shift = c->out_shift,
      .own_scratch = c->own_scratch,
      .scratch_shift = c->scratch_shift,
      .runs = c->runs,
      .print = print_value,
  };
  const bool good = execution_run(h, &execution);
  if (!good) {
    print_error("  in %s of %s to %s by %s, n %zu, seed %" PRIu64
                ", init %d, n_device %lld, shifts %zu and %zu\n",
                values_op_name(r.op), values_type_name(r.in), values_type_name(r.out),
                values_type_name(r.acc), c->n, c->seed, (int)c->init,
                c->has_n_device ? (long long)c->n_device : -1LL, c->in_shift, c->out_shift);
  }
  free(input);
  free(scanned);
  return good;
}
