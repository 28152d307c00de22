// SPDX-License-Identifier: Apache-2.0
// Single-pass scan by decoupled look-back: one launch, each element read and written once. The
// group of the last tile stores the total.
//
// Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"
#include "pass/lookback.cl"

KERNEL lookback_scan(SOURCE_PARAMS PLACE(out), LENGTH_PARAMS, ulong tile_length, PLACE(total),
                     PLACE(scratch), uint flags, INIT_PARAMS) {
  __local agent_memory memory;
  __local lookback_memory shared;
  agent a;
  SOURCE_READ(a.from, flags);
  a.to.out = GIVEN(out);
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  lookback_pass(&a, tile_length, GIVEN(scratch), &memory, &shared);
}
