/* SPDX-License-Identifier: Apache-2.0 */
/* The table of a comparison, at most 100 columns wide. */
#ifndef PEERS_TABLE_H
#define PEERS_TABLE_H

#include "contestant.h"
#include "frame/selection.h"

#define TABLE_NOTES_MAX 16

typedef struct table {
  const contestants *list;
  const bench_grid *grid;
  size_t column;   /* the last axis that varies; the number of axes if none does */
  char group[160]; /* the line that stands for the others */
  char notes[TABLE_NOTES_MAX][BENCH_REASON_SIZE + 32];
  size_t note_count;
} table;

/* What the columns mean. */
void table_legend(void);

/* The heading of the rows that follow, and what is to be said after them. */
void table_start(table *rows, const contestants *list, const bench_grid *grid);
void table_row(table *rows, const bench_state *state, const measured *got);
void table_end(const table *rows);

/* Whether the difference of the times is within three times the noise of both. */
bool table_even(const measured *a, const measured *b);

#endif
