/* SPDX-License-Identifier: Apache-2.0 */
/* The context: an OpenCL device with what was learned and built for it. */
#ifndef CLSCAN_HOST_CONTEXT_H
#define CLSCAN_HOST_CONTEXT_H

#include <pthread.h>

#include "base/opencl.h"
#include "device/caps.h"
#include "tuning/tuning_rows.h"

struct clscan__program;
struct clscan__cached_plan;

struct clscan_context {
  clscan__opencl cl;
  cl_context context;
  cl_device_id device;
  cl_device_id queue_device; /* what its queues say: the device, or one that it is a part of */
  clscan__caps caps;
  clscan_context_options options; /* build_options is owned, tuning and tuning_rows are NULL */
  clscan_tuning tuning;           /* all zero if there is none */
  clscan__tuning_row *rows;       /* loaded */
  size_t num_rows;

  /* Guards what follows. Locks are taken in this order: that of an entry of the plan cache, which
   * is let go before a plan's is taken; a plan's; this one. Nothing is locked, nor OpenCL waited
   * for, under it. */
  pthread_mutex_t mutex;
  pthread_cond_t built; /* a program is ready */
  struct clscan__program *programs;
  struct clscan__cached_plan *cached_plans;
  size_t num_cached_plans;
  struct clscan_plan *plans; /* all plans of the context */
  size_t scratch_bytes, scratch_count;
  uint64_t last_plan_id;
};

/* Sends a sentence to the log callback and returns `status`. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
clscan_status
clscan__fail(const struct clscan_context *ctx, clscan_status status, const char *format, ...);

/* The place in `devices` of the context's device or, for a sub-device, of the nearest one above it;
 * WRONG_DEVICE, without a message, if none of them is there. */
clscan_status clscan__device_find(const struct clscan_context *ctx, const cl_device_id *devices,
                                  size_t count, size_t *place);

/* CLSCAN_RESERVED_NOT_ZERO if one of `count` reserved fields is set. `what` names their struct. */
clscan_status clscan__reserved_check(const struct clscan_context *ctx, const char *what,
                                     const uintptr_t *reserved, size_t count);

#endif
