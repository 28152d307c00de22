/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/tune.h"

#include <stdio.h>
#include <string.h>

#include "frame/selection.h"
#include "frame/text.h"
#include "frame/types.h"
#include "tune/trial.h"

/* n, unless -a says another one or memory is short. */
#define N_GPU "2^26"
#define N_CPU "2^24"
#define TYPES "int32,float32,int64,float64,int8,int16"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uint32_t spacings[] = {32, 64, 128, 256};
static const uint32_t windows[] = {8, 16, 24, 32};
static const uint32_t groups[] = {64, 128, 192, 256, 384, 512, 768, 1024};
/* Elements a work-item, in vectors of 16 bytes. */
static const uint32_t steps[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24};

/* The greatest index whose value is not over `value`, or 0. */
static size_t place_of(const uint32_t *values, size_t count, uint32_t value) {
  size_t i = 0;
  while (i + 1 < count && values[i + 1] <= value) {
    i++;
  }
  return i;
}

/* Group size and items together: walks to a neighbour as long as one is faster. */
static void walk_tiles(trial *t, uint32_t vector) {
  static const struct {
    int group, step;
  } moves[] = {{0, 1}, {0, -1}, {0, 3}, {0, -3}, {1, 0}, {-1, 0}, {1, -2}, {-1, 2}};
  bool seen[COUNT(groups)][COUNT(steps)] = {{false}};
  size_t group = place_of(groups, COUNT(groups), t->best.group);
  size_t step = place_of(steps, COUNT(steps), t->best.items / vector);
  for (size_t m = 0; m < COUNT(moves);) {
    /* Below 0 is far beyond the end. */
    size_t to_group = group + (size_t)moves[m].group;
    size_t to_step = step + (size_t)moves[m].step;
    m++;
    if (to_group >= COUNT(groups) || to_step >= COUNT(steps) || seen[to_group][to_step]) {
      continue;
    }
    tuning_row row = t->best;
    row.group = groups[to_group];
    row.items = steps[to_step] * vector;
    seen[to_group][to_step] = true;
    if (trial_take(t, &row, t->algorithm)) {
      group = to_group;
      step = to_step;
      m = 0;
    }
  }
}

/* One number of the row, which lies `field` bytes into it: each of the values. */
static void walk_values(trial *t, size_t field, const uint32_t *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    tuning_row row = t->best;
    uint32_t *number = (uint32_t *)(void *)((char *)&row + field);
    if (*number != values[i]) {
      *number = values[i];
      trial_take(t, &row, t->algorithm);
    }
  }
}

/* The limit of registers, where the device takes one. */
static void walk_registers(trial *t, uint32_t vector) {
  static const uint32_t values[] = {0, 48, 56, 64, 72, 80, 96, 128};
  clscan_plan_info info;
  bench_result result;
  tuning_row row = t->best;
  uint32_t first = row.registers;
  row.registers = 64;
  if (trial_describe(t, &row, t->algorithm, &info, &result) && info.registers == row.registers) {
    walk_values(t, offsetof(tuning_row, registers), values, COUNT(values));
  }
  if (t->best.registers != first) {
    walk_tiles(t, vector);
  }
}

/* The delay before the first poll, where the device has one. */
static void walk_poll(trial *t) {
  static const uint32_t values[] = {0, 200, 500, 1000};
  clscan_plan_info info;
  bench_result result;
  tuning_row row = t->best;
  row.has_poll = true;
  row.poll = 1;
  if (trial_describe(t, &row, t->algorithm, &info, &result) && info.poll_delay == row.poll) {
    t->best.has_poll = true;
    walk_values(t, offsetof(tuning_row, poll), values, COUNT(values));
  }
}

/* Those that the device lacks are refused. */
static void walk_backends(trial *t, uint32_t vector) {
  clscan_backend first = t->best.backend;
  for (int backend = CLSCAN_BACKEND_LOCAL; backend <= CLSCAN_BACKEND_KHR; backend++) {
    tuning_row row = t->best;
    row.backend = (clscan_backend)backend;
    /* Without sub-groups a tile passes through local memory. */
    if (backend == CLSCAN_BACKEND_LOCAL && row.items > 4 * vector) {
      row.items = 4 * vector;
    }
    if (row.backend != first && row.backend != t->best.backend) {
      trial_take(t, &row, t->algorithm);
    }
  }
  if (t->best.backend != first) {
    walk_tiles(t, vector);
  }
}

/* Elements a tile where it is read twice. */
static void walk_tile_lengths(trial *t, size_t size) {
  uint64_t n = bench_value(&t->state, "n")->number;
  for (uint32_t bytes = (uint32_t)1 << 14; bytes <= (uint32_t)1 << 21; bytes *= 2) {
    tuning_row row = t->best;
    row.items = bytes / (uint32_t)size;
    if (row.items != t->best.items && row.items <= n / 2) {
      trial_take(t, &row, t->algorithm);
    }
  }
}

/* Whether a large array is faster with two passes. */
static void compare_algorithms(trial *t) {
  tuning_row row = t->best;
  row.algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN;
  trial_take(t, &row, row.algorithm);
}

/*
 * Up to which n one work-group is faster. From the n of now on: doubles it as long as one
 * work-group is clearly faster, or halves it as long as the other algorithm is; then halves the
 * last interval.
 */
static void find_small(trial *t) {
  enum { LEAST = 256, HALVINGS = 3 };
  const int small = CLSCAN_SCAN_SMALL;
  clscan_plan_info info;
  bench_result result;
  uint64_t most = bench_value(&t->state, "n")->number;
  if (!trial_describe(t, &t->best, CLSCAN_SCAN_AUTO, &info, &result)) {
    return;
  }
  uint64_t n = info.small_max;
  uint64_t up = n;
  while (2 * up <= most && trial_prefers(t, 2 * up, small, t->algorithm)) {
    up *= 2;
  }
  uint64_t down = n;
  while (up == n && down > LEAST && down <= most && trial_prefers(t, down, t->algorithm, small)) {
    down /= 2;
  }
  /* Between them one of both is clearly faster; what lies at their outer ends is not known. */
  uint64_t low = down < n ? down : up;
  uint64_t high = 2 * low;
  for (int i = 0; i < HALVINGS && low != n && high <= most; i++) {
    uint64_t middle = low + (high - low) / 2;
    bool rises = down < n ? !trial_prefers(t, middle, t->algorithm, small)
                          : trial_prefers(t, middle, small, t->algorithm);
    low = rises ? middle : low;
    high = rises ? high : middle;
  }
  t->best.small = low;
}

/* The kind of work and the sizes that a row for it serves. */
static void name_work(const trial *t, const bench_type *type, const clscan_plan_info *info,
                      tuning_row *row) {
  bool is_select = strcmp(t->state.bench->name, "select") == 0;
  clscan_op op = is_select ? CLSCAN_ADD : (clscan_op)bench_value(&t->state, "op")->number;
  bool exact = type->number != NUMBER_FLOAT || op == CLSCAN_MIN || op == CLSCAN_MAX;
  size_t acc_size = type->size < 4 ? 4 : type->size;
  row->size = (uint32_t)type->size;
  row->above = row->size / 2;
  if (is_select) {
    row->work = "compaction";
  } else if (type->number != NUMBER_FLOAT && type->size < 4 && op == CLSCAN_ADD &&
             info->method == CLSCAN_WORKGROUP_SUBGROUP) {
    row->work = "scan-packed";
  } else {
    row->work = exact ? "scan" : "scan-two-level";
    row->size = (uint32_t)acc_size;
    row->above = acc_size == 4 ? 0 : (uint32_t)acc_size / 2;
  }
}

/* Whether a row for that work and size has been found already. */
static bool is_found(const trial_bench *bench, const tuning_row *row) {
  tuning_row head = {.work = row->work, .above = row->above, .size = row->size};
  char text[64];
  row_text(&head, text, sizeof text);
  size_t length = strlen(text);
  for (const char *at = bench->found; at != NULL; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, text, length) == 0 && (at[length] == ' ' || at[length] == '\n')) {
      return true;
    }
  }
  return false;
}

/* What the library does without a new row, as a row: where the search begins. */
static bool begin(trial *t, const bench_type *type, clscan_plan_info *info, tuning_row *row,
                  bench_result *result) {
  bool inexact = strcmp(t->state.bench->name, "scan") == 0 && type->number == NUMBER_FLOAT &&
                 bench_value(&t->state, "op")->number < CLSCAN_MIN;
  t->algorithm = inexact ? CLSCAN_SCAN_LOOKBACK_TWO_LEVEL : CLSCAN_SCAN_LOOKBACK;
  if (!trial_describe(t, NULL, t->algorithm, info, result)) {
    /* Two-level look-back is work of its own; other work goes on without look-back. */
    t->algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN;
    if (inexact || result->status != BENCH_SKIPPED ||
        !trial_describe(t, NULL, t->algorithm, info, result)) {
      return false;
    }
  }
  *row = (tuning_row){.spacing = info->descriptor_spacing,
                      .window = info->window,
                      .poll = info->poll_delay,
                      .registers = info->registers,
                      .items = info->items};
  if (info->storage == CLSCAN_STORAGE_REGISTERS) {
    row->group = info->group_size;
    row->backend = info->backend;
  }
  name_work(t, type, info, row);
  return true;
}

static void search(trial *t, const bench_type *type, const clscan_plan_info *info) {
  uint32_t vector = type->size < 16 ? (uint32_t)(16 / type->size) : 1;
  bool lookback = t->algorithm != CLSCAN_SCAN_REDUCE_THEN_SCAN;
  bool is_scan = strcmp(t->state.bench->name, "scan") == 0;
  if (info->storage == CLSCAN_STORAGE_REREAD) {
    walk_tile_lengths(t, type->size);
  } else {
    walk_tiles(t, vector);
    walk_registers(t, vector);
    if (lookback) {
      walk_values(t, offsetof(tuning_row, spacing), spacings, COUNT(spacings));
      walk_poll(t);
    }
    if (info->window != 0) {
      walk_values(t, offsetof(tuning_row, window), windows, COUNT(windows));
    }
    if (strcmp(t->best.work, "scan-packed") != 0) {
      walk_backends(t, vector);
    }
  }
  if (lookback) {
    compare_algorithms(t);
  }
  if (is_scan) {
    find_small(t);
  }
}

/* One kind of work and size; prints its row. False if it should have one and has none. */
static bool tune_state(trial_bench *bench, const bench_state *state) {
  trial t = {.bench = bench, .state = *state};
  const bench_type *type = bench_type_find(bench_value(state, "type")->text);
  clscan_plan_info info;
  bench_result result;
  tuning_row row;
  char line[256];
  if (!begin(&t, type, &info, &row, &result)) {
    fprintf(stderr, "%s of %s: no row: %s\n", state->bench->name, type->name, result.reason);
    return result.status == BENCH_SKIPPED;
  }
  if (is_found(bench, &row)) {
    return true;
  }
  if (!trial_start(&t, &row)) {
    fprintf(stderr, "%s of %s: no row: %s\n", state->bench->name, type->name, t.result.reason);
    return t.result.status == BENCH_SKIPPED;
  }
  search(&t, type, &info);
  /* As many items as it really is. */
  if (info.storage == CLSCAN_STORAGE_REGISTERS &&
      trial_describe(&t, &t.best, t.algorithm, &info, &result)) {
    t.best.group = info.group_size;
    t.best.items = info.items;
  }
  row_text(&t.best, line, sizeof line);
  if (bench->is_terminal) {
    fprintf(stderr, "\r\033[K");
  }
  printf("%s\n", line);
  fflush(stdout);
  return trials_keep(bench, line);
}

/* Lowers n until an array is an eighth of the memory at most. */
static void fit_n(const bench_device *device, bench_state *state) {
  for (size_t a = 0; a < bench_axis_count(state->bench); a++) {
    if (strcmp(state->bench->axes[a].name, "n") == 0) {
      const bench_type *type = bench_type_find(bench_value(state, "type")->text);
      uint64_t *n = &state->values[a].number;
      while (*n > 1 && (*n * type->size > device->memory_bytes / 8 ||
                        *n * type->size > device->largest_allocation)) {
        *n /= 2;
      }
    }
  }
}

static bool has_axis(const bench_options *options, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < options->axis_count; i++) {
    if (strncmp(options->axes[i], name, length) == 0 && options->axes[i][length] == '=') {
      return true;
    }
  }
  return false;
}

/* -b and -a with what --tune has as defaults. */
static bool complete(bench_options *options, const bench_device *device, char *why,
                     size_t why_size) {
  for (size_t i = 0; i < options->bench_count; i++) {
    if (strcmp(options->benches[i], "scan") != 0 && strcmp(options->benches[i], "select") != 0) {
      snprintf(why, why_size, "--tune goes with -b scan and -b select, not with '%s'",
               options->benches[i]);
      return false;
    }
  }
  if (options->bench_count == 0) {
    options->benches[options->bench_count++] = "scan";
    options->benches[options->bench_count++] = "select";
  }
  if (options->axis_count + 2 > OPTIONS_MAX_NAMES) {
    snprintf(why, why_size, "there are too many -a");
    return false;
  }
  if (!has_axis(options, "type")) {
    options->axes[options->axis_count++] = "type=" TYPES;
  }
  if (!has_axis(options, "n")) {
    options->axes[options->axis_count++] = device->is_cpu ? "n=" N_CPU : "n=" N_GPU;
  }
  return true;
}

bool tune(const bench_options *options, const bench_device *device, const bench_settings *settings,
          const char *given, size_t *failed, char *why, size_t why_size) {
  bench_options completed = *options;
  bench_selection selection = {0};
  trial_bench bench;
  bool own_n = has_axis(options, "n");
  *failed = 0;
  if (!complete(&completed, device, why, why_size) ||
      !selection_make(&selection, &completed, device, why, why_size)) {
    return false;
  }
  if (!trials_open(&bench, device, settings, given, why, why_size)) {
    selection_free(&selection);
    return false;
  }
  char line[320];
  snprintf(line, sizeof line, "# clscan %s, %s, driver %s", clscan_version(), device->name,
           device->driver);
  printf("%.*s\n", TEXT_WIDTH, line);
  for (size_t g = 0; g < selection.count; g++) {
    for (size_t i = 0; i < grid_states(&selection.grids[g]); i++) {
      bench_state state;
      grid_state(&selection.grids[g], i, &state);
      if (!own_n) {
        fit_n(device, &state);
      }
      *failed += !tune_state(&bench, &state);
    }
  }
  trials_close(&bench);
  selection_free(&selection);
  return true;
}
