/* SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include <stdlib.h>

#include "env.h"

#define PIECE_BYTES ((size_t)1 << 24)
/* Some drivers fail to fill 2^31 bytes and more at once. */
#define FILL_BYTES ((size_t)1 << 30)

bool array_make(bench_env *env, uint64_t bytes, cl_mem *mem, bench_result *result) {
  cl_int status;
  cl_ulong limit = env->device.largest_allocation;
  *mem = NULL;
  if (bytes > limit) {
    return bench_skip(result, "over the device's largest allocation of %.1f GB",
                      (double)limit / 1e9);
  }
  *mem = clCreateBuffer(env->context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &status);
  return bench_ok(env, result, "clCreateBuffer", status);
}

void array_release(cl_mem mem) {
  if (mem != NULL) {
    clReleaseMemObject(mem);
  }
}

bool array_fill(bench_env *env, clscan_buffer at, size_t size, uint64_t count, array_maker make,
                void *user, bench_result *result) {
  cl_int status = CL_SUCCESS;
  void *piece = malloc(PIECE_BYTES);
  if (piece == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  for (uint64_t done = 0; done < count && status == CL_SUCCESS;) {
    size_t part = count - done < PIECE_BYTES / size ? (size_t)(count - done) : PIECE_BYTES / size;
    make(user, part, piece);
    status = clEnqueueWriteBuffer(env->queue, at.mem, CL_TRUE, at.offset + (size_t)done * size,
                                  part * size, piece, 0, NULL, NULL);
    done += part;
  }
  free(piece);
  return bench_ok(env, result, "clEnqueueWriteBuffer", status);
}

bool array_spoil(bench_env *env, cl_mem mem, size_t bytes, bench_result *result) {
  const cl_uchar pattern = ARRAY_SPOILT;
  cl_int status = CL_SUCCESS;
  for (size_t at = 0; at < bytes && status == CL_SUCCESS; at += FILL_BYTES) {
    size_t part = bytes - at < FILL_BYTES ? bytes - at : FILL_BYTES;
    status =
        clEnqueueFillBuffer(env->queue, mem, &pattern, sizeof pattern, at, part, 0, NULL, NULL);
  }
  if (status == CL_SUCCESS) {
    status = clFinish(env->queue);
  }
  return bench_ok(env, result, "clEnqueueFillBuffer", status);
}

size_t array_spoilt(const void *bytes, size_t count) {
  const unsigned char *byte = bytes;
  size_t k = 0;
  while (k < count && byte[k] == ARRAY_SPOILT) {
    k++;
  }
  return k;
}

bool array_read(bench_env *env, clscan_buffer at, size_t size, uint64_t count, size_t unit,
                array_taker take, void *user, bench_result *result) {
  size_t most = PIECE_BYTES / size / unit * unit;
  bool ok = true;
  void *piece = malloc(PIECE_BYTES);
  if (piece == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  env_progress(env, "checking");
  for (uint64_t done = 0; done < count && ok;) {
    size_t part = count - done < most ? (size_t)(count - done) : most;
    cl_int status =
        clEnqueueReadBuffer(env->queue, at.mem, CL_TRUE, at.offset + (size_t)done * size,
                            part * size, piece, 0, NULL, NULL);
    ok = bench_ok(env, result, "clEnqueueReadBuffer", status) && take(user, piece, part, result);
    done += part;
  }
  free(piece);
  return ok;
}
