/* SPDX-License-Identifier: Apache-2.0 */
#include "program/build_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the name and number that the #line directives give to line `target`, counted from 1. */
static void append_place(clscan__text *out, const char *source, unsigned long target) {
  char name[64] = "<kernel>";
  unsigned long number = 1;
  const char *line = source;
  for (unsigned long k = 1; k < target && line; k++) {
    unsigned long next = 0;
    char next_name[sizeof name];
    if (strncmp(line, "#line ", 6) == 0 &&
        sscanf(line, "#line %lu \"%63[^\"\n]\"", &next, next_name) == 2) {
      number = next;
      memcpy(name, next_name, sizeof name);
    } else {
      number++;
    }
    line = strchr(line, '\n');
    if (line) {
      line++;
    }
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
    if (end == digits) {
      clscan__text_string(out, mark);
    } else {
      append_place(out, source, line);
    }
    log = end;
  }
  clscan__text_string(out, log);
}

/* The length of the place's name before ":<line>:" in the line that ends at `end`; 0: it has no
 * place. */
static size_t find_place(const char *line, const char *end, const char **name) {
  for (const char *p = line; p < end; p++) {
    if (*p != ':' || p + 1 == end || !isdigit((unsigned char)p[1])) {
      continue;
    }
    const char *digits = p + 1;
    while (digits < end && isdigit((unsigned char)*digits)) {
      digits++;
    }
    if (digits == end || *digits != ':') {
      continue;
    }
    const char *first = p;
    while (first > line && (isalnum((unsigned char)first[-1]) || strchr("_/.<>-", first[-1]))) {
      first--;
    }
    *name = first;
    return (size_t)(p - first);
  }
  return 0;
}

static bool is_users(const char *name, size_t size) {
  static const char *const names[] = {"custom_type",        "custom_op", "custom_op_expression",
                                      "custom_op_identity", "load",      "store",
                                      "definition",         "equal",     "bucket",
                                      "predicate",          "output",    "more"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0) {
      return true;
    }
  }
  return false;
}

void clscan__build_log_users(clscan__text *out, const char *log) {
  bool keep = false;
  for (const char *line = log; *line;) {
    const char *end = line + strcspn(line, "\n"), *name = NULL;
    const size_t size = find_place(line, end, &name);
    if (size) {
      keep = is_users(name, size);
    }
    keep = keep && end != line;
    if (*end) {
      end++;
    }
    if (keep) {
      clscan__text_append(out, line, (size_t)(end - line));
    }
    line = end;
  }
}
