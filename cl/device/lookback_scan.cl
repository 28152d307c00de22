// SPDX-License-Identifier: Apache-2.0
// Single-pass scan by decoupled look-back: one launch, each element read and written once.
//
// Each group draws a tile, scans it, publishes its aggregate, learns the tile's exclusive prefix from
// what earlier tiles published, and stores the tile. Groups past the end of a device-side n draw their
// ticket and do nothing else. The group of the last tile stores the total. The second kernel is for a
// device-side n whose bound has more tiles than are worth a group each.
//
// Macros: those of core/, subgroup/, workgroup/, lookback/; EXCLUSIVE 1 or 0. Local memory: one tile
// where it is exchanged, else an accumulator a sub-group.
// Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#include "core/arguments.cl"
#include "lookback/lookback.cl"
#include "workgroup/tile.cl"

#define SCAN_PARAMS                                                                                \
  PLACE(in), PLACE(out), LENGTH_PARAMS, ulong tile_length, PLACE(total), PLACE(scratch),           \
      uint flags, INITIAL_PARAMS

// The tile that begins at `base`. A macro, as the kernels' arguments are many.
#define SCAN_TILE(base)                                                                            \
  do {                                                                                             \
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));             \
    tile_state t;                                                                                  \
    tile_load(&t, AT(const IN_T, in), base, count, &memory);                                       \
    const ACC aggregate = tile_scan(&t, count, &memory);                                           \
    ACC init = ABSENT(aggregate), prefix;                                                          \
    if (has_init)                                                                                  \
      READ_INITIAL(init, flags);                                                                   \
    const int has_prefix = lookback(region, tile, aggregate, has_init, init, &prefix, &shared);    \
    const int has_total = (flags & FLAG_TOTAL) && base + count == n;                               \
    tile_store(&t, has_prefix, prefix, EXCLUSIVE, AT(OUT_T, out), base, count,                     \
               has_total ? AT(OUT_T, total) : 0, &memory);                                         \
  } while (0)

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void lookback_scan(SCAN_PARAMS) {
  __local tile_memory memory;
  __local lookback_memory shared;
  __global uchar *region = AT(uchar, scratch);
  const uint tile = lookback_draw(region, (uint)get_num_groups(0), &shared);
  const ulong n = LENGTH(flags);
  const int has_init = HAS_INIT(flags);
  IF_TILE(base, tile, n, tile_length) { SCAN_TILE(base); }
  if (n == 0 && tile == 0 && LINEAR_ID == 0 && (flags & FLAG_TOTAL))
    STORE_EMPTY_TOTAL(flags);
}

#if LOOKBACK_LOOPS
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
lookback_scan_bounded(SCAN_PARAMS) {
  __local tile_memory memory;
  __local lookback_memory shared;
  __global uchar *region = AT(uchar, scratch);
  const ulong n = LENGTH(flags);
  const uint tiles = LOOKBACK_TILES(n, tile_length);
  const int has_init = HAS_INIT(flags);
  uint tile;
  FOR_TILES(region, tile, tiles, &shared) {
    const ulong base = (ulong)tile * TILE_LENGTH(tile_length);
    SCAN_TILE(base);
  }
  if (n == 0 && tile == 0 && LINEAR_ID == 0 && (flags & FLAG_TOTAL))
    STORE_EMPTY_TOTAL(flags);
}
#endif
