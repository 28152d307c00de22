/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a plan, from its place in the context to its end. */
#ifndef CLSCAN_HOST_HANDLE_H
#define CLSCAN_HOST_HANDLE_H

#include "plan/plan.h"

/* Sets up the common part and enters the plan into the context. */
clscan_status clscan__plan_init(struct clscan_plan *plan, const clscan__plan_class *class,
                                struct clscan_context *ctx);

/* The class's needs, with a message on failure. */
clscan_status clscan__plan_needs(const struct clscan_plan *plan, size_t n, clscan__needs *needs);

/* Releases the library's own scratch of all plans for this queue, or for all queues. From any
 * thread. */
void clscan__plans_trim(struct clscan_context *ctx, cl_command_queue queue);

#endif
