/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's copy, which every state that moves data is held against. */
#ifndef BENCH_BASELINE_H
#define BENCH_BASELINE_H

#include "data/pair.h"
#include "frame/measure.h"

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

/* The driver's copy of so many bytes of the pair's input to its output, as an operation. */
typedef struct copy_call {
  const data_pair *pair;
  size_t bytes;
} copy_call;

clscan_status copy_enqueue(void *user, cl_command_queue queue, event_sink *sink);

/*
 * Fills in result->x_copy from result->call_us. The copy moves result->bytes in all, half of them
 * read and half written, from env->pair's input to its output; its time is taken again when it is
 * older than a few states. x_copy stays NaN if that is nothing or more than the pair holds.
 */
bool baseline_compare(struct bench_env *env, bench_result *result);

/* Everything that is measured of an operation on a device: device time, time per call, x_copy. */
bool baseline_measure(struct bench_env *env, const bench_operation *operation,
                      bench_result *result);

#endif
