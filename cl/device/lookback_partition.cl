// SPDX-License-Identifier: Apache-2.0
// Stable partition into separate buffers in one launch: a tile's elements are put in order by
// bucket in local memory, the numbers of all buckets but the last are published, and look-back over
// them tells where the tile's part of each bucket begins. The group of the last tile stores the
// boundaries.
//
// Macros: lookback/ with DESC_COUNT. Local memory: a tile of elements, or of places.
#if NUM_BUCKETS == 2
#include "agent/partition.cl"
#else
#include "agent/buckets.cl"
#endif
#include "pass/lookback.cl"

KERNEL lookback_partition(SOURCE_PARAMS OUTS_PARAMS LENGTH_PARAMS, ulong tile_length,
                          ulong capacity, BOUNDARY_PARAMS, PLACE(scratch), uint flags) {
  __local agent_memory memory;
  __local lookback_memory shared;
  agent a;
  SOURCE_READ(a.from, flags);
  BUCKETS_READ(a.to, flags);
  a.to.capacity = capacity;
  a.bounds = 1;
  a.n = LENGTH(flags);
  lookback_pass(&a, tile_length, GIVEN(scratch), &memory, &shared);
}
