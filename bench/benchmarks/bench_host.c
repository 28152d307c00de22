/* SPDX-License-Identifier: Apache-2.0 */
/* Costs on the host: compiling a plan, and what a call adds to the launch itself. */
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "benchmarks/list.h"
#include "data/pair.h"
#include "frame/env.h"
#include "frame/program.h"
#include "frame/types.h"

/*
 * A macro that no program has had before, so that no cache of the driver's, on disk or in memory,
 * knows the program.
 */
static void unseen_option(char *text, size_t size) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(text, size, "-DCLSCAN_BENCH_RUN=%lld%09ldu%ld", (long long)now.tv_sec, now.tv_nsec,
           (long)getpid());
}

/* Makes a plan in a new context with that option; the context's making is not timed. */
static clscan_status time_plan(bench_env *env, const clscan_scan_desc *desc, const char *option,
                               double *seconds) {
  clscan_context_options options = {.build_options = option, .tuning_rows = env->tuning_rows};
  clscan_context *context = NULL;
  clscan_plan *plan = NULL;
  clscan_status status = clscan_context_create(env->context, env->device.id, &options, &context);
  if (status == CLSCAN_SUCCESS) {
    double start = measure_now();
    status = clscan_scan_plan_create(context, desc, &plan);
    *seconds = measure_now() - start;
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(context);
  return status;
}

/* Cold: each plan has an option of its own. Driver: all have one that the driver has seen before.
 */
static void plan_in_new_context(bench_env *env, const clscan_scan_desc *desc, bool cold,
                                bench_result *result) {
  sample_set times;
  char option[80];
  double seconds = 0.0;
  unseen_option(option, sizeof option);
  clscan_status status = cold ? CLSCAN_SUCCESS : time_plan(env, desc, option, &seconds);
  samples_start(&times, env->settings.min_time);
  double start = measure_now();
  while (status == CLSCAN_SUCCESS && !samples_done(&times) &&
         (times.count < 3 || measure_now() - start < 2.0 * times.min_time)) {
    if (cold) {
      unseen_option(option, sizeof option);
    }
    status = time_plan(env, desc, option, &seconds);
    if (status == CLSCAN_SUCCESS) {
      samples_add(&times, seconds, 1);
    }
  }
  if (bench_ok(env, result, "clscan_scan_plan_create", status)) {
    result->samples = times.count;
    result->call_us = samples_median(&times);
    result->noise = samples_noise(&times);
  }
}

typedef struct plan_call {
  clscan_context *context;
  const clscan_scan_desc *desc;
} plan_call;

static clscan_status make_plan(void *user, cl_command_queue queue, event_sink *sink) {
  const plan_call *call = user;
  clscan_plan *plan = NULL;
  (void)queue;
  (void)sink;
  clscan_status status = clscan_scan_plan_create(call->context, call->desc, &plan);
  clscan_plan_destroy(plan);
  return status;
}

/* Makes and destroys plans whose programs the context has already. */
static void plan_again(bench_env *env, const clscan_scan_desc *desc, bench_result *result) {
  plan_call call = {env->plain, desc};
  bench_operation operation = {make_plan, &call};
  clscan_plan *first = NULL;
  if (bench_ok(env, result, "clscan_scan_plan_create",
               clscan_scan_plan_create(env->plain, desc, &first))) {
    measure_calls(env, &operation, NULL, result);
  }
  clscan_plan_destroy(first);
}

void bench_plan_create(bench_env *env, const bench_state *state, bench_result *result) {
  uint64_t cache = bench_value(state, "cache")->number;
  clscan_scan_desc desc = {
      .type = CLSCAN_INT32,
      .algorithm = bench_algorithm_find(bench_value(state, "algorithm")->text),
  };
  env_progress(env, "compiling");
  if (cache == CACHE_CONTEXT) {
    plan_again(env, &desc, result);
  } else {
    plan_in_new_context(env, &desc, cache == CACHE_COLD, result);
  }
}

typedef struct check_call {
  uint64_t which;
  clscan_plan *plain; /* of a context without a log, so that no sentence is composed */
  clscan_plan *observed;
  cl_kernel kernel;
  clscan_scan_args args;
} check_call;

static clscan_status enqueue_check(void *user, cl_command_queue queue, event_sink *sink) {
  const check_call *call = user;
  if (call->which == CALL_RAW) {
    static const program_shape one = {1, 1, 1};
    return program_enqueue(call->kernel, &one, queue, sink);
  }
  clscan_plan *plan = sink != NULL ? call->observed : call->plain;
  clscan_status status = clscan_scan_enqueue(plan, queue, &call->args, 0, NULL, NULL);
  if (call->which != CALL_REFUSED) {
    return status;
  }
  /* A status that the bench never treats as success stands for a call that was not refused. */
  return status == CLSCAN_OVERLAP ? CLSCAN_SUCCESS : CLSCAN_INVALID_ARGUMENT;
}

static void set_arguments(bench_env *env, check_call *call) {
  call->args.in.mem = env->pair->in;
  call->args.out.mem = env->pair->out;
  call->args.n = call->which == CALL_EMPTY ? 0 : 1;
  if (call->which == CALL_REFUSED) {
    call->args.out = (clscan_buffer){env->pair->in, sizeof(cl_int)};
    call->args.n = 2;
  }
}

void bench_checks(bench_env *env, const bench_state *state, bench_result *result) {
  static const char empty_source[] = "__kernel void bench_empty(void) {}\n";
  const char *const texts[] = {empty_source};
  clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_context *context = NULL;
  cl_program program = NULL;
  check_call call = {.which = bench_value(state, "call")->number};
  bench_operation operation = {enqueue_check, &call};
  env_progress(env, "compiling");
  if (!pair_acquire_operands(env, bench_type_find("int32"), CLSCAN_ADD, 1024, 0, result)) {
    return;
  }
  set_arguments(env, &call);
  if (!bench_ok(env, result, "clscan_context_create",
                clscan_context_create(env->context, env->device.id, NULL, &context)) ||
      !bench_ok(env, result, "clscan_scan_plan_create",
                clscan_scan_plan_create(context, &desc, &call.plain)) ||
      !bench_ok(env, result, "clscan_scan_plan_create",
                clscan_scan_plan_create(env->observed, &desc, &call.observed)) ||
      !program_kernel(env, texts, 1, "", "bench_empty", &program, &call.kernel, result)) {
    goto cleanup;
  }
  if (measure_device(env, &operation, result)) {
    measure_calls(env, &operation, env->queue, result);
  }
  if (result->launches == 0) {
    result->device_us = NAN;
  }
cleanup:
  if (call.kernel != NULL) {
    clReleaseKernel(call.kernel);
  }
  if (program != NULL) {
    clReleaseProgram(program);
  }
  clscan_plan_destroy(call.observed);
  clscan_plan_destroy(call.plain);
  clscan_context_destroy(context);
}
