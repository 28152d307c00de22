/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frame/env.h"

#define NOISE_GOAL 0.01
#define BATCH_SECONDS 0.01
#define BATCH_MAX 4096
#define DEVICE_SAMPLES_MAX 100

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts `values`. */
static double median_of(double *values, size_t count) {
  if (count == 0) {
    return NAN;
  }
  qsort(values, count, sizeof *values, compare_doubles);
  double upper = values[count / 2];
  return count % 2 == 1 ? upper : 0.5 * (values[count / 2 - 1] + upper);
}

void samples_start(sample_set *set, double min_time) {
  set->min_time = min_time;
  set->spent = 0.0;
  set->count = 0;
}

void samples_add(sample_set *set, double seconds, size_t calls) {
  set->spent += seconds;
  set->values[set->count++] = seconds * 1e6 / (double)calls;
}

double samples_median(const sample_set *set) {
  double sorted[SAMPLES_MAX];
  memcpy(sorted, set->values, set->count * sizeof *sorted);
  return median_of(sorted, set->count);
}

double samples_noise(const sample_set *set) {
  double deviations[SAMPLES_MAX];
  double median = samples_median(set);
  for (size_t i = 0; i < set->count; i++) {
    deviations[i] = fabs(set->values[i] - median);
  }
  return median_of(deviations, set->count) / median;
}

bool samples_done(const sample_set *set) {
  if (set->count >= SAMPLES_MAX) {
    return true;
  }
  if (set->count < 3 || set->spent < set->min_time) {
    return false;
  }
  if (set->spent >= 2.0 * set->min_time) {
    return true;
  }
  return set->count >= 5 && samples_noise(set) <= NOISE_GOAL;
}

double measure_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One call whose commands' durations are added up. */
static clscan_status profile_call(bench_env *env, const bench_operation *operation,
                                  double *seconds) {
  event_sink_clear(&env->sink);
  *seconds = 0.0;
  clscan_status status = operation->enqueue(operation->user, env->profiled, &env->sink);
  cl_int finished = clFinish(env->profiled);
  status = status != CLSCAN_SUCCESS ? status : finished;
  for (size_t i = 0; i < env->sink.count && status == CL_SUCCESS; i++) {
    cl_ulong start = 0;
    cl_ulong end = 0;
    status = clGetEventProfilingInfo(env->sink.events[i], CL_PROFILING_COMMAND_START, sizeof start,
                                     &start, NULL);
    if (status == CL_SUCCESS) {
      status = clGetEventProfilingInfo(env->sink.events[i], CL_PROFILING_COMMAND_END, sizeof end,
                                       &end, NULL);
    }
    *seconds += end > start ? (double)(end - start) * 1e-9 : 0.0;
  }
  return status;
}

bool measure_device(bench_env *env, const bench_operation *operation, bench_result *result) {
  sample_set times;
  double seconds;
  samples_start(&times, 0.5 * env->settings.min_time);
  env_progress(env, "device time");
  /* The first call may also prepare scratch. */
  clscan_status status = profile_call(env, operation, &seconds);
  double start = measure_now();
  while (status == CLSCAN_SUCCESS && times.count < DEVICE_SAMPLES_MAX &&
         (times.count < 3 || measure_now() - start < times.min_time)) {
    status = profile_call(env, operation, &seconds);
    if (status == CLSCAN_SUCCESS) {
      samples_add(&times, seconds, 1);
    }
  }
  result->launches = env->sink.count;
  event_sink_clear(&env->sink);
  if (!bench_ok(env, result, "profiled call", status)) {
    return false;
  }
  result->device_us = samples_median(&times);
  return true;
}

static clscan_status time_batch(const bench_operation *operation, cl_command_queue queue,
                                size_t calls, double *seconds) {
  clscan_status status = CLSCAN_SUCCESS;
  double start = measure_now();
  for (size_t i = 0; i < calls && status == CLSCAN_SUCCESS; i++) {
    status = operation->enqueue(operation->user, queue, NULL);
  }
  if (queue != NULL) {
    cl_int finished = clFinish(queue);
    status = status != CLSCAN_SUCCESS ? status : finished;
  }
  *seconds = measure_now() - start;
  return status;
}

bool measure_calls(bench_env *env, const bench_operation *operation, cl_command_queue queue,
                   bench_result *result) {
  sample_set times;
  size_t calls = 1;
  double seconds;
  double batch_seconds = fmin(BATCH_SECONDS, 0.2 * env->settings.min_time);
  samples_start(&times, env->settings.min_time);
  env_progress(env, "time per call");
  /* Warm up, and find a batch that is long enough for its clFinish not to matter. */
  clscan_status status = time_batch(operation, queue, 1, &seconds);
  while (status == CLSCAN_SUCCESS) {
    status = time_batch(operation, queue, calls, &seconds);
    if (seconds >= batch_seconds || calls >= BATCH_MAX) {
      break;
    }
    calls *= 2;
  }
  while (status == CLSCAN_SUCCESS && !samples_done(&times)) {
    status = time_batch(operation, queue, calls, &seconds);
    if (status == CLSCAN_SUCCESS) {
      samples_add(&times, seconds, calls);
    }
  }
  if (!bench_ok(env, result, "timed call", status)) {
    return false;
  }
  result->samples = times.count;
  result->call_us = samples_median(&times);
  result->noise = samples_noise(&times);
  return true;
}
