/* SPDX-License-Identifier: Apache-2.0 */
/* clscan-bench: measures clscan on one OpenCL device. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "env.h"
#include "output.h"
#include "report.h"
#include "results.h"
#include "rows.h"
#include "tune.h"

enum { EXIT_ALL_RIGHT = 0, EXIT_STATE_FAILED = 1, EXIT_NOT_RUN = 2 };

static int complain(const char *why) {
  fflush(stdout);
  fprintf(stderr, "clscan-bench: %s\n", why);
  return EXIT_NOT_RUN;
}

/* Set by the first interrupt: the state that runs is the last one. A second interrupt ends at once. */
static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
  (void)number;
  interrupted = 1;
}

static void catch_interrupts(void) {
  struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
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
  printf("Devices\n");
  device_list_print(stdout, devices, device);
  printf("Taken: device %zu, %s. Another one: -d NUMBER or -d NAME.\n",
         (size_t)(device - devices->items), why);
  char line[512];
  snprintf(line, sizeof line, "clscan %s, driver %s, seed %" PRIu64 ", %s, %zu state%s of %g s.",
           clscan_version(), device->driver, settings->seed,
           settings->check ? "results checked before they are timed" : "results not checked",
           states, states == 1 ? "" : "s", settings->min_time);
  report_text(line, 0, 0);
}

static bool run_all(bench_env *env, const bench_selection *selection, bench_report *report,
                    bench_results *results) {
  for (size_t g = 0; g < selection->count && !interrupted; g++) {
    const bench_grid *grid = &selection->grids[g];
    report_grid(report, grid);
    for (size_t i = 0; i < grid_states(grid) && !interrupted; i++) {
      bench_state state;
      bench_result result;
      grid_state(grid, i, &state);
      bench_result_init(&result, &state);
      report_state(report, &state);
      env->message[0] = '\0';
      grid->bench->run(env, &state, &result);
      report_result(report, &result);
      if (!results_add(results, &result)) {
        return false;
      }
    }
  }
  return true;
}

/* Writes what was asked for; each file that cannot be written is complained of. */
static int write_files(const bench_options *options, const bench_results *results,
                       const bench_device *device, int argc, char *const argv[]) {
  char why[512];
  int code = EXIT_ALL_RIGHT;
  if (options->json != NULL &&
      !results_write_json(results, device, argc, argv, options->json, why, sizeof why)) {
    code = complain(why);
  }
  if (options->csv != NULL && !results_write_csv(results, options->csv, why, sizeof why)) {
    code = complain(why);
  }
  return code;
}

static int run_tune(const bench_options *options, const bench_device *device,
                    const bench_settings *settings, const char *rows) {
  char why[512];
  size_t failed;
  if (!tune(options, device, settings, rows, &failed, why, sizeof why)) {
    return complain(why);
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
  bench_env env = {0};
  int code = EXIT_NOT_RUN;
  const bench_device *device = device_choose(devices, options->device, why, sizeof why);
  if (device == NULL) {
    complain(why);
    device_list_print(stderr, devices, NULL);
    return EXIT_NOT_RUN;
  }
  if (options->tuning != NULL) {
    rows = rows_read(options->tuning, why, sizeof why);
    if (rows == NULL) {
      return complain(why);
    }
  }
  if (options->tune) {
    code = run_tune(options, device, &settings, rows);
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
  if (!env_open(&env, device, &settings, rows, why, sizeof why)) {
    complain(why);
    goto cleanup;
  }
  report_start(&report, count_states(&selection));
  env.progress = report_progress;
  env.progress_user = &report;
  catch_interrupts();
  double start = measure_now();
  if (!run_all(&env, &selection, &report, &results)) {
    complain("out of memory");
    goto cleanup;
  }
  size_t failed = results_with(&results, BENCH_FAILED);
  printf("\n%zu state%s in %.0f s, %zu failed, %zu skipped.\n", results.count,
         results.count == 1 ? "" : "s", measure_now() - start, failed,
         results_with(&results, BENCH_SKIPPED));
  code = write_files(options, &results, device, argc, argv);
  if (interrupted) {
    code = complain("interrupted; the other states were not run");
  } else if (code == EXIT_ALL_RIGHT && failed > 0) {
    code = EXIT_STATE_FAILED;
  }
cleanup:
  env_close(&env);
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
  cl_int status = device_list_get(&devices);
  if (status != CL_SUCCESS) {
    snprintf(why, sizeof why, "cannot list the OpenCL devices: %s", clscan_status_name(status));
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
