// SPDX-License-Identifier: Apache-2.0
// Tiles of which each group takes one, and none waits for another: first their carries alone, then,
// when all carries have been scanned, the work with what is known to lie before each.
//
//   TOTALS_KERNEL, ALONE_KERNEL, OFFSETS_KERNEL
//                  the names of those kernels that there are
#ifndef CLSCAN_PASS_TILES
#define CLSCAN_PASS_TILES

#include "workgroup/tile/if_tile.cl"

#ifdef TOTALS_KERNEL
// The carry of the group's tile into totals[]; a compaction's is 0 past a device-side n.
KERNEL TOTALS_KERNEL(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, PLACE(totals), uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, a.n, tile_length) {
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    const acc carry = agent_carry(&a, base, count, &memory);
    if (linear_id() == 0)
      AT(acc_stored, GIVEN(totals))[tile] = ACC_TO_STORED(carry);
  }
#ifdef NUM_BUCKETS
  if (tile * tile_full(tile_length) >= a.n && linear_id() == 0)
    AT(acc_stored, GIVEN(totals))[tile] = 0;
#endif
}
#endif

#ifdef ALONE_KERNEL
// The group's tile by itself, and its carry into totals[].
KERNEL ALONE_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, PLACE(totals), uint flags) {
  __local agent_memory memory;
  agent a;
  AGENT_READ(a, flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, a.n, tile_length) {
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    agent_tile t;
    acc carry;
    agent_take(&a, &t, base, count, 1, &carry, &memory);
    agent_work(&a, &t, base, count, carry, &memory);
    agent_finish(&a, &t, base, count, carry, 0, absent(carry), &memory);
    if (linear_id() == 0)
      AT(acc_stored, GIVEN(totals))[tile] = ACC_TO_STORED(carry);
  }
}
#endif

#ifdef OFFSETS_KERNEL
// The group's tile, with what lies before it from offsets[].
KERNEL OFFSETS_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, PLACE(offsets), uint flags) {
  __local agent_memory memory;
  agent a;
  AGENT_READ(a, flags);
  const ulong tile = get_group_id(0);
  IF_TILE(base, tile, a.n, tile_length) {
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    agent_tile t;
    acc carry;
    agent_take(&a, &t, base, count, 1, &carry, &memory);
    agent_work(&a, &t, base, count, carry, &memory);
    agent_barrier();
    const int has_prefix = agent_has_prefix(&a, tile);
    acc prefix = absent(carry);
    if (has_prefix)
      prefix = ACC_FROM_STORED(AT(const acc_stored, GIVEN(offsets))[tile]);
    agent_finish(&a, &t, base, count, carry, has_prefix, prefix, &memory);
  }
  if (a.n == 0 && tile == 0 && linear_id() == 0)
    agent_finish_empty(&a);
}
#endif

#endif
