/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print_real(int width, int digits, const char *unit, double value) {
  if (isfinite(value)) {
    printf("%*.*f%s", width - (int)(unit[0] != '\0'), digits, value, unit);
  } else {
    printf("%*s", width, "-");
  }
}

static void print_time(int width, double us) {
  print_real(width, us < 10.0 ? 3 : us < 1e5 ? 1 : 0, "", us);
}

static void print_count(int width, uint64_t count) {
  if (count != BENCH_UNKNOWN) {
    printf("%*" PRIu64, width, count);
  } else {
    printf("%*s", width, "-");
  }
}

/* X(code, heading, width, statement that prints a `result` in `width` characters) */
#define COLUMN_LIST(X)                                                                             \
  X(DEVICE_US, "device us", 11, print_time(width, result->device_us))                              \
  X(CALL_US, "call us", 11, print_time(width, result->call_us))                                    \
  X(LAUNCHES, "launches", 9, print_count(width, result->launches))                                 \
  X(NOISE, "noise", 7, print_real(width, 1, "%", 100.0 * result->noise))                           \
  X(GELEM_PER_S, "Gelem/s", 9, print_real(width, 3, "", bench_elements_per_s(result) * 1e-9))      \
  X(GB_PER_S, "GB/s", 9, print_real(width, 2, "", bench_gb_per_s(result)))                         \
  X(X_COPY, "x copy", 8, print_real(width, 2, "", result->x_copy))                                 \
  X(SAMPLES, "samples", 8, print_count(width, result->samples))                                    \
  X(SURVIVORS, "survivors", 11, print_count(width, result->survivors))                             \
  X(SCAN_US, "scan us", 11, print_time(width, result->call_us))                                    \
  X(ATOMIC_US, "atomic us", 11, print_time(width, result->atomic_us))                              \
  X(RATIO, "ratio", 7, print_real(width, 2, "", result->atomic_us / result->call_us))              \
  X(OUT_OF_ORDER, "out of order", 13, print_count(width, result->out_of_order))

#define COLUMN_CODE(code, heading, width, print) code,
#define COLUMN_ROW(code, heading, width, print) {heading, width},
#define COLUMN_CASE(code, heading, width, print)                                                   \
  case code:                                                                                       \
    print;                                                                                         \
    break;

typedef enum column { COLUMN_LIST(COLUMN_CODE) COLUMN_END } column;

static const struct {
  const char *heading;
  int width;
} table[] = {COLUMN_LIST(COLUMN_ROW)};

static const column sets[][COLUMN_END] = {
    [COLUMNS_USUAL] = {DEVICE_US, CALL_US, LAUNCHES, NOISE, GELEM_PER_S, GB_PER_S, X_COPY, SAMPLES,
                       COLUMN_END},
    [COLUMNS_ORDER] = {DEVICE_US, CALL_US, LAUNCHES, NOISE, GELEM_PER_S, GB_PER_S, X_COPY,
                       OUT_OF_ORDER, COLUMN_END},
    [COLUMNS_SURVIVAL] = {SURVIVORS, SCAN_US, NOISE, X_COPY, ATOMIC_US, RATIO, OUT_OF_ORDER,
                          COLUMN_END},
};

size_t columns_width(bench_columns columns) {
  size_t width = 0;
  for (const column *c = sets[columns]; *c != COLUMN_END; c++) {
    width += (size_t)table[*c].width;
  }
  return width;
}

void columns_heading(bench_columns columns) {
  for (const column *c = sets[columns]; *c != COLUMN_END; c++) {
    printf("%*s", table[*c].width, table[*c].heading);
  }
  putchar('\n');
}

void columns_row(bench_columns columns, const bench_result *result) {
  for (const column *c = sets[columns]; *c != COLUMN_END; c++) {
    int width = table[*c].width;
    switch (*c) {
      COLUMN_LIST(COLUMN_CASE)
    case COLUMN_END:
      break;
    }
  }
  putchar('\n');
}
