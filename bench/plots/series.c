/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clscan-series FOLDER FILE...: reads the JSON of clscan-bench, of the peers or of a comparison,
 * and writes gnuplot's commands for one SVG in FOLDER for each set of results that differ in n
 * alone, and for each set of a select that differ in the kept share alone. bench/plot gives gnuplot
 * the style.
 */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 256
#define SERIES_MAX 16

static const char *const benchmarks[] = {"scan",  "select", "partition", "unique",
                                         "where", "reduce", NULL};

typedef struct result {
  const char *benchmark;
  const char *peer; /* NULL: clscan */
  const char *device;
  json_t *axes;
  double call_us;
  double gb_per_s;
  double x_copy;
} result;

typedef struct results {
  result *items;
  size_t count;
} results;

/* What a plot shows: one value over an axis. */
typedef struct view {
  const char *axis;
  const char *suffix; /* of the file's name */
  const char *settings;
  bool is_time; /* else GB/s */
} view;

static const view views[] = {
    {"n", "",
     "set logscale x 2\nset format x '2^{%L}'\nset xlabel 'elements, n'\n"
     "set ylabel 'GB/s of what must move at least'\n",
     false},
    {"kept", "-kept",
     "unset logscale x\nset format x '%g'\nset xlabel 'kept, % of the elements'\n"
     "set ylabel 'time per call, µs'\n",
     true},
};

/* ---- Reading --------------------------------------------------------------------------------- */

static double number_of(const json_t *object, const char *name) {
  const json_t *value = json_object_get(object, name);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool is_plotted(const char *benchmark) {
  size_t i = 0;
  while (benchmark != NULL && benchmarks[i] != NULL && strcmp(benchmarks[i], benchmark) != 0) {
    i++;
  }
  return benchmark != NULL && benchmarks[i] != NULL;
}

/* Adds the results that were timed; `root` must stay. */
static bool add_results(results *all, const json_t *root) {
  const json_t *list = json_object_get(root, "results");
  const char *device = json_string_value(json_object_get(json_object_get(root, "device"), "name"));
  result *items = realloc(all->items, (all->count + json_array_size(list) + 1) * sizeof *items);
  if (items == NULL) {
    return false;
  }
  all->items = items;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *row = json_array_get(list, i);
    result one = {.benchmark = json_string_value(json_object_get(row, "benchmark")),
                  .peer = json_string_value(json_object_get(row, "peer")),
                  .device = device != NULL ? device : "unknown device",
                  .axes = json_object_get(row, "axes"),
                  .call_us = number_of(row, "call_us"),
                  .gb_per_s = number_of(row, "gb_per_s"),
                  .x_copy = number_of(row, "x_copy")};
    if (is_plotted(one.benchmark) && isfinite(one.call_us) && isfinite(one.gb_per_s)) {
      all->items[all->count++] = one;
    }
  }
  return true;
}

/* ---- Which results belong together ----------------------------------------------------------- */

/* Axes are made for clscan; what a peer's row says of the algorithm is not the peer's. */
static bool is_facet(const view *show, const char *axis) {
  return strcmp(axis, show->axis) != 0 && strcmp(axis, "algorithm") != 0;
}

static bool same_value(const json_t *a, const json_t *b) {
  return a != NULL && b != NULL && json_equal(a, b) == 1;
}

/* Whether both belong into one plot. */
static bool together(const view *show, const result *a, const result *b) {
  const char *axis;
  json_t *value;
  if (strcmp(a->benchmark, b->benchmark) != 0 || strcmp(a->device, b->device) != 0) {
    return false;
  }
  json_object_foreach(a->axes, axis, value) {
    if (is_facet(show, axis) && !same_value(value, json_object_get(b->axes, axis))) {
      return false;
    }
  }
  return true;
}

/* Whether any result of the same benchmark has another value on that axis. */
static bool differs_anywhere(const results *all, const result *of, const char *axis) {
  for (size_t i = 0; i < all->count; i++) {
    const result *other = &all->items[i];
    if (strcmp(other->benchmark, of->benchmark) == 0 &&
        !same_value(json_object_get(other->axes, axis), json_object_get(of->axes, axis))) {
      return true;
    }
  }
  return false;
}

static bool several_devices(const results *all) {
  for (size_t i = 1; i < all->count; i++) {
    if (strcmp(all->items[i].device, all->items[0].device) != 0) {
      return true;
    }
  }
  return false;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void append(char *text, const char *piece) {
  size_t used = strlen(text);
  snprintf(text + used, NAME_SIZE - used, "%s", piece);
}

static void value_text(const json_t *value, char *text, size_t size) {
  if (json_is_string(value)) {
    snprintf(text, size, "%s", json_string_value(value));
  } else {
    snprintf(text, size, "%.0f", json_number_value(value));
  }
}

/* A file name: the benchmark, and what tells this plot from the others. */
static void name_file(const results *all, const view *show, const result *of, char *text) {
  const char *axis;
  json_t *value;
  char piece[64];
  snprintf(text, NAME_SIZE, "%s", of->benchmark);
  json_object_foreach(of->axes, axis, value) {
    bool is_type = strcmp(axis, "type") == 0;
    if (is_facet(show, axis) && (is_type || differs_anywhere(all, of, axis))) {
      value_text(value, piece, sizeof piece);
      append(text, "-");
      append(text, is_type || json_is_string(value) ? "" : axis);
      append(text, piece);
    }
  }
  append(text, show->suffix);
  if (several_devices(all)) {
    append(text, "-");
    append(text, of->device);
  }
  for (char *at = text; *at != '\0'; at++) {
    *at = isalnum((unsigned char)*at) ? *at : '-';
  }
}

/* Text between double quotes of gnuplot. */
static void print_quoted(const char *text) {
  for (; *text != '\0'; text++) {
    putchar(*text == '"' || *text == '\\' || *text == '\n' ? ' ' : *text);
  }
}

static void print_title(const view *show, const result *of) {
  const char *axis;
  json_t *value;
  char piece[64];
  printf("set title \"%s:", of->benchmark);
  json_object_foreach(of->axes, axis, value) {
    if (is_facet(show, axis)) {
      value_text(value, piece, sizeof piece);
      printf(" %s=", axis);
      print_quoted(piece);
    }
  }
  printf("\\n");
  print_quoted(of->device);
  printf("\" noenhanced\n");
}

/* ---- One plot -------------------------------------------------------------------------------- */

/* The name of the line that a result is a point of. */
static void name_series(const result *of, char *text) {
  const char *algorithm = json_string_value(json_object_get(of->axes, "algorithm"));
  bool plain = of->peer != NULL || algorithm == NULL || strcmp(algorithm, "auto") == 0;
  snprintf(text, NAME_SIZE, "%s%s%s", of->peer != NULL ? of->peer : "clscan", plain ? "" : ", ",
           plain ? "" : algorithm);
}

typedef struct point {
  double x;
  double y;
} point;

typedef struct series {
  char name[NAME_SIZE];
  point *points;
  size_t count;
} series;

typedef struct plot {
  series lines[SERIES_MAX];
  size_t count;
  point *points; /* of all lines, `room` each */
  size_t room;
} plot;

/* Adds a point unless the line has one there or there are too many lines; they stay in order. */
static void add_point(plot *one, const char *name, double x, double y) {
  size_t s = 0;
  while (s < one->count && strcmp(one->lines[s].name, name) != 0) {
    s++;
  }
  if (s == SERIES_MAX) {
    return;
  }
  series *line = &one->lines[s];
  if (s == one->count) {
    snprintf(line->name, sizeof line->name, "%s", name);
    line->count = 0;
    line->points = one->points + s * one->room;
    one->count++;
  }
  size_t at = line->count;
  while (at > 0 && line->points[at - 1].x > x) {
    at--;
  }
  if (at > 0 && line->points[at - 1].x == x) {
    return;
  }
  memmove(line->points + at + 1, line->points + at, (line->count - at) * sizeof *line->points);
  line->points[at] = (point){x, y};
  line->count++;
}

/* Takes all that belongs with the first one; copy's line comes from clscan's results. */
static void gather(const results *all, const view *show, const result *first, plot *one) {
  char name[NAME_SIZE];
  one->count = 0;
  for (size_t i = 0; i < all->count; i++) {
    const result *of = &all->items[i];
    if (together(show, first, of)) {
      name_series(of, name);
      add_point(one, name, number_of(of->axes, show->axis),
                show->is_time ? of->call_us : of->gb_per_s);
    }
  }
  for (size_t i = 0; i < all->count; i++) {
    const result *of = &all->items[i];
    if (of->peer == NULL && isfinite(of->x_copy) && together(show, first, of)) {
      add_point(one, "copy", number_of(of->axes, show->axis),
                show->is_time ? of->call_us / of->x_copy : of->gb_per_s * of->x_copy);
    }
  }
}

/* Line style 100 is copy's. */
static void print_plot(const plot *one, const view *show, const result *first, const char *folder,
                       const char *name) {
  printf("set output \"");
  print_quoted(folder);
  printf("/%s.svg\"\n%s", name, show->settings);
  print_title(show, first);
  for (size_t s = 0; s < one->count; s++) {
    printf("$line%zu << EOD\n", s);
    for (size_t i = 0; i < one->lines[s].count; i++) {
      printf("%.17g %.6g\n", one->lines[s].points[i].x, one->lines[s].points[i].y);
    }
    printf("EOD\n");
  }
  printf("plot");
  for (size_t s = 0; s < one->count; s++) {
    bool is_copy = strcmp(one->lines[s].name, "copy") == 0;
    printf("%s $line%zu with %s ls %zu title \"", s == 0 ? "" : ",", s,
           is_copy ? "lines" : "linespoints", is_copy ? (size_t)100 : s + 1);
    print_quoted(one->lines[s].name);
    printf("\"");
  }
  printf("\nunset output\nprint \"");
  print_quoted(folder);
  printf("/%s.svg\"\n", name);
}

/* Whether no result before it belongs into its plot. */
static bool is_first(const results *all, const view *show, const result *of) {
  const result *earlier = all->items;
  while (earlier < of && !together(show, earlier, of)) {
    earlier++;
  }
  return earlier == of;
}

/* Plots each set that has at least two points on its longest line; returns how many there were. */
static size_t plot_view(const results *all, const view *show, const char *folder, plot *one) {
  char name[NAME_SIZE];
  size_t plots = 0;
  for (size_t i = 0; i < all->count; i++) {
    const result *first = &all->items[i];
    size_t longest = 0;
    if (!isfinite(number_of(first->axes, show->axis)) || !is_first(all, show, first)) {
      continue;
    }
    gather(all, show, first, one);
    for (size_t s = 0; s < one->count; s++) {
      longest = one->lines[s].count > longest ? one->lines[s].count : longest;
    }
    if (longest > 1) {
      name_file(all, show, first, name);
      print_plot(one, show, first, folder, name);
      plots++;
    }
  }
  return plots;
}

int main(int argc, char *argv[]) {
  results all = {NULL, 0};
  plot one = {.points = NULL};
  json_t *roots = json_array();
  size_t plots = 0;
  int code = EXIT_FAILURE;
  if (argc < 3) {
    fprintf(stderr, "Usage: clscan-series FOLDER FILE...\n");
    goto cleanup;
  }
  for (int i = 2; i < argc; i++) {
    json_error_t error;
    json_t *root = json_load_file(argv[i], 0, &error);
    if (root == NULL || json_integer_value(json_object_get(root, "schema")) != 1) {
      fprintf(stderr, "%s: %s\n", argv[i],
              root == NULL ? error.text : "no results of clscan-bench, or of another schema");
      json_decref(root);
      goto cleanup;
    }
    json_array_append_new(roots, root);
    if (!add_results(&all, root)) {
      fprintf(stderr, "out of memory\n");
      goto cleanup;
    }
  }
  one.room = all.count;
  one.points = calloc(all.count * SERIES_MAX + 1, sizeof *one.points);
  if (one.points == NULL) {
    fprintf(stderr, "out of memory\n");
    goto cleanup;
  }
  for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
    plots += plot_view(&all, &views[v], argv[1], &one);
  }
  if (plots == 0) {
    fprintf(stderr, "Nothing to plot: no two results differ in n alone or in kept alone.\n");
    goto cleanup;
  }
  code = fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
cleanup:
  free(one.points);
  free(all.items);
  json_decref(roots);
  return code;
}
