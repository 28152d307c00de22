/* SPDX-License-Identifier: Apache-2.0 */
#include "pair.h"

#include <stdlib.h>
#include <string.h>

#include "env.h"

#define PIECE_BYTES ((size_t)1 << 24)
/* Some drivers fail to fill 2^31 bytes and more at once. */
#define FILL_BYTES ((size_t)1 << 30)

void pair_release(data_pair *pair) {
  if (pair->in != NULL) {
    clReleaseMemObject(pair->in);
  }
  if (pair->out != NULL) {
    clReleaseMemObject(pair->out);
  }
  memset(pair, 0, sizeof *pair);
}

void pair_stream(const bench_env *env, data_stream *stream) {
  data_stream_start(stream, env->pair.type, env->pair.op, env->settings.seed, env->pair.n);
}

static size_t pair_bytes(const data_pair *pair) {
  return (size_t)(pair->n + pair->offset) * pair->type->size;
}

static bool upload(bench_env *env, bench_result *result) {
  const data_pair *pair = &env->pair;
  size_t size = pair->type->size;
  cl_int status = CL_SUCCESS;
  data_stream stream;
  void *piece = malloc(PIECE_BYTES);
  if (piece == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  pair_stream(env, &stream);
  for (uint64_t at = 0; at < pair->n && status == CL_SUCCESS;) {
    uint64_t rest = pair->n - at;
    size_t count = rest < PIECE_BYTES / size ? (size_t)rest : PIECE_BYTES / size;
    data_stream_next(&stream, count, piece);
    status = clEnqueueWriteBuffer(env->queue, pair->in, CL_TRUE, (size_t)(pair->offset + at) * size,
                                  count * size, piece, 0, NULL, NULL);
    at += count;
  }
  free(piece);
  return bench_ok(env, result, "clEnqueueWriteBuffer", status);
}

bool pair_acquire(bench_env *env, const bench_type *type, clscan_op op, uint64_t n, uint64_t offset,
                  bench_result *result) {
  data_pair *pair = &env->pair;
  cl_int status;
  if (pair->type == type && pair->op == op && pair->n == n && pair->offset == offset) {
    return true;
  }
  pair_release(pair);
  env_progress(env, "making data");
  cl_ulong limit = env->device.largest_allocation;
  if (offset > UINT64_MAX - n || n + offset > limit / type->size) {
    return bench_skip(result, "over the device's largest allocation of %.1f GB",
                      (double)limit / 1e9);
  }
  *pair = (data_pair){.type = type, .op = op, .n = n, .offset = offset};
  size_t bytes = pair_bytes(pair);
  if ((double)bytes * 2.0 > 0.9 * (double)env->device.memory_bytes) {
    pair_release(pair);
    return bench_skip(result, "input and output do not fit the device's %.1f GB",
                      (double)env->device.memory_bytes / 1e9);
  }
  pair->in = clCreateBuffer(env->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  if (status == CL_SUCCESS) {
    pair->out = clCreateBuffer(env->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  }
  if (!bench_ok(env, result, "clCreateBuffer", status) || !upload(env, result) ||
      !pair_spoil(env, result)) {
    pair_release(pair);
    return false;
  }
  return true;
}

bool pair_spoil(bench_env *env, bench_result *result) {
  const cl_uchar pattern = 0xA5;
  size_t bytes = pair_bytes(&env->pair);
  cl_int status = CL_SUCCESS;
  for (size_t at = 0; at < bytes && status == CL_SUCCESS; at += FILL_BYTES) {
    size_t part = bytes - at < FILL_BYTES ? bytes - at : FILL_BYTES;
    status = clEnqueueFillBuffer(env->queue, env->pair.out, &pattern, sizeof pattern, at, part, 0,
                                 NULL, NULL);
  }
  if (status == CL_SUCCESS) {
    status = clFinish(env->queue);
  }
  return bench_ok(env, result, "clEnqueueFillBuffer", status);
}

bool pair_read(bench_env *env, size_t unit, pair_taker take, void *user, bench_result *result) {
  const data_pair *pair = &env->pair;
  size_t size = pair->type->size;
  size_t most = PIECE_BYTES / size / unit * unit;
  bool ok = true;
  void *piece = malloc(PIECE_BYTES);
  if (piece == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  env_progress(env, "checking");
  for (uint64_t at = 0; at < pair->n && ok;) {
    size_t count = pair->n - at < most ? (size_t)(pair->n - at) : most;
    cl_int status =
        clEnqueueReadBuffer(env->queue, pair->out, CL_TRUE, (size_t)(pair->offset + at) * size,
                            count * size, piece, 0, NULL, NULL);
    ok = bench_ok(env, result, "clEnqueueReadBuffer", status) && take(user, piece, count, result);
    at += count;
  }
  free(piece);
  return ok;
}
