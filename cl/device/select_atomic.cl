// SPDX-License-Identifier: Apache-2.0
// Unordered select, in one launch. Local memory with ATOMIC_TILE: a tile of outputs or of places.
#include "agent/select.cl"
#include "pass/draw.cl"

KERNEL select_atomic(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                     PLACE(count), uint flags) {
  __local draw_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  OUTPUT_READ(a.to);
  a.to.count = GIVEN(count);
  a.counts = 0;
  a.n = LENGTH(flags);
  draw_pass(&a, tile_length, &memory);
}
