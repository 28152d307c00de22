/* SPDX-License-Identifier: Apache-2.0 */
/* Makes and executes plans of every class. */
#ifndef CLSCAN_HOST_DRIVER_H
#define CLSCAN_HOST_DRIVER_H

#include "plan/plan.h"

/* clscan_<name>_plan_create() of every class. */
clscan_status clscan__plan_create(struct clscan_context *ctx, const clscan__plan_class *class,
                                  const void *desc, clscan_plan **out);

/* clscan_<name>_enqueue() of every class. */
clscan_status clscan__plan_enqueue(clscan_plan *plan, const clscan__plan_class *class,
                                   cl_command_queue queue, const void *args, cl_uint num_wait,
                                   const cl_event *wait, cl_event *event);

/* Makes a plan that is a part of another one, the next of plan->parts; a part has no parts that
 * keep state. `stateless`: it never keeps state in scratch. */
clscan_status clscan__plan_part(clscan_plan *plan, const clscan__plan_class *class,
                                const void *desc, bool stateless);

/* Adds the launches of a part, whose arguments are right. Its layout begins at `scratch`, a
 * multiple of CLSCAN__SCRATCH_ALIGN, where it has what it needs for its n. */
void clscan__plan_append(const clscan_plan *part, const void *args, clscan_buffer scratch,
                         clscan__batch *batch);

#endif
