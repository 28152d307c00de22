/* SPDX-License-Identifier: Apache-2.0 */
/* The plans that a context keeps for the functions that do it all in one call. They are keyed by
 * the function and a deep copy of its descriptor. options.max_cached_plans says how many are kept,
 * and options.max_queues how many queues have scratch in each. */
#ifndef CLSCAN_HOST_PLAN_CACHE_H
#define CLSCAN_HOST_PLAN_CACHE_H

#include "base/opencl.h"
#include "base/text.h"

struct clscan_context;

/* A function of that kind: how its plans are told apart, made and run. */
typedef struct clscan__one_call {
  const char *name; /* part of the key; static */
  /* Appends all that the descriptor says, whatever it points to included. */
  void (*key)(clscan__text *key, const void *desc);
  clscan_status (*create)(struct clscan_context *ctx, const void *desc, clscan_plan **out);
  clscan_status (*enqueue)(clscan_plan *plan, cl_command_queue queue, const void *args,
                           cl_uint num_wait, const cl_event *wait, cl_event *event);
} clscan__one_call;

/* Finds or makes the plan and enqueues it. */
clscan_status clscan__plan_cache_call(struct clscan_context *ctx, const clscan__one_call *call,
                                      cl_command_queue queue, const void *desc, const void *args,
                                      cl_uint num_wait, const cl_event *wait, cl_event *event);

/* Forgets the plans that nobody uses at the moment. */
void clscan__plan_cache_clear(struct clscan_context *ctx);

#endif
