// SPDX-License-Identifier: Apache-2.0
// A tile's elements sorted by bucket in local memory (STORAGE_REREAD 0): a radix sort by one bit of
// the bucket's number at a time, each round a stable split. What is sorted is {bucket:16, place in
// the tile:16}.
//
//   BUCKET_BITS   bits of a bucket's number
#ifndef CLSCAN_WORKGROUP_BUCKETS_REGISTERS
#define CLSCAN_WORKGROUP_BUCKETS_REGISTERS

#include "workgroup/tile/fetch.cl"

#ifndef BUCKET_BITS
#error "BUCKET_BITS is not defined"
#endif

typedef struct {
  union {
    acc scan[WG_ITEMS];
    uint key[TILE];
  };
  uint start[NUM_BUCKETS + 1]; // of each bucket within the sorted tile
} buckets_memory;

// The buckets of this work-item's elements. Those past the end go to the last bucket, in which the
// order keeps them behind all others.
INLINE void buckets_load(const source *s, ulong base, uint count, uint bucket[ITEMS]) {
  fetched f;
  fetch_tile(&f, s, base, count);
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    position p = source_position(s, base + step_position(k), 0);
#pragma unroll
    for (uint j = 0; j < VEC; ++j) {
      uint b = NUM_BUCKETS - 1u;
      if (count == TILE || step_position(k) + j < count)
        b = source_bucket(s, p, f.item[k * VEC + j], flag_of(f.flags[k], j));
      bucket[k * VEC + j] = b;
      p = source_next(s, p);
    }
  }
}

INLINE void buckets_count(const source *s, ulong base, uint count, __local uint *counts,
                          __local buckets_memory *memory) {
  uint bucket[ITEMS];
  (void)memory;
  for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE)
    counts[b] = 0;
  local_barrier();
  buckets_load(s, base, count, bucket);
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      if (step_position(k) + j < count)
        atomic_inc(&counts[bucket[k * VEC + j]]);
  }
  local_barrier();
}

INLINE void buckets_sort(const source *s, ulong base, uint count, __local uint *counts,
                         __local buckets_memory *memory) {
  uint key[ITEMS];
  buckets_load(s, base, count, key);
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      key[k * VEC + j] = (key[k * VEC + j] << 16) | (step_position(k) + j);
  }
#pragma unroll 1
  for (uint bit = 0; bit < BUCKET_BITS; ++bit) {
    tile_ranks zeros;
    rank_clear(&zeros);
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        rank_mark(&zeros, k, j, ((key[k * VEC + j] >> (16 + bit)) & 1u) ^ 1u);
    }
    const uint all_zeros = rank_scan(&zeros, memory->scan);
    uint step = zeros.outer;
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
      uint rank = step + RANK_FIELD(zeros.before, k);
#pragma unroll
      for (uint j = 0; j < VEC; ++j) {
        const uint zero = rank_is_marked(&zeros, k, j);
        memory->key[zero ? rank : all_zeros + step_position(k) + j - rank] = key[k * VEC + j];
        rank += zero;
      }
      step += RANK_FIELD(zeros.whole, k);
    }
    local_barrier();
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        key[k * VEC + j] = memory->key[step_position(k) + j];
    }
    local_barrier();
  }
  for (uint e = linear_id(); e < count; e += GROUP_SIZE) {
    const uint b = memory->key[e] >> 16;
    for (uint c = e > 0 ? (memory->key[e - 1] >> 16) + 1 : 0; c <= b; ++c)
      memory->start[c] = e;
    if (e == count - 1) {
      for (uint c = b + 1; c <= NUM_BUCKETS; ++c)
        memory->start[c] = count;
    }
  }
  local_barrier();
  for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE)
    counts[b] = memory->start[b + 1] - memory->start[b];
  local_barrier();
}

INLINE void buckets_store(const source *s, ulong base, uint count, __local ulong *places,
                          const sink *k, __local buckets_memory *memory) {
  for (uint e = linear_id(); e < count; e += GROUP_SIZE) {
    const uint key = memory->key[e], b = key >> 16;
    sink_store(k, s, b, base + (key & 0xffffu), places[b] + (e - memory->start[b]));
  }
}

#endif
