/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/list.h"
#include "data/data.h"
#include "frame/measure.h"
#include "verify.h"

#define PIECE_BYTES ((size_t)1 << 24)
#define BATCH_SECONDS 0.01
#define BATCH_MAX 4096

/* ---- What a state asks for ------------------------------------------------------------------- */

static bool refuse_axis(const bench_state *state, const char *axis, const char *only,
                        bench_result *result) {
  return strcmp(bench_value(state, axis)->text, only) == 0 ||
         bench_skip(result, "for clscan alone: %s=%s", axis, bench_value(state, axis)->text);
}

static bool ask_scan(const bench_state *state, data_recipe *recipe, peer_task *task,
                     bench_result *result) {
  recipe->law = DATA_OPERATOR;
  recipe->op = (clscan_op)bench_value(state, "op")->number;
  task->job = PEER_SCAN;
  task->op = recipe->op;
  task->kind = (clscan_kind)bench_value(state, "kind")->number;
  return refuse_axis(state, "offset", "0", result);
}

static bool ask_reduce(const bench_state *state, data_recipe *recipe, peer_task *task) {
  recipe->law = DATA_OPERATOR;
  recipe->op = (clscan_op)bench_value(state, "op")->number;
  task->job = PEER_REDUCE;
  task->op = recipe->op;
  return true;
}

static bool ask_select(const bench_state *state, data_recipe *recipe, peer_task *task,
                       bench_result *result) {
  uint64_t form = bench_value(state, "form")->number;
  recipe->law = DATA_SIGNS;
  recipe->share = bench_value(state, "kept")->number;
  task->job = form == FORM_FLAGS ? PEER_SELECT_FLAGS : PEER_SELECT;
  return form != FORM_BITS || bench_skip(result, "for clscan alone: form=bits");
}

static bool ask_unique(const bench_state *state, data_recipe *recipe, peer_task *task,
                       bench_result *result) {
  recipe->law = DATA_RUNS;
  recipe->run = bench_value(state, "run")->number;
  task->job = PEER_UNIQUE;
  return refuse_axis(state, "by_key", "no", result);
}

static bool ask_partition(const bench_state *state, data_recipe *recipe, peer_task *task,
                          bench_result *result) {
  recipe->law = DATA_BUCKETS;
  recipe->share = bench_value(state, "first")->number;
  recipe->buckets = bench_value(state, "buckets")->number;
  task->job = bench_value(state, "layout")->number == LAYOUT_SEPARATE ? PEER_PARTITION_SEPARATE
                                                                      : PEER_PARTITION;
  return refuse_axis(state, "buckets", "2", result);
}

/* The recipe must be the one that clscan-bench makes the same state's data by. */
static bool ask(const bench_state *state, data_recipe *recipe, peer_task *task,
                bench_result *result) {
  const char *name = state->bench->name;
  bool is_copy = strcmp(name, "copy") == 0;
  bool ok;
  *task = (peer_task){.job = PEER_COPY};
  *recipe = (data_recipe){.law = DATA_OPERATOR, .op = CLSCAN_ADD};
  if (is_copy) {
    ok = refuse_axis(state, "method", "driver", result);
  } else if (strcmp(name, "scan") == 0) {
    ok = ask_scan(state, recipe, task, result);
  } else if (strcmp(name, "select") == 0) {
    ok = ask_select(state, recipe, task, result);
  } else if (strcmp(name, "partition") == 0) {
    ok = ask_partition(state, recipe, task, result);
  } else if (strcmp(name, "unique") == 0) {
    ok = ask_unique(state, recipe, task, result);
  } else if (strcmp(name, "reduce") == 0) {
    ok = ask_reduce(state, recipe, task);
  } else {
    ok = bench_skip(result, "for clscan alone: %s", name);
  }
  if (ok) {
    recipe->type = bench_type_find(is_copy ? "int32" : bench_value(state, "type")->text);
    recipe->n = bench_value(state, "n")->number;
    task->type = recipe->type->type;
    task->n = (size_t)recipe->n;
  }
  return ok;
}

/* What must move at least, as clscan-bench has it. */
static uint64_t least_bytes(const peer_task *task, size_t size, uint64_t survivors) {
  uint64_t n = task->n;
  switch (task->job) {
  case PEER_SELECT:
  case PEER_UNIQUE:
    return (n + survivors) * size;
  case PEER_SELECT_FLAGS:
    return (n + survivors) * size + n;
  case PEER_REDUCE:
    return n * size;
  default:
    return 2 * n * size;
  }
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

static bool fill_arrays(const peer_task *task, const data_recipe *recipe, uint64_t seed,
                        bench_result *result) {
  size_t size = recipe->type->size;
  bool flagged = task->job == PEER_SELECT_FLAGS;
  bool ok = true;
  size_t most = PIECE_BYTES / size;
  data_stream stream;
  void *piece = malloc(PIECE_BYTES);
  uint8_t *marks = malloc(most);
  if (piece == NULL || marks == NULL) {
    ok = bench_fail(result, "out of memory on the host");
  }
  data_stream_start(&stream, recipe, seed);
  for (size_t done = 0; done < task->n && ok;) {
    size_t part = task->n - done < most ? task->n - done : most;
    if (flagged) {
      data_stream_marked(&stream, part, piece, marks);
    } else {
      data_stream_next(&stream, part, piece);
    }
    ok =
        verify_ok(result, "write", peer_library.write(PEER_IN, done * size, piece, part * size)) &&
        (!flagged || verify_ok(result, "write", peer_library.write(PEER_FLAGS, done, marks, part)));
    done += part;
  }
  free(marks);
  free(piece);
  return ok;
}

/* Both arrays have `room` bytes, enough for the copy to compare with. */
static bool make_arrays(const peer_task *task, size_t room, bench_result *result) {
  const char *error = peer_library.make(PEER_IN, room);
  error = error != NULL ? error : peer_library.make(PEER_OUT, room);
  if (error == NULL && task->job == PEER_PARTITION_SEPARATE) {
    error = peer_library.make(PEER_OTHERS, room);
  }
  if (error == NULL && task->job == PEER_SELECT_FLAGS) {
    error = peer_library.make(PEER_FLAGS, task->n);
  }
  return error == NULL || bench_skip(result, "arrays: %.150s", error);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static const char *time_batch(size_t calls, double *seconds) {
  const char *error = NULL;
  double start = measure_now();
  for (size_t i = 0; i < calls && error == NULL; i++) {
    error = peer_library.call();
  }
  const char *unfinished = peer_library.finish();
  *seconds = measure_now() - start;
  return error != NULL ? error : unfinished;
}

/* Times what is prepared as measure_calls() does, with the library's own way to wait. */
static bool time_calls(const bench_settings *settings, bench_result *result) {
  sample_set times;
  size_t calls = 1;
  double seconds;
  double batch_seconds = fmin(BATCH_SECONDS, 0.2 * settings->min_time);
  samples_start(&times, settings->min_time);
  const char *error = time_batch(1, &seconds);
  while (error == NULL) {
    error = time_batch(calls, &seconds);
    if (seconds >= batch_seconds || calls >= BATCH_MAX) {
      break;
    }
    calls *= 2;
  }
  while (error == NULL && !samples_done(&times)) {
    error = time_batch(calls, &seconds);
    if (error == NULL) {
      samples_add(&times, seconds, calls);
    }
  }
  if (!verify_ok(result, "timed call", error)) {
    return false;
  }
  result->samples = times.count;
  result->call_us = samples_median(&times);
  result->noise = samples_noise(&times);
  return true;
}

/* The library's own copy of as many bytes, half of them read and half written. */
static bool compare_with_copy(const bench_settings *settings, bench_result *result) {
  peer_task task = {.job = PEER_COPY, .type = CLSCAN_UINT8, .n = (size_t)(result->bytes / 2)};
  bench_result copy;
  bench_result_init(&copy, &result->state);
  if (task.n == 0) {
    return true;
  }
  if (!verify_ok(result, "copy", peer_library.prepare(&task))) {
    return false;
  }
  if (!time_calls(settings, &copy)) {
    return bench_fail(result, "the copy to compare with: %.150s", copy.reason);
  }
  result->x_copy = result->call_us / copy.call_us;
  return true;
}

void peer_run(const bench_settings *settings, const bench_state *state, bench_result *result) {
  data_recipe recipe;
  peer_task task;
  const char *refusal;
  if (!ask(state, &recipe, &task, result)) {
    return;
  }
  size_t size = recipe.type->size;
  size_t room = task.n * size + (task.job == PEER_SELECT_FLAGS ? task.n / 2 + 1 : 0);
  if (!make_arrays(&task, room, result) || !fill_arrays(&task, &recipe, settings->seed, result)) {
    goto cleanup;
  }
  refusal = peer_library.prepare(&task);
  if (refusal != NULL) {
    bench_skip(result, "%.180s", refusal);
    goto cleanup;
  }
  if (!verify_call(&task, room, result) ||
      (settings->check && !verify_output(&task, &recipe, settings->seed, result))) {
    goto cleanup;
  }
  result->elements = task.n;
  result->bytes = least_bytes(&task, size, result->survivors);
  if (time_calls(settings, result)) {
    compare_with_copy(settings, result);
  }
cleanup:
  peer_library.release();
}
