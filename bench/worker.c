/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include <stdio.h>
#include <string.h>

#include "data/kept.h"

typedef enum message_kind {
  MESSAGE_STEP,   /* what is being done now */
  MESSAGE_RESULT, /* of the next state */
  MESSAGE_REFUSAL /* why there is nothing to come */
} message_kind;

typedef struct message {
  message_kind kind;
  char text[512];
  bench_result result;
} message;

static void tell(int pipe, message_kind kind, const char *text) {
  message what = {.kind = kind};
  snprintf(what.text, sizeof what.text, "%s", text);
  child_write(pipe, &what, sizeof what);
}

/* ---- In the process -------------------------------------------------------------------------- */

static void tell_step(void *user, const char *step) { tell(*(int *)user, MESSAGE_STEP, step); }

static bool open_device(const bench_worker *worker, device_list *devices, bench_env *env,
                        data_kept *kept, char *why, size_t why_size) {
  cl_int status = device_list_get(devices);
  if (status == CL_SUCCESS && worker->device < devices->count) {
    if (!env_open(env, &devices->items[worker->device], worker->settings, worker->rows, why,
                  why_size)) {
      return false;
    }
    kept_start(kept, env);
    return true;
  }
  snprintf(why, why_size, "the device is gone: %s", clscan_status_name(status));
  return false;
}

/* Runs the states from the worker's first one on, up to the first that fails. */
static void run_states(const void *user, int pipe) {
  const bench_worker *worker = user;
  const bench_selection *selection = worker->selection;
  device_list devices;
  bench_env env = {0};
  data_kept kept = {0};
  message what = {.kind = MESSAGE_RESULT};
  bool going = open_device(worker, &devices, &env, &kept, what.text, sizeof what.text);
  if (!going) {
    tell(pipe, MESSAGE_REFUSAL, what.text);
  }
  env.progress = tell_step;
  env.progress_user = &pipe;
  size_t first = worker->state;
  for (size_t g = worker->grid; g < selection->count && going; g++) {
    const bench_grid *grid = &selection->grids[g];
    for (size_t i = first; i < grid_states(grid) && going; i++) {
      bench_state state;
      grid_state(grid, i, &state);
      bench_result_init(&what.result, &state);
      env.message[0] = '\0';
      grid->bench->run(&env, &state, &what.result);
      going = child_write(pipe, &what, sizeof what) && what.result.status != BENCH_FAILED;
    }
    first = 0;
  }
  kept_release(&kept);
  env_close(&env);
  device_list_free(&devices);
}

/* ---- Outside --------------------------------------------------------------------------------- */

bool worker_run(bench_worker *worker, size_t grid, size_t state, bench_result *result, char *why,
                size_t why_size) {
  message what;
  char how[128];
  if (worker->process.pid == 0) {
    worker->grid = grid;
    worker->state = state;
    if (!child_start(&worker->process, run_states, worker, why, why_size)) {
      return false;
    }
  }
  while (child_read(&worker->process, &what, sizeof what)) {
    switch (what.kind) {
    case MESSAGE_STEP:
      worker->progress(worker->user, what.text);
      break;
    case MESSAGE_RESULT:
      *result = what.result;
      if (result->status == BENCH_FAILED) {
        /* Its driver may hang now. */
        child_kill(&worker->process);
        child_wait(&worker->process, how, sizeof how);
      }
      return true;
    case MESSAGE_REFUSAL:
      snprintf(why, why_size, "%s", what.text);
      return false;
    }
  }
  if (child_interrupted()) {
    return false;
  }
  child_wait(&worker->process, how, sizeof how);
  bench_fail(result, "%s", how);
  return true;
}

void worker_close(bench_worker *worker) {
  char how[128];
  if (worker->process.pid == 0) {
    return;
  }
  if (child_interrupted()) {
    child_kill(&worker->process);
  } else {
    child_wait(&worker->process, how, sizeof how);
  }
}
