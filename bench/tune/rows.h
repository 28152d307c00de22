/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of clscan's tuning table, as clscan_context_options.tuning_rows takes them. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clscan.h>

/* One row; zero and NULL: not given. */
typedef struct tuning_row {
  const char *work;
  uint32_t above;
  uint32_t size;
  uint32_t group;
  uint32_t items;
  uint32_t registers;
  uint32_t spacing;
  uint32_t window;
  uint32_t poll; /* written if has_poll is set */
  bool has_poll;
  uint64_t small;
  clscan_backend backend;
  int algorithm; /* of CLSCAN_SCAN_AUTO */
} tuning_row;

/* Writes the row as one line, without its end. */
void row_text(const tuning_row *row, char *text, size_t size);

/* The text of a file, which is to be freed. On failure returns NULL with a sentence in `why`. */
char *rows_read(const char *path, char *why, size_t why_size);

#endif
