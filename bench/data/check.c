/* SPDX-License-Identifier: Apache-2.0 */
#include "data/check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "data/convert.h"

void scan_check_start(scan_check *check, const data_stream *stream, clscan_kind kind) {
  memset(check, 0, sizeof *check);
  check->input = *stream;
  check->kind = kind;
  bool is_signed = stream->recipe.type->number == NUMBER_SIGNED;
  unsigned shift = (unsigned)(64 - 8 * stream->recipe.type->size);
  switch (stream->recipe.op) {
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
  bool is_signed = check->input.recipe.type->number == NUMBER_SIGNED;
  data_wide acc = check->acc;
  switch (check->input.recipe.op) {
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
  const bench_type *type = check->input.recipe.type;
  bool inclusive = check->kind == CLSCAN_INCLUSIVE;
  clscan_op op = check->input.recipe.op;
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

bool check_differ(const bench_type *type, uint64_t index, data_wide got, data_wide expected,
                  bench_result *result) {
  switch (type->number) {
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

/* The results that a block should have. */
typedef struct scan_block {
  data_wide expected[DATA_BLOCK];
  double tolerance[DATA_BLOCK]; /* of floats */
} scan_block;

/* Makes those of the next `count` elements; check->index stays at the first of them. */
static void expect_block(scan_check *check, size_t count, scan_block *block) {
  const bench_type *type = check->input.recipe.type;
  uint64_t typed[DATA_BLOCK]; /* room for elements of any type */
  data_stream_next(&check->input, count, typed);
  data_load(type, typed, count, block->expected);
  if (type->number == NUMBER_FLOAT) {
    scan_floats(check, block->expected, block->tolerance, count);
  } else {
    scan_integers(check, block->expected, count);
  }
}

/* Compares `count` results with those of the block from `first` on. */
static bool compare_block(const scan_check *check, const scan_block *block, size_t first,
                          const void *results, size_t count, bench_result *result) {
  const bench_type *type = check->input.recipe.type;
  const data_wide *expected = block->expected + first;
  uint64_t index = check->index + first;
  uint64_t typed[DATA_BLOCK];
  data_wide got[DATA_BLOCK];
  if (type->number == NUMBER_FLOAT) {
    data_load(type, results, count, got);
    for (size_t k = 0; k < count; k++) {
      if (!floats_agree(type, got[k].f, expected[k].f, block->tolerance[first + k])) {
        return check_differ(type, index + k, got[k], expected[k], result);
      }
    }
    return true;
  }
  data_store(type, expected, count, typed);
  if (memcmp(typed, results, count * type->size) != 0) {
    data_wide wrapped[DATA_BLOCK];
    data_load(type, typed, count, wrapped);
    data_load(type, results, count, got);
    size_t k = 0;
    while (got[k].u == wrapped[k].u) {
      k++;
    }
    return check_differ(type, index + k, got[k], wrapped[k], result);
  }
  return true;
}

bool scan_check_next(scan_check *check, const void *results, size_t count, bench_result *result) {
  size_t size = check->input.recipe.type->size;
  scan_block block;
  while (count > 0) {
    size_t part = count < DATA_BLOCK ? count : DATA_BLOCK;
    expect_block(check, part, &block);
    if (!compare_block(check, &block, 0, results, part, result)) {
      return false;
    }
    check->index += part;
    results = (const char *)results + part * size;
    count -= part;
  }
  return true;
}

bool reduce_check(const data_stream *stream, const void *got, bench_result *result) {
  uint64_t n = stream->recipe.n;
  scan_check check;
  scan_block block;
  scan_check_start(&check, stream, CLSCAN_INCLUSIVE);
  while (true) {
    size_t part = n - check.index < DATA_BLOCK ? (size_t)(n - check.index) : DATA_BLOCK;
    expect_block(&check, part, &block);
    if (check.index + part == n) {
      return compare_block(&check, &block, part - 1, got, 1, result);
    }
    check.index += part;
  }
}
