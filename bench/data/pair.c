/* SPDX-License-Identifier: Apache-2.0 */
#include "data/pair.h"

#include <string.h>

#include "frame/env.h"

void pair_release(data_pair *pair) {
  array_release(pair->in);
  array_release(pair->out);
  memset(pair, 0, sizeof *pair);
}

void pair_stream(const bench_env *env, data_stream *stream) {
  data_stream_start(stream, &env->pair->recipe, env->settings.seed);
}

static void make_elements(void *user, size_t count, void *to) { data_stream_next(user, count, to); }

bool pair_acquire(bench_env *env, const data_recipe *recipe, uint64_t offset, uint64_t bytes,
                  bench_result *result) {
  data_pair *pair = env->pair;
  size_t size = recipe->type->size;
  if (pair->in != NULL && data_recipe_equal(&pair->recipe, recipe) && pair->offset == offset &&
      pair->bytes >= bytes) {
    return true;
  }
  pair_release(pair);
  env_progress(env, "making data");
  cl_ulong limit = env->device.largest_allocation;
  if (offset > UINT64_MAX - recipe->n || recipe->n + offset > limit / size) {
    return bench_skip(result, "over the device's largest allocation of %.1f GB",
                      (double)limit / 1e9);
  }
  uint64_t least = (recipe->n + offset) * size;
  bytes = bytes > least ? bytes : least;
  if ((double)bytes * 2.0 > 0.9 * (double)env->device.memory_bytes) {
    return bench_skip(result, "input and output do not fit the device's %.1f GB",
                      (double)env->device.memory_bytes / 1e9);
  }
  *pair = (data_pair){.recipe = *recipe, .offset = offset, .bytes = (size_t)bytes};
  data_stream stream;
  pair_stream(env, &stream);
  if (!array_make(env, bytes, &pair->in, result) || !array_make(env, bytes, &pair->out, result) ||
      !array_fill(env, (clscan_buffer){pair->in, (size_t)offset * size}, size, recipe->n,
                  make_elements, &stream, result) ||
      !pair_spoil(env, result)) {
    pair_release(pair);
    return false;
  }
  return true;
}

bool pair_acquire_operands(bench_env *env, const bench_type *type, clscan_op op, uint64_t n,
                           uint64_t offset, bench_result *result) {
  data_recipe recipe = {.type = type, .n = n, .law = DATA_OPERATOR, .op = op};
  return pair_acquire(env, &recipe, offset, 0, result);
}

bool pair_spoil(bench_env *env, bench_result *result) {
  return array_spoil(env, env->pair->out, env->pair->bytes, result);
}

bool pair_read(bench_env *env, size_t unit, array_taker take, void *user, bench_result *result) {
  const data_pair *pair = env->pair;
  size_t size = pair->recipe.type->size;
  clscan_buffer out = {pair->out, (size_t)pair->offset * size};
  return array_read(env, out, size, pair->recipe.n, unit, take, user, result);
}
