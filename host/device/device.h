/* SPDX-License-Identifier: Apache-2.0 */
/* A context's device among others: it may be a sub-device, a part of another one. */
#ifndef CLSCAN_HOST_DEVICE_H
#define CLSCAN_HOST_DEVICE_H

#include "base/opencl.h"

struct clscan_context;

/* The place in `devices` of the context's device or, for a sub-device, of the nearest one above it;
 * WRONG_DEVICE, without a message, if none of them is there. */
clscan_status clscan__device_find(const struct clscan_context *ctx, const cl_device_id *devices,
                                  size_t count, size_t *place);

/* Whether the device, or one that it is a part of, is one of the OpenCL context's. */
clscan_status clscan__device_check(const struct clscan_context *ctx);

/* Asks what a queue of the device says that its device is. */
clscan_status clscan__device_read_queue(struct clscan_context *ctx);

#endif
