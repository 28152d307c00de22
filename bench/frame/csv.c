/* SPDX-License-Identifier: Apache-2.0 */
/* One line a result; a column for every axis of any result, empty where a benchmark lacks it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/output.h"
#include "frame/results.h"

#define COLUMNS_MAX 64

/* Grows as it is written to; `failed` says that memory ran out. */
typedef struct csv_text {
  char *data;
  size_t length;
  size_t capacity;
  bool failed;
} csv_text;

static void put(csv_text *text, const char *piece) {
  size_t length = strlen(piece);
  if (text->failed) {
    return;
  }
  if (text->length + length + 1 > text->capacity) {
    size_t capacity = 2 * (text->length + length + 1);
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
      text->failed = true;
      return;
    }
    text->data = data;
    text->capacity = capacity;
  }
  memcpy(text->data + text->length, piece, length + 1);
  text->length += length;
}

static void put_quoted(csv_text *text, const char *field) {
  char one[3] = "";
  put(text, "\"");
  for (; *field != '\0'; field++) {
    one[0] = *field;
    one[1] = *field == '"' ? '"' : '\0';
    put(text, one);
  }
  put(text, "\"");
}

static void put_real(csv_text *text, double value) {
  char field[40] = ",";
  if (isfinite(value)) {
    snprintf(field, sizeof field, ",%.6g", value);
  }
  put(text, field);
}

static void put_integer(csv_text *text, uint64_t value) {
  char field[32];
  snprintf(field, sizeof field, ",%" PRIu64, value);
  put(text, field);
}

static void put_count(csv_text *text, uint64_t count) {
  if (count != BENCH_UNKNOWN) {
    put_integer(text, count);
  } else {
    put(text, ",");
  }
}

/* The names of all axes, each once, in the order in which they are met. */
static size_t axis_columns(const bench_results *results, const char *columns[COLUMNS_MAX]) {
  size_t count = 0;
  for (size_t i = 0; i < results->count; i++) {
    const benchmark *bench = results->items[i].state.bench;
    for (size_t a = 0; a < bench_axis_count(bench); a++) {
      size_t c = 0;
      while (c < count && strcmp(columns[c], bench->axes[a].name) != 0) {
        c++;
      }
      if (c == count && count < COLUMNS_MAX) {
        columns[count++] = bench->axes[a].name;
      }
    }
  }
  return count;
}

static void put_axis(csv_text *text, const bench_state *state, const char *column) {
  put(text, ",");
  for (size_t a = 0; a < bench_axis_count(state->bench); a++) {
    const bench_axis *axis = &state->bench->axes[a];
    if (strcmp(axis->name, column) != 0) {
      continue;
    }
    char field[32];
    snprintf(field, sizeof field, "%" PRIu64, state->values[a].number);
    put(text, axis->choices == NULL ? field : state->values[a].text);
  }
}

static void put_result(csv_text *text, const bench_result *result, const char *const *columns,
                       size_t count) {
  static const char *const status_names[] = {"ok", "skipped", "failed"};
  bool timed = result->status == BENCH_OK;
  put(text, result->state.bench->name);
  for (size_t c = 0; c < count; c++) {
    put_axis(text, &result->state, columns[c]);
  }
  put_integer(text, result->samples);
  put_real(text, timed ? result->device_us : NAN);
  put_real(text, timed ? result->call_us : NAN);
  put_integer(text, result->launches);
  put_real(text, timed ? result->noise : NAN);
  put_integer(text, result->bytes);
  put_real(text, timed ? bench_gb_per_s(result) : NAN);
  put_real(text, timed ? result->x_copy : NAN);
  put(text, result->checked ? ",1" : ",0");
  put_count(text, result->survivors);
  put_count(text, result->out_of_order);
  put_real(text, timed ? result->atomic_us : NAN);
  put(text, ",");
  put(text, status_names[result->status]);
  put(text, ",");
  put_quoted(text, result->reason);
  put(text, "\n");
}

bool results_write_csv(const bench_results *results, const char *path, char *why, size_t why_size) {
  const char *columns[COLUMNS_MAX];
  csv_text text = {0};
  size_t count = axis_columns(results, columns);
  put(&text, "benchmark");
  for (size_t c = 0; c < count; c++) {
    put(&text, ",");
    put(&text, columns[c]);
  }
  put(&text, ",samples,device_us,call_us,launches,noise,bytes,gb_per_s,x_copy,checked,survivors,"
             "out_of_order,atomic_us,status,reason\n");
  for (size_t i = 0; i < results->count; i++) {
    put_result(&text, &results->items[i], columns, count);
  }
  bool ok = !text.failed && output_write(path, text.data, text.length, why, why_size);
  if (text.failed) {
    snprintf(why, why_size, "cannot write '%s': out of memory", path);
  }
  free(text.data);
  return ok;
}
