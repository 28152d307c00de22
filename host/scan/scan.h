/* SPDX-License-Identifier: Apache-2.0 */
/* A scan's plan: the resolved descriptor, its programs and kernels. */
#ifndef CLSCAN_HOST_SCAN_H
#define CLSCAN_HOST_SCAN_H

#include "plan/input.h"
#include "plan/plan.h"
#include "types/elements.h"

/* Levels of totals below the input: each is the previous one's tiles. */
enum { CLSCAN__MAX_LEVELS = 12 };

/* The numbers of the kernels. */
enum {
  CLSCAN__SCAN_SMALL,
  CLSCAN__SCAN_TILES,  /* the first pass over the input */
  CLSCAN__SCAN_FINISH, /* the last one */
  CLSCAN__SCAN_TOTALS_SMALL,
  CLSCAN__SCAN_LEVELS, /* of totals: to reduce and to scan the first, then those of the next */
  CLSCAN__SCAN_KERNELS = CLSCAN__SCAN_LEVELS + 2 /* different ones */
};

typedef struct clscan__scan {
  clscan_plan base;
  clscan__elements elements;
  clscan__input input;
  clscan_kind kind;
  bool n_device_64;
  bool out_is_acc; /* an output element is an accumulator as it is stored */
  bool has_identity;
  clscan__shape alone;  /* the shape of the small kernel */
  clscan__shape totals; /* the shape of the programs that scan tiles' totals */
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

/* CLSCAN_N_TOO_LARGE without a message if n is too large, and layout->why. */
clscan_status clscan__scan_layout_make(const clscan__scan *scan, size_t n,
                                       clscan__scan_layout *layout);

/* The class's functions that are in other files than the class. */
clscan_status clscan__scan_needs(const clscan_plan *plan, size_t n, clscan__needs *needs);
clscan_status clscan__scan_check(const clscan_plan *plan, clscan__call *call);
void clscan__scan_append(const clscan_plan *plan, const clscan__call *call);

#endif
