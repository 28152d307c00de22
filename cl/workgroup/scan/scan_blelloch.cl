// SPDX-License-Identifier: Apache-2.0
// Work-group scan by Blelloch's up-sweep and down-sweep in local memory, one element of padding
// after each 32 against bank conflicts. After the up-sweep, element (k + 1) 2^s - 1 holds the
// combination of the 2^s elements that end there; the down-sweep then adds to each what lies before
// its block.
#ifndef CLSCAN_WORKGROUP_SCAN_BLELLOCH
#define CLSCAN_WORKGROUP_SCAN_BLELLOCH

#include "workgroup/scan/scan.cl"

INLINE ACC workgroup_scan(ACC x, uint n, __local ACC *tmp, ACC *before, ACC *aggregate) {
  const uint id = LINEAR_ID;
  tmp[CLSCAN_PADDED(id)] = x;
  GROUP_BARRIER();
  uint stride = 1;
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    const uint right = 2 * stride * (id + 1) - 1;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] = OP(tmp[CLSCAN_PADDED(right - stride)], tmp[CLSCAN_PADDED(right)]);
    stride <<= 1;
    LOCAL_BARRIER();
  }
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    stride >>= 1;
    const uint left = 2 * stride * (id + 1) - 1, right = left + stride;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] = OP(tmp[CLSCAN_PADDED(left)], tmp[CLSCAN_PADDED(right)]);
    LOCAL_BARRIER();
  }
  const ACC inclusive = tmp[CLSCAN_PADDED(id)];
  *before = tmp[CLSCAN_PADDED(id > 0 ? id - 1 : 0)];
  *aggregate = tmp[CLSCAN_PADDED(n - 1)];
  LOCAL_BARRIER();
  return inclusive;
}

#endif
