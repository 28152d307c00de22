/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a peer: clscan-bench's options, benchmarks, data and files, another library. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frame/output.h"
#include "frame/report.h"
#include "frame/results.h"
#include "frame/text.h"
#include "state.h"

enum { EXIT_ALL_RIGHT = 0, EXIT_STATE_FAILED = 1, EXIT_NOT_RUN = 2 };

static const char *const usual_benches[] = {"copy",      "scan",   "select",
                                            "partition", "unique", "reduce"};

static int complain(const char *why) {
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", peer_library.name, why);
  return EXIT_NOT_RUN;
}

static void print_help(void) {
  printf("Measures %s as clscan-bench measures clscan, with the same benchmarks and data:\n"
         "copy, scan, select, partition, unique, reduce. Without -b it runs each of them once.\n"
         "\n"
         "It takes these options of clscan-bench, which explains them: -b -a -d --json --csv\n"
         "--min-time --seed --no-check --list --version. --list says whether the library runs on\n"
         "the device.\n",
         peer_library.name);
}

/* json.c writes what clscan-bench has; the name of the library is put into each result here. */
static bool write_json(const bench_results *results, const bench_device *device, int argc,
                       char *const argv[], const char *path, char *why, size_t why_size) {
  char own[] = "/tmp/clscan-peer-XXXXXX";
  json_t *root = NULL;
  char *text = NULL;
  size_t i;
  json_t *result;
  bool ok = false;
  int descriptor = mkstemp(own);
  if (descriptor < 0) {
    snprintf(why, why_size, "cannot write in /tmp");
    return false;
  }
  close(descriptor);
  if (!results_write_json(results, device, argc, argv, own, why, why_size)) {
    goto cleanup;
  }
  root = json_load_file(own, 0, NULL);
  json_array_foreach(json_object_get(root, "results"), i, result) {
    json_object_set_new(result, "peer", json_string(peer_library.name));
  }
  text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
  if (text == NULL) {
    snprintf(why, why_size, "cannot write '%s': out of memory", path);
  } else {
    ok = output_write(path, text, strlen(text), why, why_size);
  }
cleanup:
  free(text);
  json_decref(root);
  remove(own);
  return ok;
}

/* Runs all states and prints them. */
static bool run_all(const bench_selection *selection, const bench_settings *settings,
                    bench_results *results) {
  bench_report report;
  size_t states = 0;
  for (size_t g = 0; g < selection->count; g++) {
    states += grid_states(&selection->grids[g]);
  }
  report_start(&report, states);
  for (size_t g = 0; g < selection->count; g++) {
    const bench_grid *grid = &selection->grids[g];
    report_grid(&report, grid);
    for (size_t i = 0; i < grid_states(grid); i++) {
      bench_state state;
      bench_result result;
      grid_state(grid, i, &state);
      bench_result_init(&result, &state);
      report_state(&report, &state);
      peer_run(settings, &state, &result);
      report_result(&report, &result);
      if (!results_add(results, &result)) {
        return false;
      }
    }
  }
  return true;
}

static int run(const bench_options *options, const bench_device *device, int argc,
               char *const argv[]) {
  char why[512];
  bench_settings settings = {options->min_time, options->seed, options->check};
  bench_selection selection = {0};
  bench_results results = {0};
  int code = EXIT_NOT_RUN;
  if (!selection_make(&selection, options, device, why, sizeof why) ||
      (options->json != NULL && !output_probe(options->json, why, sizeof why)) ||
      (options->csv != NULL && !output_probe(options->csv, why, sizeof why))) {
    complain(why);
    goto cleanup;
  }
  if (!run_all(&selection, &settings, &results)) {
    complain("out of memory");
    goto cleanup;
  }
  code = results_with(&results, BENCH_FAILED) > 0 ? EXIT_STATE_FAILED : EXIT_ALL_RIGHT;
  if (options->json != NULL &&
      !write_json(&results, device, argc, argv, options->json, why, sizeof why)) {
    code = complain(why);
  }
  if (options->csv != NULL && !results_write_csv(&results, options->csv, why, sizeof why)) {
    code = complain(why);
  }
cleanup:
  results_free(&results);
  selection_free(&selection);
  return code;
}

/* Opens the library on the chosen device; then lists it, or runs. */
static int open_and_run(const bench_options *options, const device_list *devices, int argc,
                        char *const argv[]) {
  char why[512];
  const bench_device *device = device_choose(devices, options->device, why, sizeof why);
  if (device == NULL) {
    return complain(why);
  }
  const char *refusal = peer_library.open(device);
  if (refusal != NULL) {
    return complain(refusal);
  }
  int code = EXIT_ALL_RIGHT;
  char line[256];
  /* One line, which clscan-compare quotes. */
  snprintf(line, sizeof line, "%s on %s", peer_library.name, device->name);
  printf("%.*s\n", TEXT_WIDTH, line);
  if (!options->list) {
    printf("It does what the functions of clscan do that the benchmarks are named after.\n");
    code = run(options, device, argc, argv);
  }
  peer_library.close();
  return code;
}

int main(int argc, char *argv[]) {
  char why[512];
  bench_options options;
  device_list devices;
  if (!options_parse(&options, argc, argv, why, sizeof why)) {
    return complain(why);
  }
  if (options.help) {
    print_help();
    return EXIT_ALL_RIGHT;
  }
  if (options.tune || options.tuning != NULL) {
    return complain("--tune and --tuning are clscan-bench's alone");
  }
  if (options.version) {
    printf("%s\n", peer_library.name);
    return EXIT_ALL_RIGHT;
  }
  if (options.bench_count == 0) {
    memcpy(options.benches, usual_benches, sizeof usual_benches);
    options.bench_count = sizeof usual_benches / sizeof *usual_benches;
  }
  cl_int status = device_list_get(&devices);
  if (status != CL_SUCCESS) {
    snprintf(why, sizeof why, "cannot list the OpenCL devices: %s", clscan_status_name(status));
    return complain(why);
  }
  int code = open_and_run(&options, &devices, argc, argv);
  device_list_free(&devices);
  if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_ALL_RIGHT) {
    code = complain("cannot write the report to standard output");
  }
  return code;
}
