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
// so that `tmp` may be reused at once. The work-items below n take part, 1 <= n <= group_length();
// the operator is never called on others' values.
#ifndef CLSCAN_WORKGROUP_SCAN
#define CLSCAN_WORKGROUP_SCAN

#include "subgroup/subgroup.cl"

#ifndef WG_METHOD
#error "WG_METHOD is not defined"
#endif

enum { WG_ITEMS = CLSCAN_SCAN_ITEMS(WG_METHOD, BACKEND, GROUP_SIZE) };

// A group of one work-item has nobody to wait for.
INLINE void local_barrier(void) {
#if GROUP_SIZE > 1
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

// The first barrier of a scan also orders global memory: a tile's loads, which may be of elements
// that another work-item overwrites after it, come before. NVIDIA's bar.sync does so by itself.
INLINE void group_barrier(void) {
#if GROUP_SIZE > 1 && BACKEND != BACKEND_PTX
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#else
  local_barrier();
#endif
}

#if WG_METHOD == WG_SUBGROUP

// Work-group scan through sub-groups: each scans its own lanes, its aggregate goes to local memory,
// and every work-item folds the aggregates in order. A fold of a few broadcast reads takes no
// longer than a second level of shuffles and has no barrier of its own.
// `x` is the sub-group's aggregate, in every lane; the first `count` sub-groups take part. *before
// is the combination of the sub-groups before this one (none before the first).
INLINE void workgroup_scan_subgroups(acc x, uint count, __local acc *tmp, acc *before,
                                     acc *aggregate) {
  const uint id = subgroup_id();
  if (subgroup_lane() == 0)
    tmp[id] = x;
  group_barrier();
  acc fold = tmp[0];
  acc mine = absent(fold);
  // What compiles sooner and is no slower: a loop, but for 64 bits.
#if ACC_SIZE <= 4
#pragma unroll 1
#endif
  for (uint s = 1; s < count; ++s) {
    if (s == id)
      mine = fold;
    fold = acc_op(fold, tmp[s]);
  }
  local_barrier();
  *before = mine;
  *aggregate = fold;
}

INLINE acc workgroup_scan(acc x, uint n, __local acc *tmp, acc *before, acc *aggregate) {
  const uint lane = subgroup_lane(), id = subgroup_id();
  const uint first = id * subgroup_width();
  // Sub-groups past n scan one value, which nobody uses.
  const uint m = first < n ? min(subgroup_members(), n - first) : 1u;
  const uint count = (n + subgroup_width() - 1u) / subgroup_width();
  const acc inclusive = subgroup_scan_first(x, m);
  const acc shifted = subgroup_shuffle_up(inclusive, 1);
  acc outer;
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
INLINE acc workgroup_scan(acc x, uint n, __local acc *tmp, acc *before, acc *aggregate) {
  const uint id = linear_id();
  uint from = 0;
  tmp[id] = x;
  group_barrier();
  for (uint d = 1; d < GROUP_SIZE; d <<= 1) {
    if (id >= d && id < n)
      x = acc_op(tmp[from + id - d], x);
    tmp[(GROUP_SIZE - from) + id] = x;
    from = GROUP_SIZE - from;
    local_barrier();
  }
  *before = tmp[from + (id > 0 ? id - 1 : 0)];
  *aggregate = tmp[from + n - 1];
  local_barrier();
  return x;
}

#elif WG_METHOD == WG_BLELLOCH

// Work-group scan by Blelloch's up-sweep and down-sweep in local memory, one element of padding
// after each 32 against bank conflicts. After the up-sweep, element (k + 1) 2^s - 1 holds the
// combination of the 2^s elements that end there; the down-sweep then adds to each what lies before
// its block.
INLINE acc workgroup_scan(acc x, uint n, __local acc *tmp, acc *before, acc *aggregate) {
  const uint id = linear_id();
  tmp[CLSCAN_PADDED(id)] = x;
  group_barrier();
  uint stride = 1;
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    const uint right = 2 * stride * (id + 1) - 1;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] =
          acc_op(tmp[CLSCAN_PADDED(right - stride)], tmp[CLSCAN_PADDED(right)]);
    stride <<= 1;
    local_barrier();
  }
  for (uint span = GROUP_SIZE; span > 1; span = (span + 1) >> 1) {
    stride >>= 1;
    const uint left = 2 * stride * (id + 1) - 1, right = left + stride;
    if (right < n)
      tmp[CLSCAN_PADDED(right)] = acc_op(tmp[CLSCAN_PADDED(left)], tmp[CLSCAN_PADDED(right)]);
    local_barrier();
  }
  const acc inclusive = tmp[CLSCAN_PADDED(id)];
  *before = tmp[CLSCAN_PADDED(id > 0 ? id - 1 : 0)];
  *aggregate = tmp[CLSCAN_PADDED(n - 1)];
  local_barrier();
  return inclusive;
}

#else
#error "WG_METHOD is unknown"
#endif

#if WG_METHOD != WG_SUBGROUP
// One value a sub-group of width 1; see above.
INLINE void workgroup_scan_subgroups(acc x, uint count, __local acc *tmp, acc *before,
                                     acc *aggregate) {
  acc shifted;
  workgroup_scan(x, count, tmp, &shifted, aggregate);
  *before = linear_id() == 0 ? absent(x) : shifted;
}
#endif

// Inclusive scan; *aggregate, if wanted, is the combination of all n values, the same in every
// work-item.
INLINE acc workgroup_scan_inclusive(acc x, uint n, __local acc *tmp) {
  acc before, aggregate;
  const acc inclusive = workgroup_scan(x, n, tmp, &before, &aggregate);
  return inclusive;
}

// Exclusive scan; work-item 0 gets its own x back.
INLINE acc workgroup_scan_exclusive(acc x, uint n, __local acc *tmp) {
  acc before, aggregate;
  workgroup_scan(x, n, tmp, &before, &aggregate);
  return linear_id() == 0 ? x : before;
}

INLINE acc workgroup_reduce(acc x, uint n, __local acc *tmp) {
  acc before, aggregate;
  workgroup_scan(x, n, tmp, &before, &aggregate);
  return aggregate;
}

#endif
