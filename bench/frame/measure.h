/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of an operation. Time per call: batches of calls back to back on a plain in-order queue
 * with no events, one clFinish a batch, one sample a batch. Device time: single calls on a
 * profiling queue; the durations of the commands that a call enqueues are added up, the gaps
 * between them are not.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "frame/bench.h"
#include "frame/events.h"

/* Samples of a time in microseconds, and when there are enough of them. */
#define SAMPLES_MAX 2000
typedef struct sample_set {
  double min_time; /* seconds */
  double spent;    /* seconds */
  size_t count;
  double values[SAMPLES_MAX];
} sample_set;

void samples_start(sample_set *set, double min_time);
/* One sample of `seconds` in which `calls` calls were made. */
void samples_add(sample_set *set, double seconds, size_t calls);
/*
 * At least 5 samples and min_time, and noise of 1 % or less; or twice min_time and 3 samples;
 * or SAMPLES_MAX.
 */
bool samples_done(const sample_set *set);
double samples_median(const sample_set *set);
/* The median absolute deviation over the median. */
double samples_noise(const sample_set *set);

/*
 * Something that can be timed. `sink` is NULL where the time per call is taken; else the call goes
 * to the profiling queue and every command's event goes into the sink.
 */
typedef struct bench_operation {
  clscan_status (*enqueue)(void *user, cl_command_queue queue, event_sink *sink);
  void *user;
} bench_operation;

/* Seconds of a clock that never goes back. */
double measure_now(void);

/* Fills in device_us and launches. On failure the result says why and false comes back. */
bool measure_device(struct bench_env *env, const bench_operation *operation, bench_result *result);

/* Fills in samples, call_us and noise; likewise. A `queue` of NULL: the operation runs on the host.
 */
bool measure_calls(struct bench_env *env, const bench_operation *operation, cl_command_queue queue,
                   bench_result *result);

#endif
