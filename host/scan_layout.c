/* SPDX-License-Identifier: Apache-2.0 */
/* Where a scan's state lies in scratch. One routine serves the size query and the call. */
#include "context.h"
#include "scan.h"
#include "scratch.h"

/* The most work-groups of one launch; some drivers keep the count in 31 bits. */
static const size_t max_groups = 0x7fffffff;

/* Totals are scanned by one work-group up to this many tiles of theirs. */
enum { SMALL_TOTALS_TILES = 8, MIN_REREAD_TILE = 4096, REREAD_TILES_PER_UNIT = 8 };

static size_t divide_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* The shortest and the longest tile that re-read storage may choose, elements. */
static void reread_limits(const clscan__scan *scan, size_t *shortest, size_t *longest) {
  size_t size = scan->in.size;
  if (scan->out.size > size)
    size = scan->out.size;
  *longest = scan->base.shape.reread_bytes / size;
  *shortest = MIN_REREAD_TILE < *longest ? MIN_REREAD_TILE : *longest;
}

/* With re-read storage a tile is a share of n, so that each compute unit gets several, within limits. */
static size_t tile_length(const clscan__scan *scan, size_t n) {
  const clscan__shape *shape = &scan->base.shape;
  if (shape->storage != CLSCAN_STORAGE_REREAD)
    return (size_t)shape->group_size * shape->vec * shape->steps;
  if (shape->reread_tile)
    return shape->reread_tile;
  size_t shortest, longest;
  reread_limits(scan, &shortest, &longest);
  const size_t wanted =
      divide_up(n, (size_t)scan->base.ctx->caps.compute_units * REREAD_TILES_PER_UNIT);
  return wanted < shortest ? shortest : wanted > longest ? longest : wanted;
}

/* An upper bound of the tiles for any count up to n, which never falls as n grows. */
static size_t most_tiles(const clscan__scan *scan, size_t n) {
  const clscan__shape *shape = &scan->base.shape;
  if (shape->storage != CLSCAN_STORAGE_REREAD || shape->reread_tile)
    return divide_up(n, tile_length(scan, n));
  size_t shortest, longest;
  reread_limits(scan, &shortest, &longest);
  const size_t share = (size_t)scan->base.ctx->caps.compute_units * REREAD_TILES_PER_UNIT;
  const size_t many = divide_up(n, shortest), few = divide_up(n, longest);
  const size_t middle = many < share ? many : share;
  return few > middle ? few : middle;
}

/* Appends `count` accumulators; returns false on overflow. */
static bool place(size_t *end, size_t count, size_t size, size_t *offset) {
  const size_t align = CLSCAN__SCRATCH_ALIGN;
  if (*end > SIZE_MAX - align)
    return false;
  *offset = (*end + align - 1) / align * align;
  if (count > (SIZE_MAX - *offset) / size)
    return false;
  *end = *offset + count * size;
  return true;
}

static bool place_lookback(const clscan__shape *shape, size_t tiles, size_t *end) {
  size_t offset;
  const size_t records = shape->algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL
                             ? (tiles / shape->window + 1) * ((size_t)shape->window + 1)
                             : tiles;
  return place(end, CLSCAN__SCRATCH_ALIGN, 1, &offset) &&
         place(end, records, shape->spacing, &offset);
}

static bool place_totals(const clscan__scan *scan, size_t n, size_t tiles,
                         clscan__scan_layout *layout, size_t *end) {
  const clscan__shape *totals = &scan->totals;
  layout->totals_tile = totals->storage == CLSCAN_STORAGE_REREAD
                            ? (totals->reread_tile ? totals->reread_tile : MIN_REREAD_TILE)
                            : (size_t)totals->group_size * totals->vec * totals->steps;
  size_t count = tiles;
  for (;;) {
    const int level = layout->levels++;
    layout->count[level] = count;
    if (!place(end, count, scan->acc.size, &layout->aggregates[level]) ||
        !place(end, count, scan->acc.size, &layout->offsets[level]))
      return false;
    if (layout->totals_tile < 2 || count / SMALL_TOTALS_TILES <= layout->totals_tile ||
        layout->levels == CLSCAN__MAX_LEVELS)
      break;
    count = divide_up(count, layout->totals_tile);
  }
  if (scan->base.shape.algorithm != CLSCAN_ALGORITHM_THREE_PASS)
    return true;
  return place(end, 1, scan->acc.size, &layout->last) &&
         (scan->out_is_acc || place(end, n, scan->acc.size, &layout->intermediate));
}

static clscan_status make_layout(const clscan__scan *scan, size_t n, size_t tile, size_t tiles,
                                 clscan__scan_layout *layout) {
  const clscan__shape *shape = &scan->base.shape;
  *layout = (clscan__scan_layout){.tile = tile, .tiles = tiles ? tiles : 1};
  const bool narrow = scan->base.ctx->caps.address_bits < 64;
  const size_t size = scan->in.size > scan->out.size ? scan->in.size : scan->out.size;
  if (n > (narrow ? UINT32_MAX : SIZE_MAX) / size)
    return CLSCAN_N_TOO_LARGE;
  layout->small = scan->base.small_max > 0 && n <= scan->base.small_max;
  if (layout->small) {
    layout->tiles = 1;
    return CLSCAN_SUCCESS;
  }
  if (layout->tiles > max_groups)
    return CLSCAN_N_TOO_LARGE;
  size_t end = 0;
  const bool fits = shape->form != CLSCAN__DESC_NONE
                        ? place_lookback(shape, layout->tiles, &end)
                        : place_totals(scan, n, layout->tiles, layout, &end);
  if (!fits || end > SIZE_MAX - CLSCAN__SCRATCH_ALIGN)
    return CLSCAN_N_TOO_LARGE;
  layout->bytes = end + CLSCAN__SCRATCH_ALIGN - 1;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__scan_layout_make(const clscan__scan *scan, size_t n,
                                       clscan__scan_layout *layout) {
  const size_t tile = tile_length(scan, n);
  return make_layout(scan, n, tile, divide_up(n, tile), layout);
}

clscan_status clscan__scan_scratch_bytes(const clscan_plan *plan, size_t n, size_t *bytes) {
  const clscan__scan *scan = (const clscan__scan *)plan;
  clscan__scan_layout layout;
  const clscan_status status =
      make_layout(scan, n, tile_length(scan, n), most_tiles(scan, n), &layout);
  if (status == CLSCAN_SUCCESS)
    *bytes = layout.bytes;
  return status;
}
