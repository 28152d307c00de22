/* SPDX-License-Identifier: Apache-2.0 */
/* The serial reference of a scan or reduction, compared with a result that arrives in pieces. */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#include <stdbool.h>

#include "data/convert.h"
#include "data/data.h"
#include "frame/bench.h"

/*
 * Integers must be equal. A float may differ from the reference, which has more precision than the
 * accumulator, by unit * (4 + 2 sqrt(i)) * (largest running value so far): rounding errors behave
 * like a random walk, whose length is at most i. The rounding of the stored result comes on top.
 */
typedef struct scan_check {
  data_stream input;
  clscan_kind kind;
  uint64_t index;
  data_wide acc;        /* integers */
  long double acc_real; /* floats */
  double largest;
} scan_check;

/* `stream` must be at its start, with the data that was the scan's input. */
void scan_check_start(scan_check *check, const data_stream *stream, clscan_kind kind);

/* Compares the next `count` results; at the first wrong one fails the result and returns false. */
bool scan_check_next(scan_check *check, const void *results, size_t count, bench_result *result);

/* Compares one result with the reduction of the whole stream. */
bool reduce_check(const data_stream *stream, const void *got, bench_result *result);

/* Fails the result with both values; returns false. */
bool check_differ(const bench_type *type, uint64_t index, data_wide got, data_wide expected,
                  bench_result *result);

#endif
