/* SPDX-License-Identifier: Apache-2.0 */
/* The command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_MAX_NAMES 32

typedef struct bench_options {
  const char *benches[OPTIONS_MAX_NAMES]; /* each -b */
  size_t bench_count;
  const char *axes[OPTIONS_MAX_NAMES]; /* each -a, as it was written */
  size_t axis_count;
  const char *device; /* NULL: choose */
  const char *json;   /* NULL: none */
  const char *csv;
  const char *tuning; /* a file of tuning rows; NULL: none */
  double min_time;
  uint64_t seed;
  bool check;
  bool full;
  bool list;
  bool tune;
  bool help;
  bool version;
} bench_options;

/* On failure returns false with a sentence in `why`. */
bool options_parse(bench_options *options, int argc, char *const argv[], char *why,
                   size_t why_size);

void options_help(FILE *file);

#endif
