/* SPDX-License-Identifier: Apache-2.0 */
/* The loops that a C programmer writes, for comparison with a device that is a CPU. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/list.h"
#include "data/baseline.h"
#include "data/check.h"
#include "data/expected.h"
#include "frame/env.h"

typedef struct serial_call {
  clscan_type type;
  size_t n;
  size_t kept; /* by run_select() */
  void *in;
  void *out;
} serial_call;

/* Signed sums are made unsigned, for which wrapping around is defined; the code is the same. */
#define SERIAL_SCAN(name, c_type)                                                                  \
  static void name(const c_type *restrict in, c_type *restrict out, size_t n) {                    \
    c_type acc = 0;                                                                                \
    for (size_t i = 0; i < n; i++) {                                                               \
      out[i] = acc;                                                                                \
      acc += in[i];                                                                                \
    }                                                                                              \
  }

SERIAL_SCAN(scan_32, uint32_t)
SERIAL_SCAN(scan_64, uint64_t)
SERIAL_SCAN(scan_float, float)
SERIAL_SCAN(scan_double, double)

static clscan_status run_serial(void *user, cl_command_queue queue, event_sink *sink) {
  const serial_call *call = user;
  (void)queue;
  (void)sink;
  switch (call->type) {
  case CLSCAN_INT32:
    scan_32(call->in, call->out, call->n);
    break;
  case CLSCAN_INT64:
    scan_64(call->in, call->out, call->n);
    break;
  case CLSCAN_FLOAT32:
    scan_float(call->in, call->out, call->n);
    break;
  default:
    scan_double(call->in, call->out, call->n);
    break;
  }
  return CLSCAN_SUCCESS;
}

/* Both arrays on the host, the input filled. */
static bool make_arrays(bench_env *env, serial_call *call, bench_result *result) {
  const data_recipe *recipe = &env->pair->recipe;
  data_stream stream;
  call->type = recipe->type->type;
  call->n = (size_t)recipe->n;
  call->in = malloc(call->n * recipe->type->size);
  call->out = malloc(call->n * recipe->type->size);
  if (call->in == NULL || call->out == NULL) {
    return bench_skip(result, "the host lacks the memory");
  }
  pair_stream(env, &stream);
  data_stream_next(&stream, call->n, call->in);
  return true;
}

static void free_arrays(serial_call *call) {
  free(call->in);
  free(call->out);
}

static bool check_scan(bench_env *env, serial_call *call, bench_result *result) {
  scan_check check;
  data_stream stream;
  pair_stream(env, &stream);
  scan_check_start(&check, &stream, CLSCAN_EXCLUSIVE);
  run_serial(call, NULL, NULL);
  result->checked = scan_check_next(&check, call->out, call->n, result);
  return result->checked;
}

void bench_serial(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  serial_call call = {.n = 0};
  bench_operation operation = {run_serial, &call};
  if (!pair_acquire_operands(env, type, CLSCAN_ADD, n, 0, result)) {
    return;
  }
  result->elements = n;
  result->bytes = 2 * n * type->size;
  if (make_arrays(env, &call, result) && (!env->settings.check || check_scan(env, &call, result)) &&
      measure_calls(env, &operation, NULL, result)) {
    baseline_compare(env, result);
  }
  free_arrays(&call);
}

/* Without a branch: each element is written, and the next one over it unless it is kept. */
static clscan_status run_select(void *user, cl_command_queue queue, event_sink *sink) {
  serial_call *call = user;
  const int32_t *restrict x = call->in;
  int32_t *restrict y = call->out;
  size_t kept = 0;
  (void)queue;
  (void)sink;
  for (size_t i = 0; i < call->n; i++) {
    y[kept] = x[i];
    kept += x[i] > 0;
  }
  call->kept = kept;
  return CLSCAN_SUCCESS;
}

static bool check_select(bench_env *env, const serial_call *call, bench_result *result) {
  expected check;
  data_stream stream;
  pair_stream(env, &stream);
  expected_start(&check, &stream, EXPECT_KEPT, stream.recipe.type);
  /* What lies behind the kept elements is no result, but one more that should be would be missed.
   */
  memset((int32_t *)call->out + call->kept, ARRAY_SPOILT, (call->n - call->kept) * sizeof(int32_t));
  result->checked = expected_take(&check, call->out, call->n, result) &&
                    expected_finish(&check, call->kept, result);
  return result->checked;
}

void bench_serial_select(bench_env *env, const bench_state *state, bench_result *result) {
  data_recipe recipe = {.type = bench_type_find("int32"),
                        .n = bench_value(state, "n")->number,
                        .law = DATA_SIGNS,
                        .share = bench_value(state, "kept")->number};
  serial_call call = {.n = 0};
  bench_operation operation = {run_select, &call};
  if (!pair_acquire(env, &recipe, 0, 0, result)) {
    return;
  }
  if (make_arrays(env, &call, result)) {
    run_select(&call, NULL, NULL);
    result->survivors = call.kept;
    result->elements = recipe.n;
    result->bytes = (recipe.n + call.kept) * recipe.type->size;
    if ((!env->settings.check || check_select(env, &call, result)) &&
        measure_calls(env, &operation, NULL, result)) {
      baseline_compare(env, result);
    }
  }
  free_arrays(&call);
}
