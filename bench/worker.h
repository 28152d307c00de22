/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs states in a process of its own, one after the other. A state that kills the process, or
 * fails and may have lost the OpenCL context, costs nobody else anything: the next one gets a new
 * process.
 */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include "frame/child.h"
#include "frame/env.h"
#include "frame/selection.h"

typedef struct bench_worker {
  const bench_selection *selection;
  const bench_settings *settings;
  size_t device;                                  /* its number */
  const char *rows;                               /* of tuning; NULL: none */
  void (*progress)(void *user, const char *step); /* what is being done now */
  void *user;
  /* The rest is the worker's own and begins as 0. */
  child_process process;
  size_t grid; /* where its process begins */
  size_t state;
} bench_worker;

/*
 * Runs a state; calls must go through the selection in order. `result` has been initialized.
 * Returns false if the process cannot begin, with a sentence in `why`, and at an interrupt.
 */
bool worker_run(bench_worker *worker, size_t grid, size_t state, bench_result *result, char *why,
                size_t why_size);

void worker_close(bench_worker *worker);

#endif
