/* SPDX-License-Identifier: Apache-2.0 */
/* The plans that a context keeps for the functions that do it all in one call. They are keyed by
 * the function and a deep copy of its descriptor. options.max_cached_plans says how many are kept,
 * and options.max_queues how many queues have scratch in each. */
#ifndef CLSCAN_HOST_PLAN_CACHE_H
#define CLSCAN_HOST_PLAN_CACHE_H

#include "plan/plan.h"

struct clscan_context;

/* Finds or makes the plan and enqueues it. */
clscan_status clscan__plan_cache_call(struct clscan_context *ctx, const clscan__plan_class *class,
                                      cl_command_queue queue, const void *desc, const void *args,
                                      cl_uint num_wait, const cl_event *wait, cl_event *event);

/* Forgets the plans that nobody uses at the moment. */
void clscan__plan_cache_clear(struct clscan_context *ctx);

#endif
