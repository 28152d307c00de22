/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clscan-compare FOLDER [options of clscan-bench]: clscan-bench and its peers, state by state, one
 * after the other; one table, one file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/output.h"
#include "frame/text.h"
#include "table.h"

enum { EXIT_ALL_RIGHT = 0, EXIT_STATE_FAILED = 1, EXIT_NOT_RUN = 2, EXIT_INTERRUPTED = 130 };

static const char *const usual_benches[] = {"scan", "select", "partition", "unique", "reduce"};
static const char *const usual_axes[] = {"kept=10,50,90", "layout=one,separate"};

static int complain(const char *why) {
  fflush(stdout);
  fprintf(stderr, "clscan-compare: %s\n", why);
  return EXIT_NOT_RUN;
}

/* Without -b: these benchmarks, and these values of axes unless -a says others. */
static void complete(bench_options *options, bool on_cpu) {
  const char *axes[OPTIONS_MAX_NAMES];
  size_t count = 0;
  if (options->bench_count > 0) {
    return;
  }
  memcpy(options->benches, usual_benches, sizeof usual_benches);
  options->bench_count = sizeof usual_benches / sizeof *usual_benches;
  axes[count++] = on_cpu ? "n=2^20,2^22,2^24" : "n=2^20,2^24,2^28";
  memcpy(axes + count, usual_axes, sizeof usual_axes);
  count += sizeof usual_axes / sizeof *usual_axes;
  for (size_t i = 0; i < options->axis_count && count < OPTIONS_MAX_NAMES; i++) {
    axes[count++] = options->axes[i];
  }
  memcpy(options->axes, axes, count * sizeof *axes);
  options->axis_count = count;
}

/* The merged file as it grows. */
typedef struct merged {
  json_t *root;
  json_t *results;
  size_t failed;
  size_t timed;
} merged;

static void merged_open(merged *file, int argc, char *const argv[]) {
  json_t *arguments = json_array();
  file->failed = 0;
  file->timed = 0;
  file->root = json_object();
  file->results = json_array();
  json_array_append_new(arguments, json_string("clscan-compare"));
  /* Not the folder: where it is says nothing to others. */
  for (int i = 2; i < argc; i++) {
    json_t *word = json_string(argv[i]);
    json_array_append_new(arguments, word != NULL ? word : json_string("?"));
  }
  json_object_set_new(file->root, "schema", json_integer(1));
  json_object_set_new(file->root, "clscan_version", json_string(clscan_version()));
  json_object_set_new(file->root, "argv", arguments);
  json_object_set_new(file->root, "results", file->results);
}

static void merged_add(merged *file, const measured *got) {
  if (got->row != NULL) {
    json_array_append(file->results, got->row);
  }
  if (got->device != NULL && json_object_get(file->root, "device") == NULL) {
    json_object_set(file->root, "device", got->device);
  }
  file->failed += got->status == BENCH_FAILED;
  file->timed += got->status == BENCH_OK;
}

static bool merged_write(const merged *file, const char *path, char *why, size_t why_size) {
  char *text = json_dumps(file->root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
  if (text == NULL) {
    snprintf(why, why_size, "cannot write '%s': out of memory", path);
    return false;
  }
  bool ok = output_write(path, text, strlen(text), why, why_size);
  free(text);
  return ok;
}

static void run_grid(const contestants *list, const bench_grid *grid, merged *file) {
  measured got[CONTESTANTS_MAX];
  table rows;
  table_start(&rows, list, grid);
  for (size_t i = 0; i < grid_states(grid) && !contestants_interrupted(); i++) {
    bench_state state;
    grid_state(grid, i, &state);
    for (size_t c = 0; c < list->count; c++) {
      contestant_run(list, &list->items[c], &state, &got[c]);
    }
    bool whole = !contestants_interrupted();
    if (whole) {
      table_row(&rows, &state, got);
    }
    for (size_t c = 0; c < list->count; c++) {
      if (whole) {
        merged_add(file, &got[c]);
      }
      measured_free(&got[c]);
    }
  }
  table_end(&rows);
}

static int run(const char *folder, bench_options *options, const bench_device *device,
               const merged *head) {
  char why[512];
  merged file = *head;
  bench_selection selection = {0};
  contestants list = {.count = 0};
  int code = EXIT_NOT_RUN;
  complete(options, device->is_cpu);
  if (!selection_make(&selection, options, device, why, sizeof why) ||
      (options->json != NULL && !output_probe(options->json, why, sizeof why)) ||
      !contestants_open(&list, folder, options, device->is_cpu, why, sizeof why)) {
    complain(why);
    goto cleanup;
  }
  code = EXIT_ALL_RIGHT;
  if (options->list) {
    goto cleanup;
  }
  table_legend();
  contestants_catch_interrupts();
  for (size_t g = 0; g < selection.count && !contestants_interrupted(); g++) {
    run_grid(&list, &selection.grids[g], &file);
  }
  if (contestants_interrupted()) {
    complain("interrupted; the other states were not run");
    code = EXIT_INTERRUPTED;
  } else if (file.failed + file.timed == 0) {
    code = complain("no state could be run");
  } else if (file.failed > 0) {
    code = EXIT_STATE_FAILED;
  }
  if (options->json != NULL && !merged_write(&file, options->json, why, sizeof why)) {
    code = complain(why);
  }
cleanup:
  contestants_close(&list);
  selection_free(&selection);
  return code;
}

int main(int argc, char *argv[]) {
  char why[512];
  bench_options options;
  device_list devices;
  merged file;
  if (argc < 2) {
    return complain("its first argument is the folder that clscan-bench was built in");
  }
  if (!options_parse(&options, argc - 1, argv + 1, why, sizeof why)) {
    return complain(why);
  }
  if (options.csv != NULL) {
    return complain("it writes JSON alone");
  }
  if (options.tune) {
    return complain("--tune is clscan-bench's alone");
  }
  if (!device_list_ask(&devices, why, sizeof why)) {
    return complain(why);
  }
  int code = EXIT_NOT_RUN;
  const bench_device *device = device_choose(&devices, options.device, why, sizeof why);
  if (device == NULL) {
    complain(why);
  } else {
    char line[512];
    snprintf(line, sizeof line, "clscan %s on %s, %s %s", clscan_version(), device->name,
             device->platform_name, device->driver);
    text_print(stdout, line, 0, 4);
    merged_open(&file, argc, argv);
    code = run(argv[1], &options, device, &file);
    json_decref(file.root);
  }
  device_list_free(&devices);
  if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_ALL_RIGHT) {
    code = complain("cannot write the table to standard output");
  }
  return code;
}
