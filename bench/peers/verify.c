/* SPDX-License-Identifier: Apache-2.0 */
#include "verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "data/array.h"
#include "data/check.h"
#include "data/convert.h"
#include "data/expected.h"

#define PIECE_BYTES ((size_t)1 << 24)

bool verify_ok(bench_result *result, const char *what, const char *error) {
  return error == NULL || bench_fail(result, "%s: %.150s", what, error);
}

static bool is_compaction(peer_job job) {
  return job == PEER_SELECT || job == PEER_SELECT_FLAGS || job == PEER_UNIQUE;
}

static bool is_partition(peer_job job) {
  return job == PEER_PARTITION || job == PEER_PARTITION_SEPARATE;
}

bool verify_call(const peer_task *task, size_t room, bench_result *result) {
  uint64_t count = 0;
  if (!verify_ok(result, "fill", peer_library.fill(PEER_OUT, ARRAY_SPOILT, room)) ||
      (task->job == PEER_PARTITION_SEPARATE &&
       !verify_ok(result, "fill", peer_library.fill(PEER_OTHERS, ARRAY_SPOILT, room))) ||
      !verify_ok(result, "call", peer_library.call()) ||
      !verify_ok(result, "finish", peer_library.finish())) {
    return false;
  }
  if (!is_compaction(task->job) && !is_partition(task->job)) {
    return true;
  }
  if (!verify_ok(result, "count", peer_library.count(&count))) {
    return false;
  }
  if (is_compaction(task->job)) {
    result->survivors = count;
  }
  return true;
}

/* Hands over `count` elements of the output in pieces. */
static bool read_output(size_t size, size_t count, array_taker take, void *user,
                        bench_result *result) {
  bool ok = true;
  void *piece = malloc(PIECE_BYTES);
  if (piece == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  for (size_t done = 0; done < count && ok;) {
    size_t part = count - done < PIECE_BYTES / size ? count - done : PIECE_BYTES / size;
    ok = verify_ok(result, "read", peer_library.read(PEER_OUT, done * size, piece, part * size)) &&
         take(user, piece, part, result);
    done += part;
  }
  free(piece);
  return ok;
}

static bool take_scanned(void *user, const void *elements, size_t count, bench_result *result) {
  return scan_check_next(user, elements, count, result);
}

static bool verify_scan(const data_stream *stream, clscan_kind kind, bench_result *result) {
  const data_recipe *recipe = &stream->recipe;
  scan_check check;
  scan_check_start(&check, stream, kind);
  return read_output(recipe->type->size, (size_t)recipe->n, take_scanned, &check, result);
}

static bool verify_elements(const data_stream *stream, expected_output output,
                            bench_result *result) {
  const data_recipe *recipe = &stream->recipe;
  expected check;
  expected_start(&check, stream, output, recipe->type);
  return read_output(recipe->type->size, (size_t)recipe->n, expected_take, &check, result) &&
         (output == EXPECT_ALL || expected_finish(&check, result->survivors, result));
}

static bool verify_reduce(const data_stream *stream, bench_result *result) {
  uint64_t got = 0;
  return verify_ok(result, "read",
                   peer_library.read(PEER_OUT, 0, &got, stream->recipe.type->size)) &&
         reduce_check(stream, &got, result);
}

/* Both outputs of a partition on the host. */
typedef struct halves {
  const char *first;
  const char *others;
  size_t count;  /* of the first ones */
  bool reversed; /* the others */
} halves;

/* Each element must be the next one of its half; nothing follows the last ones. */
static bool verify_halves(const halves *got, data_stream *stream, bench_result *result) {
  const bench_type *type = stream->recipe.type;
  size_t n = (size_t)stream->recipe.n;
  size_t next[2] = {0, 0};
  while (stream->index < n) {
    uint64_t elements[DATA_BLOCK];
    uint8_t marks[DATA_BLOCK];
    size_t part = n - (size_t)stream->index < DATA_BLOCK ? n - (size_t)stream->index : DATA_BLOCK;
    data_stream_marked(stream, part, elements, marks);
    for (size_t k = 0; k < part; k++) {
      size_t half = marks[k] != 0;
      size_t place = next[half]++;
      if (half == 1 && got->reversed) {
        place = n - got->count - 1 - place;
      }
      if (place >= (half == 0 ? got->count : n - got->count)) {
        return bench_fail(result, "%zu elements are said to come first, and there are others",
                          got->count);
      }
      const char *element = (half == 0 ? got->first : got->others) + place * type->size;
      const char *right = (const char *)elements + k * type->size;
      if (memcmp(element, right, type->size) != 0) {
        data_wide wide[2];
        data_load(type, element, 1, &wide[0]);
        data_load(type, right, 1, &wide[1]);
        return check_differ(type, half == 0 ? place : got->count + place, wide[0], wide[1], result);
      }
    }
  }
  return true;
}

static bool verify_partition(const peer_task *task, data_stream *stream, bench_result *result) {
  size_t size = stream->recipe.type->size;
  bool separate = task->job == PEER_PARTITION_SEPARATE;
  uint64_t count = 0;
  bool ok = false;
  char *others = NULL;
  char *first = malloc(task->n * size);
  if (separate) {
    others = malloc(task->n * size);
  }
  if (first == NULL || (separate && others == NULL)) {
    bench_skip(result, "the host lacks the memory");
    goto cleanup;
  }
  if (!verify_ok(result, "count", peer_library.count(&count)) ||
      !verify_ok(result, "read", peer_library.read(PEER_OUT, 0, first, task->n * size)) ||
      (separate &&
       !verify_ok(result, "read", peer_library.read(PEER_OTHERS, 0, others, task->n * size)))) {
    goto cleanup;
  }
  if (count > task->n) {
    bench_fail(result, "%" PRIu64 " elements are said to come first", count);
    goto cleanup;
  }
  halves got = {.first = first,
                .others = separate ? others : first + (size_t)count * size,
                .count = (size_t)count,
                .reversed = !separate && peer_library.reverses};
  ok = verify_halves(&got, stream, result);
cleanup:
  free(others);
  free(first);
  return ok;
}

bool verify_output(const peer_task *task, const data_recipe *recipe, uint64_t seed,
                   bench_result *result) {
  data_stream stream;
  data_stream_start(&stream, recipe, seed);
  switch (task->job) {
  case PEER_COPY:
    result->checked = verify_elements(&stream, EXPECT_ALL, result);
    break;
  case PEER_SCAN:
    result->checked = verify_scan(&stream, task->kind, result);
    break;
  case PEER_REDUCE:
    result->checked = verify_reduce(&stream, result);
    break;
  case PEER_PARTITION:
  case PEER_PARTITION_SEPARATE:
    result->checked = verify_partition(task, &stream, result);
    break;
  default:
    result->checked = verify_elements(&stream, EXPECT_KEPT, result);
    break;
  }
  return result->checked;
}
