/* SPDX-License-Identifier: Apache-2.0 */
/* A reduction's plan: the resolved descriptor, its programs and kernels. */
#ifndef CLSCAN_HOST_REDUCE_H
#define CLSCAN_HOST_REDUCE_H

#include "plan/input.h"
#include "plan/plan.h"
#include "types/elements.h"

/* The numbers of the kernels; the second is absent where the first does it all. */
enum { CLSCAN__REDUCE, CLSCAN__REDUCE_PARTIALS, CLSCAN__REDUCE_KERNELS };

typedef struct clscan__reduce {
  clscan_plan base;
  clscan__elements elements;
  clscan__input input;
  bool n_device_64;
  size_t unit;        /* elements that the groups' ranges are made of */
  size_t most_groups; /* that a launch has */
} clscan__reduce;

/* The groups of an execution and its places in scratch; follows from the plan and n alone. */
typedef struct clscan__reduce_layout {
  size_t groups;   /* 1 at least; one group needs no scratch */
  size_t bytes;    /* of scratch, room for alignment included; 0: none */
  const char *why; /* what clscan__too_large() says */
} clscan__reduce_layout;

/* CLSCAN_N_TOO_LARGE without a message if n is too large, and layout->why. */
clscan_status clscan__reduce_layout_make(const clscan__reduce *reduce, size_t n,
                                         clscan__reduce_layout *layout);

/* The class's functions that are in another file than the class. */
clscan_status clscan__reduce_check(const clscan_plan *plan, clscan__call *call);
void clscan__reduce_append(const clscan_plan *plan, const clscan__call *call);

#endif
