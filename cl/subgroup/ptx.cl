// SPDX-License-Identifier: Apache-2.0
// The NVIDIA back end: inline PTX, 32 lanes. The driver offers no sub-group functions in OpenCL C.
// Shuffles need compute capability 3.0 with `.sync`, PTX 6.0. Members are the lanes that exist, so
// a partial last sub-group never names a lane that is not there.
#ifndef CLSCAN_SUBGROUP_PTX
#define CLSCAN_SUBGROUP_PTX

#define SUBGROUP_WIDTH 32u
#define SUBGROUP_COUNT ((GROUP_LENGTH + 31u) / 32u)
#define SUBGROUP_MAX_COUNT ((GROUP_SIZE + 31) / 32)
#define SUBGROUP_INDEPENDENT 1

INLINE uint subgroup_lane(void) { return LINEAR_ID & 31u; }

INLINE uint subgroup_id(void) { return LINEAR_ID >> 5; }

// A constant where it can be: a shuffle among lanes that may be absent takes another instruction.
#if GROUP_IS_FULL && GROUP_SIZE % 32 == 0
INLINE uint subgroup_members(void) { return 32; }
#else
INLINE uint subgroup_members(void) { return min(32u, (uint)GROUP_LENGTH - (LINEAR_ID & ~31u)); }
#endif

INLINE uint subgroup_member_mask(void) { return 0xffffffffu >> (32u - subgroup_members()); }

INLINE ACC subgroup_shuffle(ACC x, uint lane) {
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

INLINE ACC subgroup_shuffle_up(ACC x, uint d) {
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

INLINE ACC subgroup_broadcast(ACC x, uint lane) { return subgroup_shuffle(x, lane); }

INLINE uint subgroup_ballot(int flag) {
  uint y;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(y)
               : "r"(flag), "r"(subgroup_member_mask()));
  return y;
}

INLINE ACC subgroup_scan_first(ACC x, uint m) {
  const uint lane = subgroup_lane();
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    const ACC y = subgroup_shuffle_up(x, d);
    if (lane >= d && lane < m)
      x = OP(y, x);
  }
  return x;
}

// Side by side, as a shuffle's result comes long after it.
#define SUBGROUP_BATCH 4
INLINE void subgroup_scan_batch(ACC *x, uint count) {
  const uint lane = subgroup_lane();
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    ACC y[SUBGROUP_BATCH];
#pragma unroll
    for (uint k = 0; k < SUBGROUP_BATCH; ++k)
      if (k < count)
        y[k] = subgroup_shuffle_up(x[k], d);
#pragma unroll
    for (uint k = 0; k < SUBGROUP_BATCH; ++k)
      if (k < count && lane >= d)
        x[k] = OP(y[k], x[k]);
  }
}

// A tree over the lanes below m; its shape depends on m only.
INLINE ACC subgroup_reduce_first(ACC x, uint m) {
  const uint lane = subgroup_lane(), last = subgroup_members() - 1;
#pragma unroll
  for (uint d = 1; d < 32; d <<= 1) {
    const ACC y = subgroup_shuffle(x, min(lane + d, last));
    if (lane + d < m)
      x = OP(x, y);
  }
  return subgroup_broadcast(x, 0);
}

#endif
