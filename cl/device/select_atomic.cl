// SPDX-License-Identifier: Apache-2.0
// Unordered select: places are drawn from the count, which starts at 0, by atomic additions.
//
//   ATOMIC_LEVEL   ATOMIC_ELEMENT: one for each kept element
//                  ATOMIC_SUBGROUP: one for a sub-group and step, whose lanes go through their loop
//                  together
//                  ATOMIC_TILE: one for a tile, which is compacted in local memory first
//
// Macros: those of core/source.cl, core/outputs.cl, workgroup/; COUNT_T, COUNT_64. Local memory:
// with ATOMIC_TILE, a tile of outputs or of places. Source: Adinets, "CUDA Pro Tip: Optimized Filtering with
// Warp-Aggregated Atomics", 2014.
#include "core/operators.cl"
#include "workgroup/split/split.cl"

#if COUNT_64
#define DRAW(count, number) atom_add((volatile __global ulong *)(count), (ulong)(number))
#else
#define DRAW(count, number) (ulong) atomic_add((volatile __global uint *)(count), (uint)(number))
#endif

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
  return (uint)subgroup_broadcast(inclusive, SUBGROUP_WIDTH - 1);
#endif
}

KERNEL select_atomic(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                     PLACE(count), uint flags) {
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
#if ATOMIC_LEVEL == ATOMIC_TILE
  __local split_memory memory;
  __local ulong drawn[1]; // the tile's first place
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    split_state t;
    split_load(&t, &s, base, length);
    const tile_size kept = split_rank(&t, length, &memory);
    split_stage(&t, &s, base, length, kept, &memory);
    if (LINEAR_ID == 0)
      drawn[0] = DRAW(AT(COUNT_T, count), kept);
    LOCAL_BARRIER();
    const ulong prefix = drawn[0];
    const tile_size room = (tile_size)min((ulong)kept, capacity - min(prefix, capacity));
    for (tile_size e = LINEAR_ID; e < room; e += GROUP_SIZE)
      SPLIT_STORE(s, base, SPLIT_STAGED(&memory, e), prefix + e);
  }
#else
  IF_TILE(base, tile, n, tile_length) {
    // Every lane takes every step, as a sub-group's functions need them all.
    for (ulong at = 0; at < TILE_LENGTH(tile_length); at += GROUP_SIZE) {
      const ulong e = base + at + LINEAR_ID;
      const position p = source_position(&s, min(e, n - 1));
      const IN_T x = *source_at(&s, p);
      IN_T before = x;
#if UNIQUE
      if (p.i > 0)
        before = source_before(&s, p);
#endif
      const uint keep = e < n ? source_keep(&s, p, x, before, source_flag(&s, p.i)) : 0;
#if ATOMIC_LEVEL == ATOMIC_SUBGROUP
      uint rank;
      const uint kept = subgroup_rank(keep, &rank);
      ACC drawn = 0;
      if (subgroup_lane() == 0 && kept > 0)
        drawn = DRAW(AT(COUNT_T, count), kept);
      const ulong to = subgroup_broadcast(drawn, 0) + rank;
#else
      const ulong to = keep ? DRAW(AT(COUNT_T, count), 1) : 0;
#endif
      if (keep && to < capacity)
        STORE_OUTPUTS(s, e, to);
    }
  }
#endif
}
