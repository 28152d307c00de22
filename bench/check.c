/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void scan_check_start(scan_check *check, const data_stream *stream, clscan_kind kind) {
  memset(check, 0, sizeof *check);
  check->input = *stream;
  check->kind = kind;
  bool is_signed = stream->type->number == NUMBER_SIGNED;
  unsigned shift = (unsigned)(64 - 8 * stream->type->size);
  switch (stream->op) {
  case CLSCAN_MUL:
    check->acc.u = 1;
    check->acc_real = 1.0L;
    break;
  case CLSCAN_MIN:
    check->acc.u = is_signed ? (uint64_t)(INT64_MAX >> shift) : UINT64_MAX >> shift;
    check->acc_real = (long double)INFINITY;
    break;
  case CLSCAN_MAX:
    check->acc.u = is_signed ? (uint64_t)(INT64_MIN / ((int64_t)1 << shift)) : 0;
    check->acc_real = -(long double)INFINITY;
    break;
  case CLSCAN_AND:
    check->acc.u = UINT64_MAX;
    break;
  default:
    break;
  }
}

/* Turns a block of input into its scan: one loop an operator, `OP` in terms of acc and x[k]. */
#define SCAN_LOOP(OP)                                                                              \
  for (size_t k = 0; k < count; k++) {                                                             \
    data_wide before = acc;                                                                        \
    OP;                                                                                            \
    x[k] = inclusive ? acc : before;                                                               \
  }

static void scan_integers(scan_check *check, data_wide *x, size_t count) {
  bool inclusive = check->kind == CLSCAN_INCLUSIVE;
  bool is_signed = check->input.type->number == NUMBER_SIGNED;
  data_wide acc = check->acc;
  switch (check->input.op) {
  case CLSCAN_ADD:
    SCAN_LOOP(acc.u += x[k].u)
    break;
  case CLSCAN_MUL:
    SCAN_LOOP(acc.u *= x[k].u)
    break;
  case CLSCAN_MIN:
    if (is_signed) {
      SCAN_LOOP(acc.i = x[k].i < acc.i ? x[k].i : acc.i)
    } else {
      SCAN_LOOP(acc.u = x[k].u < acc.u ? x[k].u : acc.u)
    }
    break;
  case CLSCAN_MAX:
    if (is_signed) {
      SCAN_LOOP(acc.i = x[k].i > acc.i ? x[k].i : acc.i)
    } else {
      SCAN_LOOP(acc.u = x[k].u > acc.u ? x[k].u : acc.u)
    }
    break;
  case CLSCAN_AND:
    SCAN_LOOP(acc.u &= x[k].u)
    break;
  case CLSCAN_OR:
    SCAN_LOOP(acc.u |= x[k].u)
    break;
  default:
    SCAN_LOOP(acc.u ^= x[k].u)
    break;
  }
  check->acc = acc;
}

/* As above, with the tolerance of each result. */
static void scan_floats(scan_check *check, data_wide *x, double *tolerance, size_t count) {
  const bench_type *type = check->input.type;
  bool inclusive = check->kind == CLSCAN_INCLUSIVE;
  clscan_op op = check->input.op;
  bool exact = op != CLSCAN_ADD;
  long double acc = check->acc_real;
  double walk = 4.0 + 2.0 * sqrt((double)(check->index + count));
  for (size_t k = 0; k < count; k++) {
    long double before = acc;
    long double term = (long double)x[k].f;
    switch (op) {
    case CLSCAN_ADD:
      acc += term;
      break;
    case CLSCAN_MUL:
      acc *= term;
      break;
    case CLSCAN_MIN:
      acc = term < acc ? term : acc;
      break;
    default:
      acc = term > acc ? term : acc;
      break;
    }
    double value = (double)(inclusive ? acc : before);
    x[k].f = value;
    check->largest = fmax(check->largest, fabs(value));
    tolerance[k] = exact ? 0.0 : type->acc_unit * walk * fmax(check->largest, 1.0);
    if (type->out_unit > type->acc_unit && isfinite(value)) {
      tolerance[k] += type->out_unit * fabs(value);
    }
  }
  check->acc_real = acc;
}

static bool floats_agree(const bench_type *type, double got, double expected, double tolerance) {
  if (got == expected || fabs(got - expected) <= tolerance) {
    return true;
  }
  /* Over the largest float16 the stored result is infinite. */
  return type->type == CLSCAN_FLOAT16 && isinf(got) && (got > 0) == (expected > 0) &&
         fabs(expected) + tolerance >= 65504.0;
}

static bool differ(const scan_check *check, uint64_t index, data_wide got, data_wide expected,
                   bench_result *result) {
  switch (check->input.type->number) {
  case NUMBER_SIGNED:
    return bench_fail(result, "wrong at index %" PRIu64 ": %" PRId64 ", expected %" PRId64, index,
                      got.i, expected.i);
  case NUMBER_UNSIGNED:
    return bench_fail(result, "wrong at index %" PRIu64 ": %" PRIu64 ", expected %" PRIu64, index,
                      got.u, expected.u);
  default:
    return bench_fail(result, "wrong at index %" PRIu64 ": %.9g, expected %.9g", index, got.f,
                      expected.f);
  }
}

static bool check_block(scan_check *check, const void *results, size_t count,
                        bench_result *result) {
  const bench_type *type = check->input.type;
  data_wide expected[DATA_BLOCK];
  data_wide got[DATA_BLOCK];
  uint64_t typed[DATA_BLOCK]; /* room for elements of any type */
  data_stream_next(&check->input, count, typed);
  data_load(type, typed, count, expected);
  if (type->number == NUMBER_FLOAT) {
    double tolerance[DATA_BLOCK];
    scan_floats(check, expected, tolerance, count);
    data_load(type, results, count, got);
    for (size_t k = 0; k < count; k++) {
      if (!floats_agree(type, got[k].f, expected[k].f, tolerance[k])) {
        return differ(check, check->index + k, got[k], expected[k], result);
      }
    }
  } else {
    scan_integers(check, expected, count);
    data_store(type, expected, count, typed);
    if (memcmp(typed, results, count * type->size) != 0) {
      data_load(type, typed, count, expected);
      data_load(type, results, count, got);
      size_t k = 0;
      while (got[k].u == expected[k].u) {
        k++;
      }
      return differ(check, check->index + k, got[k], expected[k], result);
    }
  }
  check->index += count;
  return true;
}

bool scan_check_next(scan_check *check, const void *results, size_t count, bench_result *result) {
  size_t size = check->input.type->size;
  while (count > 0) {
    size_t part = count < DATA_BLOCK ? count : DATA_BLOCK;
    if (!check_block(check, results, part, result)) {
      return false;
    }
    results = (const char *)results + part * size;
    count -= part;
  }
  return true;
}
