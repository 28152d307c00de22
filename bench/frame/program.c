/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/program.h"

#include <stdlib.h>
#include <string.h>

#include "frame/env.h"

static bool build_error(bench_env *env, cl_program program, cl_int status, bench_result *result) {
  size_t size = 0;
  char *log = NULL;
  if (clGetProgramBuildInfo(program, env->device.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ==
          CL_SUCCESS &&
      size > 0) {
    log = calloc(size + 1, 1);
  }
  if (log != NULL) {
    clGetProgramBuildInfo(program, env->device.id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  }
  const char *text = log != NULL ? log + strspn(log, " \n") : "";
  bench_fail(result, "clBuildProgram: %s: %.*s", clscan_status_name(status),
             (int)strcspn(text, "\n"), text);
  free(log);
  return false;
}

bool program_kernel(bench_env *env, const char *const *texts, size_t count, const char *options,
                    const char *name, cl_program *program, cl_kernel *kernel,
                    bench_result *result) {
  bool ok = false;
  cl_int status;
  const char *lines[8];
  *program = NULL;
  *kernel = NULL;
  if (count > sizeof lines / sizeof *lines) {
    return bench_fail(result, "too many texts");
  }
  memcpy(lines, texts, count * sizeof *lines);
  cl_program built = clCreateProgramWithSource(env->context, (cl_uint)count, lines, NULL, &status);
  if (!bench_ok(env, result, "clCreateProgramWithSource", status)) {
    return false;
  }
  status = clBuildProgram(built, 1, &env->device.id, options, NULL, NULL);
  if (status != CL_SUCCESS) {
    build_error(env, built, status, result);
    goto cleanup;
  }
  *kernel = clCreateKernel(built, name, &status);
  ok = bench_ok(env, result, "clCreateKernel", status);
cleanup:
  if (ok) {
    *program = built;
  } else {
    *kernel = NULL;
    clReleaseProgram(built);
  }
  return ok;
}

program_shape program_shape_for(const bench_env *env, uint64_t count, size_t items) {
  /* A CPU's work-items are loop iterations, so there one of them moves a tile. */
  program_shape shape = {.items = items, .local = 256};
  if (env->device.is_cpu) {
    shape.items = 16384;
    shape.local = 1;
  }
  size_t tile = shape.local * shape.items;
  size_t groups = ((size_t)count + tile - 1) / tile;
  size_t least = (3 + shape.local) / shape.local;
  shape.global = (groups > least ? groups : least) * shape.local;
  return shape;
}

cl_int program_enqueue(cl_kernel kernel, const program_shape *shape, cl_command_queue queue,
                       event_sink *sink) {
  cl_event event = NULL;
  cl_int status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &shape->global, &shape->local, 0,
                                         NULL, sink != NULL ? &event : NULL);
  if (sink != NULL && status == CL_SUCCESS) {
    event_sink_add(sink, event);
  }
  return status;
}
