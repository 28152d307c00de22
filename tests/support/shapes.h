/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tuning values that force the forms of a kernel, so that a CPU also runs a GPU's. */
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include "support/harness.h"

struct shape {
  const char *name;
  clscan_tuning tuning;
  bool subgroups; /* only where the device has sub-groups */
};

enum {
  SHAPE_OWN, /* the device's own */
  SHAPE_64,  /* small tiles in registers */
  SHAPE_96,
  SHAPE_256,
  SHAPE_64_LONG,
  SHAPE_SUBGROUPS,
  SHAPE_REREAD, /* small tiles, read twice */
  SHAPE_REREAD_ONE_WORD,
  SHAPES
};
extern const struct shape shapes[SHAPES];

/* The five algorithms. */
#define SHAPES_ALGORITHM_COUNT 5
extern const clscan_scan_algorithm shapes_algorithms[SHAPES_ALGORITHM_COUNT];
const char *shapes_algorithm_name(clscan_scan_algorithm algorithm);
bool shapes_is_lookback(clscan_scan_algorithm algorithm);

/* Whether the device has what the row asks for: group size, atomics, sub-groups. */
bool shapes_fits(const struct harness *h, const struct shape *shape);
/* Whether elements of `size` bytes are worth a run in this shape: those of 4 bytes, others where it
 * is not only numbers that differ from another shape, all with CLSCAN_TEST_SLOW=1. */
bool shapes_suits(const struct shape *shape, size_t size);
/* SHAPE_64 where it fits, else the device's own: many tiles of few elements. */
const struct shape *shapes_small_tiles(const struct harness *h);
/* A context with this row, that lets look-back run on every device. */
clscan_context *shapes_open(struct harness *h, const struct shape *shape);

/* Puts such a context in place of h->ctx, if the device has what it asks for, and the usual one
 * back. */
bool shapes_enter(struct harness *h, const struct shape *shape);
void shapes_leave(struct harness *h);

/* Elements a tile of the plan; where that depends on the length, those of a short tile. */
size_t shapes_tile(const clscan_plan *plan);
/* A length of many tiles, the last of them short, that does not take long. */
size_t shapes_many_tiles(const clscan_plan *plan);

#endif
