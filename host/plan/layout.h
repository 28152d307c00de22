/* SPDX-License-Identifier: Apache-2.0 */
/* How an input is cut into tiles, and how places in scratch are laid out one after the other. */
#ifndef CLSCAN_HOST_LAYOUT_H
#define CLSCAN_HOST_LAYOUT_H

#include "base/opencl.h"
#include "tuning/tuning.h"

struct clscan_context;

enum { CLSCAN__MIN_REREAD_TILE = 4096 };

/* The most work-groups of one launch; some drivers keep the count in 31 bits. */
extern const size_t clscan__max_groups;
/* Why n is too large where those are not enough, and where places in scratch overflow. */
extern const char clscan__too_many_groups[], clscan__too_much_scratch[];

size_t clscan__divide_up(size_t a, size_t b);

/* CLSCAN_N_TOO_LARGE, and why: what goes on "n is more than ". */
clscan_status clscan__too_large(const char **why, const char *text);
/* The same if the device cannot address n elements of `size` bytes, else success. */
clscan_status clscan__check_addresses(const struct clscan_context *ctx, size_t n, size_t size,
                                      const char **why);

/* Elements a tile for n of them. With re-read storage a tile is a share of n, so that each of the
 * device's compute units gets several, within limits. */
size_t clscan__tile_length(const clscan__shape *shape, cl_uint compute_units, size_t n);

/* An upper bound of the tiles for any count up to n, which never falls as n grows. */
size_t clscan__most_tiles(const clscan__shape *shape, cl_uint compute_units, size_t n);

/* Work-groups of a look-back launch over that many tiles: cl/pass/lookback.cl. */
size_t clscan__lookback_groups(const clscan__shape *shape, cl_uint compute_units, size_t tiles);

/* Appends `count` elements of `size` bytes at *offset; returns false on overflow. */
bool clscan__place(size_t *end, size_t count, size_t size, size_t *offset);

/* Appends the ticket and the records of a look-back over that many tiles. */
bool clscan__place_records(const clscan__shape *shape, size_t tiles, size_t *end);

#endif
