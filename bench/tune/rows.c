/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/types.h"

/* A file of rows is much shorter. */
#define MOST_BYTES ((size_t)1 << 20)

static void add_word(char *text, size_t size, const char *key, const char *word) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, " %s=%s", key, word);
}

static void add(char *text, size_t size, const char *key, uint64_t value, bool given) {
  char number[24];
  snprintf(number, sizeof number, "%" PRIu64, value);
  if (given) {
    add_word(text, size, key, number);
  }
}

void row_text(const tuning_row *row, char *text, size_t size) {
  snprintf(text, size, "%s", row->work);
  add(text, size, "above", row->above, row->above != 0);
  add(text, size, "size", row->size, row->size != 0);
  add(text, size, "group", row->group, row->group != 0);
  add(text, size, "items", row->items, row->items != 0);
  add(text, size, "registers", row->registers, row->registers != 0);
  add(text, size, "spacing", row->spacing, row->spacing != 0);
  add(text, size, "window", row->window, row->window != 0);
  add(text, size, "poll", row->poll, row->has_poll);
  add(text, size, "small", row->small, row->small != 0);
  if (row->backend != CLSCAN_BACKEND_AUTO) {
    add_word(text, size, "backend", bench_backend_names[row->backend]);
  }
  if (row->algorithm != CLSCAN_SCAN_AUTO) {
    add_word(text, size, "auto", bench_algorithm_names[row->algorithm]);
  }
}

char *rows_read(const char *path, char *why, size_t why_size) {
  FILE *file = fopen(path, "r");
  char *text = file != NULL ? malloc(MOST_BYTES + 1) : NULL;
  size_t length = 0;
  bool ok = text != NULL;
  if (ok) {
    length = fread(text, 1, MOST_BYTES, file);
    ok = ferror(file) == 0;
  }
  if (!ok) {
    snprintf(why, why_size, "cannot read '%s': %s", path, strerror(errno));
  } else if (length == MOST_BYTES || memchr(text, '\0', length) != NULL) {
    snprintf(why, why_size, "'%s' is no file of tuning rows", path);
    ok = false;
  } else {
    text[length] = '\0';
  }
  if (!ok) {
    free(text);
    text = NULL;
  }
  if (file != NULL) {
    fclose(file);
  }
  return text;
}
