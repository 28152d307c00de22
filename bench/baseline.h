/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's copy, which every state that moves data is held against. */
#ifndef BENCH_BASELINE_H
#define BENCH_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench.h"

/* The latest time per call of a copy, for each number of bytes met so far. */
typedef struct copy_baseline {
  struct copy_time {
    uint64_t bytes;
    double measured; /* when, on measure_now()'s clock */
    double call_us;
  } * items;
  size_t count;
} copy_baseline;

void baseline_free(copy_baseline *copies);

/*
 * Fills in result->x_copy from result->call_us. The copy moves result->bytes in all, half of them
 * read and half written, from env->pair's input to its output; its time is taken again when it is
 * older than a few states. x_copy stays NaN if the pair is smaller than that.
 */
bool baseline_compare(struct bench_env *env, bench_result *result);

#endif
