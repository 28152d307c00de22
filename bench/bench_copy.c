/* SPDX-License-Identifier: Apache-2.0 */
/* Copies: the driver's, and a kernel that moves data in the shape in which a scan does. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "env.h"
#include "list.h"
#include "program.h"

/* A group moves ITEMS x get_local_size(0) vectors; group 0 also moves what is left over. */
static const char copy_source[] =
    "__kernel void bench_copy(__global const uint *in, __global uint *out, ulong n) {\n"
    "  __global const uint4 *from = (__global const uint4 *)in;\n"
    "  __global uint4 *to = (__global uint4 *)out;\n"
    "  const ulong vectors = n / 4;\n"
    "  const uint size = (uint)get_local_size(0);\n"
    "  const ulong first = (ulong)get_group_id(0) * size * ITEMS + get_local_id(0);\n"
    "  for (uint k = 0; k < ITEMS; k++) {\n"
    "    const ulong i = first + (ulong)k * size;\n"
    "    if (i < vectors)\n"
    "      to[i] = from[i];\n"
    "  }\n"
    "  if (get_global_id(0) < n % 4)\n"
    "    out[vectors * 4 + get_global_id(0)] = in[vectors * 4 + get_global_id(0)];\n"
    "}\n";

typedef struct copy_call {
  const data_pair *pair;
  cl_kernel kernel; /* NULL: the driver copies */
  size_t global;
  size_t local;
} copy_call;

typedef struct copy_check {
  data_stream stream;
  uint64_t index;
} copy_check;

static clscan_status enqueue_copy(void *user, cl_command_queue queue, event_sink *sink) {
  const copy_call *call = user;
  if (call->kernel != NULL) {
    return program_enqueue(call->kernel, call->global, call->local, queue, sink);
  }
  cl_event event = NULL;
  cl_int status = clEnqueueCopyBuffer(queue, call->pair->in, call->pair->out, 0, 0,
                                      (size_t)call->pair->n * call->pair->type->size, 0, NULL,
                                      sink != NULL ? &event : NULL);
  if (sink != NULL && status == CL_SUCCESS) {
    event_sink_add(sink, event);
  }
  return status;
}

static bool make_kernel(bench_env *env, copy_call *call, cl_program *program,
                        bench_result *result) {
  /* A CPU's work-items are loop iterations, so there one of them moves a tile. */
  size_t local = env->device.is_cpu ? 1 : 256;
  size_t items = env->device.is_cpu ? 16384 : 4;
  char define[48];
  snprintf(define, sizeof define, "#define ITEMS %zuu\n", items);
  const char *texts[] = {define, copy_source};
  if (!program_kernel(env, texts, 2, "", "bench_copy", program, &call->kernel, result)) {
    return false;
  }
  cl_ulong n = env->pair.n;
  size_t tile = local * items * 4;
  call->local = local;
  call->global = ((size_t)n + tile - 1) / tile * local;
  /* The first group moves up to three elements with as many work-items. */
  call->global = call->global < 4 ? (3 + local) / local * local : call->global;
  cl_int status = clSetKernelArg(call->kernel, 0, sizeof(cl_mem), &env->pair.in);
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 1, sizeof(cl_mem), &env->pair.out);
  }
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 2, sizeof n, &n);
  }
  return bench_ok(env, result, "clSetKernelArg", status);
}

static bool take_copy(void *user, const void *elements, size_t count, bench_result *result) {
  copy_check *check = user;
  const uint32_t *got = elements;
  uint32_t expected[DATA_BLOCK];
  for (size_t at = 0; at < count; at += DATA_BLOCK) {
    size_t part = count - at < DATA_BLOCK ? count - at : DATA_BLOCK;
    data_stream_next(&check->stream, part, expected);
    for (size_t k = 0; k < part; k++) {
      if (got[at + k] != expected[k]) {
        return bench_fail(result, "wrong at index %" PRIu64 ": %" PRIu32 ", expected %" PRIu32,
                          check->index + at + k, got[at + k], expected[k]);
      }
    }
  }
  check->index += count;
  return true;
}

static bool check_copy(bench_env *env, copy_call *call, bench_result *result) {
  copy_check check = {.index = 0};
  pair_stream(env, &check.stream);
  if (!pair_spoil(env, result) ||
      !bench_ok(env, result, "copy", enqueue_copy(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clFinish", clFinish(env->queue)) ||
      !pair_read(env, 1, take_copy, &check, result)) {
    return false;
  }
  result->checked = true;
  return true;
}

void bench_copy(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find("int32");
  uint64_t n = bench_value(state, "n")->number;
  copy_call call = {.pair = &env->pair};
  bench_operation operation = {enqueue_copy, &call};
  cl_program program = NULL;
  if (!pair_acquire(env, type, CLSCAN_ADD, n, 0, result)) {
    return;
  }
  result->elements = n;
  result->bytes = 2 * n * type->size;
  if (bench_value(state, "method")->number == COPY_KERNEL &&
      !make_kernel(env, &call, &program, result)) {
    goto cleanup;
  }
  if (env->settings.check && !check_copy(env, &call, result)) {
    goto cleanup;
  }
  if (measure_device(env, &operation, result) &&
      measure_calls(env, &operation, env->queue, result)) {
    baseline_compare(env, result);
  }
cleanup:
  if (call.kernel != NULL) {
    clReleaseKernel(call.kernel);
  }
  if (program != NULL) {
    clReleaseProgram(program);
  }
}
