/* SPDX-License-Identifier: Apache-2.0 */
#include "base/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/plan_cache.h"
#include "base/text.h"
#include "device/drivers.h"
#include "plan/plan.h"
#include "program/program.h"
#include "tuning/tuning.h"

clscan_status clscan__fail(const clscan_context *ctx, clscan_status status, const char *format,
                           ...) {
  if (ctx->options.log) {
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    ctx->options.log(ctx->options.log_user, status, message);
  }
  return status;
}

clscan_status clscan__reserved_check(const clscan_context *ctx, const char *what,
                                     const uintptr_t *reserved, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (reserved[i]) {
      return clscan__fail(ctx, CLSCAN_RESERVED_NOT_ZERO, "%s: reserved[%zu] is not zero", what, i);
    }
  }
  return CLSCAN_SUCCESS;
}

static clscan_status check_options(const clscan_context *ctx) {
  const uintptr_t *reserved = ctx->options.reserved;
  const clscan_status status = clscan__reserved_check(
      ctx, "options", reserved, sizeof ctx->options.reserved / sizeof *reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (ctx->options.forbid_lookback && ctx->options.allow_lookback) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "options: look-back is both forbidden and allowed");
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__device_find(const clscan_context *ctx, const cl_device_id *devices,
                                  size_t count, size_t *place) {
  clscan_status status = CL_SUCCESS;
  for (cl_device_id device = ctx->device, parent = NULL; device; device = parent) {
    for (*place = 0; *place < count; ++*place) {
      if (devices[*place] == device) {
        return CLSCAN_SUCCESS;
      }
    }
    status = ctx->cl.clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL);
    if (status != CL_SUCCESS) {
      return status;
    }
  }
  return CLSCAN_WRONG_DEVICE;
}

/* Whether the device, or one that it is a part of, is one of the OpenCL context's. */
static clscan_status check_device(const clscan_context *ctx) {
  cl_device_id *devices = NULL;
  size_t size = 0, place = 0;
  clscan_status status = ctx->cl.clGetContextInfo(ctx->context, CL_CONTEXT_DEVICES, 0, NULL, &size);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  devices = malloc(size ? size : 1);
  if (!devices) {
    status = CL_OUT_OF_HOST_MEMORY;
    goto cleanup;
  }
  status = ctx->cl.clGetContextInfo(ctx->context, CL_CONTEXT_DEVICES, size, devices, NULL);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  status = clscan__device_find(ctx, devices, size / sizeof *devices, &place);
cleanup:
  if (status == CLSCAN_WRONG_DEVICE) {
    clscan__fail(ctx, status, "the device does not belong to the OpenCL context");
  } else if (status != CLSCAN_SUCCESS) {
    clscan__fail(ctx, status, "the OpenCL context's devices cannot be queried: %s",
                 clscan_status_name(status));
  }
  free(devices);
  return status;
}

/* Asks what a queue of the device says that its device is. */
static clscan_status read_queue_device(clscan_context *ctx) {
  cl_device_id parent = NULL;
  cl_command_queue queue = NULL;
  ctx->queue_device = ctx->device;
  clscan_status status =
      ctx->cl.clGetDeviceInfo(ctx->device, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL);
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "the device's parent cannot be queried: %s",
                        clscan_status_name(status));
  }
  if (!parent) {
    return CLSCAN_SUCCESS;
  }
  queue = ctx->cl.clCreateCommandQueue(ctx->context, ctx->device, 0, &status);
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "a queue of the sub-device cannot be made: %s",
                        clscan_status_name(status));
  }
  status = ctx->cl.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof ctx->queue_device,
                                         &ctx->queue_device, NULL);
  ctx->cl.clReleaseCommandQueue(queue);
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "a queue of the sub-device cannot be queried: %s",
                        clscan_status_name(status));
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
  clscan_context *ctx = calloc(1, sizeof *ctx);
  if (!ctx) {
    if (options && options->log) {
      options->log(options->log_user, CL_OUT_OF_HOST_MEMORY,
                   "clscan_context_create: the host has no memory for a context");
    }
    return CL_OUT_OF_HOST_MEMORY;
  }
  bool retained_context = false, retained_device = false, has_mutex = false, has_condition = false;
  char *build_options = NULL;
  const char *missing = NULL;
  clscan_status status;

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
    status = clscan__tuning_load(ctx, options->tuning_rows);
    if (status != CLSCAN_SUCCESS) {
      goto cleanup;
    }
  }
  status = check_device(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status = read_queue_device(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  status = clscan__caps_read(&ctx->cl, device, &ctx->caps);
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(ctx, status, "the device's properties could not be read: %s",
                 clscan_status_name(status));
    goto cleanup;
  }
  if (!ctx->caps.has_compiler) {
    status = clscan__fail(ctx, CLSCAN_NO_COMPILER, "%s has no OpenCL C compiler", ctx->caps.name);
    goto cleanup;
  }
  status = clscan__tuning_check(ctx);
  if (status != CLSCAN_SUCCESS) {
    goto cleanup;
  }
  if (pthread_mutex_init(&ctx->mutex, NULL) != 0) {
    status = clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "a context's locks cannot be made");
    goto cleanup;
  }
  has_mutex = true;
  if (pthread_cond_init(&ctx->built, NULL) != 0) {
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
    pthread_cond_destroy(&ctx->built);
  }
  if (has_mutex) {
    pthread_mutex_destroy(&ctx->mutex);
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
  pthread_cond_destroy(&ctx->built);
  pthread_mutex_destroy(&ctx->mutex);
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
  pthread_mutex_lock(&ctx->mutex);
  memory->cached_plans = ctx->num_cached_plans;
  memory->scratch_bytes = ctx->scratch_bytes;
  memory->scratch_count = ctx->scratch_count;
  memory->cached_programs = clscan__programs_count(ctx);
  pthread_mutex_unlock(&ctx->mutex);
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
