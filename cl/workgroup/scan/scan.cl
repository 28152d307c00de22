// SPDX-License-Identifier: Apache-2.0
// Scans of one value a work-item across the work-group.
//
//   WG_METHOD   WG_SUBGROUP        through sub-groups: scan each, then fold their aggregates in order
//               WG_HILLIS_STEELE   log2(n) steps over all items, double buffer (Hillis, Steele 1986)
//               WG_BLELLOCH        up-sweep and down-sweep, 2 log2(n) steps, work-efficient
//                                  (Blelloch 1990; the down-sweep in its inclusive form, which needs
//                                  no identity and no power of two)
//
// Local memory: WG_ITEMS elements at `tmp`. A function ends with a barrier after its last access,
// so that `tmp` may be reused at once. The work-items below n take part, 1 <= n <= GROUP_LENGTH;
// the operator is never called on others' values.
#ifndef CLSCAN_WORKGROUP_SCAN
#define CLSCAN_WORKGROUP_SCAN

#include "abi.h"
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
#include "workgroup/scan/scan_subgroup.cl"
#elif WG_METHOD == WG_HILLIS_STEELE
#include "workgroup/scan/scan_hillis_steele.cl"
#elif WG_METHOD == WG_BLELLOCH
#include "workgroup/scan/scan_blelloch.cl"
#else
#error "WG_METHOD is unknown"
#endif

#if WG_METHOD != WG_SUBGROUP
// One value a sub-group of width 1; see scan_subgroup.cl for the contract.
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
