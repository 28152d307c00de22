// SPDX-License-Identifier: Apache-2.0
// Transposition of a tile through local memory: blocked (a work-item's elements side by side) to
// striped (side by side in memory across work-items) and back, for the back end of width 1, whose
// work-items own blocks but should read and write memory together. One element of padding after
// each 32 keeps blocked accesses off one bank.
//
// Local memory: TILE elements, padded. Each function begins with the memory free and ends with a
// barrier after its last access.
#ifndef CLSCAN_WORKGROUP_EXCHANGE
#define CLSCAN_WORKGROUP_EXCHANGE

#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

INLINE void exchange_to_blocked(clscan_in item[ITEMS], __local clscan_in *tmp) {
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
    for (uint j = 0; j < VEC; ++j) {
      const uint e = (k * GROUP_SIZE + linear_id()) * VEC + j;
      tmp[CLSCAN_PADDED(e)] = item[k * VEC + j];
    }
  }
  local_barrier();
#pragma unroll
  for (uint m = 0; m < ITEMS; ++m)
    item[m] = tmp[CLSCAN_PADDED(linear_id() * ITEMS + m)];
  local_barrier();
}

INLINE void exchange_to_striped(clscan_out item[ITEMS], __local clscan_out *tmp) {
#pragma unroll
  for (uint m = 0; m < ITEMS; ++m)
    tmp[CLSCAN_PADDED(linear_id() * ITEMS + m)] = item[m];
  local_barrier();
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
    for (uint j = 0; j < VEC; ++j) {
      const uint e = (k * GROUP_SIZE + linear_id()) * VEC + j;
      item[k * VEC + j] = tmp[CLSCAN_PADDED(e)];
    }
  }
  local_barrier();
}

#endif
