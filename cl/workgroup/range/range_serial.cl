// SPDX-License-Identifier: Apache-2.0
// A range that one work-item takes all of, for CPUs.
#ifndef CLSCAN_WORKGROUP_RANGE_SERIAL
#define CLSCAN_WORKGROUP_RANGE_SERIAL

#include "workgroup/tile/tile.cl"

typedef tile_memory range_memory;
#define RANGE_UNIT(argument) (argument)

INLINE acc range_reduce(const source *s, ulong begin, ulong end, __local range_memory *memory) {
  tile_state t;
  tile_load(&t, s, begin, end - begin, memory);
  return tile_aggregate(&t, end - begin, memory);
}

#endif
