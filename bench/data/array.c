/* SPDX-License-Identifier: Apache-2.0 */
#include "data/array.h"

#include <stdio.h>
#include <stdlib.h>

#include "frame/env.h"
#include "frame/program.h"

#define PIECE_BYTES ((size_t)1 << 24)

/*
 * Instead of clEnqueueFillBuffer(), which loses the context on some drivers where it touches bytes
 * from 2^31 on. A group writes ITEMS x get_local_size(0) vectors; what is left over goes by ids.
 */
static const char spoil_source[] =
    "__kernel void bench_spoil(__global uchar *out, ulong bytes) {\n"
    "  __global uint4 *to = (__global uint4 *)out;\n"
    "  const ulong vectors = bytes / 16;\n"
    "  const uint size = (uint)get_local_size(0);\n"
    "  const ulong first = (ulong)get_group_id(0) * size * ITEMS + get_local_id(0);\n"
    "  for (uint k = 0; k < ITEMS; k++) {\n"
    "    const ulong i = first + (ulong)k * size;\n"
    "    if (i < vectors)\n"
    "      to[i] = (uint4)(PATTERN * 0x01010101u);\n"
    "  }\n"
    "  for (ulong i = vectors * 16 + get_global_id(0); i < bytes; i += get_global_size(0))\n"
    "    out[i] = PATTERN;\n"
    "}\n";

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

void array_spoiler_release(array_spoiler *spoiler) {
  if (spoiler->kernel != NULL) {
    clReleaseKernel(spoiler->kernel);
    clReleaseProgram(spoiler->program);
  }
  *spoiler = (array_spoiler){0};
}

bool array_spoil(bench_env *env, cl_mem mem, size_t bytes, bench_result *result) {
  const program_shape shape = program_shape_for(env, bytes / 16, 4);
  const cl_ulong size = bytes;
  char defines[64];
  snprintf(defines, sizeof defines, "#define ITEMS %zuu\n#define PATTERN %du\n", shape.items,
           ARRAY_SPOILT);
  const char *texts[] = {defines, spoil_source};
  array_spoiler *spoiler = env->spoiler;
  if (spoiler->kernel == NULL && !program_kernel(env, texts, 2, "", "bench_spoil",
                                                 &spoiler->program, &spoiler->kernel, result)) {
    return false;
  }
  cl_int status = clSetKernelArg(spoiler->kernel, 0, sizeof mem, &mem);
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(spoiler->kernel, 1, sizeof size, &size);
  }
  if (status == CL_SUCCESS) {
    status = program_enqueue(spoiler->kernel, &shape, env->queue, NULL);
  }
  if (status == CL_SUCCESS) {
    status = clFinish(env->queue);
  }
  return bench_ok(env, result, "bench_spoil", status);
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
