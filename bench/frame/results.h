/* SPDX-License-Identifier: Apache-2.0 */
/* The results of a run and the files they are written to. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "frame/bench.h"
#include "frame/device.h"

typedef struct bench_results {
  bench_result *items;
  size_t count;
  size_t capacity;
} bench_results;

bool results_add(bench_results *results, const bench_result *result);
void results_free(bench_results *results);
/* How many have that status. */
size_t results_with(const bench_results *results, bench_status status);

/* Both write the whole file or none. On failure they return false with a sentence in `why`. */
bool results_write_json(const bench_results *results, const bench_device *device, int argc,
                        char *const argv[], const char *path, char *why, size_t why_size);
bool results_write_csv(const bench_results *results, const char *path, char *why, size_t why_size);

#endif
