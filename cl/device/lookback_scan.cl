// SPDX-License-Identifier: Apache-2.0
// Single-pass scan by decoupled look-back: one launch, each element read and written once.
//
// Each group draws a tile, publishes its aggregate, scans it, learns its exclusive prefix from what
// earlier tiles published, and stores it. Groups past the end of a device-side n draw their ticket
// and do nothing else. The group of the last tile stores the total.
//
// Macros: those of core/, subgroup/, workgroup/, lookback/; EXCLUSIVE 1 or 0. Local memory: one
// tile where it is exchanged, else an accumulator a sub-group. Source: Merrill and Garland,
// "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#include "core/arguments.cl"
#include "lookback/lookback.cl"
#include "workgroup/tile/tile.cl"

KERNEL lookback_scan(PLACE(in), PLACE(out), LENGTH_PARAMS, ulong tile_length, PLACE(total),
                     PLACE(scratch), uint flags, INITIAL_PARAMS) {
  __local tile_memory memory;
  __local lookback_memory shared;
  __global uchar *region = AT(uchar, scratch);
  const ulong n = LENGTH(flags);
  const uint tiles = LOOKBACK_TILES(n, tile_length);
  const int has_init = HAS_INIT(flags);
  uint tile;
  FOR_TILES(region, tile, tiles, &shared) {
    const ulong base = (ulong)tile * TILE_LENGTH(tile_length);
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    tile_state t;
    tile_load(&t, AT(const IN_T, in), base, count, &memory);
    const ACC aggregate = tile_aggregate(&t, count, &memory);
    ACC init = ABSENT(aggregate), prefix;
    if (has_init)
      READ_INITIAL(init, flags);
    lookback_begin(region, tile, aggregate, has_init, init, &shared);
    tile_scan(&t);
    const int has_prefix = lookback_end(region, tile, aggregate, has_init, init, &prefix, &shared);
    const int has_total = (flags & FLAG_TOTAL) && base + count == n;
    tile_store(&t, has_prefix, prefix, EXCLUSIVE, AT(OUT_T, out), base, count,
               has_total ? AT(OUT_T, total) : 0, &memory);
  }
  if (n == 0 && tile == 0 && LINEAR_ID == 0 && (flags & FLAG_TOTAL))
    STORE_EMPTY_TOTAL(flags);
}
