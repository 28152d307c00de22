/* SPDX-License-Identifier: Apache-2.0 */
/* Stream compaction by a predicate, by flags, or by bits. */
#include <inttypes.h>
#include <stdio.h>

#include "benchmarks/list.h"
#include "data/compact.h"
#include "data/pair.h"

/* True where the upper bit is clear, and the element not zero, which it never is. */
static void write_predicate(const bench_type *type, char *text, size_t size) {
  uint64_t upper = (uint64_t)1 << (8 * type->size - 1);
  if (type->number != NUMBER_UNSIGNED) {
    snprintf(text, size, "x > 0");
  } else {
    snprintf(text, size, "x < %" PRIu64 "u%s", upper, type->size == 8 ? "l" : "");
  }
}

static void make_flags(void *user, size_t count, void *to) {
  uint64_t elements[DATA_BLOCK];
  for (size_t at = 0; at < count; at += DATA_BLOCK) {
    size_t part = count - at < DATA_BLOCK ? count - at : DATA_BLOCK;
    data_stream_marked(user, part, elements, (uint8_t *)to + at);
  }
}

/* As make_flags(), in words of 32 bits; the last one may be partial. */
static void make_bits(void *user, size_t count, void *to) {
  data_stream *stream = user;
  uint32_t *words = to;
  uint64_t elements[32];
  uint8_t marks[32];
  for (size_t w = 0; w < count; w++) {
    uint64_t rest = stream->recipe.n - stream->index;
    size_t part = rest < 32 ? (size_t)rest : 32;
    uint32_t word = 0;
    data_stream_marked(stream, part, elements, marks);
    for (size_t k = 0; k < part; k++) {
      word |= (uint32_t)marks[k] << k;
    }
    words[w] = word;
  }
}

static bool upload_flags(bench_env *env, bool bits, cl_mem *flags, uint64_t *bytes,
                         bench_result *result) {
  uint64_t n = env->pair->recipe.n;
  uint64_t count = bits ? (n + 31) / 32 : n;
  size_t size = bits ? sizeof(cl_uint) : 1;
  data_stream stream;
  pair_stream(env, &stream);
  *bytes = count * size;
  return array_make(env, *bytes, flags, result) &&
         array_fill(env, (clscan_buffer){.mem = *flags}, size, count, bits ? make_bits : make_flags,
                    &stream, result);
}

void bench_select(bench_env *env, const bench_state *state, bench_result *result) {
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  uint64_t n = bench_value(state, "n")->number;
  uint64_t form = bench_value(state, "form")->number;
  data_recipe recipe = {
      .type = type, .n = n, .law = DATA_SIGNS, .share = bench_value(state, "kept")->number};
  clscan_select_desc desc = {
      .algorithm = bench_algorithm_find(bench_value(state, "algorithm")->text),
  };
  char predicate[48];
  uint64_t flag_bytes = 0;
  compact_call call = {0};
  if (desc.algorithm >= CLSCAN_SELECT_ATOMIC_SUBGROUP) {
    desc.flags |= CLSCAN_UNORDERED;
  }
  if (form == FORM_PREDICATE) {
    write_predicate(type, predicate, sizeof predicate);
    desc.predicate = predicate;
  } else if (form == FORM_FLAGS) {
    desc.flag_type = CLSCAN_UINT8;
  } else {
    desc.flag_type = CLSCAN_UINT32;
    desc.flags |= CLSCAN_FLAG_BITS;
  }
  /* A copy of as many bytes reads and writes at most n elements and half as many flags. */
  if (pair_acquire(env, &recipe, 0, n * type->size + n / 2 + 1, result) &&
      (form == FORM_PREDICATE ||
       upload_flags(env, form == FORM_BITS, &call.args.flags.mem, &flag_bytes, result))) {
    compact_measure(env, &desc, &call, flag_bytes, result);
  }
  array_release(call.args.flags.mem);
  compact_close(&call);
}
