// SPDX-License-Identifier: Apache-2.0
// Scan by one work-group, tile after tile, in one launch. For small inputs, and for the totals of
// the algorithms that take several launches.
//
// Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"
#include "pass/chain.cl"

KERNEL small_scan(SOURCE_PARAMS PLACE(out), LENGTH_PARAMS, ulong tile_length, PLACE(total),
                  uint flags, INIT_PARAMS) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.to.out = GIVEN(out);
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  chain_pass(&a, tile_length, &memory);
}
