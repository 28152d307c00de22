// SPDX-License-Identifier: Apache-2.0
// The back end of width 1, for devices without sub-groups: a work-item is a sub-group. Nothing is
// emulated; the work-group layer does its scans in local memory.
#ifndef CLSCAN_SUBGROUP_LOCAL
#define CLSCAN_SUBGROUP_LOCAL

#define SUBGROUP_WIDTH 1u
#define SUBGROUP_COUNT GROUP_LENGTH
#define SUBGROUP_MAX_COUNT GROUP_SIZE
#define SUBGROUP_INDEPENDENT 0

INLINE uint subgroup_lane(void) { return 0; }

INLINE uint subgroup_id(void) { return LINEAR_ID; }

INLINE uint subgroup_members(void) { return 1; }

INLINE ACC subgroup_shuffle(ACC x, uint lane) {
  (void)lane;
  return x;
}

INLINE ACC subgroup_shuffle_up(ACC x, uint d) {
  (void)d;
  return x;
}

INLINE ACC subgroup_broadcast(ACC x, uint lane) {
  (void)lane;
  return x;
}

INLINE uint subgroup_ballot(int flag) { return flag != 0; }

INLINE ACC subgroup_scan_first(ACC x, uint m) {
  (void)m;
  return x;
}

INLINE ACC subgroup_reduce_first(ACC x, uint m) {
  (void)m;
  return x;
}

#endif
