/* SPDX-License-Identifier: Apache-2.0 */
#include "contestant.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frame/text.h"

#define ARGUMENTS_MAX 48

/* ---- Other programs -------------------------------------------------------------------------- */

typedef struct command {
  char *words[ARGUMENTS_MAX];
  size_t count;
  bool failed; /* there was no memory, or too much to say */
} command;

static void add_word(command *line, const char *format, ...) BENCH_PRINTF(2, 3);

static void add_word(command *line, const char *format, ...) {
  char word[768];
  va_list list;
  va_start(list, format);
  vsnprintf(word, sizeof word, format, list);
  va_end(list);
  char *copy = line->count + 1 < ARGUMENTS_MAX ? malloc(strlen(word) + 1) : NULL;
  if (copy == NULL) {
    line->failed = true;
    return;
  }
  strcpy(copy, word);
  line->words[line->count++] = copy;
}

static void command_free(command *line) {
  while (line->count > 0) {
    free(line->words[--line->count]);
  }
}

/* Opens `path` as that descriptor; only for use between fork and exec. */
static void redirect(int descriptor, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0) {
    dup2(file, descriptor);
    close(file);
  }
}

static volatile sig_atomic_t interrupted;
static volatile pid_t running; /* the program; 0: none */

/* The program ends at an interrupt, whoever else is told of it. */
static void interrupt(int number) {
  interrupted = 1;
  if (running > 0) {
    kill(running, number);
  }
}

void contestants_catch_interrupts(void) {
  struct sigaction action = {.sa_handler = interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool contestants_interrupted(void) { return interrupted != 0; }

/* fork(), with interrupts held up until `running` is set. */
static pid_t fork_program(void) {
  sigset_t set;
  sigset_t before;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, &before);
  pid_t child = interrupted ? -1 : fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
  } else {
    running = child;
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  return child;
}

/* Its exit status, or -1; what it says goes to the scratch folder's files out and error. */
static int command_run(const command *line, const char *scratch) {
  char out[96];
  char error[96];
  int status = 0;
  if (line->failed) {
    return -1;
  }
  snprintf(out, sizeof out, "%s/out", scratch);
  snprintf(error, sizeof error, "%s/error", scratch);
  fflush(NULL);
  pid_t child = fork_program();
  if (child == 0) {
    redirect(STDOUT_FILENO, out);
    redirect(STDERR_FILENO, error);
    execv(line->words[0], line->words);
    _exit(127);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      return -1;
    }
  }
  running = 0;
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The last line of one of these files that says something; "" if none does. */
static void last_line(const char *scratch, const char *name, char *text, size_t size) {
  char path[96];
  char line[512];
  snprintf(path, sizeof path, "%s/%s", scratch, name);
  FILE *file = fopen(path, "r");
  text[0] = '\0';
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] != '\0') {
      snprintf(text, size, "%.*s", (int)size - 1, line);
    }
  }
  if (file != NULL) {
    fclose(file);
  }
}

/* ---- Who takes part -------------------------------------------------------------------------- */

/* Asks a peer whether it runs on the device, and tells. */
static bool ask_peer(const contestants *list, const contestant *peer) {
  command line = {.count = 0};
  char said[400];
  char text[480];
  add_word(&line, "%s", peer->program);
  add_word(&line, "--list");
  if (list->options->device != NULL) {
    add_word(&line, "-d");
    add_word(&line, "%s", list->options->device);
  }
  int status = command_run(&line, list->scratch);
  last_line(list->scratch, status == 0 ? "out" : "error", said, sizeof said);
  snprintf(text, sizeof text, "%s: %s%s", peer->name,
           status == 0 ? "" : "left out: ", said[0] != '\0' ? said : "it does not start");
  printf("  ");
  text_print(stdout, text, 2, 4);
  command_free(&line);
  return status == 0;
}

/* A line of peers.list. */
static void add_peer(contestants *list, const char *folder, char *line) {
  char text[512];
  contestant peer = {.serial = false};
  char *program = strchr(line, '|');
  char *reason = program != NULL ? strchr(program + 1, '|') : NULL;
  if (reason == NULL || list->count == CONTESTANTS_MAX) {
    return;
  }
  *program++ = '\0';
  *reason++ = '\0';
  if (program[0] == '\0') {
    snprintf(text, sizeof text, "%.15s: left out: %.400s", line, reason);
    printf("  ");
    text_print(stdout, text, 2, 4);
    return;
  }
  snprintf(peer.name, sizeof peer.name, "%.15s", line);
  snprintf(peer.program, sizeof peer.program, "%s/peers/%.200s", folder, program);
  if (ask_peer(list, &peer)) {
    list->items[list->count++] = peer;
  }
}

bool contestants_open(contestants *list, const char *folder, const bench_options *options,
                      bool on_cpu, char *why, size_t why_size) {
  char line[512];
  memset(list, 0, sizeof *list);
  list->options = options;
  strcpy(list->scratch, "/tmp/clscan-compare-XXXXXX");
  if (mkdtemp(list->scratch) == NULL) {
    list->scratch[0] = '\0';
    snprintf(why, why_size, "cannot write in /tmp");
    return false;
  }
  contestant *clscan = &list->items[list->count++];
  snprintf(clscan->name, sizeof clscan->name, "clscan");
  snprintf(clscan->program, sizeof clscan->program, "%s/clscan-bench", folder);
  snprintf(line, sizeof line, "%s/peers/peers.list", folder);
  FILE *file = fopen(line, "r");
  if (file == NULL) {
    snprintf(why, why_size, "there is no '%s'", line);
    return false;
  }
  printf("Peers\n");
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    add_peer(list, folder, line);
  }
  fclose(file);
  if (on_cpu && list->count < CONTESTANTS_MAX) {
    contestant *serial = &list->items[list->count++];
    *serial = *clscan;
    serial->serial = true;
    snprintf(serial->name, sizeof serial->name, "serial");
    printf("  serial: clscan-bench's loops in C, one core\n");
  } else {
    printf("  serial: left out: the device is no CPU\n");
  }
  return true;
}

void contestants_close(contestants *list) {
  static const char *const names[] = {"out", "error", "row.json"};
  char path[96];
  for (size_t i = 0; i < sizeof names / sizeof *names && list->scratch[0] != '\0'; i++) {
    snprintf(path, sizeof path, "%s/%s", list->scratch, names[i]);
    remove(path);
  }
  if (list->scratch[0] != '\0') {
    rmdir(list->scratch);
  }
}

/* ---- One state ------------------------------------------------------------------------------- */

static bool is(const bench_state *state, const char *axis, const char *value) {
  return strcmp(bench_value(state, axis)->text, value) == 0;
}

/* clscan-bench's benchmark that runs the state as a serial loop; NULL if there is none. */
static const benchmark *serial_bench(const bench_state *state) {
  if (strcmp(state->bench->name, "select") == 0) {
    return is(state, "type", "int32") && is(state, "form", "predicate")
               ? bench_find("serial_select")
               : NULL;
  }
  if (strcmp(state->bench->name, "scan") == 0) {
    bool has_type = is(state, "type", "int32") || is(state, "type", "int64") ||
                    is(state, "type", "float32") || is(state, "type", "float64");
    return has_type && is(state, "op", "add") && is(state, "kind", "exclusive") &&
                   is(state, "offset", "0")
               ? bench_find("serial")
               : NULL;
  }
  return NULL;
}

static bool has_axis(const benchmark *bench, const char *axis) {
  size_t a = 0;
  while (a < bench_axis_count(bench) && strcmp(bench->axes[a].name, axis) != 0) {
    a++;
  }
  return a < bench_axis_count(bench);
}

/* The state as a command line. */
static void say_state(const contestants *list, const contestant *who, const benchmark *bench,
                      const bench_state *state, command *line) {
  const bench_options *options = list->options;
  add_word(line, "%s", who->program);
  add_word(line, "-b");
  add_word(line, "%s", bench->name);
  for (size_t a = 0; a < bench_axis_count(state->bench); a++) {
    const bench_axis *axis = &state->bench->axes[a];
    if (has_axis(bench, axis->name)) {
      add_word(line, "-a");
      add_word(line, "%s=%s", axis->name, state->values[a].text);
    }
  }
  if (options->device != NULL) {
    add_word(line, "-d");
    add_word(line, "%s", options->device);
  }
  if (!options->check) {
    add_word(line, "--no-check");
  }
  if (options->tuning != NULL && who == list->items) {
    add_word(line, "--tuning");
    add_word(line, "%s", options->tuning);
  }
  add_word(line, "--min-time");
  add_word(line, "%.17g", options->min_time);
  add_word(line, "--seed");
  add_word(line, "%" PRIu64, options->seed);
  add_word(line, "--json");
  add_word(line, "%s/row.json", list->scratch);
}

static double number_of(const json_t *row, const char *name) {
  const json_t *value = json_object_get(row, name);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Takes the only result of the file. */
static bool read_row(const char *path, measured *got) {
  json_t *root = json_load_file(path, 0, NULL);
  got->row = json_incref(json_array_get(json_object_get(root, "results"), 0));
  got->device = json_incref(json_object_get(root, "device"));
  json_decref(root);
  if (got->row == NULL) {
    return false;
  }
  const char *skipped = json_string_value(json_object_get(got->row, "skipped"));
  const char *failed = json_string_value(json_object_get(got->row, "failed"));
  got->status = failed != NULL ? BENCH_FAILED : skipped != NULL ? BENCH_SKIPPED : BENCH_OK;
  if (got->status != BENCH_OK) {
    snprintf(got->reason, sizeof got->reason, "%s", failed != NULL ? failed : skipped);
  }
  got->call_us = number_of(got->row, "call_us");
  got->noise = number_of(got->row, "noise");
  got->x_copy = number_of(got->row, "x_copy");
  return true;
}

/* A serial loop's row becomes one of the state's benchmark. */
static void rename_row(const bench_state *state, json_t *row) {
  json_t *axes = json_object_get(row, "axes");
  for (size_t a = 0; a < bench_axis_count(state->bench); a++) {
    const bench_axis *axis = &state->bench->axes[a];
    json_object_set_new(axes, axis->name,
                        axis->choices == NULL ? json_integer((json_int_t)state->values[a].number)
                                              : json_string(state->values[a].text));
  }
  json_object_set_new(row, "benchmark", json_string(state->bench->name));
  json_object_set_new(row, "peer", json_string("serial C"));
}

void contestant_run(const contestants *list, const contestant *who, const bench_state *state,
                    measured *got) {
  const benchmark *bench = who->serial ? serial_bench(state) : state->bench;
  command line = {.count = 0};
  char path[96];
  *got = (measured){.status = BENCH_SKIPPED, .call_us = NAN, .noise = NAN, .x_copy = NAN};
  if (bench == NULL) {
    return;
  }
  snprintf(path, sizeof path, "%s/row.json", list->scratch);
  remove(path);
  say_state(list, who, bench, state, &line);
  int status = command_run(&line, list->scratch);
  command_free(&line);
  if (!read_row(path, got)) {
    got->status = BENCH_FAILED;
    last_line(list->scratch, "error", got->reason, sizeof got->reason);
    if (got->reason[0] == '\0') {
      snprintf(got->reason, sizeof got->reason, "it ended with status %d", status);
    }
  } else if (who->serial) {
    rename_row(state, got->row);
  }
}

void measured_free(measured *got) {
  json_decref(got->row);
  json_decref(got->device);
  got->row = NULL;
  got->device = NULL;
}
