/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/env.h"

#include <stdio.h>
#include <string.h>

static void keep_message(void *user, clscan_status status, const char *message) {
  bench_env *env = user;
  (void)status;
  snprintf(env->message, sizeof env->message, "%.*s", (int)strcspn(message, "\n"), message);
}

static void keep_event(void *user, const char *kernel_name, cl_event event) {
  bench_env *env = user;
  (void)kernel_name;
  if (clRetainEvent(event) == CL_SUCCESS) {
    event_sink_add(&env->sink, event);
  }
}

static void close_clscan(bench_env *env) {
  clscan_context_destroy(env->observed);
  clscan_context_destroy(env->plain);
  env->observed = NULL;
  env->plain = NULL;
}

clscan_status env_load_rows(bench_env *env, const char *tuning_rows) {
  clscan_context_options options = {
      .log = keep_message, .log_user = env, .tuning_rows = tuning_rows};
  close_clscan(env);
  env->tuning_rows = tuning_rows;
  clscan_status status = clscan_context_create(env->context, env->device.id, &options, &env->plain);
  if (status == CLSCAN_SUCCESS) {
    options.on_command = keep_event;
    options.on_command_user = env;
    status = clscan_context_create(env->context, env->device.id, &options, &env->observed);
  }
  if (status != CLSCAN_SUCCESS) {
    close_clscan(env);
  }
  return status;
}

bool env_open(bench_env *env, const bench_device *device, const bench_settings *settings,
              const char *tuning_rows, char *why, size_t why_size) {
  const char *what = "clCreateContext";
  cl_int status;
  memset(env, 0, sizeof *env);
  env->device = *device;
  env->settings = *settings;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                        (cl_context_properties)device->platform, 0};
  env->context = clCreateContext(properties, 1, &device->id, NULL, NULL, &status);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  what = "clCreateCommandQueue";
  env->queue = clCreateCommandQueue(env->context, device->id, 0, &status);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  env->profiled =
      clCreateCommandQueue(env->context, device->id, CL_QUEUE_PROFILING_ENABLE, &status);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  what = "clscan_context_create";
  status = env_load_rows(env, tuning_rows);
cleanup:
  if (status != CL_SUCCESS) {
    snprintf(why, why_size, "%s: %s: %s", what, clscan_status_name(status),
             env->message[0] != '\0' ? env->message : clscan_status_string(status));
    env_close(env);
  }
  return status == CL_SUCCESS;
}

void env_close(bench_env *env) {
  event_sink_free(&env->sink);
  close_clscan(env);
  if (env->profiled != NULL) {
    clReleaseCommandQueue(env->profiled);
  }
  if (env->queue != NULL) {
    clReleaseCommandQueue(env->queue);
  }
  if (env->context != NULL) {
    clReleaseContext(env->context);
  }
  memset(env, 0, sizeof *env);
}

void env_progress(const bench_env *env, const char *step) {
  if (env->progress != NULL) {
    env->progress(env->progress_user, step);
  }
}

/* What a device may well lack; everything else is a fault. */
static bool is_limit(clscan_status status) {
  switch (status) {
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_OUT_OF_HOST_MEMORY:
  case CL_INVALID_BUFFER_SIZE:
  case CLSCAN_UNSUPPORTED_TYPE:
  case CLSCAN_INVALID_OPERATOR:
  case CLSCAN_UNSUPPORTED_ALGORITHM:
  case CLSCAN_UNSUPPORTED_BACKEND:
  case CLSCAN_N_TOO_LARGE:
    return true;
  default:
    return false;
  }
}

bool bench_ok(bench_env *env, bench_result *result, const char *what, clscan_status status) {
  if (status == CL_SUCCESS) {
    return true;
  }
  const char *detail = clscan_status_string(status);
  if (env != NULL && env->message[0] != '\0') {
    detail = env->message;
  }
  if (is_limit(status)) {
    bench_skip(result, "%s", detail);
  } else {
    bench_fail(result, "%s: %s: %s", what, clscan_status_name(status), detail);
  }
  if (env != NULL) {
    env->message[0] = '\0';
  }
  return false;
}
