// SPDX-License-Identifier: Apache-2.0
// A tile in buckets for CPUs (STORAGE_REREAD 1): one work-item a group reads the tile once to count
// and once to store.
#ifndef CLSCAN_WORKGROUP_BUCKETS_REREAD
#define CLSCAN_WORKGROUP_BUCKETS_REREAD

typedef ulong tile_size;

INLINE tile_size tile_full(ulong argument) { return argument; }

typedef struct {
  uint unused;
} buckets_memory;

INLINE void buckets_count(const source *s, ulong base, ulong count, __local uint *counts,
                          __local buckets_memory *memory) {
  (void)memory;
  for (uint b = 0; b < NUM_BUCKETS; ++b)
    counts[b] = 0;
  position p = source_position(s, base, 0);
  for (ulong e = 0; e < count; ++e) {
    ++counts[source_bucket(s, p, *p.at, source_flag(s, p.i))];
    p = source_next(s, p);
  }
}

INLINE void buckets_sort(const source *s, ulong base, ulong count, __local uint *counts,
                         __local buckets_memory *memory) {
  buckets_count(s, base, count, counts, memory);
}

INLINE void buckets_store(const source *s, ulong base, ulong count, __local ulong *places,
                          const sink *k, __local buckets_memory *memory) {
  position p = source_position(s, base, 0);
  (void)memory;
  for (ulong e = 0; e < count; ++e) {
    const uint b = source_bucket(s, p, *p.at, source_flag(s, p.i));
    sink_store(k, s, b, base + e, places[b]);
    ++places[b];
    p = source_next(s, p);
  }
}

#endif
