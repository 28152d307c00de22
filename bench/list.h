/* SPDX-License-Identifier: Apache-2.0 */
/* The run function of each benchmark in the list. */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include "bench.h"

void bench_checks(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_copy(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_plan_create(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_scan(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_serial(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_subgroup_scan(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_workgroup_scan(struct bench_env *env, const bench_state *state, bench_result *result);

/* Choices of bench_copy, bench_plan_create and bench_checks, in the order of their names. */
enum { COPY_DRIVER, COPY_KERNEL };
enum { CACHE_COLD, CACHE_DRIVER, CACHE_CONTEXT };
enum { CALL_REFUSED, CALL_EMPTY, CALL_ONE, CALL_RAW };

#endif
