/* SPDX-License-Identifier: Apache-2.0 */
/* The device-wide reduction. */
#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/check.h"
#include "frame/env.h"

typedef struct reduce_call {
  clscan_plan *plain;
  clscan_plan *observed; /* its context fills the sink */
  clscan_reduce_args args;
} reduce_call;

static clscan_status enqueue_reduce(void *user, cl_command_queue queue, event_sink *sink) {
  const reduce_call *call = user;
  return clscan_reduce_enqueue(sink != NULL ? call->observed : call->plain, queue, &call->args, 0,
                               NULL, NULL);
}

static bool check_reduce(bench_env *env, reduce_call *call, bench_result *result) {
  uint64_t got = 0;
  data_stream stream;
  pair_stream(env, &stream);
  if (!pair_spoil(env, result) ||
      !bench_ok(env, result, "clscan_reduce_enqueue", enqueue_reduce(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clEnqueueReadBuffer",
                clEnqueueReadBuffer(env->queue, env->pair->out, CL_TRUE, 0,
                                    stream.recipe.type->size, &got, 0, NULL, NULL))) {
    return false;
  }
  env_progress(env, "checking");
  result->checked = reduce_check(&stream, &got, result);
  return result->checked;
}

void bench_reduce(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  clscan_op op = (clscan_op)bench_value(state, "op")->number;
  uint64_t n = bench_value(state, "n")->number;
  clscan_reduce_desc desc = {.type = type->type, .op = op};
  reduce_call call = {0};
  bench_operation operation = {enqueue_reduce, &call};
  env_progress(env, "compiling");
  if (!bench_ok(env, result, "clscan_reduce_plan_create",
                clscan_reduce_plan_create(env->plain, &desc, &call.plain)) ||
      !bench_ok(env, result, "clscan_reduce_plan_create",
                clscan_reduce_plan_create(env->observed, &desc, &call.observed)) ||
      !pair_acquire_operands(env, type, op, n, 0, result)) {
    goto cleanup;
  }
  result->elements = n;
  result->bytes = n * type->size;
  call.args.in.mem = env->pair->in;
  call.args.out.mem = env->pair->out;
  call.args.n = (size_t)n;
  if (!env->settings.check || check_reduce(env, &call, result)) {
    baseline_measure(env, &operation, result);
  }
cleanup:
  clscan_plan_destroy(call.observed);
  clscan_plan_destroy(call.plain);
}
