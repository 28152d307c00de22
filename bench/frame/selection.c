/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest n of a run without -b. */
#define TOUR_N_CPU ((uint64_t)1 << 26)
#define TOUR_N_GPU ((uint64_t)1 << 28)

size_t grid_states(const bench_grid *grid) {
  size_t states = 1;
  for (size_t a = 0; a < bench_axis_count(grid->bench); a++) {
    states *= grid->values[a].count;
  }
  return states;
}

void grid_state(const bench_grid *grid, size_t index, bench_state *state) {
  state->bench = grid->bench;
  for (size_t a = bench_axis_count(grid->bench); a-- > 0;) {
    const axis_values *values = &grid->values[a];
    state->values[a] = values->items[index % values->count];
    index /= values->count;
  }
}

void selection_free(bench_selection *selection) {
  for (size_t g = 0; g < selection->count; g++) {
    for (size_t a = 0; a < BENCH_MAX_AXES; a++) {
      axis_values_free(&selection->grids[g].values[a]);
    }
  }
  free(selection->grids);
  selection->grids = NULL;
  selection->count = 0;
}

static bool append(bench_selection *selection, const benchmark *bench) {
  bench_grid *grids = realloc(selection->grids, (selection->count + 1) * sizeof *grids);
  if (grids == NULL) {
    return false;
  }
  selection->grids = grids;
  memset(&grids[selection->count], 0, sizeof *grids);
  grids[selection->count++].bench = bench;
  return true;
}

static bool no_such_benchmark(const char *name, char *why, size_t why_size) {
  int used = snprintf(why, why_size, "there is no benchmark '%s'; there are", name);
  for (const benchmark *bench = bench_list; bench->name != NULL; bench++) {
    if (used >= 0 && (size_t)used < why_size) {
      used += snprintf(why + used, why_size - (size_t)used, " %s", bench->name);
    }
  }
  return false;
}

static bool choose_benchmarks(bench_selection *selection, const bench_options *options,
                              const bench_device *device, char *why, size_t why_size) {
  bool ok = true;
  for (size_t i = 0; i < options->bench_count && ok; i++) {
    const benchmark *bench = bench_find(options->benches[i]);
    if (bench == NULL) {
      return no_such_benchmark(options->benches[i], why, why_size);
    }
    ok = append(selection, bench) &&
         (bench->sequel == NULL || append(selection, bench_find(bench->sequel)));
  }
  for (const benchmark *bench = bench_list; options->bench_count == 0 && bench->name != NULL && ok;
       bench++) {
    if (options->full || (!bench->not_in_tour && (device->is_cpu || !bench->cpu_only_in_tour))) {
      ok = append(selection, bench);
    }
  }
  if (!ok) {
    snprintf(why, why_size, "out of memory");
  }
  return ok;
}

/* The values of axes that no -a names. */
static bool fill_in(bench_grid *grid, const bench_options *options, const bench_device *device,
                    char *why, size_t why_size) {
  bool tour = options->bench_count == 0 && !options->full;
  for (size_t a = 0; a < bench_axis_count(grid->bench); a++) {
    const bench_axis *axis = &grid->bench->axes[a];
    const char *text = options->full ? axis->full : tour ? axis->tour : NULL;
    if (grid->values[a].count > 0) {
      continue;
    }
    if (!axis_parse(axis, text != NULL ? text : axis->usual, &grid->values[a], why, why_size)) {
      return false;
    }
    if (tour && strcmp(axis->name, "n") == 0) {
      uint64_t cpu_n = grid->bench->cpu_tour_n > 0 ? grid->bench->cpu_tour_n : TOUR_N_CPU;
      axis_clamp(&grid->values[a], device->is_cpu ? cpu_n : TOUR_N_GPU);
    }
  }
  return true;
}

/* Gives the axis of one -a to every benchmark that has it; there must be one. */
static bool apply_axis(bench_selection *selection, const bench_options *options, const char *text,
                       char *why, size_t why_size) {
  const char *equals = strchr(text, '=');
  bool known = false;
  if (equals == NULL || equals == text) {
    snprintf(why, why_size, "-a takes AXIS=VALUES, such as n=2^16:2^28:4, not '%s'", text);
    return false;
  }
  size_t length = (size_t)(equals - text);
  for (size_t g = 0; g < selection->count; g++) {
    bench_grid *grid = &selection->grids[g];
    for (size_t a = 0; a < bench_axis_count(grid->bench); a++) {
      const bench_axis *axis = &grid->bench->axes[a];
      if (strlen(axis->name) != length || memcmp(axis->name, text, length) != 0) {
        continue;
      }
      char detail[256];
      known = true;
      axis_values_free(&grid->values[a]);
      if (!axis_parse(axis, equals + 1, &grid->values[a], detail, sizeof detail)) {
        snprintf(why, why_size, "benchmark %s: %s%s", grid->bench->name, detail,
                 options->bench_count == 0 ? " (-b chooses benchmarks)" : "");
        return false;
      }
    }
  }
  if (known) {
    return true;
  }
  int used = snprintf(why, why_size, "no chosen benchmark has an axis '%.*s'; there are",
                      (int)length, text);
  for (size_t g = 0; g < selection->count && used >= 0 && (size_t)used < why_size; g++) {
    const benchmark *bench = selection->grids[g].bench;
    used += snprintf(why + used, why_size - (size_t)used, "%s %s:", g == 0 ? "" : ";", bench->name);
    for (size_t a = 0; a < bench_axis_count(bench) && used >= 0 && (size_t)used < why_size; a++) {
      used += snprintf(why + used, why_size - (size_t)used, " %s", bench->axes[a].name);
    }
  }
  return false;
}

bool selection_make(bench_selection *selection, const bench_options *options,
                    const bench_device *device, char *why, size_t why_size) {
  selection->grids = NULL;
  selection->count = 0;
  bool ok = choose_benchmarks(selection, options, device, why, why_size);
  for (size_t i = 0; i < options->axis_count && ok; i++) {
    ok = apply_axis(selection, options, options->axes[i], why, why_size);
  }
  for (size_t g = 0; g < selection->count && ok; g++) {
    ok = fill_in(&selection->grids[g], options, device, why, why_size);
  }
  if (!ok) {
    selection_free(selection);
  }
  return ok;
}
