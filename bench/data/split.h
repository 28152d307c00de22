/* SPDX-License-Identifier: Apache-2.0 */
/* A clscan_partition_enqueue() that is checked and measured. */
#ifndef BENCH_SPLIT_H
#define BENCH_SPLIT_H

#include "data/recipe.h"
#include "frame/env.h"

#define SPLIT_MAX_BUCKETS 256

typedef struct split_call {
  clscan_plan *plain;
  clscan_plan *observed; /* its context fills the sink */
  clscan_partition_args args;
  clscan_buffer outs[CLSCAN_MAX_SEPARATE];
  bool by_parity; /* the bucket is an element's lower bit; else its mark */
  uint64_t buckets;
  uint64_t counts[SPLIT_MAX_BUCKETS];
  uint64_t first[SPLIT_MAX_BUCKETS]; /* where each bucket begins in the output, in elements */
  uint64_t room;                     /* elements in the output */
} split_call;

/*
 * Acquires the pair, its output with the room that the layout needs, and makes the plans. Separate
 * buckets are parts of the one output buffer. `call` has by_parity and buckets and nothing else.
 */
bool split_open(bench_env *env, const data_recipe *recipe, clscan_partition_desc *desc,
                split_call *call, bench_result *result);
void split_close(split_call *call);

/* The operation; `user` is the call. */
clscan_status split_enqueue(void *user, cl_command_queue queue, event_sink *sink);

/* Spoils the output, calls once, and compares everything that was written. */
bool split_check(bench_env *env, split_call *call, bench_result *result);

#endif
