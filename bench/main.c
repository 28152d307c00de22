/* SPDX-License-Identifier: Apache-2.0 */
/* clscan-bench: measures clscan on one OpenCL device. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "frame/child.h"
#include "frame/measure.h"
#include "frame/output.h"
#include "frame/report.h"
#include "frame/results.h"
#include "frame/text.h"
#include "tune/rows.h"
#include "tune/tune.h"
#include "worker.h"

enum { EXIT_ALL_RIGHT = 0, EXIT_STATE_FAILED = 1, EXIT_NOT_RUN = 2, EXIT_INTERRUPTED = 130 };

static int complain(const char *why) {
  fflush(stdout);
  fprintf(stderr, "clscan-bench: %s\n", why);
  return EXIT_NOT_RUN;
}

static size_t count_states(const bench_selection *selection) {
  size_t states = 0;
  for (size_t g = 0; g < selection->count; g++) {
    states += grid_states(&selection->grids[g]);
  }
  return states;
}

static void print_choice(const device_list *devices, const bench_device *device, const char *why,
                         const bench_settings *settings, size_t states) {
  char line[640];
  printf("Devices\n");
  device_list_print(stdout, devices, device);
  snprintf(line, sizeof line, "Taken: device %zu, %s. Another one: -d NUMBER or -d NAME.",
           (size_t)(device - devices->items), why);
  text_print(stdout, line, 0, 0);
  snprintf(line, sizeof line, "clscan %s, driver %s, seed %" PRIu64 ", %s, %zu state%s of %g s.",
           clscan_version(), device->driver, settings->seed,
           settings->check ? "results checked before they are timed" : "results not checked",
           states, states == 1 ? "" : "s", settings->min_time);
  text_print(stdout, line, 0, 0);
}

/* Up to the last state or an interrupt; false, with a sentence in `why`, where it cannot go on. */
static bool run_all(bench_worker *worker, bench_report *report, bench_results *results, char *why,
                    size_t why_size) {
  const bench_selection *selection = worker->selection;
  for (size_t g = 0; g < selection->count; g++) {
    const bench_grid *grid = &selection->grids[g];
    report_grid(report, grid);
    for (size_t i = 0; i < grid_states(grid); i++) {
      bench_state state;
      bench_result result;
      grid_state(grid, i, &state);
      bench_result_init(&result, &state);
      report_state(report, &state);
      if (!worker_run(worker, g, i, &result, why, why_size)) {
        return child_interrupted();
      }
      report_result(report, &result);
      if (!results_add(results, &result)) {
        snprintf(why, why_size, "out of memory");
        return false;
      }
    }
  }
  return true;
}

/* Writes what was asked for; each file that cannot be written is complained of. */
static bool write_files(const bench_options *options, const bench_results *results,
                        const bench_device *device, int argc, char *const argv[]) {
  char why[512];
  bool ok = true;
  if (options->json != NULL &&
      !results_write_json(results, device, argc, argv, options->json, why, sizeof why)) {
    complain(why);
    ok = false;
  }
  if (options->csv != NULL && !results_write_csv(results, options->csv, why, sizeof why)) {
    complain(why);
    ok = false;
  }
  return ok;
}

/* It takes no process of its own: what is found is printed as it is found. */
static int run_tune(const bench_options *options, size_t device, const bench_settings *settings,
                    const char *rows) {
  char why[512];
  size_t failed;
  device_list devices;
  int code = EXIT_ALL_RIGHT;
  cl_int status = device_list_get(&devices);
  if (status != CL_SUCCESS || device >= devices.count) {
    snprintf(why, sizeof why, "the device is gone: %s", clscan_status_name(status));
    code = complain(why);
  } else if (!tune(options, &devices.items[device], settings, rows, &failed, why, sizeof why)) {
    code = complain(why);
  } else if (failed > 0) {
    code = EXIT_STATE_FAILED;
  }
  device_list_free(&devices);
  return code;
}

/* The last line of the report, and the exit status that the results are worth. */
static int conclude(const bench_results *results, double seconds) {
  size_t failed = results_with(results, BENCH_FAILED);
  size_t skipped = results_with(results, BENCH_SKIPPED);
  printf("\n%zu state%s in %.0f s, %zu failed, %zu skipped.\n", results->count,
         results->count == 1 ? "" : "s", seconds, failed, skipped);
  if (child_interrupted()) {
    complain("interrupted; the other states were not run");
    return EXIT_INTERRUPTED;
  }
  if (skipped == results->count) {
    return complain("no state could be run");
  }
  return failed > 0 ? EXIT_STATE_FAILED : EXIT_ALL_RIGHT;
}

/* Everything after the command line has been read. */
static int run(const bench_options *options, const device_list *devices, int argc,
               char *const argv[]) {
  char why[512];
  bench_settings settings = {options->min_time, options->seed, options->check};
  char *rows = NULL;
  bench_selection selection = {0};
  bench_results results = {0};
  bench_report report;
  int code = EXIT_NOT_RUN;
  const bench_device *device = device_choose(devices, options->device, why, sizeof why);
  if (device == NULL) {
    complain(why);
    device_list_print(stderr, devices, NULL);
    return EXIT_NOT_RUN;
  }
  size_t number = (size_t)(device - devices->items);
  if (options->tuning != NULL) {
    rows = rows_read(options->tuning, why, sizeof why);
    if (rows == NULL) {
      return complain(why);
    }
  }
  if (options->tune) {
    code = run_tune(options, number, &settings, rows);
    goto cleanup;
  }
  char reason[sizeof why];
  snprintf(reason, sizeof reason, "%s", why);
  if (!selection_make(&selection, options, device, why, sizeof why) ||
      (options->json != NULL && !output_probe(options->json, why, sizeof why)) ||
      (options->csv != NULL && !output_probe(options->csv, why, sizeof why))) {
    complain(why);
    goto cleanup;
  }
  print_choice(devices, device, reason, &settings, count_states(&selection));
  report_start(&report, count_states(&selection));
  bench_worker worker = {.selection = &selection,
                         .settings = &settings,
                         .device = number,
                         .rows = rows,
                         .progress = report_progress,
                         .user = &report};
  child_catch_interrupts();
  double start = measure_now();
  bool done = run_all(&worker, &report, &results, why, sizeof why);
  worker_close(&worker);
  if (done) {
    code = conclude(&results, measure_now() - start);
  } else {
    complain(why);
  }
  /* What is finished is kept whatever stopped the rest. */
  if ((done || results.count > 0) && !write_files(options, &results, device, argc, argv)) {
    code = EXIT_NOT_RUN;
  }
cleanup:
  results_free(&results);
  selection_free(&selection);
  free(rows);
  return code;
}

int main(int argc, char *argv[]) {
  char why[512];
  bench_options options;
  device_list devices;
  if (!options_parse(&options, argc, argv, why, sizeof why)) {
    complain(why);
    fprintf(stderr, "clscan-bench --help lists the options.\n");
    return EXIT_NOT_RUN;
  }
  if (options.help) {
    options_help(stdout);
    return EXIT_ALL_RIGHT;
  }
  if (options.version) {
    printf("clscan-bench %d.%d.%d, library %s\n", CLSCAN_VERSION_MAJOR, CLSCAN_VERSION_MINOR,
           CLSCAN_VERSION_PATCH, clscan_version());
    return EXIT_ALL_RIGHT;
  }
  if (!device_list_ask(&devices, why, sizeof why)) {
    return complain(why);
  }
  int code = EXIT_ALL_RIGHT;
  if (options.list) {
    report_list(&devices);
  } else {
    code = run(&options, &devices, argc, argv);
  }
  device_list_free(&devices);
  /* A full disk or a closed pipe must not pass for a report. */
  if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_ALL_RIGHT) {
    code = complain("cannot write the report to standard output");
  }
  return code;
}
