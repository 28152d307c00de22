// SPDX-License-Identifier: Apache-2.0
// Work-group scan by Hillis and Steele in local memory. Two buffers: a step reads one and writes
// the other, so one barrier a step is enough.
#ifndef CLSCAN_WORKGROUP_SCAN_HILLIS_STEELE
#define CLSCAN_WORKGROUP_SCAN_HILLIS_STEELE

#include "workgroup/scan/scan.cl"

INLINE ACC workgroup_scan(ACC x, uint n, __local ACC *tmp, ACC *before, ACC *aggregate) {
  const uint id = LINEAR_ID;
  uint from = 0;
  tmp[id] = x;
  GROUP_BARRIER();
  for (uint d = 1; d < GROUP_SIZE; d <<= 1) {
    if (id >= d && id < n)
      x = OP(tmp[from + id - d], x);
    tmp[(GROUP_SIZE - from) + id] = x;
    from = GROUP_SIZE - from;
    LOCAL_BARRIER();
  }
  *before = tmp[from + (id > 0 ? id - 1 : 0)];
  *aggregate = tmp[from + n - 1];
  LOCAL_BARRIER();
  return x;
}

#endif
