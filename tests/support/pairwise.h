/* SPDX-License-Identifier: Apache-2.0 */
/* Few combinations of several factors in which every pair of values of any two factors occurs. */
#ifndef TESTS_PAIRWISE_H
#define TESTS_PAIRWISE_H

#include <stdbool.h>
#include <stddef.h>

#define PAIRWISE_MAX_FACTORS 6
#define PAIRWISE_MAX_VALUES 16

struct pairwise {
  unsigned factors;
  unsigned values[PAIRWISE_MAX_FACTORS]; /* how many each factor has */
  /* Whether the combination, one value a factor, makes sense. */
  bool (*allowed)(void *user, const unsigned *combination);
  void *user;
};

typedef unsigned pairwise_row[PAIRWISE_MAX_FACTORS];

/* Writes at most `capacity` rows that cover every pair that some allowed combination has; returns
 * how many there are. */
size_t pairwise_rows(const struct pairwise *p, pairwise_row *rows, size_t capacity);
/* All allowed combinations. */
size_t pairwise_all_rows(const struct pairwise *p, pairwise_row *rows, size_t capacity);

#endif
