/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frame/columns.h"
#include "frame/text.h"

void report_start(bench_report *report, size_t states) {
  memset(report, 0, sizeof *report);
  report->is_terminal = isatty(STDERR_FILENO) == 1;
  report->states = states;
}

/* The axis' default, with a space after each comma, where a line may break. */
static void default_text(const bench_axis *axis, char *text, size_t size) {
  size_t used = 0;
  for (const char *at = axis->usual; *at != '\0' && used + 3 <= size; at++) {
    text[used++] = *at;
    if (*at == ',') {
      text[used++] = ' ';
    }
  }
  text[used] = '\0';
}

static void list_axis(const bench_axis *axis) {
  char line[512];
  char usual[160];
  default_text(axis, usual, sizeof usual);
  size_t used = (size_t)snprintf(line, sizeof line, "%s (default %s", axis->help, usual);
  if (axis->choices == NULL) {
    char low[24];
    char high[24];
    axis_number_text(axis->min, low, sizeof low);
    axis_number_text(axis->max, high, sizeof high);
    snprintf(line + used, sizeof line - used, "; %s to %s)", low, high);
  } else {
    used += (size_t)snprintf(line + used, sizeof line - used, "):");
    for (size_t i = 0; axis->choices[i] != NULL; i++) {
      used += (size_t)snprintf(line + used, sizeof line - used, " %s", axis->choices[i]);
    }
  }
  printf("    %-11s ", axis->name);
  text_print(stdout, line, 16, 16);
}

void report_list(const device_list *devices) {
  for (const benchmark *bench = bench_list; bench->name != NULL; bench++) {
    printf("%s: ", bench->name);
    text_print(stdout, bench->description, strlen(bench->name) + 2, 4);
    for (size_t a = 0; a < bench_axis_count(bench); a++) {
      list_axis(&bench->axes[a]);
    }
  }
  printf("\nDevices%s\n", devices->count == 0 ? ": none" : "");
  device_list_print(stdout, devices, NULL);
}

/* What the columns leave for axes. */
static size_t axes_width(const bench_report *report) {
  return TEXT_WIDTH - columns_width(report->grid->bench->columns);
}

static bool varies(const bench_grid *grid, size_t axis) { return grid->values[axis].count > 1; }

/* Gives columns to the axes that vary, from the last one back, as far as there is room. */
static void lay_out(bench_report *report) {
  const bench_grid *grid = report->grid;
  size_t room = axes_width(report);
  size_t axis = bench_axis_count(grid->bench);
  report->first_column = axis;
  while (axis-- > 0) {
    size_t width = strlen(grid->bench->axes[axis].name);
    for (size_t i = 0; i < grid->values[axis].count; i++) {
      size_t length = strlen(grid->values[axis].items[i].text);
      width = length > width ? length : width;
    }
    report->widths[axis] = width;
    if (!varies(grid, axis)) {
      continue;
    }
    if (width + 1 > room) {
      break;
    }
    room -= width + 1;
    report->first_column = axis;
  }
}

void report_grid(bench_report *report, const bench_grid *grid) {
  char line[512] = "";
  size_t used = 0;
  size_t axes = bench_axis_count(grid->bench);
  report->grid = grid;
  report->group[0] = '\0';
  lay_out(report);
  printf("\n%s: ", grid->bench->name);
  text_print(stdout, grid->bench->description, strlen(grid->bench->name) + 2, 4);
  for (size_t a = 0; a < axes; a++) {
    if (!varies(grid, a) && used < sizeof line) {
      used += (size_t)snprintf(line + used, sizeof line - used, "%s=%s ", grid->bench->axes[a].name,
                               grid->values[a].items[0].text);
    }
  }
  if (used > 0) {
    printf("  ");
    text_print(stdout, line, 2, 2);
  }
  int left = 0;
  for (size_t a = report->first_column; a < axes; a++) {
    if (varies(grid, a)) {
      left += printf(" %*s", (int)report->widths[a], grid->bench->axes[a].name);
    }
  }
  printf("%*s", (int)axes_width(report) - left, "");
  columns_heading(grid->bench->columns);
}

void report_state(bench_report *report, const bench_state *state) {
  size_t used = 0;
  report->state++;
  report->label[0] = '\0';
  for (size_t a = 0; a < bench_axis_count(state->bench) && used < sizeof report->label; a++) {
    if (varies(report->grid, a)) {
      used += (size_t)snprintf(report->label + used, sizeof report->label - used, " %s",
                               state->values[a].text);
    }
  }
}

void report_progress(void *user, const char *step) {
  const bench_report *report = user;
  if (report->is_terminal) {
    fprintf(stderr, "\r\033[K[%zu/%zu] %s%.48s: %s", report->state, report->states,
            report->grid->bench->name, report->label, step);
  }
}

/* "name=value ..." of the axes that vary and have no column. */
static void name_group(const bench_report *report, const bench_state *state, char *text,
                       size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t a = 0; a < report->first_column && used < size; a++) {
    if (varies(report->grid, a)) {
      used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used == 0 ? "" : " ",
                               report->grid->bench->axes[a].name, state->values[a].text);
    }
  }
}

void report_result(bench_report *report, const bench_result *result) {
  const bench_grid *grid = report->grid;
  char group[sizeof report->group];
  char line[BENCH_REASON_SIZE + 16];
  if (report->is_terminal) {
    fprintf(stderr, "\r\033[K");
  }
  name_group(report, &result->state, group, sizeof group);
  if (strcmp(group, report->group) != 0) {
    printf("  %s\n", group);
    memcpy(report->group, group, sizeof group);
  }
  int left = 0;
  for (size_t a = report->first_column; a < bench_axis_count(grid->bench); a++) {
    if (varies(grid, a)) {
      left += printf(" %*s", (int)report->widths[a], result->state.values[a].text);
    }
  }
  if (result->status == BENCH_OK) {
    printf("%*s", (int)axes_width(report) - left, "");
    columns_row(grid->bench->columns, result);
  } else {
    printf("  ");
    snprintf(line, sizeof line, "%s: %s", result->status == BENCH_SKIPPED ? "skipped" : "FAILED",
             result->reason);
    text_print(stdout, line, (size_t)left + 2, 4);
  }
  fflush(stdout);
}
