/* SPDX-License-Identifier: Apache-2.0 */
#include "data/split.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "data/check.h"
#include "data/convert.h"
#include "data/pair.h"

/* Separate buckets begin at multiples of so many elements, as buffers would. */
#define BUCKET_ALIGNMENT 256

typedef struct split_block {
  size_t count;
  uint64_t elements[DATA_BLOCK]; /* of the input's type */
  uint8_t buckets[DATA_BLOCK];
} split_block;

/* The next elements of the input with their buckets; false at the end. */
static bool next_block(const split_call *call, data_stream *stream, split_block *block) {
  const bench_type *type = bench_type_bits(stream->recipe.type);
  uint64_t rest = stream->recipe.n - stream->index;
  data_wide bits[DATA_BLOCK];
  block->count = rest < DATA_BLOCK ? (size_t)rest : DATA_BLOCK;
  data_stream_marked(stream, block->count, block->elements, block->buckets);
  if (call->by_parity) {
    data_load(type, block->elements, block->count, bits);
    for (size_t k = 0; k < block->count; k++) {
      block->buckets[k] = (uint8_t)(bits[k].u & 1u);
    }
  }
  return block->count > 0;
}

/* Counts the buckets and places them. */
static void lay_out(bench_env *env, const data_recipe *recipe, bool separate, split_call *call) {
  data_stream stream;
  split_block block;
  uint64_t most = 0;
  env_progress(env, "counting");
  data_stream_start(&stream, recipe, env->settings.seed);
  while (next_block(call, &stream, &block)) {
    for (size_t k = 0; k < block.count; k++) {
      call->counts[block.buckets[k]]++;
    }
  }
  for (uint64_t b = 0; b < call->buckets; b++) {
    most = call->counts[b] > most ? call->counts[b] : most;
  }
  most = (most + BUCKET_ALIGNMENT - 1) / BUCKET_ALIGNMENT * BUCKET_ALIGNMENT;
  for (uint64_t b = 0; b < call->buckets; b++) {
    call->first[b] = call->room;
    call->room += separate ? most : call->counts[b];
  }
  call->args.capacity = separate ? (size_t)most : 0;
}

static size_t count_size(uint64_t n) { return n > UINT32_MAX ? sizeof(cl_ulong) : sizeof(cl_uint); }

bool split_open(bench_env *env, const data_recipe *recipe, clscan_partition_desc *desc,
                split_call *call, bench_result *result) {
  bool separate = (desc->flags & CLSCAN_SEPARATE) != 0;
  size_t size = recipe->type->size;
  size_t counts_bytes = (size_t)call->buckets * count_size(recipe->n);
  lay_out(env, recipe, separate, call);
  if (!pair_acquire(env, recipe, 0, call->room * size, result) ||
      !array_make(env, 2 * counts_bytes + count_size(recipe->n), &call->args.counts.mem, result)) {
    return false;
  }
  desc->type = recipe->type->type;
  desc->count_type = recipe->n > UINT32_MAX ? CLSCAN_UINT64 : CLSCAN_UINT32;
  desc->num_buckets = (uint32_t)call->buckets;
  call->args.in.mem = env->pair->in;
  call->args.n = (size_t)recipe->n;
  call->args.offsets = (clscan_buffer){call->args.counts.mem, counts_bytes};
  if (separate) {
    for (uint64_t b = 0; b < call->buckets; b++) {
      call->outs[b] = (clscan_buffer){env->pair->out, (size_t)call->first[b] * size};
    }
    call->args.outs = call->outs;
  } else {
    call->args.out.mem = env->pair->out;
  }
  env_progress(env, "compiling");
  return bench_ok(env, result, "clscan_partition_plan_create",
                  clscan_partition_plan_create(env->plain, desc, &call->plain)) &&
         bench_ok(env, result, "clscan_partition_plan_create",
                  clscan_partition_plan_create(env->observed, desc, &call->observed));
}

void split_close(split_call *call) {
  clscan_plan_destroy(call->observed);
  clscan_plan_destroy(call->plain);
  array_release(call->args.counts.mem);
  memset(call, 0, sizeof *call);
}

clscan_status split_enqueue(void *user, cl_command_queue queue, event_sink *sink) {
  const split_call *call = user;
  return clscan_partition_enqueue(sink != NULL ? call->observed : call->plain, queue, &call->args,
                                  0, NULL, NULL);
}

/* Compares the counts, and the offsets that lie behind them. */
static bool check_counts(bench_env *env, const split_call *call, bench_result *result) {
  size_t size = count_size(call->args.n);
  const bench_type *type = bench_type_find(size == 8 ? "uint64" : "uint32");
  size_t k = (size_t)call->buckets;
  uint64_t typed[2 * SPLIT_MAX_BUCKETS + 1];
  data_wide got[2 * SPLIT_MAX_BUCKETS + 1];
  cl_int status = clEnqueueReadBuffer(env->queue, call->args.counts.mem, CL_TRUE, 0,
                                      (2 * k + 1) * size, typed, 0, NULL, NULL);
  if (!bench_ok(env, result, "clEnqueueReadBuffer", status)) {
    return false;
  }
  data_load(type, typed, 2 * k + 1, got);
  uint64_t offset = 0;
  for (size_t b = 0; b <= k; b++) {
    uint64_t count = b < k ? call->counts[b] : 0;
    if (got[k + b].u != offset || (b < k && got[b].u != count)) {
      return bench_fail(result,
                        "bucket %zu: offset %" PRIu64 ", expected %" PRIu64 ", or count %" PRIu64
                        ", expected %" PRIu64,
                        b, got[k + b].u, offset, b < k ? got[b].u : 0, count);
    }
    offset += count;
  }
  return true;
}

/* The whole output on the host, as it is read. */
typedef struct host_copy {
  char *bytes;
  size_t used;
  size_t size; /* of an element */
} host_copy;

static bool keep_piece(void *user, const void *elements, size_t count, bench_result *result) {
  host_copy *copy = user;
  (void)result;
  memcpy(copy->bytes + copy->used, elements, count * copy->size);
  copy->used += count * copy->size;
  return true;
}

/* Each element must be the next one of its bucket; where no bucket reaches, nothing was written. */
static bool check_elements(const split_call *call, data_stream *stream, const char *output,
                           bench_result *result) {
  const bench_type *type = stream->recipe.type;
  size_t size = type->size;
  uint64_t next[SPLIT_MAX_BUCKETS];
  split_block block;
  memcpy(next, call->first, sizeof next);
  while (next_block(call, stream, &block)) {
    for (size_t k = 0; k < block.count; k++) {
      uint64_t place = next[block.buckets[k]]++;
      const char *right = (const char *)block.elements + k * size;
      const char *got = output + (size_t)place * size;
      if (memcmp(got, right, size) != 0) {
        data_wide wide[2];
        data_load(type, got, 1, &wide[0]);
        data_load(type, right, 1, &wide[1]);
        return check_differ(type, place, wide[0], wide[1], result);
      }
    }
  }
  for (uint64_t b = 0; b < call->buckets; b++) {
    uint64_t end = b + 1 < call->buckets ? call->first[b + 1] : call->room;
    size_t bytes = (size_t)(end - next[b]) * size;
    size_t spoilt = array_spoilt(output + (size_t)next[b] * size, bytes);
    if (spoilt < bytes) {
      return bench_fail(result, "bucket %" PRIu64 " was written to past its end", b);
    }
  }
  return true;
}

bool split_check(bench_env *env, split_call *call, bench_result *result) {
  size_t size = env->pair->recipe.type->size;
  host_copy copy = {.bytes = malloc((size_t)call->room * size), .size = size};
  clscan_buffer out = {.mem = env->pair->out};
  data_stream stream;
  pair_stream(env, &stream);
  if (copy.bytes == NULL) {
    return bench_skip(result, "the host lacks the memory");
  }
  result->checked =
      pair_spoil(env, result) &&
      bench_ok(env, result, "clscan_partition_enqueue", split_enqueue(call, env->queue, NULL)) &&
      bench_ok(env, result, "clFinish", clFinish(env->queue)) && check_counts(env, call, result) &&
      array_read(env, out, size, call->room, 1, keep_piece, &copy, result) &&
      check_elements(call, &stream, copy.bytes, result);
  free(copy.bytes);
  return result->checked;
}
