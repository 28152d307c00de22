/* SPDX-License-Identifier: Apache-2.0 */
#include "data/data.h"

#include <math.h>

#include "data/convert.h"
#include "data/pattern.h"

/* A new `bits`-bit value whose running minimum, maximum, conjunction ... does not settle early. */
static uint64_t next_integer(clscan_op op, uint64_t random, unsigned bits, bool is_signed,
                             double t) {
  uint64_t mask = UINT64_MAX >> (64 - bits);
  uint64_t top = (uint64_t)1 << (bits - 1);
  uint64_t free_bits;
  uint64_t x;
  switch (op) {
  case CLSCAN_MUL:
    return random | 1u; /* a product of odd numbers never becomes zero */
  case CLSCAN_MIN:
  case CLSCAN_MAX:
    x = (uint64_t)(t * (double)top) + (random >> (65 - bits));
    x = is_signed ? x - top : x;
    return op == CLSCAN_MAX ? x : ~x;
  case CLSCAN_AND:
    free_bits = ((uint64_t)1 << (unsigned)(t * (double)bits)) - 1;
    return (random | ~free_bits | top) & mask;
  case CLSCAN_OR:
    free_bits = ((uint64_t)1 << (unsigned)(t * (double)bits)) - 1;
    return (random & free_bits) | 1u;
  default:
    return random;
  }
}

static double next_float(data_stream *stream, uint64_t random, double t) {
  double unit = (double)(random >> 12) * 0x1p-52;
  double sign = (random & 1u) != 0 ? -1.0 : 1.0;
  switch (stream->recipe.op) {
  case CLSCAN_MUL: {
    int step = (int)((random >> 1) % 3) - 1;
    if (stream->exponent + step > 8 || stream->exponent + step < -8) {
      step = -step;
    }
    stream->exponent += step;
    return ldexp(sign, step);
  }
  case CLSCAN_MIN:
    return 1.0 - (t + unit);
  case CLSCAN_MAX:
    return (t + unit) - 1.0;
  default:
    return sign * (0.0625 + 0.9375 * unit);
  }
}

static void operator_block(data_stream *stream, size_t count, data_wide *block) {
  const bench_type *type = stream->recipe.type;
  unsigned bits = (unsigned)(8 * type->size);
  double t = (double)stream->index / (double)stream->recipe.n;
  for (size_t k = 0; k < count; k++) {
    uint64_t random = pattern_random(stream->seed, stream->index + k);
    if (type->number == NUMBER_FLOAT) {
      double x = next_float(stream, random, t);
      block[k].f = x != 0.0 ? x : 0.5;
    } else {
      uint64_t x = next_integer(stream->recipe.op, random, bits, type->number == NUMBER_SIGNED, t);
      block[k].u = (x & (UINT64_MAX >> (64 - bits))) != 0 ? x : 1u;
    }
  }
  stream->index += count;
}

bool data_recipe_equal(const data_recipe *a, const data_recipe *b) {
  return a->type == b->type && a->n == b->n && a->law == b->law && a->op == b->op &&
         a->share == b->share && a->run == b->run && a->buckets == b->buckets;
}

void data_stream_start(data_stream *stream, const data_recipe *recipe, uint64_t seed) {
  *stream = (data_stream){.recipe = *recipe, .seed = seed};
}

void data_stream_next(data_stream *stream, size_t count, void *to) {
  uint8_t marks[DATA_BLOCK];
  size_t size = stream->recipe.type->size;
  while (count > 0) {
    size_t part = count < DATA_BLOCK ? count : DATA_BLOCK;
    if (stream->recipe.law == DATA_OPERATOR) {
      data_wide block[DATA_BLOCK];
      operator_block(stream, part, block);
      data_store(stream->recipe.type, block, part, to);
    } else {
      data_stream_marked(stream, part, to, marks);
    }
    count -= part;
    to = (char *)to + part * size;
  }
}

void data_stream_marked(data_stream *stream, size_t count, void *to, uint8_t *marks) {
  const bench_type *bits_type = bench_type_bits(stream->recipe.type);
  data_wide bits[DATA_BLOCK];
  while (count > 0) {
    size_t part = count < DATA_BLOCK ? count : DATA_BLOCK;
    pattern_block(stream, part, bits, marks);
    data_store(bits_type, bits, part, to);
    count -= part;
    to = (char *)to + part * bits_type->size;
    marks += part;
  }
}
