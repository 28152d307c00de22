/* SPDX-License-Identifier: Apache-2.0 */
/* A scan's plan: the resolved descriptor, its programs and kernels. */
#ifndef CLSCAN_HOST_SCAN_H
#define CLSCAN_HOST_SCAN_H

#include "plan/plan.h"
#include "types/elements.h"

/* Levels of totals below the input: each is the previous one's tiles. */
enum { CLSCAN__MAX_LEVELS = 12 };

typedef struct clscan__scan {
  clscan_plan base;
  clscan__elements elements;
  clscan__operator op;
  clscan_kind kind;
  bool n_device_64;
  bool out_is_acc; /* an output element is an accumulator as it is stored */
  bool has_identity;
  clscan__shape alone;  /* the shape of the small kernel */
  clscan__shape totals; /* the shape of the programs that scan tiles' totals */
  clscan__kernel small, totals_small;
  clscan__kernel tiles, finish; /* of the input: the first pass, the last pass */
  clscan__kernel level_reduce[CLSCAN__MAX_LEVELS], level_scan[CLSCAN__MAX_LEVELS];
} clscan__scan;

/* The places of an execution in scratch, and its number of tiles. Offsets are from the layout's
 * start; all of this follows from the plan and n alone. */
typedef struct clscan__scan_layout {
  bool small;   /* one group does it all */
  size_t tile;  /* elements a tile of the input */
  size_t tiles; /* 1 at least */
  int levels;   /* of totals; 1 at least unless look-back or small */
  size_t totals_tile;
  size_t count[CLSCAN__MAX_LEVELS]; /* totals at each level */
  size_t aggregates[CLSCAN__MAX_LEVELS], offsets[CLSCAN__MAX_LEVELS];
  size_t last, intermediate;
  size_t bytes;    /* of scratch, room for alignment included; 0: none */
  const char *why; /* what clscan__too_large() says */
} clscan__scan_layout;

extern const clscan__plan_class clscan__scan_class;

/* CLSCAN_N_TOO_LARGE without a message if n is too large, and layout->why. */
clscan_status clscan__scan_layout_make(const clscan__scan *scan, size_t n,
                                       clscan__scan_layout *layout);

/* Whether an execution looks back, and so keeps its state in scratch. */
bool clscan__scan_keeps_state(const clscan__scan *scan, size_t n);

/* Adds the commands of an execution, a part of another plan's, whose arguments are right. The
 * scratch is cleared if that is needed, and starts at a multiple of CLSCAN__SCRATCH_ALIGN. */
void clscan__scan_append(clscan__scan *scan, const clscan_scan_args *args, clscan_buffer scratch,
                         clscan__batch *batch);

/* A plan for a part of another plan. `stateless`: it never keeps state in scratch. */
clscan_status clscan__scan_plan_make(struct clscan_context *ctx, const clscan_scan_desc *desc,
                                     bool stateless, clscan_plan **out);

/* The class's function: scratch bytes that never fall as n grows. */
clscan_status clscan__scan_scratch_bytes(const clscan_plan *plan, size_t n, size_t *bytes,
                                         const char **why);

#endif
