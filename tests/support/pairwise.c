/* SPDX-License-Identifier: Apache-2.0 */
#include "support/pairwise.h"

#include <stdlib.h>
#include <string.h>

/* One flag for each pair of values of each pair of factors. */
typedef bool covered_pairs[PAIRWISE_MAX_FACTORS][PAIRWISE_MAX_VALUES][PAIRWISE_MAX_FACTORS]
                          [PAIRWISE_MAX_VALUES];

/* Counts the row's pairs that are not covered yet, and marks them if asked to. */
static unsigned new_pairs(const struct pairwise *p, const unsigned *row, covered_pairs *covered,
                          bool mark) {
  unsigned count = 0;
  for (unsigned a = 0; a < p->factors; a++) {
    for (unsigned b = a + 1; b < p->factors; b++) {
      bool *flag = &(*covered)[a][row[a]][b][row[b]];
      count += *flag ? 0 : 1;
      *flag = *flag || mark;
    }
  }
  return count;
}

size_t pairwise_all_rows(const struct pairwise *p, pairwise_row *rows, size_t capacity) {
  pairwise_row row = {0};
  size_t count = 0;
  for (;;) {
    if (p->allowed(p->user, row) && count < capacity) {
      memcpy(rows[count++], row, sizeof row);
    }
    unsigned factor = 0;
    while (factor < p->factors && ++row[factor] == p->values[factor]) {
      row[factor++] = 0;
    }
    if (factor == p->factors) {
      return count;
    }
  }
}

size_t pairwise_rows(const struct pairwise *p, pairwise_row *rows, size_t capacity) {
  size_t total = 1;
  for (unsigned k = 0; k < p->factors; k++) {
    total *= p->values[k];
  }
  pairwise_row *all = malloc(total * sizeof *all);
  covered_pairs *covered = calloc(1, sizeof *covered);
  size_t count = 0;
  if (all != NULL && covered != NULL) {
    const size_t num = pairwise_all_rows(p, all, total);
    while (count < capacity) {
      /* The row that brings most; the start moves on so that no factor's first value is preferred.
       */
      size_t best = 0;
      unsigned most = 0;
      for (size_t k = 0; k < num; k++) {
        const size_t at = (k + count * 7919) % num;
        const unsigned news = new_pairs(p, all[at], covered, false);
        if (news > most) {
          most = news;
          best = at;
        }
      }
      if (most == 0) {
        break;
      }
      new_pairs(p, all[best], covered, true);
      memcpy(rows[count++], all[best], sizeof *rows);
    }
  }
  free(all);
  free(covered);
  return count;
}
