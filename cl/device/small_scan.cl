// SPDX-License-Identifier: Apache-2.0
// Scan by one work-group, tile after tile, in one launch. For small inputs, and for the totals of
// the algorithms that take several launches.
//
// Macros: those of core/, subgroup/, workgroup/; EXCLUSIVE 1 or 0. Local memory: one tile where it
// is exchanged, else an accumulator a sub-group.
#include "core/arguments.cl"
#include "workgroup/tile/tile.cl"

KERNEL small_scan(PLACE(in), PLACE(out), LENGTH_PARAMS, ulong tile_length, PLACE(total), uint flags,
                  INITIAL_PARAMS) {
  __local tile_memory memory;
  const ulong n = LENGTH(flags);
  int has_prefix = HAS_INIT(flags);
  ACC prefix;
#if EXACT_IDENTITY
  prefix = IDENTITY;
#endif
  if (has_prefix)
    READ_INITIAL(prefix, flags);

  for (ulong base = 0; base < n; base += TILE_LENGTH(tile_length)) {
    const tile_size count = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    tile_state t;
    tile_load(&t, AT(const IN_T, in), base, count, &memory);
    ACC aggregate;
    if (TILE_AGGREGATE_NEEDED || base + count < n)
      aggregate = tile_aggregate(&t, count, &memory);
    tile_scan(&t);
    const int has_total = (flags & FLAG_TOTAL) && base + count == n;
    tile_store(&t, has_prefix, prefix, EXCLUSIVE, AT(OUT_T, out), base, count,
               has_total ? AT(OUT_T, total) : 0, &memory);
    if (base + count < n)
      prefix = JOIN(has_prefix, prefix, aggregate);
    has_prefix = 1;
  }
  if (n == 0 && LINEAR_ID == 0 && (flags & FLAG_TOTAL))
    STORE_EMPTY_TOTAL(flags);
}
