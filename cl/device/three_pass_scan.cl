// SPDX-License-Identifier: Apache-2.0
// The first pass of the three-pass scan: each tile is scanned by itself. Between it and the last
// pass (three_pass_add.cl) the tiles' aggregates are scanned. Each element is read and written
// twice.
//
// The output is accumulators: the caller's output where that has the accumulator's type and no
// store expression, else scratch. *last receives the last tile's last inclusive value, for the
// total.
//
// Macros: those of core/, subgroup/, workgroup/; EXCLUSIVE 1 or 0. Local memory: one tile where it
// is exchanged, else an accumulator a sub-group.
#include "core/arguments.cl"
#include "workgroup/tile/tile.cl"

KERNEL three_pass_scan_tiles(PLACE(in), PLACE(out), LENGTH_PARAMS, ulong tile_length,
                             PLACE(aggregates), PLACE(last), uint flags) {
  __local tile_memory memory;
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, n, tile_length) {
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    tile_state t;
    tile_load(&t, AT(const IN_T, in), base, count, &memory);
    const ACC aggregate = tile_aggregate(&t, count, &memory);
    tile_scan(&t);
    const ACC absent = ABSENT(aggregate);
    tile_store(&t, 0, absent, EXCLUSIVE, AT(OUT_T, out), base, count,
               base + count == n ? AT(OUT_T, last) : 0, &memory);
    if (LINEAR_ID == 0)
      AT(ACC_STORED, aggregates)[tile] = acc_to_stored(aggregate);
  }
}
