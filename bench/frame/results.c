/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/results.h"

#include <stdlib.h>

bool results_add(bench_results *results, const bench_result *result) {
  if (results->count == results->capacity) {
    size_t capacity = results->capacity == 0 ? 64 : 2 * results->capacity;
    bench_result *items = realloc(results->items, capacity * sizeof *items);
    if (items == NULL) {
      return false;
    }
    results->items = items;
    results->capacity = capacity;
  }
  results->items[results->count++] = *result;
  return true;
}

void results_free(bench_results *results) {
  free(results->items);
  *results = (bench_results){0};
}

size_t results_with(const bench_results *results, bench_status status) {
  size_t count = 0;
  for (size_t i = 0; i < results->count; i++) {
    count += results->items[i].status == status;
  }
  return count;
}
