/* SPDX-License-Identifier: Apache-2.0 */
/* What all parts of the bench share: a benchmark, one state of its axes, and the result of a state.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clscan.h>

#include "frame/axes.h"

/* Lets the compiler check the arguments against the format. */
#ifdef __GNUC__
#define BENCH_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BENCH_PRINTF(text, first)
#endif

#define BENCH_MAX_AXES 8
#define BENCH_REASON_SIZE 192

struct bench_env;

typedef enum bench_status { BENCH_OK = 0, BENCH_SKIPPED, BENCH_FAILED } bench_status;

/* One combination of axis values; values[i] belongs to bench->axes[i]. */
typedef struct bench_state {
  const struct benchmark *bench;
  axis_value values[BENCH_MAX_AXES];
} bench_state;

/* A number of elements that is not known. */
#define BENCH_UNKNOWN UINT64_MAX

/* A time or ratio that was not measured is NaN. */
typedef struct bench_result {
  bench_state state;
  bench_status status;
  char reason[BENCH_REASON_SIZE]; /* why it was skipped or failed */
  bool checked;                   /* compared with the serial reference before it was timed */
  size_t samples;
  double device_us; /* median of the summed durations of a call's commands */
  double call_us;   /* median time per call, back to back */
  double noise;     /* median absolute deviation of call_us over its median */
  size_t launches;  /* commands that one call enqueues */
  uint64_t elements;
  uint64_t bytes;        /* what must move at least, read and written; 0: no data moves */
  double x_copy;         /* call_us over that of the driver's copy of as many bytes */
  uint64_t survivors;    /* elements that a compaction kept */
  uint64_t out_of_order; /* of these: come from before the one before them */
  double atomic_us;      /* median time per call of the unordered rival */
} bench_result;

/* Runs one state. It returns with result->status set; everything it made itself is released. */
typedef void (*bench_function)(struct bench_env *env, const bench_state *state,
                               bench_result *result);

/* What a benchmark's table shows beside the axes. */
typedef enum bench_columns {
  COLUMNS_USUAL = 0,
  COLUMNS_ORDER,   /* out_of_order instead of the number of samples */
  COLUMNS_SURVIVAL /* survivors, both times and their ratio, out_of_order */
} bench_columns;

typedef struct benchmark {
  const char *name;
  const char *description;
  bench_axis axes[BENCH_MAX_AXES]; /* a NULL name ends the list; the last axis varies fastest */
  bool cpu_only_in_tour;           /* part of the run without -b on CPU devices only */
  bool not_in_tour;                /* left out of the run without -b */
  uint64_t cpu_tour_n;             /* that run's largest n on CPU devices; 0: 2^26 */
  bench_columns columns;
  const char *sequel; /* -b runs this one after it; NULL: none */
  bench_function run;
} benchmark;

/* The list ends with a NULL name. */
extern const benchmark bench_list[];

const benchmark *bench_find(const char *name);
size_t bench_axis_count(const benchmark *bench);

/* The value of an axis, which the benchmark must have. */
const axis_value *bench_value(const bench_state *state, const char *axis);

void bench_result_init(bench_result *result, const bench_state *state);
double bench_gb_per_s(const bench_result *result);
double bench_elements_per_s(const bench_result *result);

/* Each puts its reason into the result and returns false, so that a caller can return it. */
bool bench_skip(bench_result *result, const char *format, ...) BENCH_PRINTF(2, 3);
bool bench_fail(bench_result *result, const char *format, ...) BENCH_PRINTF(2, 3);

#endif
