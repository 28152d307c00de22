// SPDX-License-Identifier: Apache-2.0
// Scans of one value a work-item across the work-group.
//
//   WG_METHOD   WG_SUBGROUP        through sub-groups: scan each, then fold their aggregates in
//                                  order
//               WG_HILLIS_STEELE   log2(n) steps over all items, double buffer (Hillis, Steele
//                                  1986)
//               WG_BLELLOCH        up-sweep and down-sweep, 2 log2(n) steps, work-efficient
//                                  (Blelloch 1990; the down-sweep in its inclusive form, which
//                                  needs no identity and no power of two)
//
// Local memory: WG_ITEMS elements at `tmp`. A function ends with a barrier after its last access,
// so that `tmp` may be reused at once. The work-items below n take part, 1 <= n <= GROUP_LENGTH;
// the operator is never called on others' values.
#ifndef CLSCAN_WORKGROUP_SCAN
#define CLSCAN_WORKGROUP_SCAN

#include "subgroup/subgroup.cl"

#ifndef WG_METHOD
#error "WG_METHOD is not defined"
#endif

// A group of one work-item has nobody to wait for.
#if GROUP_SIZE > 1
#define LOCAL_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define LOCAL_BARRIER() (void)0
#endif

// The first barrier of a scan also orders global memory: a tile's loads, which may be of elements
// that another work-item overwrites after it, come before. NVIDIA's bar.sync does so by itself.
#if GROUP_SIZE > 1 && BACKEND != BACKEND_PTX
#define GROUP_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
#define GROUP_BARRIER() LOCAL_BARRIER()
#endif

#define WG_ITEMS CLSCAN_SCAN_ITEMS(WG_METHOD, BACKEND, GROUP_SIZE)

#if WG_METHOD == WG_SUBGROUP

// Work-group scan through sub-groups: each scans its own lanes, its aggregate goes to local memory,
// and every work-item folds the aggregates in order. A fold of a few broadcast reads takes no
// longer than a second level of shuffles and has no barrier of its own.
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
    fold = acc_op(fold, tmp[s]);
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
  *before = lane == 0 ? outer : acc_op(outer, shifted);
  return acc_op(outer, inclusive);
}

#elif WG_METHOD == WG_HILLIS_STEELE

// Work-group scan by Hillis and Steele in local memory. Two buffers: a step reads one and writes
// the other, so one barrier a step is enough.
INLINE ACC workgroup_scan(ACC x, uint n, __local ACC *tmp, ACC *before, ACC *aggregate) {
  const uint id = LINEAR_ID;
  uint from = 0;
  tmp[id] = x;
  GROUP_BARRIER();
  for (uint d = 1; d < GROUP_SIZE; d <<= 1) {
    if (id >= d && id < n)
      x = acc_op(tmp[from + id - d], x);
    tmp[(GROUP_SIZE - from) + id] = x;
    from = GROUP_SIZE - from;
    LOCAL_BARRIER();
  }
  *before = tmp[from + (id > 0 ? id - 1 : 0)];
  *aggregate = tmp[from + n - 1];
  LOCAL_BARRIER();
  return x;
}

#elif WG_METHOD == WG_BLELLOCH

// Work-group scan by Blelloch's up-sweep and down-sweep in local memory, one element of padding
// after each 32 against bank conflicts. After the up-sweep, element (k + 1) 2^s - 1 holds the
// combination of the 2^s elements that end there; the down-sweep then adds to each what lies before
// its block.
INLINE ACC workgroup_scan(ACC x, uint n, __local ACC *tmp, ACC *before, ACC *aggregate) {
  const uint id = LINEAR_ID;
  tmp[CLSCAN_PADDED(id)] = x;
  GROUP_BARRIER();
  uint stride = 1;
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    const uint right = 2 * stride * (id + 1) - 1;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] =
          acc_op(tmp[CLSCAN_PADDED(right - stride)], tmp[CLSCAN_PADDED(right)]);
    stride <<= 1;
    LOCAL_BARRIER();
  }
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    stride >>= 1;
    const uint left = 2 * stride * (id + 1) - 1, right = left + stride;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] = acc_op(tmp[CLSCAN_PADDED(left)], tmp[CLSCAN_PADDED(right)]);
    LOCAL_BARRIER();
  }
  const ACC inclusive = tmp[CLSCAN_PADDED(id)];
  *before = tmp[CLSCAN_PADDED(id > 0 ? id - 1 : 0)];
  *aggregate = tmp[CLSCAN_PADDED(n - 1)];
  LOCAL_BARRIER();
  return inclusive;
}

#else
#error "WG_METHOD is unknown"
#endif

#if WG_METHOD != WG_SUBGROUP
// One value a sub-group of width 1; see above.
INLINE void workgroup_scan_subgroups(ACC x, uint count, __local ACC *tmp, ACC *before,
                                     ACC *aggregate) {
  ACC shifted;
  workgroup_scan(x, count, tmp, &shifted, aggregate);
  *before = LINEAR_ID == 0 ? ABSENT(x) : shifted;
}
#endif

// Inclusive scan; *aggregate, if wanted, is the combination of all n values, the same in every
// work-item.
INLINE ACC workgroup_scan_inclusive(ACC x, uint n, __local ACC *tmp) {
  ACC before, aggregate;
  const ACC inclusive = workgroup_scan(x, n, tmp, &before, &aggregate);
  return inclusive;
}

// Exclusive scan; work-item 0 gets its own x back.
INLINE ACC workgroup_scan_exclusive(ACC x, uint n, __local ACC *tmp) {
  ACC before, aggregate;
  workgroup_scan(x, n, tmp, &before, &aggregate);
  return LINEAR_ID == 0 ? x : before;
}

INLINE ACC workgroup_reduce(ACC x, uint n, __local ACC *tmp) {
  ACC before, aggregate;
  workgroup_scan(x, n, tmp, &before, &aggregate);
  return aggregate;
}

#endif
