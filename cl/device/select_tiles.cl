// SPDX-License-Identifier: Apache-2.0
// Select in three steps, in which no group ever waits for another one. The host launches
//
//   select_count   how many elements each tile keeps
//   (an exclusive scan of these numbers, in place; its total is the count)
//   select_write   the kept elements of each tile, from its offset on
//
// The input is read twice. Local memory: a tile of outputs, or of places.
#include "agent/select.cl"
#include "pass/tiles.cl"

KERNEL select_count(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, PLACE(counts), uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.n = LENGTH(flags);
  totals_pass(&a, tile_length, GIVEN(counts), &memory);
}

KERNEL select_write(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                    PLACE(offsets), uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  OUTPUT_READ(a.to);
  a.counts = 0;
  a.n = LENGTH(flags);
  offsets_pass(&a, tile_length, GIVEN(offsets), &memory);
}
