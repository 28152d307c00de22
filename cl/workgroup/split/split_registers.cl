// SPDX-License-Identifier: Apache-2.0
// A split tile whose elements are in registers (STORAGE_REREAD 0).
#ifndef CLSCAN_WORKGROUP_SPLIT_REGISTERS
#define CLSCAN_WORKGROUP_SPLIT_REGISTERS

#include "workgroup/tile/fetch.cl"

typedef struct {
#if STAGE_VALUES
  STAGE_T value[ITEMS];
#endif
  tile_ranks ranks; // of the kept elements
} split_state;

typedef union {
  acc scan[WG_ITEMS];
  STAGE_T stage[TILE];
} split_memory;

INLINE void split_load(split_state *t, const source *s, ulong base, uint count) {
  fetched f;
  fetch_tile(&f, s, base, count);
  rank_clear(&t->ranks);
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    position p = source_position(s, base + step_position(k), 0);
#pragma unroll
    for (uint j = 0; j < VEC; ++j) {
      const clscan_in x = f.item[k * VEC + j];
      const flag_t flag = flag_of(f.flags[k], j);
#if UNIQUE
      const clscan_in left = j > 0 ? f.item[k * VEC + j - (j > 0)] : f.before[k];
#else
      const clscan_in left = x;
#endif
      const int exists = count == TILE || step_position(k) + j < count;
      rank_mark(&t->ranks, k, j, exists ? source_keep(s, p, x, left, flag) : 0u);
#if STAGE_VALUES
      if (exists)
        t->value[k * VEC + j] = sink_value(s, p, x, flag);
#endif
      p = source_next(s, p);
    }
  }
}

// The number of kept elements alone.
INLINE uint split_count(const source *s, ulong base, uint count, __local split_memory *memory) {
  split_state t;
  split_load(&t, s, base, count);
  uint kept = 0;
#pragma unroll
  for (uint w = 0; w < MARK_WORDS; ++w)
    kept += popcount(t.ranks.marks[w]);
  return (uint)workgroup_reduce(kept, GROUP_SIZE, memory->scan);
}

// Ranks the kept elements within the tile; returns their number.
INLINE uint split_rank(split_state *t, uint count, __local split_memory *memory) {
  (void)count;
  return rank_scan(&t->ranks, memory->scan);
}

INLINE void split_stage(const split_state *t, const source *s, ulong base, uint count, uint kept,
                        __local split_memory *memory) {
  (void)s, (void)base, (void)count;
  uint step = t->ranks.outer;
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    uint rank = step + RANK_FIELD(t->ranks.before, k);
#pragma unroll
    for (uint j = 0; j < VEC; ++j) {
      const uint e = step_position(k) + j;
      const uint keep = rank_is_marked(&t->ranks, k, j);
#if STAGE_VALUES
      const STAGE_T staged = t->value[k * VEC + j];
#else
      const STAGE_T staged = (STAGE_T)e;
#endif
#if SPLIT_BOTH
      if (e < count)
        memory->stage[keep ? rank : kept + e - rank] = staged;
#else
      if (keep)
        memory->stage[rank] = staged;
#endif
      rank += keep;
    }
    step += RANK_FIELD(t->ranks.whole, k);
  }
}

INLINE STAGE_T split_staged(__local const split_memory *memory, uint e) { return memory->stage[e]; }

INLINE STAGE_T split_rest(__local const split_memory *memory, uint kept, uint e) {
  return memory->stage[kept + e];
}

#endif
