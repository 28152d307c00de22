/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/opencl.h"

/* In the order of the header's enumerations. */
static const char *const backends[] = {"local", "ptx", "khr"};
static const char *const algorithms[] = {"small", "three-pass", "reduce-then-scan", "lookback",
                                         "lookback-two-level"};

/* A word of the text, not terminated. */
typedef struct word {
  const char *start;
  size_t length;
} word;

typedef struct reader {
  const char *at; /* within a line */
  uint32_t line;
  const clscan__work *const *works;
  size_t num_works;
  char *why;
} reader;

/* Everything but spaces, up to a comment or the end of the line; empty if there is none. */
static word next_word(reader *r) {
  r->at += strspn(r->at, " \t\r");
  const word w = {r->at, strcspn(r->at, " \t\r\n#")};
  r->at += w.length;
  return w;
}

CLSCAN__PRINTF(2, 3)
static clscan_status refuse(const reader *r, const char *format, ...) {
  char what[160];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  snprintf(r->why, CLSCAN__WHY_SIZE, "tuning_rows, line %lu: %s", (unsigned long)r->line, what);
  return CLSCAN_INVALID_TUNING;
}

/* The index of the word among the names; `count` if it is none of them. */
static size_t find_name(word w, const char *const *names, size_t count) {
  size_t i = 0;
  while (i < count && (strlen(names[i]) != w.length || memcmp(names[i], w.start, w.length) != 0)) {
    i++;
  }
  return i;
}

/* For messages: as much of a word as one shows. */
static int shown(word w) { return w.length < 32 ? (int)w.length : 32; }

static clscan_status refuse_work(const reader *r, word w) {
  char list[96] = "";
  for (size_t i = 0; i < r->num_works; i++) {
    snprintf(list + strlen(list), sizeof list - strlen(list), " %s", r->works[i]->name);
  }
  return refuse(r, "there is no work '%.*s'; there are%s", shown(w), w.start, list);
}

static clscan_status refuse_name(const reader *r, const char *what, word w,
                                 const char *const *names, size_t count) {
  char list[96] = "";
  for (size_t i = 0; i < count; i++) {
    snprintf(list + strlen(list), sizeof list - strlen(list), " %s", names[i]);
  }
  return refuse(r, "there is no %s '%.*s'; there are%s", what, shown(w), w.start, list);
}

typedef struct key {
  const char *name;
  size_t offset; /* in the row, of 32 bits */
  uint32_t min, max, step;
  const char *const *names; /* of the values from min to max; NULL: they are numbers */
} key;

static const key keys[] = {
    {"above", offsetof(clscan__tuning_row, above), 0, 127, 1, NULL},
    {"size", offsetof(clscan__tuning_row, size), 1, 128, 1, NULL},
    {"group", offsetof(clscan__tuning_row, group_size), 1, 65536, 1, NULL},
    {"items", offsetof(clscan__tuning_row, items), 1, UINT32_MAX, 1, NULL},
    {"registers", offsetof(clscan__tuning_row, registers), 16, 255, 1, NULL},
    {"spacing", offsetof(clscan__tuning_row, spacing), 16, 65536, 16, NULL},
    {"window", offsetof(clscan__tuning_row, window), 2, 32, 1, NULL},
    {"poll", offsetof(clscan__tuning_row, poll_delay), 0, CLSCAN__LONGEST_POLL_DELAY, 1, NULL},
    {"small", offsetof(clscan__tuning_row, small_max), 1, UINT32_MAX, 1, NULL},
    {"backend", offsetof(clscan__tuning_row, backend), CLSCAN_BACKEND_LOCAL, CLSCAN_BACKEND_KHR, 1,
     backends},
    {"auto", offsetof(clscan__tuning_row, algorithm), CLSCAN_SCAN_SMALL,
     CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, 1, algorithms},
};
enum { KEYS = sizeof keys / sizeof *keys };

_Static_assert(sizeof(clscan_backend) == 4 && sizeof(int) == 4,
               "a key's value is written as 32 bits");

static clscan_status read_number(const reader *r, const key *k, word w, uint32_t *number) {
  bool fits = true;
  if (w.length == 0) {
    return refuse(r, "%s= has no value", k->name);
  }
  *number = 0;
  for (size_t i = 0; i < w.length; i++) {
    if (w.start[i] < '0' || w.start[i] > '9') {
      return refuse(r, "%s=%.*s is not a whole number", k->name, shown(w), w.start);
    }
    const uint32_t digit = (uint32_t)(w.start[i] - '0');
    fits = fits && *number <= (UINT32_MAX - digit) / 10;
    *number = *number * 10 + digit;
  }
  if (!fits || *number < k->min || *number > k->max || *number % k->step) {
    return refuse(r, "%s is %.*s; %s from %lu to %lu are allowed", k->name, shown(w), w.start,
                  k->step == 1 ? "numbers" : "multiples of 16", (unsigned long)k->min,
                  (unsigned long)k->max);
  }
  return CLSCAN_SUCCESS;
}

/* One key=value. `seen` has a bit for each key of the row so far. */
static clscan_status read_value(const reader *r, word w, uint32_t *seen, clscan__tuning_row *row) {
  const char *equals = memchr(w.start, '=', w.length);
  if (!equals) {
    return refuse(r, "'%.*s' is not key=value", shown(w), w.start);
  }
  const word name = {w.start, (size_t)(equals - w.start)};
  const word value = {equals + 1, w.length - name.length - 1};
  size_t k = 0;
  while (k < KEYS && find_name(name, &keys[k].name, 1) != 0) {
    k++;
  }
  if (k == KEYS) {
    return refuse(r, "there is no key '%.*s'", shown(name), name.start);
  }
  if (*seen & 1u << k) {
    return refuse(r, "%s is given twice", keys[k].name);
  }
  *seen |= 1u << k;
  uint32_t number = 0;
  if (keys[k].names) {
    const size_t count = keys[k].max - keys[k].min + 1;
    const size_t found = find_name(value, keys[k].names, count);
    if (found == count) {
      return refuse_name(r, keys[k].names == backends ? "back end" : "algorithm", value,
                         keys[k].names, count);
    }
    number = keys[k].min + (uint32_t)found;
  } else {
    const clscan_status status = read_number(r, &keys[k], value, &number);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
  }
  memcpy((char *)row + keys[k].offset, &number, sizeof number);
  return CLSCAN_SUCCESS;
}

/* One line that is not empty. */
static clscan_status read_row(reader *r, word work, clscan__tuning_row *row) {
  size_t found = 0;
  while (found < r->num_works && find_name(work, &r->works[found]->name, 1) != 0) {
    found++;
  }
  if (found == r->num_works) {
    return refuse_work(r, work);
  }
  *row = (clscan__tuning_row){
      .work = r->works[found], .poll_delay = CLSCAN__NO_DELAY_GIVEN, .line = r->line};
  uint32_t seen = 0;
  word w = next_word(r);
  while (w.length > 0) {
    const clscan_status status = read_value(r, w, &seen, row);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    w = next_word(r);
  }
  if (row->size && row->above >= row->size) {
    return refuse(r, "above is %lu, which is not less than the size, %lu",
                  (unsigned long)row->above, (unsigned long)row->size);
  }
  if (row->algorithm && !(row->work->algorithms >> row->algorithm & 1u)) {
    return refuse(r, "a %s has no algorithm '%s'", row->work->name,
                  algorithms[row->algorithm - CLSCAN_SCAN_SMALL]);
  }
  return CLSCAN_SUCCESS;
}

/* Reads the rows, or counts them if there is no place for them. */
static clscan_status read_lines(reader *r, const char *text, clscan__tuning_row *rows,
                                size_t *count) {
  *count = 0;
  r->line = 0;
  for (const char *at = text; *at; at += *at == '\n') {
    r->at = at;
    r->line++;
    const word work = next_word(r);
    if (work.length > 0) {
      clscan__tuning_row row;
      const clscan_status status = read_row(r, work, &row);
      if (status != CLSCAN_SUCCESS) {
        return status;
      }
      if (rows) {
        rows[*count] = row;
      }
      ++*count;
    }
    at += strcspn(at, "\n");
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__tuning_read(const char *text, const clscan__work *const *works,
                                  size_t num_works, clscan__tuning_row **rows, size_t *count,
                                  char why[CLSCAN__WHY_SIZE]) {
  reader r = {.works = works, .num_works = num_works, .why = why};
  why[0] = '\0';
  *rows = NULL;
  const clscan_status status = read_lines(&r, text, NULL, count);
  if (status != CLSCAN_SUCCESS || *count == 0) {
    return status;
  }
  *rows = calloc(*count, sizeof **rows);
  return *rows ? read_lines(&r, text, *rows, count) : CL_OUT_OF_HOST_MEMORY;
}
