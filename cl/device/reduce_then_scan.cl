// SPDX-License-Identifier: Apache-2.0
// Reduce-then-scan: no group ever waits for another one. The host launches
//
//   reduce_then_scan_reduce   the aggregate of each tile
//   (an exclusive scan of the aggregates, the same way or by small_scan, gives the offsets)
//   reduce_then_scan_scan     scans each tile, starting from its offset
//
// Each element is read twice and written once. Local memory: one tile where it is exchanged, else
// an accumulator a sub-group.
#include "agent/scan.cl"
#include "pass/tiles.cl"

KERNEL reduce_then_scan_reduce(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, PLACE(aggregates),
                               uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.n = LENGTH(flags);
  totals_pass(&a, tile_length, GIVEN(aggregates), &memory);
}

KERNEL reduce_then_scan_scan(SOURCE_PARAMS PLACE(out), LENGTH_PARAMS, ulong tile_length,
                             PLACE(offsets), PLACE(total), uint flags, INIT_PARAMS) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.to.out = GIVEN(out);
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  offsets_pass(&a, tile_length, GIVEN(offsets), &memory);
}
