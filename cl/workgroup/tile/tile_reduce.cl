// SPDX-License-Identifier: Apache-2.0
// The reduction of a tile in registers.
#ifndef CLSCAN_WORKGROUP_TILE_REDUCE
#define CLSCAN_WORKGROUP_TILE_REDUCE

#include "workgroup/tile/tile.cl"

// The combination of the first `count` elements, 1 to TILE, in order; in every work-item. The
// copies that fill up a partial tile are passed over.
INLINE acc tile_reduce(const tile_state *t, uint count, __local tile_memory *memory) {
  const uint lane = subgroup_lane(), share = subgroup_width() * ITEMS;
  acc sum = t->item[0];
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    const uint mine = tile_position(k), first = mine - lane * VEC;
    acc x = t->item[k * VEC];
#pragma unroll
    for (uint j = 1; j < VEC; ++j)
      if (mine + j < count)
        x = acc_op(x, t->item[k * VEC + j]);
    // A step past the end combines one lane, which nobody uses.
    const uint lanes = first < count ? (count - first - 1) / VEC + 1 : 1;
    const acc step = subgroup_reduce_first(x, min(lanes, subgroup_members()));
    if (k == 0)
      sum = step;
    else if (first < count)
      sum = acc_op(sum, step);
  }
  acc before, aggregate;
  workgroup_scan_subgroups(sum, (count - 1) / share + 1, memory->scan, &before, &aggregate);
  return aggregate;
}

#endif
