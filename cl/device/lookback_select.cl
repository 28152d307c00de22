// SPDX-License-Identifier: Apache-2.0
// Select in one launch: a tile's kept elements are ranked in local memory, their number is
// published, and look-back over the numbers tells where the tile's output begins. Flags and ranks
// never reach global memory. The group of the last tile stores the count.
//
// Macros: those of core/source.cl, core/outputs.cl, workgroup/, lookback/ with DESC_COUNT; COUNT_T.
// Local memory: a tile of outputs, or of places.
// Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#include "core/operators.cl"
#include "lookback/lookback.cl"
#include "workgroup/split/split.cl"

KERNEL lookback_select(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                       PLACE(count), PLACE(scratch), uint flags) {
  __local split_memory memory;
  __local lookback_memory shared;
  __global uchar *region = AT(uchar, scratch);
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const uint tiles = LOOKBACK_TILES(n, tile_length);
  uint tile;
  FOR_TILES(region, tile, tiles, &shared) {
    const ulong base = (ulong)tile * TILE_LENGTH(tile_length);
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    split_state t;
    split_load(&t, &s, base, length);
    const tile_size kept = split_rank(&t, length, &memory);
    lookback_begin(region, tile, kept, 0, 0, &shared);
    split_stage(&t, &s, base, length, kept, &memory);
    ulong prefix;
    lookback_end(region, tile, kept, 0, 0, &prefix, &shared);
    const tile_size room = (tile_size)min((ulong)kept, capacity - min(prefix, capacity));
    for (tile_size e = LINEAR_ID; e < room; e += GROUP_SIZE)
      SPLIT_STORE(s, base, SPLIT_STAGED(&memory, e), prefix + e);
    if (base + length == n && LINEAR_ID == 0)
      *AT(COUNT_T, count) = (COUNT_T)(prefix + kept);
  }
  if (n == 0 && tile == 0 && LINEAR_ID == 0)
    *AT(COUNT_T, count) = 0;
}
