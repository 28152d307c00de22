/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check of an unordered select: the kept elements, each as often as in the input, in any order.
 * Elements of 32 and 64 bits tell the index they come from (see data.h), so that the order can be
 * judged too; smaller ones are counted by value.
 */
#ifndef BENCH_MULTISET_H
#define BENCH_MULTISET_H

#include "data/data.h"
#include "frame/bench.h"

typedef struct multiset {
  data_stream input;
  uint64_t survivors;    /* by the device's count */
  uint64_t taken;        /* results so far */
  uint64_t last;         /* the index of the latest result */
  uint64_t out_of_order; /* results that come from before the result before them */
  bool by_index;
  uint64_t *seen; /* by index: a bit for each; else the results of each value */
} multiset;

/* `input` must be at its start, of DATA_SIGNS or DATA_SPARSE. multiset_free() is due in any case.
 */
bool multiset_start(multiset *check, const data_stream *input, uint64_t survivors,
                    bench_result *result);
/* An array_taker. */
bool multiset_take(void *user, const void *results, size_t count, bench_result *result);
/* When all results have been taken: that none is missing. Fills in result->out_of_order. */
bool multiset_finish(multiset *check, bench_result *result);
void multiset_free(multiset *check);

#endif
