/* SPDX-License-Identifier: Apache-2.0 */
/* Stable partition by the lower 8 bits of the elements, into one buffer or one a bucket. */
#include <stdio.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/split.h"

/* Those bits, as OpenCL C; a 16-bit float is a float there. */
static const char *bits_of(const bench_type *type) {
  switch (type->type) {
  case CLSCAN_FLOAT16:
    return "as_uint(x) >> 13";
  case CLSCAN_BFLOAT16:
    return "as_uint(x) >> 16";
  case CLSCAN_FLOAT32:
    return "as_uint(x)";
  case CLSCAN_FLOAT64:
    return "(uint)as_ulong(x)";
  default:
    return "(uint)x";
  }
}

void bench_partition(bench_env *env, const bench_state *state, bench_result *result) {
  uint64_t buckets = bench_value(state, "buckets")->number;
  bool separate = bench_value(state, "layout")->number == LAYOUT_SEPARATE;
  data_recipe recipe = {
      .type = bench_type_find(bench_value(state, "type")->text),
      .n = bench_value(state, "n")->number,
      .law = DATA_BUCKETS,
      .share = bench_value(state, "first")->number,
      .buckets = buckets,
  };
  clscan_partition_desc desc = {
      .algorithm = bench_algorithm_find(bench_value(state, "algorithm")->text),
      .flags = separate ? CLSCAN_SEPARATE : 0,
  };
  split_call call = {.buckets = buckets};
  bench_operation operation = {split_enqueue, &call};
  char text[64];
  if (separate && buckets > CLSCAN_MAX_SEPARATE) {
    bench_skip(result, "there are up to %d separate buffers", CLSCAN_MAX_SEPARATE);
    return;
  }
  snprintf(text, sizeof text, "((%s) & 255u)%s", bits_of(recipe.type), buckets == 2 ? " == 0" : "");
  if (buckets == 2) {
    desc.predicate = text;
  } else {
    desc.bucket = text;
  }
  if (split_open(env, &recipe, &desc, &call, result) &&
      (!env->settings.check || split_check(env, &call, result))) {
    result->elements = recipe.n;
    result->bytes = 2 * recipe.n * recipe.type->size;
    baseline_measure(env, &operation, result);
  }
  split_close(&call);
}
