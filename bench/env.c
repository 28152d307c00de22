/* SPDX-License-Identifier: Apache-2.0 */
#include "env.h"

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

bool env_open(bench_env *env, const bench_device *device, const bench_settings *settings, char *why,
              size_t why_size) {
  clscan_context_options options = {.log = keep_message, .log_user = env};
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
  status = clscan_context_create(env->context, device->id, &options, &env->plain);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  options.on_command = keep_event;
  options.on_command_user = env;
  status = clscan_context_create(env->context, device->id, &options, &env->observed);
cleanup:
  if (status != CL_SUCCESS) {
    snprintf(why, why_size, "%s: %s: %s", what, clscan_status_name(status),
             env->message[0] != '\0' ? env->message : clscan_status_string(status));
    env_close(env);
  }
  return status == CL_SUCCESS;
}

void env_close(bench_env *env) {
  pair_release(&env->pair);
  baseline_free(&env->copies);
  event_sink_free(&env->sink);
  clscan_context_destroy(env->observed);
  clscan_context_destroy(env->plain);
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
