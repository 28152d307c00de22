/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/trial.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frame/types.h"

#define NOISES 3.0

bool trials_open(trial_bench *bench, const bench_device *device, const bench_settings *settings,
                 const char *given, char *why, size_t why_size) {
  memset(bench, 0, sizeof *bench);
  bench->given = given;
  bench->is_terminal = isatty(STDERR_FILENO) == 1;
  if (!env_open(&bench->env, device, settings, given, why, why_size)) {
    return false;
  }
  kept_start(&bench->kept, &bench->env);
  return true;
}

void trials_close(trial_bench *bench) {
  kept_release(&bench->kept);
  env_close(&bench->env);
  free(bench->found);
  free(bench->loaded);
}

/* The lines one after the other; any of them may be NULL. */
static char *join(const char *first, const char *second, const char *third) {
  const char *parts[] = {first, second, third};
  size_t size = 1;
  for (size_t i = 0; i < 3; i++) {
    size += parts[i] != NULL ? strlen(parts[i]) + 1 : 0;
  }
  char *text = malloc(size);
  size_t used = 0;
  for (size_t i = 0; i < 3 && text != NULL; i++) {
    if (parts[i] != NULL) {
      used += (size_t)snprintf(text + used, size - used, "%s", parts[i]);
      if (used > 0 && text[used - 1] != '\n') {
        text[used++] = '\n';
      }
    }
  }
  if (text != NULL) {
    text[used] = '\0';
  }
  return text;
}

bool trials_keep(trial_bench *bench, const char *row) {
  char *found = join(bench->found, row, NULL);
  if (found == NULL) {
    return false;
  }
  free(bench->found);
  bench->found = found;
  return true;
}

/* Gives the clscan contexts the row, before those that are there already. */
static bool load(trial *t, const tuning_row *row, bench_result *result) {
  trial_bench *bench = t->bench;
  char line[256];
  if (row != NULL) {
    row_text(row, line, sizeof line);
  }
  char *text = join(row != NULL ? line : NULL, bench->found, bench->given);
  if (text == NULL) {
    return bench_fail(result, "out of memory on the host");
  }
  if (bench->loaded != NULL && bench->env.plain != NULL && strcmp(text, bench->loaded) == 0) {
    free(text);
    return true;
  }
  clscan_status status = env_load_rows(&bench->env, text);
  free(bench->loaded);
  bench->loaded = text;
  /* Values that the device does not allow. */
  if (status == CLSCAN_INVALID_TUNING) {
    return bench_skip(result, "%s", bench->env.message);
  }
  return bench_ok(&bench->env, result, "clscan_context_create", status);
}

static void set_value(bench_state *state, const char *name, const char *text) {
  char why[128];
  axis_values values;
  size_t axis = 0;
  while (strcmp(state->bench->axes[axis].name, name) != 0) {
    axis++;
  }
  bool ok = axis_parse(&state->bench->axes[axis], text, &values, why, sizeof why);
  assert(ok);
  if (ok) {
    state->values[axis] = values.items[0];
  }
  axis_values_free(&values);
}

bool trial_describe(trial *t, const tuning_row *row, int algorithm, clscan_plan_info *info,
                    bench_result *result) {
  bench_env *env = &t->bench->env;
  const bench_type *type = bench_type_find(bench_value(&t->state, "type")->text);
  clscan_plan *plan = NULL;
  clscan_status status;
  bench_result_init(result, &t->state);
  env->message[0] = '\0';
  if (!load(t, row, result)) {
    return false;
  }
  if (strcmp(t->state.bench->name, "select") == 0) {
    clscan_select_desc desc = {.type = type->type, .algorithm = algorithm};
    status = clscan_select_plan_create(env->plain, &desc, &plan);
  } else {
    clscan_scan_desc desc = {.type = type->type,
                             .op = (clscan_op)bench_value(&t->state, "op")->number,
                             .algorithm = algorithm};
    status = clscan_scan_plan_create(env->plain, &desc, &plan);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan_plan_describe(plan, info);
  }
  clscan_plan_destroy(plan);
  return bench_ok(env, result, "the plan", status);
}

/* Prints a line on standard error; on a terminal the next one takes its place unless it is to last.
 */
static void say(const trial_bench *bench, bool lasts, const tuning_row *row, const char *what) {
  char line[256];
  row_text(row, line, sizeof line);
  if (bench->is_terminal) {
    fprintf(stderr, "\r\033[K%s: %s%s", line, what, lasts ? "\n" : "");
  } else if (lasts) {
    fprintf(stderr, "%s: %s\n", line, what);
  }
}

bool trial_measure(trial *t, const tuning_row *row, int algorithm, uint64_t n,
                   bench_result *result) {
  char what[BENCH_REASON_SIZE + 16];
  char number[24];
  bench_state state = t->state;
  axis_number_text(n, number, sizeof number);
  set_value(&state, "n", number);
  set_value(&state, "algorithm", bench_algorithm_names[algorithm]);
  bench_result_init(result, &state);
  t->bench->env.message[0] = '\0';
  if (load(t, row, result)) {
    state.bench->run(&t->bench->env, &state, result);
  }
  if (result->status == BENCH_OK) {
    snprintf(what, sizeof what, "%.1f us", result->call_us);
  } else {
    snprintf(what, sizeof what, "%s: %s", result->status == BENCH_FAILED ? "FAILED" : "skipped",
             result->reason);
  }
  say(t->bench, result->status == BENCH_FAILED, row, what);
  return result->status == BENCH_OK;
}

static bool is_faster(const bench_result *a, const bench_result *b) {
  return b->call_us - a->call_us > NOISES * (a->noise * a->call_us + b->noise * b->call_us);
}

static uint64_t own_n(const trial *t) { return bench_value(&t->state, "n")->number; }

static void say_best(const trial *t, const char *what) {
  char line[96];
  snprintf(line, sizeof line, "%.1f us%s", t->result.call_us, what);
  say(t->bench, true, &t->best, line);
}

bool trial_start(trial *t, const tuning_row *row) {
  t->best = *row;
  if (!trial_measure(t, row, t->algorithm, own_n(t), &t->result)) {
    return false;
  }
  say_best(t, " to begin with");
  return true;
}

bool trial_take(trial *t, const tuning_row *row, int algorithm) {
  bench_env *env = &t->bench->env;
  bool check = env->settings.check;
  bench_result result;
  bench_result before;
  if (!trial_measure(t, row, algorithm, own_n(t), &result) || !is_faster(&result, &t->result)) {
    return false;
  }
  env->settings.check = false;
  bool taken = trial_measure(t, &t->best, t->algorithm, own_n(t), &before) &&
               trial_measure(t, row, algorithm, own_n(t), &result) && is_faster(&result, &before);
  env->settings.check = check;
  if (before.status == BENCH_OK) {
    t->result = before;
  }
  if (taken) {
    t->best = *row;
    t->algorithm = algorithm;
    t->result = result;
    say_best(t, "");
  }
  return taken;
}

bool trial_prefers(trial *t, uint64_t n, int one, int other) {
  bench_result a;
  bench_result b;
  bool faster = true;
  for (int i = 0; i < 2 && faster; i++) {
    faster = trial_measure(t, &t->best, one, n, &a) && trial_measure(t, &t->best, other, n, &b) &&
             is_faster(&a, &b);
  }
  return faster;
}
