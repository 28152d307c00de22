/* SPDX-License-Identifier: Apache-2.0 */
/* The adjacent difference. */
#include <string.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/check.h"
#include "frame/env.h"

typedef struct difference_call {
  clscan_plan *plain;
  clscan_plan *observed; /* its context fills the sink */
  clscan_adjacent_difference_args args;
} difference_call;

static clscan_status enqueue_difference(void *user, cl_command_queue queue, event_sink *sink) {
  const difference_call *call = user;
  return clscan_adjacent_difference_enqueue(sink != NULL ? call->observed : call->plain, queue,
                                            &call->args, 0, NULL, NULL);
}

/* The serial reference, which goes on where the last piece of results ended. */
typedef struct difference_check {
  data_stream input;
  uint64_t index;
  data_wide before;
} difference_check;

/* A difference of stored elements in double precision, or modulo 2^64, becomes the right one as it
 * is stored: rounding twice does no harm there. */
static bool take_results(void *user, const void *results, size_t count, bench_result *result) {
  difference_check *check = user;
  const bench_type *type = check->input.recipe.type;
  const char *got = results;
  for (size_t k = 0; k < count; k++, check->index++) {
    char stored[8], expected[8];
    data_wide x, y;
    data_stream_next(&check->input, 1, stored);
    data_load(type, stored, 1, &x);
    y = x;
    if (check->index > 0 && type->number == NUMBER_FLOAT) {
      y.f -= check->before.f;
    } else if (check->index > 0) {
      y.u -= check->before.u;
    }
    data_store(type, &y, 1, expected);
    if (memcmp(expected, got + k * type->size, type->size) != 0) {
      data_load(type, got + k * type->size, 1, &x);
      return check_differ(type, check->index, x, y, result);
    }
    check->before = x;
  }
  return true;
}

static bool check_difference(bench_env *env, difference_call *call, bench_result *result) {
  difference_check check = {.index = 0};
  pair_stream(env, &check.input);
  if (!pair_spoil(env, result) ||
      !bench_ok(env, result, "clscan_adjacent_difference_enqueue",
                enqueue_difference(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clFinish", clFinish(env->queue)) ||
      !pair_read(env, 1, take_results, &check, result)) {
    return false;
  }
  result->checked = true;
  return true;
}

void bench_adjacent_difference(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  clscan_adjacent_difference_desc desc = {.type = type->type};
  difference_call call = {0};
  bench_operation operation = {enqueue_difference, &call};
  env_progress(env, "compiling");
  if (!bench_ok(env, result, "clscan_adjacent_difference_plan_create",
                clscan_adjacent_difference_plan_create(env->plain, &desc, &call.plain)) ||
      !bench_ok(env, result, "clscan_adjacent_difference_plan_create",
                clscan_adjacent_difference_plan_create(env->observed, &desc, &call.observed)) ||
      !pair_acquire_operands(env, type, CLSCAN_ADD, n, 0, result)) {
    goto cleanup;
  }
  result->elements = n;
  result->bytes = 2 * n * type->size;
  call.args.in.mem = env->pair->in;
  call.args.out.mem = env->pair->out;
  call.args.n = (size_t)n;
  if (!env->settings.check || check_difference(env, &call, result)) {
    baseline_measure(env, &operation, result);
  }
cleanup:
  clscan_plan_destroy(call.observed);
  clscan_plan_destroy(call.plain);
}
