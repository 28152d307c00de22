/* SPDX-License-Identifier: Apache-2.0 */
#include "support/data.h"
#include "support/harness.h"

#include <math.h>

/* Sums of any stretch stay within twice this, which every float type involved holds exactly. */
static int64_t walk_limit(const struct reference *r) {
  const clscan_type types[] = {r->in, r->acc, r->out};
  int64_t limit = 3000;
  for (unsigned k = 0; k < HARNESS_COUNT(types); k++) {
    if (values_size(types[k]) == 1 || types[k] == CLSCAN_BFLOAT16) {
      limit = limit < 60 ? limit : 60;
    } else if (types[k] == CLSCAN_FLOAT16) {
      limit = limit < 500 ? limit : 500;
    }
  }
  return limit;
}

/* Sums: the steps of a walk within [0, limit], so that unsigned outputs serve too; without negative
 * inputs, steps that come ever more seldom. */
static void fill_sum(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const bool negative = values_is_signed(r->in) && values_is_signed(r->acc);
  const int64_t limit = walk_limit(r);
  int64_t at = 0;
  for (size_t k = 0; k < n; k++) {
    int64_t next = (int64_t)(harness_random(state) >> 33) % (limit + 1);
    if (!negative) {
      const uint64_t often = n / (size_t)limit + 1;
      next = at < limit && harness_random(state) % often == 0 ? at + 1 : at;
    }
    values_store(values_from_int(r->in, next - at), in + k * values_size(r->in));
    at = next;
  }
}

/* Products: signed powers of two whose exponents are the steps of a walk. */
static void fill_product(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const bool fractions =
      values_is_float(r->in) && values_is_float(r->acc) && values_is_float(r->out);
  const bool negative =
      values_is_signed(r->in) && values_is_signed(r->acc) && values_is_signed(r->out);
  int at = 0;
  for (size_t k = 0; k < n; k++) {
    const uint64_t random = harness_random(state);
    const int next = fractions ? (int)(random >> 40) % 5 : 0;
    const double sign = negative && (random & 1) != 0 ? -1.0 : 1.0;
    const struct value x = {.type = CLSCAN_FLOAT64, .as = {.d = sign * ldexp(1.0, next - at)}};
    values_store(values_convert(x, r->in), in + k * values_size(r->in));
    at = next;
  }
}

/* Minima and maxima: a slow trend under noise, so that the extreme moves all along the input. */
static void fill_extreme(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const bool negative =
      values_is_signed(r->in) && values_is_signed(r->acc) && values_is_signed(r->out);
  const int64_t limit = walk_limit(r);
  for (size_t k = 0; k < n; k++) {
    const int64_t trend = (int64_t)((double)k / (double)n * (double)limit);
    const int64_t noise = (int64_t)(harness_random(state) >> 40) % (limit / 4 + 1);
    int64_t x = r->op == CLSCAN_MAX ? trend - noise : limit - trend + noise;
    x = negative ? x - limit / 2 : x < 0 ? 0 : x;
    values_store(values_from_int(r->in, x), in + k * values_size(r->in));
  }
}

/* And, or: the bits fall one by one along the input. */
static void fill_bits(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
  const uint64_t often = n / (values_size(r->in) * 8) + 1;
  for (size_t k = 0; k < n; k++) {
    const uint64_t random = harness_random(state);
    uint64_t bit = random % often == 0 ? UINT64_C(1) << (random >> 58) : 0;
    bit = r->op == CLSCAN_AND ? ~bit : bit;
    values_store(values_from_int(r->in, (int64_t)bit), in + k * values_size(r->in));
  }
}

void data_fill(const struct reference *r, size_t n, uint64_t seed, void *in) {
  uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  const bool floats = values_is_float(r->in) || values_is_float(r->acc) || values_is_float(r->out);
  if (r->op == CLSCAN_MIN || r->op == CLSCAN_MAX) {
    fill_extreme(r, n, &state, in);
  } else if (r->op == CLSCAN_AND || r->op == CLSCAN_OR) {
    fill_bits(r, n, &state, in);
  } else if (floats && r->op == CLSCAN_ADD) {
    fill_sum(r, n, &state, in);
  } else if (floats && r->op == CLSCAN_MUL) {
    fill_product(r, n, &state, in);
  } else {
    /* Wrapping integers are exact whatever they are; odd factors keep products from ending at 0. */
    const uint64_t odd = r->op == CLSCAN_MUL ? 1 : 0;
    for (size_t k = 0; k < n; k++) {
      const uint64_t x = harness_random(&state) | odd;
      values_store(values_from_int(r->in, (int64_t)x), (uint8_t *)in + k * values_size(r->in));
    }
  }
}

static bool has_type(const struct reference *r, clscan_type type) {
  return r->in == type || r->acc == type || r->out == type;
}

/* Whole numbers of which those of any subset have a sum that every type involved holds exactly. */
static void fill_sum_of_subsets(const struct reference *r, size_t n, uint64_t *state, uint8_t *in) {
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
static void fill_product_of_subsets(const struct reference *r, size_t n, uint64_t *state,
                                    uint8_t *in) {
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

void data_fill_subsets(const struct reference *r, size_t n, uint64_t seed, void *in) {
  uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  const bool floats = values_is_float(r->in) || values_is_float(r->acc) || values_is_float(r->out);
  if (floats && r->op == CLSCAN_ADD) {
    fill_sum_of_subsets(r, n, &state, in);
  } else if (floats && r->op == CLSCAN_MUL) {
    fill_product_of_subsets(r, n, &state, in);
  } else {
    data_fill(r, n, seed, in);
  }
}

struct value data_init(const struct reference *r, uint64_t seed) {
  uint64_t state = seed * UINT64_C(0xd1342543de82ef95) + 1;
  const int64_t small = 1 + (int64_t)(harness_random(&state) >> 40) % 7;
  switch (r->op) {
  case CLSCAN_MUL:
    return values_from_int(r->acc, values_is_float(r->acc) || values_is_float(r->out) ? 4 : 3);
  case CLSCAN_AND:
    return values_from_int(r->acc, ~(INT64_C(1) << small));
  default:
    return values_from_int(r->acc, small);
  }
}
