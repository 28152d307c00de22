/* SPDX-License-Identifier: Apache-2.0 */
/* Trials of tuning rows for one kind of work: a state of a benchmark is run with each of them. */
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include "data/kept.h"
#include "frame/env.h"
#include "tune/rows.h"

/* What all trials share. */
typedef struct trial_bench {
  bench_env env;
  data_kept kept;
  const char *given; /* rows of --tuning; NULL: none */
  char *found;       /* the rows found so far, a line each; NULL: none */
  char *loaded;      /* what the clscan contexts have; NULL: none but the given rows */
  bool is_terminal;
} trial_bench;

/* On failure returns false with a sentence in `why`. */
bool trials_open(trial_bench *bench, const bench_device *device, const bench_settings *settings,
                 const char *given, char *why, size_t why_size);
void trials_close(trial_bench *bench);
/* Keeps a row for the trials that follow; false if memory ran out. */
bool trials_keep(trial_bench *bench, const char *row);

typedef struct trial {
  trial_bench *bench;
  bench_state state;
  int algorithm;
  tuning_row best;
  bench_result result; /* of the best row */
} trial;

/* What the library makes of a row, or without one; the pointers in `info` are not valid. */
bool trial_describe(trial *t, const tuning_row *row, int algorithm, clscan_plan_info *info,
                    bench_result *result);

/* Checks and times the state with a row, this algorithm and n. The result says why if that failed,
 * and so does standard error, but for what the device cannot do. */
bool trial_measure(trial *t, const tuning_row *row, int algorithm, uint64_t n,
                   bench_result *result);

/* The first row, which the others have to beat; false if it does not run. */
bool trial_start(trial *t, const tuning_row *row);

/*
 * Makes row and algorithm the best ones if they are faster than the best so far by more than the
 * noise of both, twice: the machine may have changed meanwhile.
 */
bool trial_take(trial *t, const tuning_row *row, int algorithm);

/* Whether, with the best row, one algorithm is faster for n elements than the other, in the same
 * sense. */
bool trial_prefers(trial *t, uint64_t n, int one, int other);

#endif
