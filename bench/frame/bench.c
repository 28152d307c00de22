/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/bench.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const benchmark *bench_find(const char *name) {
  for (const benchmark *bench = bench_list; bench->name != NULL; bench++) {
    if (strcmp(bench->name, name) == 0) {
      return bench;
    }
  }
  return NULL;
}

size_t bench_axis_count(const benchmark *bench) {
  size_t count = 0;
  while (count < BENCH_MAX_AXES && bench->axes[count].name != NULL) {
    count++;
  }
  return count;
}

const axis_value *bench_value(const bench_state *state, const char *axis) {
  size_t count = bench_axis_count(state->bench);
  size_t i = 0;
  while (i < count && strcmp(state->bench->axes[i].name, axis) != 0) {
    i++;
  }
  assert(i < count);
  return &state->values[i];
}

void bench_result_init(bench_result *result, const bench_state *state) {
  memset(result, 0, sizeof *result);
  result->state = *state;
  result->device_us = NAN;
  result->call_us = NAN;
  result->noise = NAN;
  result->x_copy = NAN;
  result->survivors = BENCH_UNKNOWN;
  result->out_of_order = BENCH_UNKNOWN;
  result->atomic_us = NAN;
}

double bench_gb_per_s(const bench_result *result) {
  return result->bytes == 0 ? NAN : (double)result->bytes / result->call_us / 1e3;
}

double bench_elements_per_s(const bench_result *result) {
  return result->elements == 0 ? NAN : (double)result->elements / result->call_us * 1e6;
}

static void end_with(bench_result *result, bench_status status, const char *format, va_list list)
    BENCH_PRINTF(3, 0);

static void end_with(bench_result *result, bench_status status, const char *format, va_list list) {
  result->status = status;
  vsnprintf(result->reason, sizeof result->reason, format, list);
}

bool bench_skip(bench_result *result, const char *format, ...) {
  va_list list;
  va_start(list, format);
  end_with(result, BENCH_SKIPPED, format, list);
  va_end(list);
  return false;
}

bool bench_fail(bench_result *result, const char *format, ...) {
  va_list list;
  va_start(list, format);
  end_with(result, BENCH_FAILED, format, list);
  va_end(list);
  return false;
}
