/* SPDX-License-Identifier: Apache-2.0 */
#include "data/baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frame/env.h"

/* How long a time of the copy holds; the machine may become slower or faster. */
#define LASTS_SECONDS 10.0

clscan_status copy_enqueue(void *user, cl_command_queue queue, event_sink *sink) {
  const copy_call *call = user;
  cl_event event = NULL;
  cl_int status = clEnqueueCopyBuffer(queue, call->pair->in, call->pair->out, 0, 0, call->bytes, 0,
                                      NULL, sink != NULL ? &event : NULL);
  if (sink != NULL && status == CL_SUCCESS) {
    event_sink_add(sink, event);
  }
  return status;
}

void baseline_free(copy_baseline *copies) {
  free(copies->items);
  memset(copies, 0, sizeof *copies);
}

/* The entry for that many bytes, made if need be; NULL if there is no memory. */
static struct copy_time *find(copy_baseline *copies, uint64_t bytes) {
  for (size_t i = 0; i < copies->count; i++) {
    if (copies->items[i].bytes == bytes) {
      return &copies->items[i];
    }
  }
  struct copy_time *items = realloc(copies->items, (copies->count + 1) * sizeof *items);
  if (items == NULL) {
    return NULL;
  }
  copies->items = items;
  items[copies->count] = (struct copy_time){.bytes = bytes, .measured = -INFINITY};
  return &items[copies->count++];
}

bool baseline_compare(bench_env *env, bench_result *result) {
  size_t bytes = (size_t)(result->bytes / 2);
  if (bytes == 0 || env->pair->bytes < bytes) {
    return true;
  }
  struct copy_time *time = find(env->copies, result->bytes);
  if (time == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  if (measure_now() - time->measured > LASTS_SECONDS) {
    copy_call call = {env->pair, bytes};
    bench_operation operation = {copy_enqueue, &call};
    bench_result copy;
    bench_result_init(&copy, &result->state);
    if (!measure_calls(env, &operation, env->queue, &copy)) {
      return bench_fail(result, "the copy to compare with: %.150s", copy.reason);
    }
    time->call_us = copy.call_us;
    time->measured = measure_now();
  }
  result->x_copy = result->call_us / time->call_us;
  return true;
}

bool baseline_measure(bench_env *env, const bench_operation *operation, bench_result *result) {
  return measure_device(env, operation, result) &&
         measure_calls(env, operation, env->queue, result) && baseline_compare(env, result);
}
