// SPDX-License-Identifier: Apache-2.0
// Work-group scan through sub-groups: each scans its own lanes, its aggregate goes to local memory,
// and every work-item folds the aggregates in order. A fold of a few broadcast reads takes no
// longer than a second level of shuffles and has no barrier of its own.
#ifndef CLSCAN_WORKGROUP_SCAN_SUBGROUP
#define CLSCAN_WORKGROUP_SCAN_SUBGROUP

#include "workgroup/scan/scan.cl"

// `x` is the sub-group's aggregate, in every lane; the first `count` sub-groups take part. *before
// is the combination of the sub-groups before this one (none before the first).
INLINE void workgroup_scan_subgroups(ACC x, uint count, __local ACC *tmp, ACC *before,
                                     ACC *aggregate) {
  const uint id = subgroup_id();
  if (subgroup_lane() == 0)
    tmp[id] = x;
  GROUP_BARRIER();
  ACC fold = tmp[0];
  ACC mine = ABSENT(fold);
  // What compiles sooner and is no slower: a loop, but for 64 bits.
#if ACC_SIZE <= 4
#pragma unroll 1
#endif
  for (uint s = 1; s < count; ++s) {
    if (s == id)
      mine = fold;
    fold = OP(fold, tmp[s]);
  }
  LOCAL_BARRIER();
  *before = mine;
  *aggregate = fold;
}

INLINE ACC workgroup_scan(ACC x, uint n, __local ACC *tmp, ACC *before, ACC *aggregate) {
  const uint lane = subgroup_lane(), id = subgroup_id();
  const uint first = id * SUBGROUP_WIDTH;
  // Sub-groups past n scan one value, which nobody uses.
  const uint m = first < n ? min(subgroup_members(), n - first) : 1u;
  const uint count = (n + SUBGROUP_WIDTH - 1u) / SUBGROUP_WIDTH;
  const ACC inclusive = subgroup_scan_first(x, m);
  const ACC shifted = subgroup_shuffle_up(inclusive, 1);
  ACC outer;
  workgroup_scan_subgroups(subgroup_broadcast(inclusive, m - 1), count, tmp, &outer, aggregate);
  const int inside = first < n && lane < m;
  if (id == 0 || !inside) {
    *before = shifted;
    return inclusive;
  }
  *before = lane == 0 ? outer : OP(outer, shifted);
  return OP(outer, inclusive);
}

#endif
