// SPDX-License-Identifier: Apache-2.0
// Sub-groups behind one interface.
//
//   linear_id(), group_length()  the work-item's place in its group, the group's size
//   SUBGROUP_INDEPENDENT         1: sub-groups progress independently, so that one of them may wait
//   subgroup_width()             lanes of a full sub-group; a run-time value with the khr back end
//   subgroup_count()             sub-groups of the group, the last one may be partial
//   subgroup_lane(), subgroup_id(), subgroup_members()
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
//                                subgroup_scan_inclusive() of each of x[0] to x[count - 1];
//                                1 <= count <= SUBGROUP_BATCH, a constant; the sub-group is full
//
// Convergence: all members of a sub-group reach each call together. Unless SUBGROUP_INDEPENDENT,
// all work-items of the group do, in uniform flow (pocl's sub-group operations are work-group
// barriers). Lanes are counted by linear local id, so any group shape will do.
//
//   BACKEND      BACKEND_LOCAL (width 1), BACKEND_PTX or BACKEND_KHR
#ifndef CLSCAN_SUBGROUP
#define CLSCAN_SUBGROUP

#include "core/core.cl"

#ifndef BACKEND
#error "BACKEND is not defined"
#endif

#ifdef BUILDING_BLOCKS
INLINE uint linear_id(void) {
  return (uint)(get_local_id(0) +
                get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
}

INLINE uint group_length(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
#else
INLINE uint linear_id(void) { return (uint)get_local_id(0); }

INLINE uint group_length(void) { return GROUP_SIZE; }
#endif

#if BACKEND == BACKEND_PTX

// The NVIDIA back end: inline PTX, 32 lanes. The driver offers no sub-group functions in OpenCL C.
// Shuffles need compute capability 3.0 with `.sync`, PTX 6.0. Members are the lanes that exist, so
// a partial last sub-group never names a lane that is not there.

#define SUBGROUP_INDEPENDENT 1

INLINE uint subgroup_width(void) { return 32; }

INLINE uint subgroup_lane(void) { return linear_id() & 31u; }

INLINE uint subgroup_id(void) { return linear_id() >> 5; }

// A constant where it can be: a shuffle among lanes that may be absent takes another instruction.
#if !defined(BUILDING_BLOCKS) && GROUP_SIZE % 32 == 0
INLINE uint subgroup_members(void) { return 32; }
#else
INLINE uint subgroup_members(void) { return min(32u, group_length() - (linear_id() & ~31u)); }
#endif

INLINE uint subgroup_member_mask(void) { return 0xffffffffu >> (32u - subgroup_members()); }

INLINE acc subgroup_shuffle(acc x, uint lane) {
  acc_words w = acc_to_words(x);
  const uint mask = subgroup_member_mask();
#pragma unroll
  for (uint k = 0; k < ACC_WORDS; ++k) {
    uint y;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;"
                 : "=r"(y)
                 : "r"(w.word[k]), "r"(lane), "r"(mask));
    w.word[k] = y;
  }
  return w.value;
}

INLINE acc subgroup_shuffle_up(acc x, uint d) {
  acc_words w = acc_to_words(x);
  const uint mask = subgroup_member_mask();
#pragma unroll
  for (uint k = 0; k < ACC_WORDS; ++k) {
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, %3;"
                 : "=r"(y)
                 : "r"(w.word[k]), "r"(d), "r"(mask));
    w.word[k] = y;
  }
  return w.value;
}

INLINE acc subgroup_broadcast(acc x, uint lane) { return subgroup_shuffle(x, lane); }

INLINE uint subgroup_ballot(int flag) {
  uint y;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(y)
               : "r"(flag), "r"(subgroup_member_mask()));
  return y;
}

INLINE acc subgroup_scan_first(acc x, uint m) {
  const uint lane = subgroup_lane();
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    const acc y = subgroup_shuffle_up(x, d);
    if (lane >= d && lane < m)
      x = acc_op(y, x);
  }
  return x;
}

// Side by side, as a shuffle's result comes long after it.
enum { SUBGROUP_BATCH = 4 };

INLINE void subgroup_scan_batch(acc *x, uint count) {
  const uint lane = subgroup_lane();
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    acc y[SUBGROUP_BATCH];
#pragma unroll
    for (uint k = 0; k < SUBGROUP_BATCH; ++k)
      if (k < count)
        y[k] = subgroup_shuffle_up(x[k], d);
#pragma unroll
    for (uint k = 0; k < SUBGROUP_BATCH; ++k)
      if (k < count && lane >= d)
        x[k] = acc_op(y[k], x[k]);
  }
}

// A tree over the lanes below m; its shape depends on m only.
INLINE acc subgroup_reduce_first(acc x, uint m) {
  const uint lane = subgroup_lane(), last = subgroup_members() - 1;
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    const acc y = subgroup_shuffle(x, min(lane + d, last));
    if (lane + d < m)
      x = acc_op(x, y);
  }
  return subgroup_broadcast(x, 0);
}

#elif BACKEND == BACKEND_KHR

// The cl_khr_subgroups back end, with cl_khr_subgroup_shuffle and cl_khr_subgroup_ballot. The width
// is a run-time value; the kernels of the library run only in groups that are a multiple of it.
// Loops have constant trip counts and no divergent shuffles, because on pocl each of these calls is
// a work-group barrier; for the same reason no sub-group waits while others go on.
//
//   SUBGROUP_SCAN   if defined: the built-in inclusive scan that serves, for add, min and max of
//                   integers of 32 or 64 bits

#define SUBGROUP_INDEPENDENT 0

INLINE uint subgroup_width(void) { return get_max_sub_group_size(); }

INLINE uint subgroup_lane(void) { return linear_id() % subgroup_width(); }

INLINE uint subgroup_id(void) { return linear_id() / subgroup_width(); }

INLINE uint subgroup_members(void) {
  return min(subgroup_width(), group_length() - subgroup_id() * subgroup_width());
}

INLINE acc subgroup_shuffle(acc x, uint lane) {
  acc_words w = acc_to_words(x);
#pragma unroll
  for (uint k = 0; k < ACC_WORDS; ++k)
    w.word[k] = sub_group_shuffle(w.word[k], lane);
  return w.value;
}

INLINE acc subgroup_shuffle_up(acc x, uint d) {
  const uint lane = subgroup_lane();
  return subgroup_shuffle(x, lane >= d ? lane - d : lane);
}

INLINE acc subgroup_broadcast(acc x, uint lane) { return subgroup_shuffle(x, lane); }

INLINE uint subgroup_ballot(int flag) { return sub_group_ballot(flag).x; }

INLINE acc subgroup_scan_first(acc x, uint m) {
#ifdef SUBGROUP_SCAN
  (void)m; // an inclusive scan of a lane below m does not see the lanes from m on
  return SUBGROUP_SCAN(x);
#else
  const uint lane = subgroup_lane();
  for (uint d = 1; d < GROUP_SIZE; d <<= 1) {
    const acc y = subgroup_shuffle_up(x, d);
    if (lane >= d && lane < m)
      x = acc_op(y, x);
  }
  return x;
#endif
}

INLINE acc subgroup_reduce_first(acc x, uint m) {
  return subgroup_broadcast(subgroup_scan_first(x, m), m - 1);
}

#else

// The back end of width 1, for devices without sub-groups: a work-item is a sub-group. Nothing is
// emulated; the work-group layer does its scans in local memory.

#define SUBGROUP_INDEPENDENT 0

INLINE uint subgroup_width(void) { return 1; }

INLINE uint subgroup_lane(void) { return 0; }

INLINE uint subgroup_id(void) { return linear_id(); }

INLINE uint subgroup_members(void) { return 1; }

INLINE acc subgroup_shuffle(acc x, uint lane) {
  (void)lane;
  return x;
}

INLINE acc subgroup_shuffle_up(acc x, uint d) {
  (void)d;
  return x;
}

INLINE acc subgroup_broadcast(acc x, uint lane) {
  (void)lane;
  return x;
}

INLINE uint subgroup_ballot(int flag) { return flag != 0; }

INLINE acc subgroup_scan_first(acc x, uint m) {
  (void)m;
  return x;
}

INLINE acc subgroup_reduce_first(acc x, uint m) {
  (void)m;
  return x;
}

#endif

INLINE uint subgroup_count(void) {
  return (group_length() + subgroup_width() - 1) / subgroup_width();
}

INLINE acc subgroup_scan_inclusive(acc x) { return subgroup_scan_first(x, subgroup_members()); }

#if BACKEND != BACKEND_PTX
enum { SUBGROUP_BATCH = 1 };

INLINE void subgroup_scan_batch(acc *x, uint count) {
  (void)count;
  x[0] = subgroup_scan_inclusive(x[0]);
}
#endif

INLINE acc subgroup_scan_exclusive(acc x) {
  const acc shifted = subgroup_shuffle_up(subgroup_scan_inclusive(x), 1);
  return subgroup_lane() == 0 ? x : shifted;
}

INLINE acc subgroup_reduce(acc x) { return subgroup_reduce_first(x, subgroup_members()); }

#endif
