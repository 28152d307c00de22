/* SPDX-License-Identifier: Apache-2.0 */
/* The programs and kernels of a plan. */
#ifndef CLSCAN_HOST_KERNELS_H
#define CLSCAN_HOST_KERNELS_H

#include "plan/plan.h"
#include "program/program.h"
#include "program/program_text.h"

/* Acquires a program for the plan's lifetime. Frees the prelude, also on failure. A program without
 * prelude and shape: NULL. */
clscan_status clscan__plan_program(struct clscan_plan *plan, clscan__prelude *prelude,
                                   const char *name, const clscan__shape *shape,
                                   clscan__program **program);

/* Makes the kernel of that number; `name` is static. */
clscan_status clscan__plan_kernel(struct clscan_plan *plan, size_t number,
                                  const clscan__program *program, const char *name);

/* Makes the kernel that clears: of a program of its own, or of the plan's last program, which looks
 * back or counts groups with the PTX back end. */
clscan_status clscan__plan_clear_apart(struct clscan_plan *plan);
clscan_status clscan__plan_clear_inside(struct clscan_plan *plan);

/* Gives all that back. */
void clscan__plan_release(struct clscan_plan *plan);

/* Lowers request->max_group_size or drops sub-groups if the plan's kernels cannot run in groups of
 * its shape's size; *again tells whether it did. */
clscan_status clscan__plan_fits(const struct clscan_plan *plan, clscan__shape_request *request,
                                bool *again);

#endif
