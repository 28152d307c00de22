// SPDX-License-Identifier: Apache-2.0
// Tiles in any order: a select's places are drawn from the count, which starts at 0, by atomic
// additions.
//
//   DRAW_KERNEL    the kernel's name
//   ATOMIC_LEVEL   ATOMIC_ELEMENT: one for each kept element
//                  ATOMIC_SUBGROUP: one for a sub-group and step, whose lanes go through their loop
//                  together
//                  ATOMIC_TILE: one for a tile, which is compacted in local memory first
//
// Source: Adinets, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics", 2014.
#ifndef CLSCAN_PASS_DRAW
#define CLSCAN_PASS_DRAW

#include "agent/select.cl"
#include "workgroup/tile/if_tile.cl"

#if ATOMIC_LEVEL == ATOMIC_TILE
typedef struct {
  agent_memory tile;
  ulong first; // the tile's first place
} draw_memory;

#else
typedef uint draw_memory; // none

// The marked lanes of the sub-group, and how many of them are below this one.
INLINE uint subgroup_rank(uint mark, uint *rank) {
#if SUBGROUP_INDEPENDENT
  const uint marks = subgroup_ballot((int)mark);
  *rank = popcount(marks & ((1u << subgroup_lane()) - 1));
  return popcount(marks);
#else
  // A ballot covers 32 lanes only.
  const uint inclusive = (uint)subgroup_scan_inclusive(mark);
  *rank = inclusive - mark;
  return (uint)subgroup_broadcast(inclusive, subgroup_width() - 1);
#endif
}

#endif

KERNEL DRAW_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, uint flags) {
  __local draw_memory memory;
  agent a;
  AGENT_READ(a, flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, a.n, tile_length) {
#if ATOMIC_LEVEL == ATOMIC_TILE
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    agent_tile t;
    acc carry;
    agent_take(&a, &t, base, count, 1, &carry, &memory.tile);
    agent_work(&a, &t, base, count, carry, &memory.tile);
    if (linear_id() == 0)
      memory.first = sink_draw(&a.to, carry);
    agent_barrier();
    agent_finish(&a, &t, base, count, carry, 1, memory.first, &memory.tile);
#else
    const source *s = &a.from;
    (void)memory;
    // Every lane takes every step, as a sub-group's functions need them all.
    for (ulong at = 0; at < tile_full(tile_length); at += GROUP_SIZE) {
      const ulong e = base + at + linear_id();
      const position p = source_position(s, min(e, a.n - 1), 0);
      const clscan_in x = *p.at;
      clscan_in before = x;
#if UNIQUE
      if (p.i > 0)
        before = source_before(s, p);
#endif
      const uint keep = e < a.n ? source_keep(s, p, x, before, source_flag(s, p.i)) : 0;
#if ATOMIC_LEVEL == ATOMIC_SUBGROUP
      uint rank;
      const uint kept = subgroup_rank(keep, &rank);
      acc drawn = 0;
      if (subgroup_lane() == 0 && kept > 0)
        drawn = sink_draw(&a.to, kept);
      const ulong to = subgroup_broadcast(drawn, 0) + rank;
#else
      const ulong to = keep ? sink_draw(&a.to, 1) : 0;
#endif
      if (keep && to < a.to.capacity)
        sink_store(&a.to, s, e, to);
    }
#endif
  }
}

#endif
