/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded random data, made in order and never kept, and the conversions of all element types. */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "types.h"

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
 * A sequence that suits an operator: a scan of it goes on changing to its end, stays finite, and no
 * element is zero. Sums of floats have terms of both signs; products of floats have factors that are
 * powers of two and stay within 2^-8 to 2^8, so they are exact.
 */
typedef struct data_stream {
  const bench_type *type;
  clscan_op op;
  uint64_t seed;
  uint64_t n;
  uint64_t index;
  int exponent; /* of the product so far */
} data_stream;

void data_stream_start(data_stream *stream, const bench_type *type, clscan_op op, uint64_t seed,
                       uint64_t n);
/* Writes the next `count` elements. */
void data_stream_next(data_stream *stream, size_t count, void *to);

#endif
