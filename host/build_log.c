/* SPDX-License-Identifier: Apache-2.0 */
#include "build_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the name and number that the #line directives give to line `target`, counted from 1. */
static void append_place(clscan__text *out, const char *source, unsigned long target) {
  char name[64] = "<kernel>";
  unsigned long number = 1;
  const char *line = source;
  for (unsigned long k = 1; k < target && line; ++k) {
    unsigned long next = 0;
    char next_name[sizeof name];
    if (strncmp(line, "#line ", 6) == 0 &&
        sscanf(line, "#line %lu \"%63[^\"\n]\"", &next, next_name) == 2) {
      number = next;
      memcpy(name, next_name, sizeof name);
    } else {
      ++number;
    }
    line = strchr(line, '\n');
    if (line)
      ++line;
  }
  clscan__text_printf(out, "%s:%lu", name, number);
}

void clscan__build_log_map(clscan__text *out, const char *log, const char *source) {
  static const char mark[] = "<kernel>:";
  for (const char *found; (found = strstr(log, mark)) != NULL;) {
    char *end = NULL;
    const char *digits = found + sizeof mark - 1;
    const unsigned long line = strtoul(digits, &end, 10);
    clscan__text_append(out, log, (size_t)(found - log));
    if (end == digits)
      clscan__text_string(out, mark);
    else
      append_place(out, source, line);
    log = end;
  }
  clscan__text_string(out, log);
}
