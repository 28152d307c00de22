/* SPDX-License-Identifier: Apache-2.0 */
#include "device/device.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"

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

clscan_status clscan__device_check(const clscan_context *ctx) {
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

clscan_status clscan__device_read_queue(clscan_context *ctx) {
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
