/* SPDX-License-Identifier: Apache-2.0 */
/* The library's own scratch memory: each plan has a list, in the order of use, under its mutex. */
#ifndef CLSCAN_HOST_POOL_H
#define CLSCAN_HOST_POOL_H

#include "base/opencl.h"

struct clscan_plan;

/* Finds or makes scratch for the plan and queue. Before
 * another queue than plan->max_queues gets some, the queue whose last use is the oldest loses its
 * own. */
clscan_status clscan__pool_acquire(struct clscan_plan *plan, cl_command_queue queue, size_t bytes,
                                   clscan_scratch **out);

/* Releases the plan's own scratch for this queue, or all of it for NULL. */
void clscan__pool_trim(struct clscan_plan *plan, cl_command_queue queue);

#endif
