/* SPDX-License-Identifier: Apache-2.0 */
#include "data/multiset.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "data/array.h"
#include "data/expected.h"
#include "data/pattern.h"

bool multiset_start(multiset *check, const data_stream *input, uint64_t survivors,
                    bench_result *result) {
  const data_recipe *recipe = &input->recipe;
  *check = (multiset){.input = *input, .survivors = survivors};
  check->by_index = recipe->type->size >= 4;
  if (check->by_index && recipe->n > pattern_places(recipe->type)) {
    return bench_skip(result, "unordered results of over %" PRIu64 " elements cannot be checked",
                      pattern_places(recipe->type));
  }
  if (survivors > recipe->n) {
    return bench_fail(result, "%" PRIu64 " elements were counted, more than there are", survivors);
  }
  size_t words =
      check->by_index ? (size_t)(recipe->n / 64 + 1) : (size_t)1 << (8 * recipe->type->size);
  check->seen = calloc(words, sizeof *check->seen);
  return check->seen != NULL || bench_skip(result, "the host lacks the memory");
}

/* One result by the index that it tells. */
static bool take_index(multiset *check, uint64_t bits, bench_result *result) {
  const data_recipe *recipe = &check->input.recipe;
  uint64_t index = pattern_index(recipe, check->input.seed, bits);
  if (index >= recipe->n || !pattern_mark(recipe, check->input.seed, index)) {
    return bench_fail(result, "wrong at index %" PRIu64 ": %#" PRIx64 " is not a kept element",
                      check->taken, bits);
  }
  uint64_t *word = &check->seen[index / 64];
  uint64_t bit = (uint64_t)1 << index % 64;
  if ((*word & bit) != 0) {
    return bench_fail(result, "wrong at index %" PRIu64 ": element %" PRIu64 " comes twice",
                      check->taken, index);
  }
  *word |= bit;
  check->out_of_order += index < check->last;
  check->last = index;
  return true;
}

bool multiset_take(void *user, const void *results, size_t count, bench_result *result) {
  multiset *check = user;
  const bench_type *type = bench_type_bits(check->input.recipe.type);
  uint64_t rest = check->survivors - check->taken;
  size_t real = rest < count ? (size_t)rest : count;
  data_wide bits[DATA_BLOCK];
  for (size_t at = 0; at < real; at += DATA_BLOCK) {
    size_t part = real - at < DATA_BLOCK ? real - at : DATA_BLOCK;
    data_load(type, (const char *)results + at * type->size, part, bits);
    for (size_t k = 0; k < part; k++) {
      if (!check->by_index) {
        check->seen[bits[k].u]++;
      } else if (!take_index(check, bits[k].u, result)) {
        return false;
      }
      check->taken++;
    }
  }
  size_t bytes = (count - real) * type->size;
  size_t spoilt = array_spoilt((const char *)results + real * type->size, bytes);
  return spoilt == bytes || expected_nothing(check->taken + spoilt / type->size, result);
}

/* Takes the kept elements of the input away from the counts, and returns their number. */
static uint64_t count_kept(multiset *check) {
  const bench_type *type = bench_type_bits(check->input.recipe.type);
  uint64_t elements[DATA_BLOCK];
  data_wide bits[DATA_BLOCK];
  uint8_t marks[DATA_BLOCK];
  uint64_t kept = 0;
  while (check->input.index < check->input.recipe.n) {
    uint64_t rest = check->input.recipe.n - check->input.index;
    size_t part = rest < DATA_BLOCK ? (size_t)rest : DATA_BLOCK;
    data_stream_marked(&check->input, part, elements, marks);
    data_load(type, elements, check->by_index ? 0 : part, bits);
    for (size_t k = 0; k < part; k++) {
      kept += marks[k];
      if (!check->by_index) {
        check->seen[bits[k].u] -= marks[k];
      }
    }
  }
  return kept;
}

bool multiset_finish(multiset *check, bench_result *result) {
  const bench_type *type = check->input.recipe.type;
  uint64_t kept = count_kept(check);
  if (kept != check->survivors) {
    return bench_fail(result, "%" PRIu64 " elements were counted, %" PRIu64 " are kept",
                      check->survivors, kept);
  }
  for (size_t value = 0; !check->by_index && value < (size_t)1 << (8 * type->size); value++) {
    if (check->seen[value] != 0) {
      return bench_fail(result, "the element %#zx comes %" PRId64 " times too often", value,
                        (int64_t)check->seen[value]);
    }
  }
  if (check->by_index) {
    result->out_of_order = check->out_of_order;
  }
  return true;
}

void multiset_free(multiset *check) {
  free(check->seen);
  memset(check, 0, sizeof *check);
}
