/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "frame/text.h"

#define AXIS_WIDTH 16

void table_legend(void) {
  text_print(stdout,
             "Times are microseconds a call, back to back, medians. ratio: the time before it over "
             "clscan's; over 1, clscan is faster; with = the two are even, since they differ by "
             "no more than 3 x the noise of both. copy: the OpenCL driver's copy of as many bytes; "
             "x copy: clscan's time over it. noise: the largest of the row's times.",
             0, 0);
}

bool table_even(const measured *a, const measured *b) {
  double noise = a->noise * a->call_us + b->noise * b->call_us;
  return !(fabs(a->call_us - b->call_us) > 3.0 * noise);
}

static bool varies(const bench_grid *grid, size_t axis) { return grid->values[axis].count > 1; }

/* "name=value ..." of the axes without a column: those that vary or those that do not. */
static void name_axes(const table *rows, const bench_state *state, bool varying, char *text,
                      size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t a = 0; a < bench_axis_count(state->bench) && used < size; a++) {
    if (a != rows->column && varies(rows->grid, a) == varying) {
      used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used == 0 ? "" : " ",
                               state->bench->axes[a].name, state->values[a].text);
    }
  }
}

void table_start(table *rows, const contestants *list, const bench_grid *grid) {
  bench_state state;
  char line[512];
  memset(rows, 0, sizeof *rows);
  rows->list = list;
  rows->grid = grid;
  rows->column = bench_axis_count(grid->bench);
  for (size_t a = 0; a < bench_axis_count(grid->bench); a++) {
    rows->column = varies(grid, a) ? a : rows->column;
  }
  grid_state(grid, 0, &state);
  printf("\n%s: ", grid->bench->name);
  name_axes(rows, &state, false, line, sizeof line);
  text_print(stdout, line, strlen(grid->bench->name) + 2, 4);
  printf("%*s", AXIS_WIDTH,
         rows->column < bench_axis_count(grid->bench) ? grid->bench->axes[rows->column].name : "");
  for (size_t i = 0; i < list->count; i++) {
    printf("%9s%s", list->items[i].name, i == 0 ? "" : "   ratio");
  }
  printf("%9s%8s%7s\n", "copy", "x copy", "noise");
}

static void print_time(double us) {
  if (isfinite(us)) {
    printf("%9.*f", us < 10.0 ? 3 : us < 1e5 ? 1 : 0, us);
  } else {
    printf("%9s", "-");
  }
}

static void print_ratio(const measured *peer, const measured *clscan) {
  double ratio = peer->call_us / clscan->call_us;
  if (isfinite(ratio)) {
    printf("%7.*f%c", ratio < 100.0 ? 2 : 0, ratio, table_even(peer, clscan) ? '=' : ' ');
  } else {
    printf("%7s ", "-");
  }
}

/* Keeps what is to be said of it, once. */
static void note(table *rows, const contestant *who, const measured *got) {
  char text[sizeof rows->notes[0]];
  snprintf(text, sizeof text, "%s: %s: %s", who->name,
           got->status == BENCH_FAILED ? "FAILED" : "skipped", got->reason);
  for (size_t i = 0; i < rows->note_count; i++) {
    if (strcmp(rows->notes[i], text) == 0) {
      return;
    }
  }
  if (rows->note_count < TABLE_NOTES_MAX) {
    memcpy(rows->notes[rows->note_count++], text, sizeof text);
  }
}

void table_row(table *rows, const bench_state *state, const measured *got) {
  const contestants *list = rows->list;
  char group[sizeof rows->group];
  double noise = NAN;
  name_axes(rows, state, true, group, sizeof group);
  if (strcmp(group, rows->group) != 0) {
    printf("  %.98s\n", group);
    memcpy(rows->group, group, sizeof group);
  }
  printf("%*.*s", AXIS_WIDTH, AXIS_WIDTH - 1,
         rows->column < bench_axis_count(state->bench) ? state->values[rows->column].text : "");
  for (size_t i = 0; i < list->count; i++) {
    if (got[i].status == BENCH_FAILED) {
      printf("%9s", "FAILED");
    } else {
      print_time(got[i].call_us);
    }
    if (i > 0) {
      print_ratio(&got[i], &got[0]);
    }
    if (got[i].reason[0] != '\0') {
      note(rows, &list->items[i], &got[i]);
    }
    noise = fmax(noise, got[i].noise);
  }
  print_time(got[0].call_us / got[0].x_copy);
  if (isfinite(got[0].x_copy)) {
    printf("%8.2f", got[0].x_copy);
  } else {
    printf("%8s", "-");
  }
  if (isfinite(noise)) {
    printf("%6.1f%%\n", 100.0 * noise);
  } else {
    printf("%7s\n", "-");
  }
  fflush(stdout);
}

void table_end(const table *rows) {
  for (size_t i = 0; i < rows->note_count; i++) {
    printf("  ");
    text_print(stdout, rows->notes[i], 2, 4);
  }
}
