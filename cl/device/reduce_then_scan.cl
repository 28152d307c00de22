// SPDX-License-Identifier: Apache-2.0
// Reduce-then-scan: no group ever waits for another one. The host launches
//
//   reduce_then_scan_reduce   the aggregate of each tile
//   (an exclusive scan of the aggregates, the same way or by small_scan, gives the offsets)
//   reduce_then_scan_scan     scans each tile, starting from its offset
//
// Each element is read twice and written once. Macros: those of core/, subgroup/, workgroup/;
// EXCLUSIVE 1 or 0. Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "core/arguments.cl"
#include "workgroup/tile/tile.cl"

KERNEL reduce_then_scan_reduce(PLACE(in), LENGTH_PARAMS, ulong tile_length, PLACE(aggregates),
                               uint flags) {
  __local tile_memory memory;
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, n, tile_length) {
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    tile_state t;
    tile_load(&t, AT(const IN_T, in), base, count, &memory);
    const ACC aggregate = tile_aggregate(&t, count, &memory);
    if (LINEAR_ID == 0)
      AT(ACC_STORED, aggregates)[tile] = acc_to_stored(aggregate);
  }
}

KERNEL reduce_then_scan_scan(PLACE(in), PLACE(out), LENGTH_PARAMS, ulong tile_length,
                             PLACE(offsets), PLACE(total), uint flags, INITIAL_PARAMS) {
  __local tile_memory memory;
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  const int has_init = HAS_INIT(flags);
  IF_TILE(base, tile, n, tile_length) {
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    tile_state t;
    tile_load(&t, AT(const IN_T, in), base, count, &memory);
    const ACC aggregate = tile_aggregate(&t, count, &memory);
    tile_scan(&t);
    const int has_prefix = tile > 0 || has_init;
    ACC prefix = ABSENT(aggregate);
    if (has_prefix)
      prefix = acc_from_stored(AT(const ACC_STORED, offsets)[tile]);
    const int has_total = (flags & FLAG_TOTAL) && base + count == n;
    tile_store(&t, has_prefix, prefix, EXCLUSIVE, AT(OUT_T, out), base, count,
               has_total ? AT(OUT_T, total) : 0, &memory);
  }
  if (n == 0 && tile == 0 && LINEAR_ID == 0 && (flags & FLAG_TOTAL))
    STORE_EMPTY_TOTAL(flags);
}
