// SPDX-License-Identifier: Apache-2.0
// Select in one launch: a tile's kept elements are ranked in local memory, their number is
// published, and look-back over the numbers tells where the tile's output begins. The group of the
// last tile stores the count.
//
// Macros: lookback/ with DESC_COUNT. Local memory: a tile of outputs, or of places.
#include "agent/select.cl"
#include "pass/lookback.cl"

KERNEL lookback_select(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                       PLACE(count), PLACE(scratch), uint flags) {
  __local agent_memory memory;
  __local lookback_memory shared;
  agent a;
  SOURCE_READ(a.from, flags);
  OUTPUT_READ(a.to);
  a.to.count = GIVEN(count);
  a.counts = 1;
  a.n = LENGTH(flags);
  lookback_pass(&a, tile_length, GIVEN(scratch), &memory, &shared);
}
