/* SPDX-License-Identifier: Apache-2.0 */
#include "base/context.h"

#include <stdlib.h>

#include "api/drivers.h"
#include "api/options_fields.h"
#include "api/plan_cache.h"
#include "api/works.h"
#include "base/fail.h"
#include "base/text.h"
#include "device/caps.h"
#include "device/device.h"
#include "plan/handle.h"
#include "program/program.h"
#include "tuning/tuning_check.h"

/* A context and its device's abilities, in one piece of memory. */
typedef struct whole_context {
  clscan_context context;
  clscan__caps caps;
} whole_context;

static clscan_status check_options(const clscan_context *ctx) {
  const clscan_status status =
      clscan__fields_check(ctx, "options", &clscan__options_fields, &ctx->options);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (ctx->options.forbid_lookback && ctx->options.allow_lookback) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "options: look-back is both forbidden and allowed");
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan_context_create(cl_context context, cl_device_id device,
                                    const clscan_context_options *options, clscan_context **out) {
  if (!context || !device || !out) {
    if (options && options->log) {
      options->log(options->log_user, CLSCAN_INVALID_ARGUMENT,
                   "clscan_context_create: context, device and out must not be NULL");
    }
    return CLSCAN_INVALID_ARGUMENT;
  }
  whole_context *whole = calloc(1, sizeof *whole);
  if (!whole) {
    if (options && options->log) {
      options->log(options->log_user, CL_OUT_OF_HOST_MEMORY,
                   "clscan_context_create: the host has no memory for a context");
    }
    return CL_OUT_OF_HOST_MEMORY;
  }
  clscan_context *ctx = &whole->context;
  bool retained_context = false, retained_device = false, has_mutex = false, has_condition = false;
  char *build_options = NULL;
  const char *missing = NULL;
  clscan_status status;

  ctx->caps = &whole->caps;
  if (options) {
    ctx->options = *options;
  }
  ctx->options.build_options = NULL;
  if (options && options->tuning) {
    ctx->tuning = *options->tuning;
  }
  ctx->options.tuning = NULL;
  ctx->options.tuning_rows = NULL;
  ctx->context = context;
  ctx->device = device;
  status = check_options(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status =
      clscan__opencl_load(&ctx->cl, ctx->options.get_proc, ctx->options.get_proc_user, &missing);
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(ctx, status, "the OpenCL function %s is missing", missing);
    goto cleanup;
  }
  if (options && options->build_options) {
    build_options = clscan__string_copy(options->build_options);
    if (!build_options) {
      status = clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for build options");
      goto cleanup;
    }
    ctx->options.build_options = build_options;
  }
  if (options && options->tuning_rows) {
    status = clscan__tuning_load(ctx, options->tuning_rows, clscan__works, clscan__num_works);
    if (status != CLSCAN_SUCCESS) {
      goto cleanup;
    }
  }
  status = clscan__device_check(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status = clscan__device_read_queue(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status = clscan__caps_read(&ctx->cl, device, ctx->caps);
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(ctx, status, "the device's properties could not be read: %s",
                 clscan_status_name(status));
    goto cleanup;
  }
  if (!ctx->caps->has_compiler) {
    status = clscan__fail(ctx, CLSCAN_NO_COMPILER, "%s has no OpenCL C compiler", ctx->caps->name);
    goto cleanup;
  }
  status = clscan__tuning_check(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  if (!clscan__mutex_init(&ctx->mutex)) {
    status = clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "a context's locks cannot be made");
    goto cleanup;
  }
  has_mutex = true;
  if (!clscan__condition_init(&ctx->built)) {
    status = clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "a context's locks cannot be made");
    goto cleanup;
  }
  has_condition = true;
  status = ctx->cl.clRetainContext(context);
  if (status != CL_SUCCESS) {
    clscan__fail(ctx, status, "the OpenCL context cannot be retained: %s",
                 clscan_status_name(status));
    goto cleanup;
  }
  retained_context = true;
  status = ctx->cl.clRetainDevice(device);
  if (status != CL_SUCCESS) {
    clscan__fail(ctx, status, "the device cannot be retained: %s", clscan_status_name(status));
    goto cleanup;
  }
  retained_device = true;
  status = clscan__drivers_tell(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status = clscan__probe(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  *out = ctx;
  return CLSCAN_SUCCESS;

cleanup:
  if (retained_device) {
    ctx->cl.clReleaseDevice(device);
  }
  if (retained_context) {
    ctx->cl.clReleaseContext(context);
  }
  if (has_condition) {
    clscan__condition_destroy(&ctx->built);
  }
  if (has_mutex) {
    clscan__mutex_destroy(&ctx->mutex);
  }
  free(build_options);
  free(ctx->rows);
  free(ctx);
  return status;
}

void clscan_context_destroy(clscan_context *ctx) {
  if (!ctx) {
    return;
  }
  clscan__plan_cache_clear(ctx);
  clscan__programs_trim(ctx);
  ctx->cl.clReleaseDevice(ctx->device);
  ctx->cl.clReleaseContext(ctx->context);
  clscan__condition_destroy(&ctx->built);
  clscan__mutex_destroy(&ctx->mutex);
  free((char *)(uintptr_t)ctx->options.build_options);
  free(ctx->rows);
  free(ctx);
}

clscan_status clscan_context_memory(clscan_context *ctx, clscan_memory *memory) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!memory) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "memory is NULL");
  }
  *memory = (clscan_memory){0};
  clscan__mutex_lock(&ctx->mutex);
  memory->cached_plans = ctx->num_cached_plans;
  memory->scratch_bytes = ctx->scratch_bytes;
  memory->scratch_count = ctx->scratch_count;
  memory->cached_programs = clscan__programs_count(ctx);
  clscan__mutex_unlock(&ctx->mutex);
  return CLSCAN_SUCCESS;
}

clscan_status clscan_context_trim(clscan_context *ctx, cl_command_queue queue) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!queue) {
    clscan__plan_cache_clear(ctx);
  }
  clscan__plans_trim(ctx, queue);
  if (!queue) {
    clscan__programs_trim(ctx);
  }
  return CLSCAN_SUCCESS;
}
