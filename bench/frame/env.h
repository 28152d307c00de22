/* SPDX-License-Identifier: Apache-2.0 */
/* The device under test with its queues, clscan contexts and what is kept from state to state. */
#ifndef BENCH_ENV_H
#define BENCH_ENV_H

#include "data/pair.h"
#include "frame/baseline.h"
#include "frame/bench.h"
#include "frame/device.h"
#include "frame/measure.h"

typedef struct bench_settings {
  double min_time; /* seconds that a state is timed at least */
  uint64_t seed;
  bool check;
} bench_settings;

typedef struct bench_env {
  bench_settings settings;
  const char *tuning_rows; /* of the clscan contexts; the caller's; NULL: none */
  bench_device device;
  cl_context context;
  cl_command_queue queue;    /* in-order, without profiling: time per call */
  cl_command_queue profiled; /* in-order, with profiling: device time and launches */
  clscan_context *plain;     /* for `queue`; makes no events */
  clscan_context *observed;  /* for `profiled`; its on_command fills `sink` */
  event_sink sink;
  char message[BENCH_REASON_SIZE]; /* the first line of the library's latest sentence */
  data_pair pair;
  cl_program spoil_program; /* of array_spoil(); NULL before its first call */
  cl_kernel spoil;
  copy_baseline copies;
  void (*progress)(void *user, const char *step);
  void *progress_user;
} bench_env;

/* On failure returns false with a sentence in `why`. */
bool env_open(bench_env *env, const bench_device *device, const bench_settings *settings,
              const char *tuning_rows, char *why, size_t why_size);
void env_close(bench_env *env);

/* Makes the clscan contexts anew, with these rows. If it fails there are none. */
clscan_status env_load_rows(bench_env *env, const char *tuning_rows);

/* Says what is being done now. */
void env_progress(const bench_env *env, const char *step);

#endif
