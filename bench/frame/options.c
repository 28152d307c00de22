/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
  OPT_JSON = 256,
  OPT_CSV,
  OPT_MIN_TIME,
  OPT_SEED,
  OPT_NO_CHECK,
  OPT_FULL,
  OPT_TUNE,
  OPT_TUNING,
  OPT_VERSION
};

static const struct option long_options[] = {
    {"list", no_argument, NULL, 'l'},
    {"benchmark", required_argument, NULL, 'b'},
    {"axis", required_argument, NULL, 'a'},
    {"device", required_argument, NULL, 'd'},
    {"json", required_argument, NULL, OPT_JSON},
    {"csv", required_argument, NULL, OPT_CSV},
    {"min-time", required_argument, NULL, OPT_MIN_TIME},
    {"seed", required_argument, NULL, OPT_SEED},
    {"no-check", no_argument, NULL, OPT_NO_CHECK},
    {"full", no_argument, NULL, OPT_FULL},
    {"tune", no_argument, NULL, OPT_TUNE},
    {"tuning", required_argument, NULL, OPT_TUNING},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, OPT_VERSION},
    {NULL, 0, NULL, 0},
};

void options_help(FILE *file) {
  fputs(
      "Usage: clscan-bench [options]\n"
      "Measures clscan on one OpenCL device. Without -b it takes about a minute.\n"
      "\n"
      "  -l, --list              list the benchmarks, their axes and the devices\n"
      "  -b, --benchmark NAME    run this benchmark; may be repeated\n"
      "  -a, --axis AXIS=VALUES  set an axis of each benchmark that has it; may be repeated\n"
      "                          VALUES: a comma list of words or numbers (4096, 2^12, 2^12+1),\n"
      "                          or from:to:factor, such as n=2^16:2^28:4\n"
      "  -d, --device DEVICE     its number in --list, or a piece of its or its platform's name\n"
      "      --json FILE         write the results as JSON\n"
      "      --csv FILE          write the results as CSV\n"
      "      --min-time SECONDS  time each state for at least so long (default 0.5; --tune 0.05)\n"
      "      --seed N            of the random data (default 1)\n"
      "      --no-check          do not compare with the serial reference first\n"
      "      --full              all values of every axis and all their combinations: hours\n"
      "                          unless -b and -a cut it down\n"
      "      --tune              search the best tuning rows for the device, print them, and say "
      "on\n"
      "                          standard error what is going on; -b scan, -b select and -a\n"
      "                          type=TYPES cut it down\n"
      "      --tuning FILE       run with the tuning rows of this file\n"
      "  -h, --help              this text\n"
      "      --version           the version\n"
      "\n"
      "Columns: device us, the durations of a call's commands added up; call us, the time per\n"
      "call, back to back; launches, commands per call; noise, the median deviation of call us;\n"
      "x copy, call us over that of a clEnqueueCopyBuffer that moves as many bytes; out of order,\n"
      "elements of a compaction that come from before the one before them. Times are medians.\n"
      "Arrays that fit the device's cache are measured there, scan and copy alike.\n"
      "\n"
      "Exit status: 0; 1 if a state failed; 2 if no state could be run or a file not written; 130\n"
      "after Ctrl-C, which prints and writes the states that are finished.\n",
      file);
}

static bool add_name(const char *names[], size_t *count, const char *name, char *why,
                     size_t why_size) {
  if (*count == OPTIONS_MAX_NAMES) {
    snprintf(why, why_size, "-a and -b may be given %d times each", OPTIONS_MAX_NAMES);
    return false;
  }
  names[(*count)++] = name;
  return true;
}

static bool read_seconds(const char *text, double *seconds, char *why, size_t why_size) {
  char *end = NULL;
  *seconds = strtod(text, &end);
  if (end == text || *end != '\0' || !(*seconds > 0.0 && *seconds <= 3600.0)) {
    snprintf(why, why_size, "--min-time takes seconds over 0 and up to 3600, not '%s'", text);
    return false;
  }
  return true;
}

static bool read_seed(const char *text, uint64_t *seed, char *why, size_t why_size) {
  char *end = NULL;
  errno = 0;
  *seed = strtoull(text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0) {
    snprintf(why, why_size, "--seed takes a whole number from 0 to 2^64 - 1, not '%s'", text);
    return false;
  }
  return true;
}

/* One option; `code` is what getopt_long returned. */
static bool take(bench_options *options, int code, char *const argv[], char *why, size_t why_size) {
  switch (code) {
  case 'l':
    options->list = true;
    return true;
  case 'b':
    return add_name(options->benches, &options->bench_count, optarg, why, why_size);
  case 'a':
    return add_name(options->axes, &options->axis_count, optarg, why, why_size);
  case 'd':
    options->device = optarg;
    return true;
  case OPT_JSON:
    options->json = optarg;
    return true;
  case OPT_CSV:
    options->csv = optarg;
    return true;
  case OPT_MIN_TIME:
    return read_seconds(optarg, &options->min_time, why, why_size);
  case OPT_SEED:
    return read_seed(optarg, &options->seed, why, why_size);
  case OPT_NO_CHECK:
    options->check = false;
    return true;
  case OPT_FULL:
    options->full = true;
    return true;
  case OPT_TUNE:
    options->tune = true;
    return true;
  case OPT_TUNING:
    options->tuning = optarg;
    return true;
  case 'h':
    options->help = true;
    return true;
  case OPT_VERSION:
    options->version = true;
    return true;
  case ':':
    snprintf(why, why_size, "option '%s' needs a value", argv[optind - 1]);
    return false;
  default:
    snprintf(why, why_size, "unknown option '%s'", argv[optind - 1]);
    return false;
  }
}

bool options_parse(bench_options *options, int argc, char *const argv[], char *why,
                   size_t why_size) {
  int code;
  memset(options, 0, sizeof *options);
  options->seed = 1;
  options->check = true;
  opterr = 0;
  while ((code = getopt_long(argc, argv, ":lb:a:d:h", long_options, NULL)) != -1) {
    if (!take(options, code, argv, why, why_size)) {
      return false;
    }
  }
  if (optind < argc) {
    snprintf(why, why_size, "'%s' is no option; a benchmark is chosen with -b", argv[optind]);
    return false;
  }
  if (options->tune && (options->full || options->json != NULL || options->csv != NULL)) {
    snprintf(why, why_size, "--tune does not go with --full, --json and --csv");
    return false;
  }
  if (options->min_time == 0.0) {
    options->min_time = options->tune ? 0.05 : 0.5;
  }
  return true;
}
