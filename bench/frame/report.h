/* SPDX-License-Identifier: Apache-2.0 */
/* The table on standard output, at most 100 columns wide, and the progress line on a terminal. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "frame/selection.h"

typedef struct bench_report {
  const bench_grid *grid;
  size_t first_column; /* the first axis that has a column; those before it have lines */
  size_t widths[BENCH_MAX_AXES];
  char group[128]; /* the line that stands for them at the moment */
  bool is_terminal;
  size_t states; /* of the whole run */
  size_t state;  /* the one that is running */
  char label[160];
} bench_report;

void report_start(bench_report *report, size_t states);

/* The benchmarks, their axes and the devices. */
void report_list(const device_list *devices);

/* The heading of the rows that follow. */
void report_grid(bench_report *report, const bench_grid *grid);
/* Names the state that the progress line speaks of. */
void report_state(bench_report *report, const bench_state *state);
/* A callback for bench_env; `user` is the report. */
void report_progress(void *user, const char *step);
void report_result(bench_report *report, const bench_result *result);

#endif
