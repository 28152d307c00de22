/* SPDX-License-Identifier: Apache-2.0 */
/* The loop that a C programmer writes, for comparison with a device that is a CPU. */
#include <stdlib.h>

#include "check.h"
#include "env.h"
#include "list.h"

typedef struct serial_call {
  clscan_type type;
  size_t n;
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

void bench_serial(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  serial_call call = {.type = type->type, .n = (size_t)n};
  bench_operation operation = {run_serial, &call};
  data_stream stream;
  if (!pair_acquire(env, type, CLSCAN_ADD, n, 0, result)) {
    return;
  }
  call.in = malloc((size_t)n * type->size);
  call.out = malloc((size_t)n * type->size);
  if (call.in == NULL || call.out == NULL) {
    bench_skip(result, "the host lacks the memory");
    goto cleanup;
  }
  pair_stream(env, &stream);
  data_stream_next(&stream, (size_t)n, call.in);
  result->elements = n;
  result->bytes = 2 * n * type->size;
  if (env->settings.check) {
    scan_check check;
    pair_stream(env, &stream);
    scan_check_start(&check, &stream, CLSCAN_EXCLUSIVE);
    run_serial(&call, NULL, NULL);
    if (!scan_check_next(&check, call.out, call.n, result)) {
      goto cleanup;
    }
    result->checked = true;
  }
  if (measure_calls(env, &operation, NULL, result)) {
    baseline_compare(env, result);
  }
cleanup:
  free(call.in);
  free(call.out);
}
