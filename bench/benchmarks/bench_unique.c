/* SPDX-License-Identifier: Apache-2.0 */
/* The first element of each run, alone or with the value that belongs to it. */
#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/compact.h"

/* The arrays of values, one in and one out. */
typedef struct value_arrays {
  data_recipe recipe;
  clscan_select_output output;
  clscan_select_arrays arrays;
} value_arrays;

static void make_values(void *user, size_t count, void *to) { data_stream_next(user, count, to); }

static bool make_arrays(bench_env *env, value_arrays *values, bench_result *result) {
  uint64_t n = env->pair->recipe.n;
  size_t size = sizeof(cl_uint);
  data_stream stream;
  values->recipe = (data_recipe){.type = bench_type_find("uint32"), .n = n, .law = DATA_OPERATOR};
  values->output.type = CLSCAN_UINT32;
  data_stream_start(&stream, &values->recipe, env->settings.seed);
  return array_make(env, n * size, &values->arrays.in.mem, result) &&
         array_make(env, n * size, &values->arrays.out.mem, result) &&
         array_fill(env, values->arrays.in, size, n, make_values, &stream, result) &&
         array_spoil(env, values->arrays.out.mem, (size_t)n * size, result);
}

static bool check_unique(bench_env *env, const compact_call *call, const value_arrays *values,
                         bench_result *result) {
  data_stream stream;
  expected check;
  pair_stream(env, &stream);
  expected_start(&check, &stream, EXPECT_KEPT, stream.recipe.type);
  if (!compact_check(env, call, &check, env->pair->out, result)) {
    return false;
  }
  if (values->arrays.out.mem == NULL) {
    return true;
  }
  expected_start(&check, &stream, EXPECT_PAYLOAD, values->recipe.type);
  data_stream_start(&check.payload, &values->recipe, env->settings.seed);
  return compact_check(env, call, &check, values->arrays.out.mem, result);
}

void bench_unique(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  bool by_key = bench_value(state, "by_key")->number != 0;
  data_recipe recipe = {
      .type = type, .n = n, .law = DATA_RUNS, .run = bench_value(state, "run")->number};
  clscan_select_desc desc = {.flags = CLSCAN_UNIQUE};
  size_t size = type->size + (by_key ? sizeof(cl_uint) : 0);
  value_arrays values = {0};
  compact_call call = {0};
  bench_operation operation = {compact_enqueue, &call};
  if (!pair_acquire(env, &recipe, 0, n * size, result) ||
      (by_key && !make_arrays(env, &values, result))) {
    goto cleanup;
  }
  if (by_key) {
    desc.more = &values.output;
    desc.num_more = 1;
    call.args.more = &values.arrays;
  }
  if (!compact_open(env, &desc, &call, result) || !compact_run(env, &call, result) ||
      (env->settings.check && !check_unique(env, &call, &values, result))) {
    goto cleanup;
  }
  result->elements = n;
  result->bytes = (n + result->survivors) * size;
  baseline_measure(env, &operation, result);
cleanup:
  compact_close(&call);
  array_release(values.arrays.out.mem);
  array_release(values.arrays.in.mem);
}
