/* SPDX-License-Identifier: Apache-2.0 */
/* The device-wide scan: checked on the plan that is timed, then profiled on a twin that is
 * observed. */
#include <stdlib.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/check.h"
#include "frame/env.h"

typedef struct scan_call {
  clscan_plan *plain;
  clscan_plan *observed;
  clscan_scan_args args;
} scan_call;

/* The observed context's callback fills the sink. */
static clscan_status enqueue_scan(void *user, cl_command_queue queue, event_sink *sink) {
  const scan_call *call = user;
  return clscan_scan_enqueue(sink != NULL ? call->observed : call->plain, queue, &call->args, 0,
                             NULL, NULL);
}

static bool take_results(void *user, const void *elements, size_t count, bench_result *result) {
  return scan_check_next(user, elements, count, result);
}

static bool check_scan(bench_env *env, const scan_call *call, clscan_kind kind,
                       bench_result *result) {
  scan_check check;
  data_stream stream;
  pair_stream(env, &stream);
  scan_check_start(&check, &stream, kind);
  if (!pair_spoil(env, result)) {
    return false;
  }
  clscan_status status = clscan_scan_enqueue(call->plain, env->queue, &call->args, 0, NULL, NULL);
  if (!bench_ok(env, result, "clscan_scan_enqueue", status) ||
      !bench_ok(env, result, "clFinish", clFinish(env->queue)) ||
      !pair_read(env, 1, take_results, &check, result)) {
    return false;
  }
  result->checked = true;
  return true;
}

void bench_scan(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  clscan_op op = (clscan_op)bench_value(state, "op")->number;
  uint64_t n = bench_value(state, "n")->number;
  uint64_t offset = bench_value(state, "offset")->number;
  clscan_scan_desc desc = {
      .type = type->type,
      .op = op,
      .kind = (clscan_kind)bench_value(state, "kind")->number,
      .algorithm = bench_algorithm_find(bench_value(state, "algorithm")->text),
  };
  scan_call call = {0};
  bench_operation operation = {enqueue_scan, &call};
  env_progress(env, "compiling");
  if (!bench_ok(env, result, "clscan_scan_plan_create",
                clscan_scan_plan_create(env->plain, &desc, &call.plain)) ||
      !bench_ok(env, result, "clscan_scan_plan_create",
                clscan_scan_plan_create(env->observed, &desc, &call.observed)) ||
      !pair_acquire_operands(env, type, op, n, offset, result)) {
    goto cleanup;
  }
  result->elements = n;
  result->bytes = 2 * n * type->size;
  call.args.in = (clscan_buffer){env->pair->in, (size_t)offset * type->size};
  call.args.out = (clscan_buffer){env->pair->out, (size_t)offset * type->size};
  call.args.n = (size_t)n;
  if (env->settings.check && !check_scan(env, &call, desc.kind, result)) {
    goto cleanup;
  }
  baseline_measure(env, &operation, result);
cleanup:
  clscan_plan_destroy(call.observed);
  clscan_plan_destroy(call.plain);
}
