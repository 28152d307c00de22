/* SPDX-License-Identifier: Apache-2.0 */
/* Copies: the driver's, and a kernel that moves data in the shape in which a scan does. */
#include <stdio.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/expected.h"
#include "frame/env.h"
#include "frame/program.h"

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

typedef struct kernel_call {
  cl_kernel kernel;
  program_shape shape;
} kernel_call;

static clscan_status enqueue_kernel(void *user, cl_command_queue queue, event_sink *sink) {
  const kernel_call *call = user;
  return program_enqueue(call->kernel, &call->shape, queue, sink);
}

static bool make_kernel(bench_env *env, kernel_call *call, cl_program *program,
                        bench_result *result) {
  char define[48];
  cl_ulong n = env->pair->recipe.n;
  /* The first group moves up to three elements with as many work-items. */
  call->shape = program_shape_for(env, n / 4, 4);
  snprintf(define, sizeof define, "#define ITEMS %zuu\n", call->shape.items);
  const char *texts[] = {define, copy_source};
  if (!program_kernel(env, texts, 2, "", "bench_copy", program, &call->kernel, result)) {
    return false;
  }
  cl_int status = clSetKernelArg(call->kernel, 0, sizeof(cl_mem), &env->pair->in);
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 1, sizeof(cl_mem), &env->pair->out);
  }
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 2, sizeof n, &n);
  }
  return bench_ok(env, result, "clSetKernelArg", status);
}

void bench_copy(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find("int32");
  uint64_t n = bench_value(state, "n")->number;
  copy_call driver = {env->pair, (size_t)n * type->size};
  kernel_call kernel = {0};
  bench_operation operation = {copy_enqueue, &driver};
  cl_program program = NULL;
  if (!pair_acquire_operands(env, type, CLSCAN_ADD, n, 0, result)) {
    return;
  }
  result->elements = n;
  result->bytes = 2 * n * type->size;
  if (bench_value(state, "method")->number == COPY_KERNEL) {
    operation = (bench_operation){enqueue_kernel, &kernel};
    if (!make_kernel(env, &kernel, &program, result)) {
      goto cleanup;
    }
  }
  if (!env->settings.check || expected_copy(env, &operation, result)) {
    baseline_measure(env, &operation, result);
  }
cleanup:
  if (kernel.kernel != NULL) {
    clReleaseKernel(kernel.kernel);
  }
  if (program != NULL) {
    clReleaseProgram(program);
  }
}
