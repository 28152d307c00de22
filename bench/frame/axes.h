/* SPDX-License-Identifier: Apache-2.0 */
/* Named axes of a benchmark and the text that gives them values. */
#ifndef BENCH_AXES_H
#define BENCH_AXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An axis is a number or a choice of words. Values are written as a comma list; a number may be
 * 4096, 2^12, 2^12+1 or 2^12-1, and from:to:factor stands for from, from*factor, ... up to to
 * (factor 2 if it is left out).
 */
typedef struct bench_axis {
  const char *name;
  const char *help;
  const char *usual;          /* with -b: one value, unless the benchmark is a table of several */
  const char *tour;           /* without -b; NULL: usual */
  const char *full;           /* with --full; NULL: usual */
  const char *const *choices; /* NULL-terminated; NULL: a number */
  uint64_t min;               /* of a number */
  uint64_t max;
} bench_axis;

typedef struct axis_value {
  uint64_t number; /* the number, or the index of the choice */
  char text[24];
} axis_value;

typedef struct axis_values {
  axis_value *items;
  size_t count;
} axis_values;

/* Reads `text` into `values`. On failure returns false with a sentence in `why`. */
bool axis_parse(const bench_axis *axis, const char *text, axis_values *values, char *why,
                size_t why_size);

/* Lowers numbers over `limit` to it and drops what is then twice there. */
void axis_clamp(axis_values *values, uint64_t limit);

void axis_values_free(axis_values *values);

/* The shorter of 2^k and decimal. */
void axis_number_text(uint64_t number, char *text, size_t size);

#endif
