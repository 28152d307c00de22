// SPDX-License-Identifier: Apache-2.0
// The cl_khr_subgroups back end, with cl_khr_subgroup_shuffle and cl_khr_subgroup_ballot. The width
// is a run-time value; the kernels of the library run only in groups that are a multiple of it.
// Loops have constant trip counts and no divergent shuffles, because on pocl each of these calls is
// a work-group barrier; for the same reason no sub-group waits while others go on.
//
//   SUBGROUP_SCAN   if defined: the built-in inclusive scan that serves, for add, min and max of
//                   integers of 32 or 64 bits
#ifndef CLSCAN_SUBGROUP_KHR
#define CLSCAN_SUBGROUP_KHR

#define SUBGROUP_WIDTH ((uint)get_max_sub_group_size())
#define SUBGROUP_COUNT ((GROUP_LENGTH + SUBGROUP_WIDTH - 1u) / SUBGROUP_WIDTH)
#define SUBGROUP_MAX_COUNT GROUP_SIZE
#define SUBGROUP_INDEPENDENT 0

INLINE uint subgroup_lane(void) { return LINEAR_ID % SUBGROUP_WIDTH; }

INLINE uint subgroup_id(void) { return LINEAR_ID / SUBGROUP_WIDTH; }

INLINE uint subgroup_members(void) {
  return min(SUBGROUP_WIDTH, (uint)GROUP_LENGTH - subgroup_id() * SUBGROUP_WIDTH);
}

INLINE ACC subgroup_shuffle(ACC x, uint lane) {
  acc_words w = acc_to_words(x);
#pragma unroll
  for (uint k = 0; k < ACC_WORDS; ++k)
    w.word[k] = sub_group_shuffle(w.word[k], lane);
  return w.value;
}

INLINE ACC subgroup_shuffle_up(ACC x, uint d) {
  const uint lane = subgroup_lane();
  return subgroup_shuffle(x, lane >= d ? lane - d : lane);
}

INLINE ACC subgroup_broadcast(ACC x, uint lane) { return subgroup_shuffle(x, lane); }

INLINE uint subgroup_ballot(int flag) { return sub_group_ballot(flag).x; }

INLINE ACC subgroup_scan_first(ACC x, uint m) {
#ifdef SUBGROUP_SCAN
  (void)m; // an inclusive scan of a lane below m does not see the lanes from m on
  return SUBGROUP_SCAN(x);
#else
  const uint lane = subgroup_lane();
  for (uint d = 1; d < GROUP_SIZE; d <<= 1) {
    const ACC y = subgroup_shuffle_up(x, d);
    if (lane >= d && lane < m)
      x = OP(y, x);
  }
  return x;
#endif
}

INLINE ACC subgroup_reduce_first(ACC x, uint m) {
  return subgroup_broadcast(subgroup_scan_first(x, m), m - 1);
}

#endif
