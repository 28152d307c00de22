/* SPDX-License-Identifier: Apache-2.0 */
#include "data/compact.h"

#include <string.h>

#include "data/baseline.h"
#include "data/multiset.h"

bool compact_open(bench_env *env, clscan_select_desc *desc, compact_call *call,
                  bench_result *result) {
  uint64_t n = env->pair->recipe.n;
  desc->type = env->pair->recipe.type->type;
  desc->count_type = n > UINT32_MAX ? CLSCAN_UINT64 : CLSCAN_UINT32;
  call->args.in.mem = env->pair->in;
  call->args.out.mem = env->pair->out;
  call->args.n = (size_t)n;
  env_progress(env, "compiling");
  return array_make(env, sizeof(cl_ulong), &call->args.count.mem, result) &&
         bench_ok(env, result, "clscan_select_plan_create",
                  clscan_select_plan_create(env->plain, desc, &call->plain)) &&
         bench_ok(env, result, "clscan_select_plan_create",
                  clscan_select_plan_create(env->observed, desc, &call->observed));
}

void compact_close(compact_call *call) {
  clscan_plan_destroy(call->observed);
  clscan_plan_destroy(call->plain);
  array_release(call->args.count.mem);
  memset(call, 0, sizeof *call);
}

clscan_status compact_enqueue(void *user, cl_command_queue queue, event_sink *sink) {
  const compact_call *call = user;
  return clscan_select_enqueue(sink != NULL ? call->observed : call->plain, queue, &call->args, 0,
                               NULL, NULL);
}

bool compact_run(bench_env *env, compact_call *call, bench_result *result) {
  union {
    cl_uint narrow;
    cl_ulong wide;
  } count = {.wide = 0};
  bool is_wide = env->pair->recipe.n > UINT32_MAX;
  if ((env->settings.check && !pair_spoil(env, result)) ||
      !bench_ok(env, result, "clscan_select_enqueue", compact_enqueue(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clEnqueueReadBuffer",
                clEnqueueReadBuffer(env->queue, call->args.count.mem, CL_TRUE, 0,
                                    is_wide ? sizeof count.wide : sizeof count.narrow, &count, 0,
                                    NULL, NULL))) {
    return false;
  }
  result->survivors = is_wide ? count.wide : count.narrow;
  return true;
}

bool compact_check(bench_env *env, const compact_call *call, expected *check, cl_mem out,
                   bench_result *result) {
  if (!array_read(env, (clscan_buffer){.mem = out}, check->type->size, call->args.n, 1,
                  expected_take, check, result) ||
      !expected_finish(check, result->survivors, result)) {
    return false;
  }
  result->out_of_order = 0;
  result->checked = true;
  return true;
}

static bool check_unordered(bench_env *env, const compact_call *call, bench_result *result) {
  multiset check;
  data_stream stream;
  clscan_buffer out = {.mem = env->pair->out};
  pair_stream(env, &stream);
  result->checked = multiset_start(&check, &stream, result->survivors, result) &&
                    array_read(env, out, stream.recipe.type->size, call->args.n, 1, multiset_take,
                               &check, result) &&
                    multiset_finish(&check, result);
  multiset_free(&check);
  return result->checked;
}

static bool check_elements(bench_env *env, const compact_call *call, bool ordered,
                           bench_result *result) {
  data_stream stream;
  expected check;
  if (!ordered) {
    return check_unordered(env, call, result);
  }
  pair_stream(env, &stream);
  expected_start(&check, &stream, EXPECT_KEPT, stream.recipe.type);
  return compact_check(env, call, &check, env->pair->out, result);
}

bool compact_measure(bench_env *env, clscan_select_desc *desc, compact_call *call,
                     uint64_t more_bytes, bench_result *result) {
  bench_operation operation = {compact_enqueue, call};
  bool ordered = (desc->flags & CLSCAN_UNORDERED) == 0;
  uint64_t n = env->pair->recipe.n;
  if (!compact_open(env, desc, call, result) || !compact_run(env, call, result) ||
      (env->settings.check && !check_elements(env, call, ordered, result))) {
    return false;
  }
  result->elements = n;
  result->bytes = (n + result->survivors) * env->pair->recipe.type->size + more_bytes;
  return baseline_measure(env, &operation, result);
}
