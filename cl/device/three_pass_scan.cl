// SPDX-License-Identifier: Apache-2.0
// The first pass of the three-pass scan: each tile is scanned by itself. Between it and the last
// pass (three_pass_add.cl) the tiles' aggregates are scanned. Each element is read and written
// twice.
//
// The output is accumulators: the caller's output where that has the accumulator's type and no
// store expression, else scratch. *last receives the last tile's last inclusive value, for the
// total. Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"
#include "pass/tiles.cl"

KERNEL three_pass_scan_tiles(SOURCE_PARAMS PLACE(out), LENGTH_PARAMS, ulong tile_length,
                             PLACE(aggregates), PLACE(last), uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.to.out = GIVEN(out);
  a.to.total = GIVEN(last);
  a.to.flags = FLAG_TOTAL;
  a.n = LENGTH(flags);
  alone_pass(&a, tile_length, GIVEN(aggregates), &memory);
}
