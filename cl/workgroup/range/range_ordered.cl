// SPDX-License-Identifier: Apache-2.0
// A range tile by tile, each joined to the ones before it, for operators that need not be
// commutative.
#ifndef CLSCAN_WORKGROUP_RANGE_ORDERED
#define CLSCAN_WORKGROUP_RANGE_ORDERED

#include "workgroup/tile/tile.cl"
#include "workgroup/tile/tile_reduce.cl"

typedef tile_memory range_memory;
#define RANGE_UNIT(argument) tile_full(argument)

INLINE acc range_reduce(const source *s, ulong begin, ulong end, __local range_memory *memory) {
  acc sum;
  for (ulong base = begin; base < end; base += TILE) {
    const uint count = (uint)min(end - base, (ulong)TILE);
    tile_state t;
    tile_load(&t, s, base, count, memory);
    const acc aggregate = tile_reduce(&t, count, memory);
    sum = base == begin ? aggregate : acc_op(sum, aggregate);
  }
  return sum;
}

#endif
