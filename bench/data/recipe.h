/* SPDX-License-Identifier: Apache-2.0 */
/* What data is made from. */
#ifndef BENCH_RECIPE_H
#define BENCH_RECIPE_H

#include <stddef.h>
#include <stdint.h>

#include "frame/types.h"

/* Elements that are handled at a time. */
#define DATA_BLOCK 1024

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

#endif
