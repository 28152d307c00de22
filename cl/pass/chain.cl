// SPDX-License-Identifier: Apache-2.0
// All tiles one after the other, by one work-group in one launch.
//
//   CHAIN_KERNEL   the kernel's name
#ifndef CLSCAN_PASS_CHAIN
#define CLSCAN_PASS_CHAIN

#include "core/core.cl"

KERNEL CHAIN_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, uint flags) {
  __local agent_memory memory;
  agent a;
  AGENT_READ(a, flags);
  const ulong n = a.n;
  int has_prefix = agent_has_init(&a);
  acc prefix;
#if EXACT_IDENTITY
  prefix = IDENTITY;
#endif
  if (has_prefix)
    prefix = agent_init(&a);

  for (ulong base = 0; base < n; base += tile_full(tile_length)) {
    const tile_size count = (tile_size)min(n - base, (ulong)tile_full(tile_length));
    agent_tile t;
    acc carry;
    agent_take(&a, &t, base, count, base + count < n, &carry, &memory);
    agent_work(&a, &t, base, count, carry, &memory);
    agent_finish(&a, &t, base, count, carry, has_prefix, prefix, &memory);
    if (base + count < n)
      prefix = join(has_prefix, prefix, carry);
    has_prefix = 1;
  }
  if (n == 0 && linear_id() == 0)
    agent_finish_empty(&a);
}

#endif
