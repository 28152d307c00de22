/* SPDX-License-Identifier: Apache-2.0 */
/* The device under test with its queues, clscan contexts and what is kept from state to state. */
#ifndef BENCH_ENV_H
#define BENCH_ENV_H

#include "frame/bench.h"
#include "frame/device.h"
#include "frame/events.h"

struct data_pair;
struct copy_baseline;
struct array_spoiler;

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
  /* What data/kept.h keeps from state to state. */
  struct data_pair *pair;
  struct copy_baseline *copies;
  struct array_spoiler *spoiler;
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

/*
 * True on success. Otherwise the result is skipped if the device lacks memory or the feature, else
 * failed, and false comes back. `env` may be NULL; it adds the library's own sentence.
 */
bool bench_ok(bench_env *env, bench_result *result, const char *what, clscan_status status);

#endif
