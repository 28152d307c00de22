/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The building blocks of clscan_device_source(): every sub-group, or every work-group, scans its
 * own elements. With one round the kernel moves as much as it computes; more rounds scan the result
 * again in registers, so that the time of a scan alone can be told from the difference.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/convert.h"
#include "frame/env.h"
#include "frame/program.h"

#define GROUP_MAX 4096

static const char subgroup_source[] =
    "__kernel void bench_group(__global const BENCH_T *in, __global BENCH_T *out, ulong n) {\n"
    "  const ulong i = (ulong)get_group_id(0) * get_local_size(0) + get_local_id(0);\n"
    "  BENCH_T x = i < n ? in[i] : (BENCH_T)0;\n"
    "  for (uint r = 0; r < BENCH_ROUNDS; r++)\n"
    "    x = bench_subgroup_scan_inclusive(x);\n"
    "  if (i < n)\n"
    "    out[i] = x;\n"
    "}\n"
    /* pocl 6 aborts on a kernel that asks for the width and calls no other sub-group function. */
    "__kernel void bench_width(__global BENCH_T *out) {\n"
    "  const BENCH_T zero = bench_subgroup_scan_inclusive((BENCH_T)0);\n"
    "  const uint width = bench_subgroup_width();\n"
    "  if (get_local_id(0) == 0)\n"
    "    out[0] = zero + (BENCH_T)width;\n"
    "}\n";

static const char workgroup_source[] =
    "__kernel void bench_group(__global const BENCH_T *in, __global BENCH_T *out, ulong n) {\n"
    "  __local BENCH_T tmp[bench_LOCAL_ITEMS];\n"
    "  const ulong first = (ulong)get_group_id(0) * get_local_size(0);\n"
    "  const uint count = (uint)min(n - first, (ulong)get_local_size(0));\n"
    "  const ulong i = first + get_local_id(0);\n"
    "  BENCH_T x = i < n ? in[i] : (BENCH_T)0;\n"
    "  for (uint r = 0; r < BENCH_ROUNDS; r++)\n"
    "    x = bench_workgroup_scan_inclusive(x, count, tmp);\n"
    "  if (i < n)\n"
    "    out[i] = x;\n"
    "}\n";

typedef struct group_call {
  cl_program program;
  cl_kernel kernel;
  program_shape shape;
} group_call;

typedef struct group_check {
  data_stream stream;
  size_t group;
  size_t scope; /* elements that are scanned together */
  unsigned rounds;
} group_check;

static clscan_status enqueue_group(void *user, cl_command_queue queue, event_sink *sink) {
  const group_call *call = user;
  return program_enqueue(call->kernel, &call->shape, queue, sink);
}

/* The device source, by its size and then its text. */
static char *device_source(bench_env *env, const clscan_device_source_desc *desc,
                           const char **options, bench_result *result) {
  size_t size = 0;
  clscan_status status = clscan_device_source(env->plain, desc, 0, NULL, &size, options);
  if (!bench_ok(env, result, "clscan_device_source", status)) {
    return NULL;
  }
  char *text = malloc(size);
  if (text == NULL) {
    bench_fail(result, "out of memory on the host");
    return NULL;
  }
  status = clscan_device_source(env->plain, desc, size, text, &size, options);
  if (!bench_ok(env, result, "clscan_device_source", status)) {
    free(text);
    return NULL;
  }
  return text;
}

static bool make_kernel(bench_env *env, const clscan_device_source_desc *desc,
                        const bench_type *type, const char *kernel_source, unsigned rounds,
                        group_call *call, bench_result *result) {
  const char *options = NULL;
  size_t limit = 0;
  char defines[96];
  char *text = device_source(env, desc, &options, result);
  if (text == NULL) {
    return false;
  }
  snprintf(defines, sizeof defines, "\n#define BENCH_T %s\n#define BENCH_ROUNDS %uu\n",
           type->cl_name, rounds);
  const char *texts[] = {text, defines, kernel_source};
  bool ok =
      program_kernel(env, texts, 3, options, "bench_group", &call->program, &call->kernel, result);
  free(text);
  if (!ok) {
    return false;
  }
  cl_int status = clGetKernelWorkGroupInfo(call->kernel, env->device.id, CL_KERNEL_WORK_GROUP_SIZE,
                                           sizeof limit, &limit, NULL);
  if (!bench_ok(env, result, "clGetKernelWorkGroupInfo", status)) {
    return false;
  }
  if (call->shape.local > limit) {
    return bench_skip(result, "the kernel takes groups of up to %zu work-items", limit);
  }
  cl_ulong n = env->pair->recipe.n;
  call->shape.global = ((size_t)n + call->shape.local - 1) / call->shape.local * call->shape.local;
  status = clSetKernelArg(call->kernel, 0, sizeof(cl_mem), &env->pair->in);
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 1, sizeof(cl_mem), &env->pair->out);
  }
  if (status == CL_SUCCESS) {
    status = clSetKernelArg(call->kernel, 2, sizeof n, &n);
  }
  return bench_ok(env, result, "clSetKernelArg", status);
}

/* Asks the device how many work-items a sub-group of such a group has. */
static bool subgroup_width(bench_env *env, const group_call *call, size_t *width,
                           bench_result *result) {
  uint64_t element = 0;
  data_wide wide;
  cl_int status;
  cl_kernel kernel = clCreateKernel(call->program, "bench_width", &status);
  if (!bench_ok(env, result, "clCreateKernel", status)) {
    return false;
  }
  status = clSetKernelArg(kernel, 0, sizeof(cl_mem), &env->pair->out);
  if (status == CL_SUCCESS) {
    const program_shape one_group = {1, call->shape.local, call->shape.local};
    status = program_enqueue(kernel, &one_group, env->queue, NULL);
  }
  if (status == CL_SUCCESS) {
    status = clEnqueueReadBuffer(env->queue, env->pair->out, CL_TRUE, 0,
                                 env->pair->recipe.type->size, &element, 0, NULL, NULL);
  }
  clReleaseKernel(kernel);
  if (!bench_ok(env, result, "bench_width", status)) {
    return false;
  }
  data_load(env->pair->recipe.type, &element, 1, &wide);
  *width = env->pair->recipe.type->number == NUMBER_FLOAT ? (size_t)wide.f : (size_t)wide.u;
  if (*width == 0) {
    return bench_fail(result, "the device says that a sub-group has no work-items");
  }
  return true;
}

/* Scans x in place; `largest` receives the same of the absolute values, for the tolerance. */
static void scan_scope(const bench_type *type, unsigned rounds, data_wide *x, double *largest,
                       size_t count) {
  for (unsigned r = 0; r < rounds; r++) {
    for (size_t k = 1; k < count; k++) {
      if (type->number == NUMBER_FLOAT) {
        x[k].f += x[k - 1].f;
        largest[k] += largest[k - 1];
      } else {
        x[k].u += x[k - 1].u;
      }
    }
  }
}

static bool check_group(group_check *check, const void *results, size_t count,
                        bench_result *result) {
  const bench_type *type = check->stream.recipe.type;
  static const double tree_depth = 2.0;
  uint64_t typed[GROUP_MAX];
  data_wide expected[GROUP_MAX];
  data_wide got[GROUP_MAX];
  double largest[GROUP_MAX];
  uint64_t first = check->stream.index;
  data_stream_next(&check->stream, count, typed);
  data_load(type, typed, count, expected);
  for (size_t k = 0; k < count; k++) {
    largest[k] = type->number == NUMBER_FLOAT ? fabs(expected[k].f) : 0.0;
  }
  for (size_t at = 0; at < count; at += check->scope) {
    size_t part = count - at < check->scope ? count - at : check->scope;
    scan_scope(type, check->rounds, expected + at, largest + at, part);
  }
  /* Brings integers to the type's width. */
  if (type->number != NUMBER_FLOAT) {
    data_store(type, expected, count, typed);
    data_load(type, typed, count, expected);
  }
  data_load(type, results, count, got);
  double unit = type->acc_unit * check->rounds * (4.0 + tree_depth * log2((double)check->scope));
  for (size_t k = 0; k < count; k++) {
    bool right = type->number == NUMBER_FLOAT ? fabs(got[k].f - expected[k].f) <= unit * largest[k]
                                              : got[k].u == expected[k].u;
    if (!right && type->number == NUMBER_FLOAT) {
      return bench_fail(result, "wrong at index %" PRIu64 ": %.9g, expected %.9g", first + k,
                        got[k].f, expected[k].f);
    }
    if (!right) {
      return bench_fail(result, "wrong at index %" PRIu64 ": %" PRId64 ", expected %" PRId64,
                        first + k, got[k].i, expected[k].i);
    }
  }
  return true;
}

static bool take_groups(void *user, const void *elements, size_t count, bench_result *result) {
  group_check *check = user;
  for (size_t at = 0; at < count; at += check->group) {
    size_t part = count - at < check->group ? count - at : check->group;
    const char *results = (const char *)elements + at * check->stream.recipe.type->size;
    if (!check_group(check, results, part, result)) {
      return false;
    }
  }
  return true;
}

static bool check_groups(bench_env *env, group_call *call, size_t scope, unsigned rounds,
                         bench_result *result) {
  group_check check = {.group = call->shape.local, .scope = scope, .rounds = rounds};
  pair_stream(env, &check.stream);
  if (!pair_spoil(env, result) ||
      !bench_ok(env, result, "bench_group", enqueue_group(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clFinish", clFinish(env->queue)) ||
      !pair_read(env, call->shape.local, take_groups, &check, result)) {
    return false;
  }
  result->checked = true;
  return true;
}

static void run_group(bench_env *env, const bench_state *state, bench_result *result,
                      clscan_device_source_desc *desc, bool subgroup) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  unsigned rounds = (unsigned)bench_value(state, "rounds")->number;
  group_call call = {
      .shape = {.items = 1, .local = (size_t)bench_value(state, "group_size")->number}};
  bench_operation operation = {enqueue_group, &call};
  size_t scope = call.shape.local;
  if (call.shape.local > env->device.max_group_size) {
    bench_skip(result, "the device takes groups of up to %zu work-items",
               env->device.max_group_size);
    return;
  }
  if (!pair_acquire_operands(env, type, CLSCAN_ADD, n, 0, result)) {
    return;
  }
  desc->prefix = "bench";
  desc->type = type->type;
  desc->max_group_size = (uint32_t)call.shape.local;
  result->elements = n;
  result->bytes = 2 * n * type->size;
  env_progress(env, "compiling");
  const char *source = subgroup ? subgroup_source : workgroup_source;
  if (!make_kernel(env, desc, type, source, rounds, &call, result) ||
      (subgroup && !subgroup_width(env, &call, &scope, result)) ||
      (env->settings.check && !check_groups(env, &call, scope, rounds, result))) {
    goto cleanup;
  }
  baseline_measure(env, &operation, result);
cleanup:
  if (call.kernel != NULL) {
    clReleaseKernel(call.kernel);
  }
  if (call.program != NULL) {
    clReleaseProgram(call.program);
  }
}

void bench_subgroup_scan(bench_env *env, const bench_state *state, bench_result *result) {
  clscan_device_source_desc desc = {
      .backend = (clscan_backend)bench_value(state, "backend")->number,
  };
  run_group(env, state, result, &desc, true);
}

void bench_workgroup_scan(bench_env *env, const bench_state *state, bench_result *result) {
  clscan_device_source_desc desc = {
      .method = (clscan_workgroup_method)bench_value(state, "method")->number,
  };
  run_group(env, state, result, &desc, false);
}
