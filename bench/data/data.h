/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded random data, made in order and never kept, and the conversions of all element types. */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame/types.h"

/* Elements that are handled at a time. */
#define DATA_BLOCK 1024

/* An element of any type: f for floats, else i or u with the type's sign extended. */
typedef union data_wide {
  int64_t i;
  uint64_t u;
  double f;
} data_wide;

void data_load(const bench_type *type, const void *from, size_t count, data_wide *to);
/* Integers lose their upper bits; floats are rounded to nearest even. */
void data_store(const bench_type *type, const data_wide *from, size_t count, void *to);

/*
 * What a sequence is made for.
 *
 * DATA_OPERATOR suits a scan or reduction under `op`: it goes on changing to its end, stays finite,
 * and no element is zero. Sums of floats have terms of both signs; products of floats have factors
 * that are powers of two and stay within 2^-8 to 2^8, so they are exact.
 *
 * The others give each element a mark, drawn at random. Their elements are bit patterns that are
 * not zero and, as floats, normal numbers (but for the zeros of DATA_SPARSE, and 8 bits of
 * DATA_BUCKETS). Of 32 and 64 bits each occurs once in DATA_SIGNS and among the marked of
 * DATA_SPARSE, up to pattern_places() elements.
 */
typedef enum data_law {
  DATA_OPERATOR,
  DATA_SIGNS,  /* mark 1: positive, the upper bit is clear; mark 0: it is set */
  DATA_SPARSE, /* mark 1: not zero; mark 0: zero */
  DATA_RUNS,   /* runs of equal elements, unequal to the run before; mark 1: the first of a run */
  DATA_BUCKETS /* the lower 8 bits are the mark, 0 to buckets - 1 */
} data_law;

typedef struct data_recipe {
  const bench_type *type;
  uint64_t n;
  data_law law;
  clscan_op op;     /* DATA_OPERATOR */
  uint64_t share;   /* percent with mark 1; DATA_BUCKETS: with mark 0; all others are alike */
  uint64_t run;     /* DATA_RUNS: mean length */
  uint64_t buckets; /* DATA_BUCKETS: 2 to 256 */
} data_recipe;

typedef struct data_stream {
  data_recipe recipe;
  uint64_t seed;
  uint64_t index;
  int exponent;  /* of the product so far */
  uint64_t runs; /* begun so far */
} data_stream;

bool data_recipe_equal(const data_recipe *a, const data_recipe *b);

void data_stream_start(data_stream *stream, const data_recipe *recipe, uint64_t seed);
/* Writes the next `count` elements. */
void data_stream_next(data_stream *stream, size_t count, void *to);
/* The same with their marks; not for DATA_OPERATOR. */
void data_stream_marked(data_stream *stream, size_t count, void *to, uint8_t *marks);

#endif
