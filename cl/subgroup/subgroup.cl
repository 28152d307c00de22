// SPDX-License-Identifier: Apache-2.0
// Sub-groups behind one interface.
//
//   SUBGROUP_WIDTH               lanes of a full sub-group; a run-time value with the khr back end
//   SUBGROUP_COUNT               sub-groups of the group, the last one may be partial
//   SUBGROUP_MAX_COUNT           an upper bound, constant
//   SUBGROUP_INDEPENDENT         1: sub-groups progress independently, so that one of them may wait
//   subgroup_width(), subgroup_lane(), subgroup_id(), subgroup_members()
//   subgroup_shuffle(x, lane)    lane's x; every lane names a member
//   subgroup_shuffle_up(x, d)    x of the lane d below; lanes below d get their own
//   subgroup_broadcast(x, lane)  the same lane for all
//   subgroup_ballot(flag)        bit l: lane l's flag, for the first 32 lanes
//   subgroup_scan_first(x, m), subgroup_reduce_first(x, m)
//                                over the lanes below m, 1 <= m <= members; others' x is not used,
//                                and what the scan returns to them means nothing
//   subgroup_scan_inclusive(x), subgroup_scan_exclusive(x), subgroup_reduce(x)
//                                over all members; exclusive: lane 0 gets its own x
//   subgroup_scan_batch(x, count)
//                                subgroup_scan_inclusive() of each of x[0] to x[count - 1], 1 <= count <=
//                                SUBGROUP_BATCH, a constant; the sub-group is full
//
// Convergence: all members of a sub-group reach each call together. Unless SUBGROUP_INDEPENDENT,
// all work-items of the group do, in uniform flow (pocl's sub-group operations are work-group
// barriers). Lanes are counted by linear local id, so any group shape will do.
//
//   BACKEND      BACKEND_LOCAL (width 1), BACKEND_PTX or BACKEND_KHR
//   LINEAR_ID    the work-item's linear id in its group
//   GROUP_LENGTH the group's size; at most GROUP_SIZE, which is constant
#ifndef CLSCAN_SUBGROUP
#define CLSCAN_SUBGROUP

#include "abi.h"
#include "core/base.cl"
#include "core/words.cl"

#ifndef BACKEND
#error "BACKEND is not defined"
#endif
#ifndef LINEAR_ID
#define LINEAR_ID ((uint)get_local_id(0))
#define GROUP_LENGTH GROUP_SIZE
#define GROUP_IS_FULL 1
#else
#define GROUP_IS_FULL 0
#endif

#if BACKEND == BACKEND_PTX
#include "subgroup/ptx.cl"
#elif BACKEND == BACKEND_KHR
#include "subgroup/khr.cl"
#else
#include "subgroup/local.cl"
#endif

INLINE uint subgroup_width(void) { return SUBGROUP_WIDTH; }

INLINE ACC subgroup_scan_inclusive(ACC x) { return subgroup_scan_first(x, subgroup_members()); }

#ifndef SUBGROUP_BATCH
#define SUBGROUP_BATCH 1
INLINE void subgroup_scan_batch(ACC *x, uint count) {
  (void)count;
  x[0] = subgroup_scan_inclusive(x[0]);
}
#endif

INLINE ACC subgroup_scan_exclusive(ACC x) {
  const ACC shifted = subgroup_shuffle_up(subgroup_scan_inclusive(x), 1);
  return subgroup_lane() == 0 ? x : shifted;
}

INLINE ACC subgroup_reduce(ACC x) { return subgroup_reduce_first(x, subgroup_members()); }

#endif
