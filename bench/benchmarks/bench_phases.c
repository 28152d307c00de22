/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stream compaction phase by phase: marks, their scan, the scatter to the ranks; then all of it by
 * clscan, in three passes and in one, a partition, and what an atomic counter takes.
 */
#include <stdio.h>
#include <string.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/compact.h"
#include "data/split.h"
#include "frame/program.h"

/* Each group handles ITEMS x get_local_size(0) elements. */
static const char phase_source[] =
    "#define FIRST ((ulong)get_group_id(0) * get_local_size(0) * ITEMS)\n"
    "#define END min(n, FIRST + (ulong)get_local_size(0) * ITEMS)\n"
    "__kernel void bench_mark(__global const int *in, __global uint *marks, ulong n) {\n"
    "  const ulong end = END;\n"
    "  for (ulong i = FIRST + get_local_id(0); i < end; i += get_local_size(0))\n"
    "    marks[i] = in[i] != 0;\n"
    "}\n"
    "__kernel void bench_scatter(__global const int *in, __global const uint *ranks,\n"
    "                            __global int *out, ulong n) {\n"
    "  const ulong end = END;\n"
    "  for (ulong i = FIRST + get_local_id(0); i < end; i += get_local_size(0))\n"
    "    if (in[i] != 0)\n"
    "      out[ranks[i]] = in[i];\n"
    "}\n";

/* The phases that the bench has kernels for. */
typedef struct phase_call {
  uint64_t phase;
  program_shape shape;
  cl_program programs[2];
  cl_kernel mark;
  cl_kernel scatter;
  clscan_plan *plain;    /* of the scan of the marks */
  clscan_plan *observed; /* its context fills the sink */
  clscan_scan_args scan; /* from marks to ranks; the total is the number of survivors */
} phase_call;

static clscan_status enqueue_phase(void *user, cl_command_queue queue, event_sink *sink) {
  const phase_call *call = user;
  if (call->phase == PHASE_SCATTER) {
    return program_enqueue(call->scatter, &call->shape, queue, sink);
  }
  clscan_status status = program_enqueue(call->mark, &call->shape, queue, sink);
  if (status == CL_SUCCESS && call->phase == PHASE_MARK_SCAN) {
    status = clscan_scan_enqueue(sink != NULL ? call->observed : call->plain, queue, &call->scan, 0,
                                 NULL, NULL);
  }
  return status;
}

static bool make_kernels(bench_env *env, phase_call *call, bench_result *result) {
  char define[48];
  cl_ulong n = env->pair->recipe.n;
  call->shape = program_shape_for(env, n, 8);
  snprintf(define, sizeof define, "#define ITEMS %zuul\n", call->shape.items);
  const char *texts[] = {define, phase_source};
  if (!program_kernel(env, texts, 2, "", "bench_mark", &call->programs[0], &call->mark, result) ||
      !program_kernel(env, texts, 2, "", "bench_scatter", &call->programs[1], &call->scatter,
                      result)) {
    return false;
  }
  const struct {
    cl_kernel kernel;
    cl_uint index;
    size_t size;
    const void *value;
  } arguments[] = {
      {call->mark, 0, sizeof(cl_mem), &env->pair->in},
      {call->mark, 1, sizeof(cl_mem), &call->scan.in.mem},
      {call->mark, 2, sizeof n, &n},
      {call->scatter, 0, sizeof(cl_mem), &env->pair->in},
      {call->scatter, 1, sizeof(cl_mem), &call->scan.out.mem},
      {call->scatter, 2, sizeof(cl_mem), &env->pair->out},
      {call->scatter, 3, sizeof n, &n},
  };
  cl_int status = CL_SUCCESS;
  for (size_t a = 0; a < sizeof arguments / sizeof *arguments && status == CL_SUCCESS; a++) {
    status = clSetKernelArg(arguments[a].kernel, arguments[a].index, arguments[a].size,
                            arguments[a].value);
  }
  return bench_ok(env, result, "clSetKernelArg", status);
}

static bool open_phase(bench_env *env, phase_call *call, bench_result *result) {
  uint64_t n = env->pair->recipe.n;
  clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  call->scan.n = (size_t)n;
  env_progress(env, "compiling");
  return array_make(env, n * sizeof(cl_uint), &call->scan.in.mem, result) &&
         array_make(env, n * sizeof(cl_uint), &call->scan.out.mem, result) &&
         array_make(env, sizeof(cl_uint), &call->scan.total.mem, result) &&
         make_kernels(env, call, result) &&
         bench_ok(env, result, "clscan_scan_plan_create",
                  clscan_scan_plan_create(env->plain, &desc, &call->plain)) &&
         bench_ok(env, result, "clscan_scan_plan_create",
                  clscan_scan_plan_create(env->observed, &desc, &call->observed));
}

static void close_phase(phase_call *call) {
  clscan_plan_destroy(call->observed);
  clscan_plan_destroy(call->plain);
  if (call->scatter != NULL) {
    clReleaseKernel(call->scatter);
  }
  if (call->mark != NULL) {
    clReleaseKernel(call->mark);
  }
  for (size_t p = 0; p < 2; p++) {
    if (call->programs[p] != NULL) {
      clReleaseProgram(call->programs[p]);
    }
  }
  array_release(call->scan.total.mem);
  array_release(call->scan.out.mem);
  array_release(call->scan.in.mem);
}

/* The ranks, which the scatter reads, and the number of survivors. */
static bool prepare_scatter(bench_env *env, phase_call *call, bench_result *result) {
  cl_uint total = 0;
  call->phase = PHASE_MARK_SCAN;
  if (!bench_ok(env, result, "marks and ranks", enqueue_phase(call, env->queue, NULL)) ||
      !bench_ok(env, result, "clEnqueueReadBuffer",
                clEnqueueReadBuffer(env->queue, call->scan.total.mem, CL_TRUE, 0, sizeof total,
                                    &total, 0, NULL, NULL))) {
    return false;
  }
  call->phase = PHASE_SCATTER;
  result->survivors = total;
  return true;
}

static bool check_phase(bench_env *env, const bench_operation *operation, bench_result *result) {
  const phase_call *call = operation->user;
  data_stream stream;
  expected check;
  pair_stream(env, &stream);
  if (call->phase == PHASE_SCATTER) {
    expected_start(&check, &stream, EXPECT_KEPT, stream.recipe.type);
    return expected_run(env, operation, &check, env->pair->out, result) &&
           expected_finish(&check, result->survivors, result);
  }
  bool marks = call->phase == PHASE_MARK;
  expected_start(&check, &stream, marks ? EXPECT_MARKS : EXPECT_RANKS, bench_type_find("uint32"));
  return expected_run(env, operation, &check, marks ? call->scan.in.mem : call->scan.out.mem,
                      result);
}

static void run_phase(bench_env *env, uint64_t phase, bench_result *result) {
  phase_call call = {.phase = phase};
  bench_operation operation = {enqueue_phase, &call};
  uint64_t n = env->pair->recipe.n;
  if (open_phase(env, &call, result) &&
      (phase != PHASE_SCATTER || prepare_scatter(env, &call, result)) &&
      (!env->settings.check || check_phase(env, &operation, result))) {
    result->elements = n;
    result->bytes = (2 * n + (phase == PHASE_SCATTER ? result->survivors : 0)) * sizeof(cl_int);
    baseline_measure(env, &operation, result);
  }
  close_phase(&call);
}

static void run_partition(bench_env *env, const data_recipe *recipe, bench_result *result) {
  clscan_partition_desc desc = {.predicate = "(x & 1) == 0"};
  split_call call = {.by_parity = true, .buckets = 2};
  bench_operation operation = {split_enqueue, &call};
  if (split_open(env, recipe, &desc, &call, result) &&
      (!env->settings.check || split_check(env, &call, result))) {
    result->elements = recipe->n;
    result->bytes = 2 * recipe->n * recipe->type->size;
    baseline_measure(env, &operation, result);
  }
  split_close(&call);
}

static void run_select(bench_env *env, int algorithm, bench_result *result) {
  clscan_select_desc desc = {.algorithm = algorithm};
  compact_call call = {0};
  if (algorithm >= CLSCAN_SELECT_ATOMIC_SUBGROUP) {
    desc.flags = CLSCAN_UNORDERED;
  }
  compact_measure(env, &desc, &call, 0, result);
  compact_close(&call);
}

static void run_copy(bench_env *env, bench_result *result) {
  size_t bytes = (size_t)env->pair->recipe.n * env->pair->recipe.type->size;
  copy_call call = {env->pair, bytes};
  bench_operation operation = {copy_enqueue, &call};
  if (!env->settings.check || expected_copy(env, &operation, result)) {
    result->elements = env->pair->recipe.n;
    result->bytes = 2 * (uint64_t)bytes;
    baseline_measure(env, &operation, result);
  }
}

/* The data of both tables; a copy of as many bytes as a scatter moves fits the pair. */
static bool acquire(bench_env *env, const bench_state *state, data_recipe *recipe,
                    bench_result *result) {
  uint64_t n = bench_value(state, "n")->number;
  *recipe = (data_recipe){.type = bench_type_find("int32"),
                          .n = n,
                          .law = DATA_SPARSE,
                          .share = bench_value(state, "kept")->number};
  return pair_acquire(env, recipe, 0, (3 * n / 2 + 1) * sizeof(cl_int), result);
}

void bench_compaction_phases(bench_env *env, const bench_state *state, bench_result *result) {
  uint64_t phase = bench_value(state, "phase")->number;
  data_recipe recipe;
  if (!acquire(env, state, &recipe, result)) {
    return;
  }
  switch (phase) {
  case PHASE_COPY:
    run_copy(env, result);
    break;
  case PHASE_THREE_PASS:
    run_select(env, CLSCAN_SCAN_THREE_PASS, result);
    break;
  case PHASE_SELECT:
    run_select(env, CLSCAN_SCAN_AUTO, result);
    break;
  case PHASE_PARTITION:
    run_partition(env, &recipe, result);
    break;
  case PHASE_ATOMIC_SUBGROUP:
    run_select(env, CLSCAN_SELECT_ATOMIC_SUBGROUP, result);
    break;
  case PHASE_ATOMIC_ELEMENT:
    run_select(env, CLSCAN_SELECT_ATOMIC_ELEMENT, result);
    break;
  default:
    run_phase(env, phase, result);
    break;
  }
}

void bench_compaction_survival(bench_env *env, const bench_state *state, bench_result *result) {
  data_recipe recipe;
  bench_result atomic;
  bench_result_init(&atomic, state);
  if (!acquire(env, state, &recipe, result)) {
    return;
  }
  run_select(env, CLSCAN_SCAN_AUTO, result);
  if (result->status != BENCH_OK) {
    return;
  }
  run_select(env, bench_algorithm_find(bench_value(state, "atomic")->text), &atomic);
  result->status = atomic.status;
  memcpy(result->reason, atomic.reason, sizeof result->reason);
  result->checked = result->checked && atomic.checked;
  result->atomic_us = atomic.call_us;
  result->out_of_order = atomic.out_of_order;
}
