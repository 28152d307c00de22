/* SPDX-License-Identifier: Apache-2.0 */
/* A clscan_select_enqueue() that is checked and measured. */
#ifndef BENCH_COMPACT_H
#define BENCH_COMPACT_H

#include "data/expected.h"
#include "frame/env.h"

typedef struct compact_call {
  clscan_plan *plain;
  clscan_plan *observed; /* its context fills the sink */
  clscan_select_args args;
} compact_call;

/*
 * Makes the plans and the buffer of the count, for env->pair from its input to its output; what
 * else the arguments need is up to the caller.
 */
bool compact_open(bench_env *env, clscan_select_desc *desc, compact_call *call,
                  bench_result *result);
void compact_close(compact_call *call);

/* The operation; `user` is the call. */
clscan_status compact_enqueue(void *user, cl_command_queue queue, event_sink *sink);

/* Spoils the output and calls once; fills in result->survivors. */
bool compact_run(bench_env *env, compact_call *call, bench_result *result);

/* After compact_run(): compares an output, and the count. */
bool compact_check(bench_env *env, const compact_call *call, expected *check, cl_mem out,
                   bench_result *result);

/*
 * All of a state whose only output is the kept elements, in the input's order or, with
 * CLSCAN_UNORDERED, in any. `more_bytes` are read besides the elements. compact_close() is due in
 * any case.
 */
bool compact_measure(bench_env *env, clscan_select_desc *desc, compact_call *call,
                     uint64_t more_bytes, bench_result *result);

#endif
