/* SPDX-License-Identifier: Apache-2.0 */
#include "data/pattern.h"

#include <assert.h>

/* Odd, so that multiplying by it can be undone in any number of bits. */
#define STEP 0x9e3779b97f4a7c15u
#define STEP_INVERSE 0xf1de83e19937733du

static_assert(STEP * STEP_INVERSE == 1, "modulo 2^64");

uint64_t pattern_random(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * STEP;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/*
 * A place is a number of two bits less than the type. Above it the bits are 00, and 1 is added to
 * its upper two: a float's exponent is then neither all zeros nor all ones.
 */
typedef struct place_shape {
  uint64_t mask;
  uint64_t origin; /* the element of place 0 */
  uint64_t upper;  /* the type's upper bit */
  uint64_t start;  /* the place of index 0, before its halves are mixed */
  unsigned half;   /* half a place's bits */
} place_shape;

static place_shape shape_of(const bench_type *type, uint64_t seed) {
  unsigned bits = (unsigned)(8 * type->size);
  place_shape shape = {
      .mask = UINT64_MAX >> (66 - bits),
      .origin = (uint64_t)1 << (bits - 4),
      .upper = (uint64_t)1 << (bits - 1),
      .start = pattern_random(seed, UINT64_MAX - 1),
      .half = bits / 2 - 1,
  };
  return shape;
}

/* One to one between the indices under pattern_places() and the places, and without a visible
 * order. */
static uint64_t element_at(const place_shape *shape, uint64_t index) {
  uint64_t place = (index * STEP + shape->start) & shape->mask;
  return (place ^ (place >> shape->half)) + shape->origin;
}

static bool is_under(uint64_t random, uint64_t share) { return (random >> 32) * 100 >> 32 < share; }

/* A number under `count` from 32 bits. */
static uint64_t scale(uint64_t random, uint64_t count) {
  return (random & UINT32_MAX) * count >> 32;
}

bool pattern_mark(const data_recipe *recipe, uint64_t seed, uint64_t index) {
  return is_under(pattern_random(seed, index), recipe->share);
}

uint64_t pattern_places(const bench_type *type) { return shape_of(type, 0).mask + 1; }

uint64_t pattern_index(const data_recipe *recipe, uint64_t seed, uint64_t bits) {
  place_shape shape = shape_of(recipe->type, seed);
  uint64_t place = bits - shape.origin;
  if (place > shape.mask) {
    return UINT64_MAX;
  }
  place ^= place >> shape.half;
  return ((place - shape.start) * STEP_INVERSE) & shape.mask;
}

/* One loop a law, so that the compiler sees what does not change in it. */
#define ELEMENTS(MARK, BITS)                                                                       \
  for (size_t k = 0; k < count; k++) {                                                             \
    uint64_t index = stream->index + k;                                                            \
    uint64_t random = pattern_random(stream->seed, index);                                         \
    uint64_t mark = (MARK);                                                                        \
    bits[k].u = (BITS);                                                                            \
    marks[k] = (uint8_t)mark;                                                                      \
  }

void pattern_block(data_stream *stream, size_t count, data_wide *bits, uint8_t *marks) {
  const data_recipe *recipe = &stream->recipe;
  place_shape shape = shape_of(recipe->type, stream->seed);
  uint64_t others = recipe->buckets - 1;
  uint64_t runs = stream->runs;
  switch (recipe->law) {
  case DATA_SIGNS:
    ELEMENTS(is_under(random, recipe->share),
             element_at(&shape, index) | (mark != 0 ? 0 : shape.upper))
    break;
  case DATA_SPARSE:
    ELEMENTS(is_under(random, recipe->share), mark != 0 ? element_at(&shape, index) : 0)
    break;
  case DATA_RUNS:
    ELEMENTS(index == 0 || scale(random, recipe->run) == 0, element_at(&shape, runs += mark))
    break;
  default:
    ELEMENTS(is_under(random, recipe->share) ? 0 : 1 + scale(random, others),
             (element_at(&shape, index) & ~(uint64_t)255) | mark)
    break;
  }
  stream->runs = runs;
  stream->index += count;
}
