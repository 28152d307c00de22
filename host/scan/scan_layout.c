/* SPDX-License-Identifier: Apache-2.0 */
/* Where a scan's state lies in scratch. One routine serves the size query and the call. */
#include "base/context.h"
#include "device/caps.h"
#include "plan/layout.h"
#include "plan/scratch.h"
#include "scan/scan.h"

/* Totals are scanned by one work-group up to this many tiles of theirs. */
enum { SMALL_TOTALS_TILES = 8 };

static bool place_totals(const clscan__scan *scan, size_t n, size_t tiles,
                         clscan__scan_layout *layout, size_t *end) {
  const clscan__shape *totals = &scan->totals;
  layout->totals_tile = totals->storage == CLSCAN_STORAGE_REREAD
                            ? (totals->reread_tile ? totals->reread_tile : CLSCAN__MIN_REREAD_TILE)
                            : (size_t)totals->group_size * totals->vec * totals->steps;
  size_t count = tiles;
  for (;;) {
    const int level = layout->levels++;
    layout->count[level] = count;
    if (!clscan__place(end, count, scan->elements.acc.size, &layout->aggregates[level]) ||
        !clscan__place(end, count, scan->elements.acc.size, &layout->offsets[level])) {
      return false;
    }
    if (layout->totals_tile < 2 || count / SMALL_TOTALS_TILES <= layout->totals_tile ||
        layout->levels == CLSCAN__MAX_LEVELS) {
      break;
    }
    count = clscan__divide_up(count, layout->totals_tile);
  }
  if (scan->base.shape.algorithm != CLSCAN_ALGORITHM_THREE_PASS) {
    return true;
  }
  return clscan__place(end, 1, scan->elements.acc.size, &layout->last) &&
         (scan->out_is_acc ||
          clscan__place(end, n, scan->elements.acc.size, &layout->intermediate));
}

static clscan_status make_layout(const clscan__scan *scan, size_t n, size_t tile, size_t tiles,
                                 clscan__scan_layout *layout) {
  const clscan__shape *shape = &scan->base.shape;
  *layout = (clscan__scan_layout){.tile = tile, .tiles = tiles ? tiles : 1};
  const size_t size = scan->elements.in.size > scan->elements.out.size ? scan->elements.in.size
                                                                       : scan->elements.out.size;
  const clscan_status status = clscan__check_addresses(scan->base.ctx, n, size, &layout->why);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  layout->small = scan->base.small_max > 0 && n <= scan->base.small_max;
  if (layout->small) {
    layout->tiles = 1;
    return CLSCAN_SUCCESS;
  }
  if (layout->tiles > clscan__max_groups) {
    return clscan__too_large(&layout->why, clscan__too_many_groups);
  }
  size_t end = 0;
  const bool fits = shape->form != CLSCAN__DESC_NONE
                        ? clscan__place_records(shape, layout->tiles, &end)
                        : place_totals(scan, n, layout->tiles, layout, &end);
  if (!fits || end > SIZE_MAX - CLSCAN__SCRATCH_ALIGN) {
    return clscan__too_large(&layout->why, clscan__too_much_scratch);
  }
  layout->bytes = end + CLSCAN__SCRATCH_ALIGN - 1;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__scan_layout_make(const clscan__scan *scan, size_t n,
                                       clscan__scan_layout *layout) {
  const size_t tile =
      clscan__tile_length(&scan->base.shape, scan->base.ctx->caps->compute_units, n);
  return make_layout(scan, n, tile, clscan__divide_up(n, tile), layout);
}

clscan_status clscan__scan_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  const cl_uint units = plan->ctx->caps->compute_units;
  clscan__scan_layout layout;
  const clscan_status status =
      make_layout((const clscan__scan *)plan, n, clscan__tile_length(&plan->shape, units, n),
                  clscan__most_tiles(&plan->shape, units, n), &layout);
  *needs = (clscan__needs){.bytes = layout.bytes,
                           .keeps_state = plan->shape.form != CLSCAN__DESC_NONE && !layout.small,
                           .why = layout.why};
  return status;
}
