/* SPDX-License-Identifier: Apache-2.0 */
/* The run function of each benchmark in the list. */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include "frame/bench.h"

void bench_adjacent_difference(struct bench_env *env, const bench_state *state,
                               bench_result *result);
void bench_checks(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_compaction_phases(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_compaction_survival(struct bench_env *env, const bench_state *state,
                               bench_result *result);
void bench_copy(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_partition(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_plan_create(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_reduce(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_scan(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_select(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_serial(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_serial_select(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_subgroup_scan(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_unique(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_where(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_where_rows(struct bench_env *env, const bench_state *state, bench_result *result);
void bench_workgroup_scan(struct bench_env *env, const bench_state *state, bench_result *result);

/* Choices of these benchmarks' axes, in the order of their names. */
enum { COPY_DRIVER, COPY_KERNEL };
enum { CACHE_COLD, CACHE_DRIVER, CACHE_CONTEXT };
enum { CALL_REFUSED, CALL_EMPTY, CALL_ONE, CALL_RAW };
enum { FORM_PREDICATE, FORM_FLAGS, FORM_BITS };
enum { LAYOUT_ONE, LAYOUT_SEPARATE };
enum {
  PHASE_COPY,
  PHASE_MARK,
  PHASE_MARK_SCAN,
  PHASE_SCATTER,
  PHASE_THREE_PASS,
  PHASE_SELECT,
  PHASE_PARTITION,
  PHASE_ATOMIC_SUBGROUP,
  PHASE_ATOMIC_ELEMENT
};

#endif
