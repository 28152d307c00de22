/* SPDX-License-Identifier: Apache-2.0 */
/* The context: an OpenCL device with what was learned and built for it. */
#ifndef CLSCAN_HOST_CONTEXT_H
#define CLSCAN_HOST_CONTEXT_H

#include "base/opencl.h"
#include "base/sync.h"

/* Each is of a higher layer, which alone looks into it. */
struct clscan__caps;
struct clscan__tuning_row;
struct clscan__program;
struct clscan__cached_plan;

/* The name of a kernel's parameter: these one after the other, without the number where it is
 * below 0. */
typedef struct clscan__parameter {
  const char *prefix, *name;
  int number;
  const char *suffix;
} clscan__parameter;

struct clscan_context {
  clscan__opencl cl;
  cl_context context;
  cl_device_id device;
  cl_device_id queue_device;      /* what its queues say: the device, or one that it is a part of */
  struct clscan__caps *caps;      /* what the device can do */
  clscan_context_options options; /* build_options is owned, tuning and tuning_rows are NULL */
  clscan_tuning tuning;           /* all zero if there is none */
  struct clscan__tuning_row *rows; /* loaded */
  size_t num_rows;
  /* For tests, else NULL: is told what an argument is meant for, before it is set. */
  void (*on_argument)(cl_kernel kernel, cl_uint index, const clscan__parameter *parameter);

  /* Guards what follows. Locks are taken in this order: that of an entry of the plan cache, which
   * is let go before a plan's is taken; a plan's; this one. Nothing is locked, nor OpenCL waited
   * for, under it. */
  clscan__mutex mutex;
  clscan__condition built; /* a program is ready */
  struct clscan__program *programs;
  struct clscan__cached_plan *cached_plans;
  size_t num_cached_plans;
  struct clscan_plan *plans; /* all plans of the context */
  size_t scratch_bytes, scratch_count;
  uint64_t last_plan_id;
};

#endif
