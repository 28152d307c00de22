/* SPDX-License-Identifier: Apache-2.0 */
/* Where elements are not zero: the indices of an array's, the points of an image's. */
#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/compact.h"

/* Bytes from one row of an image to the next. */
#define ROW_PITCH 4096

/* Checks and measures `elements` elements in memory like env->pair's, of which indices are written.
 */
static void run_where(bench_env *env, clscan_select_desc *desc, const bench_type *index,
                      compact_call *call, bench_result *result) {
  bench_operation operation = {compact_enqueue, call};
  size_t size = env->pair->recipe.type->size;
  expected check;
  data_stream stream;
  desc->out_type = index->type;
  if (!compact_open(env, desc, call, result)) {
    return;
  }
  if (call->args.width > 0) {
    call->args.n = (size_t)(env->pair->recipe.n / ROW_PITCH) * call->args.width;
  }
  if (!compact_run(env, call, result)) {
    return;
  }
  pair_stream(env, &stream);
  expected_start(&check, &stream, EXPECT_INDICES, index);
  check.width = call->args.width;
  check.pitch = call->args.row_pitch;
  if (env->settings.check && !compact_check(env, call, &check, env->pair->out, result)) {
    return;
  }
  result->elements = call->args.n;
  result->bytes = result->elements * size + result->survivors * index->size;
  baseline_measure(env, &operation, result);
}

void bench_where(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  const bench_type *index = bench_type_find(bench_value(state, "index")->text);
  uint64_t n = bench_value(state, "n")->number;
  data_recipe recipe = {
      .type = type, .n = n, .law = DATA_SPARSE, .share = bench_value(state, "density")->number};
  clscan_select_desc desc = {.output = "i"};
  compact_call call = {0};
  if (pair_acquire(env, &recipe, 0, n * index->size, result)) {
    run_where(env, &desc, index, &call, result);
  }
  compact_close(&call);
}

void bench_where_rows(bench_env *env, const bench_state *state, bench_result *result) {
  static const struct {
    size_t width;
    size_t height;
  } sizes[] = {{1920, 1080}, {3840, 2160}};
  uint64_t image = bench_value(state, "image")->number;
  data_recipe recipe = {.type = bench_type_find("uint8"),
                        .n = (uint64_t)sizes[image].height * ROW_PITCH,
                        .law = DATA_SPARSE,
                        .share = bench_value(state, "density")->number};
  const bench_type *index = bench_type_find("uint32");
  clscan_select_desc desc = {.flags = CLSCAN_ROWS, .output = "(uint)((row << 16) | col)"};
  compact_call call = {.args = {.width = sizes[image].width, .row_pitch = ROW_PITCH}};
  if (pair_acquire(env, &recipe, 0, recipe.n * index->size, result)) {
    run_where(env, &desc, index, &call, result);
  }
  compact_close(&call);
}
