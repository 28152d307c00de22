// SPDX-License-Identifier: Apache-2.0
// Select in three steps, in which no group ever waits for another one. The host launches
//
//   select_count   how many elements each tile keeps
//   (an exclusive scan of these numbers, in place; its total is the count)
//   select_write   the kept elements of each tile, from its offset on
//
// The input is read twice. Macros: those of core/source.cl, core/outputs.cl, workgroup/; COUNT_T.
// Local memory: a tile of outputs, or of places.
#include "core/operators.cl"
#include "workgroup/split/split.cl"

KERNEL select_count(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, PLACE(counts), uint flags) {
  __local split_memory memory;
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    const tile_size kept = split_count(&s, base, length, &memory);
    if (LINEAR_ID == 0)
      AT(COUNT_T, counts)[tile] = (COUNT_T)kept;
  }
  // A tile past a device-side n keeps nothing.
  if (tile * TILE_LENGTH(tile_length) >= n && LINEAR_ID == 0)
    AT(COUNT_T, counts)[tile] = 0;
}

KERNEL select_write(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                    PLACE(offsets), uint flags) {
  __local split_memory memory;
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    split_state t;
    split_load(&t, &s, base, length);
    const tile_size kept = split_rank(&t, length, &memory);
    split_stage(&t, &s, base, length, kept, &memory);
    LOCAL_BARRIER();
    const ulong prefix = AT(const COUNT_T, offsets)[tile];
    const tile_size room = (tile_size)min((ulong)kept, capacity - min(prefix, capacity));
    for (tile_size e = LINEAR_ID; e < room; e += GROUP_SIZE)
      SPLIT_STORE(s, base, SPLIT_STAGED(&memory, e), prefix + e);
  }
}
