/* SPDX-License-Identifier: Apache-2.0 */
#include "data/expected.h"

#include <inttypes.h>
#include <string.h>

#include "data/check.h"
#include "data/convert.h"
#include "data/pair.h"
#include "frame/env.h"

void expected_start(expected *check, const data_stream *input, expected_output output,
                    const bench_type *type) {
  memset(check, 0, sizeof *check);
  check->input = *input;
  check->output = output;
  check->type = type;
}

#define PACK(size, c_type)                                                                         \
  case size: {                                                                                     \
    const c_type *x = from;                                                                        \
    c_type *y = to;                                                                                \
    for (size_t k = 0; k < count; k++) {                                                           \
      y[kept] = x[k];                                                                              \
      kept += marks[k];                                                                            \
    }                                                                                              \
    break;                                                                                         \
  }

/* Writes the elements whose mark is 1, one after the other, and returns their number. */
static size_t pack(size_t size, const void *from, const uint8_t *marks, size_t count, void *to) {
  size_t kept = 0;
  switch (size) {
    PACK(1, uint8_t)
    PACK(2, uint16_t)
    PACK(4, uint32_t)
  default:
    PACK(8, uint64_t)
  }
  return kept;
}

/* What lies between an image's rows loses its mark. */
static void make_indices(const expected *check, uint64_t first, size_t count, data_wide *wide,
                         uint8_t *marks) {
  for (size_t k = 0; k < count; k++) {
    wide[k].u = first + k;
    if (check->width > 0) {
      uint64_t column = wide[k].u % check->pitch;
      wide[k].u = wide[k].u / check->pitch << 16 | column;
      marks[k] = marks[k] != 0 && column < check->width;
    }
  }
}

/* Makes the outputs of the next elements of the input, up to a block. */
static void make_block(expected *check) {
  uint64_t elements[DATA_BLOCK];
  uint64_t outputs[DATA_BLOCK];
  data_wide wide[DATA_BLOCK];
  uint8_t marks[DATA_BLOCK];
  uint64_t first = check->input.index;
  uint64_t rest = check->input.recipe.n - first;
  size_t count = rest < DATA_BLOCK ? (size_t)rest : DATA_BLOCK;
  const void *from = elements;
  check->used = 0;
  if (check->output == EXPECT_ALL) {
    data_stream_next(&check->input, count, check->block);
    check->ready = count;
    return;
  }
  data_stream_marked(&check->input, count, elements, marks);
  if (check->output == EXPECT_PAYLOAD) {
    data_stream_next(&check->payload, count, outputs);
    from = outputs;
  } else if (check->output == EXPECT_INDICES) {
    make_indices(check, first, count, wide, marks);
    data_store(check->type, wide, count, outputs);
    from = outputs;
  } else if (check->output != EXPECT_KEPT) {
    for (size_t k = 0; k < count; k++) {
      wide[k].u = check->output == EXPECT_MARKS ? marks[k] : check->kept;
      check->kept += marks[k];
    }
    data_store(check->type, wide, count, check->block);
    check->ready = count;
    return;
  }
  check->ready = pack(check->type->size, from, marks, count, check->block);
  check->kept += check->ready;
}

static bool compare(const expected *check, const void *results, size_t count,
                    bench_result *result) {
  size_t size = check->type->size;
  const char *right = (const char *)check->block + check->used * size;
  if (memcmp(results, right, count * size) == 0) {
    return true;
  }
  size_t k = 0;
  while (memcmp((const char *)results + k * size, right + k * size, size) == 0) {
    k++;
  }
  data_wide got;
  data_wide wanted;
  data_load(check->type, (const char *)results + k * size, 1, &got);
  data_load(check->type, right + k * size, 1, &wanted);
  return check_differ(check->type, check->taken + k, got, wanted, result);
}

bool expected_nothing(uint64_t index, bench_result *result) {
  return bench_fail(result, "index %" PRIu64 " was written, past the last kept element", index);
}

bool expected_take(void *user, const void *results, size_t count, bench_result *result) {
  expected *check = user;
  size_t size = check->type->size;
  while (count > 0) {
    while (check->used == check->ready && check->input.index < check->input.recipe.n) {
      make_block(check);
    }
    size_t part = check->ready - check->used;
    if (part == 0) {
      size_t spoilt = array_spoilt(results, count * size);
      check->taken += spoilt / size;
      return spoilt == count * size || expected_nothing(check->taken, result);
    }
    part = part < count ? part : count;
    if (!compare(check, results, part, result)) {
      return false;
    }
    check->used += part;
    check->taken += part;
    results = (const char *)results + part * size;
    count -= part;
  }
  return true;
}

bool expected_finish(expected *check, uint64_t survivors, bench_result *result) {
  /* What follows the last result may have marks, too. */
  while (check->input.index < check->input.recipe.n) {
    make_block(check);
  }
  if (check->kept != survivors) {
    return bench_fail(result, "%" PRIu64 " elements were counted, %" PRIu64 " are kept", survivors,
                      check->kept);
  }
  return true;
}

bool expected_run(bench_env *env, const bench_operation *operation, expected *check, cl_mem out,
                  bench_result *result) {
  uint64_t n = check->input.recipe.n;
  size_t size = check->type->size;
  if (!array_spoil(env, out, (size_t)n * size, result) ||
      !bench_ok(env, result, "checked call",
                operation->enqueue(operation->user, env->queue, NULL)) ||
      !bench_ok(env, result, "clFinish", clFinish(env->queue)) ||
      !array_read(env, (clscan_buffer){.mem = out}, size, n, 1, expected_take, check, result)) {
    return false;
  }
  result->checked = true;
  return true;
}

bool expected_copy(bench_env *env, const bench_operation *operation, bench_result *result) {
  expected check;
  data_stream stream;
  pair_stream(env, &stream);
  expected_start(&check, &stream, EXPECT_ALL, stream.recipe.type);
  return expected_run(env, operation, &check, env->pair->out, result);
}
