/* SPDX-License-Identifier: Apache-2.0 */
/* Which states are to be run: the benchmarks chosen, each with the values of its axes. */
#ifndef BENCH_SELECTION_H
#define BENCH_SELECTION_H

#include "frame/bench.h"
#include "frame/device.h"
#include "frame/options.h"

/* A benchmark and all combinations of these values. */
typedef struct bench_grid {
  const benchmark *bench;
  axis_values values[BENCH_MAX_AXES];
} bench_grid;

typedef struct bench_selection {
  bench_grid *grids;
  size_t count;
} bench_selection;

/*
 * Reads -b, -a and --full. `device` decides what the run without -b holds. On failure returns false
 * with a sentence in `why`.
 */
bool selection_make(bench_selection *selection, const bench_options *options,
                    const bench_device *device, char *why, size_t why_size);
void selection_free(bench_selection *selection);

size_t grid_states(const bench_grid *grid);
/* The state of that index; the last axis varies fastest. */
void grid_state(const bench_grid *grid, size_t index, bench_state *state);

#endif
