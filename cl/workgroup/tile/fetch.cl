// SPDX-License-Identifier: Apache-2.0
// What a tile of a compaction is made of, as it is read from memory (STORAGE_REREAD 0): each
// work-item holds STEPS steps of VEC elements, and with UNIQUE the element before each step.
#ifndef CLSCAN_WORKGROUP_FETCH
#define CLSCAN_WORKGROUP_FETCH

#include "source/source.cl"
#include "workgroup/split/rank.cl"

typedef struct {
  clscan_in item[ITEMS];
  flag_vector flags[STEPS];
#if UNIQUE
  clscan_in before[STEPS];
#endif
} fetched;

// A step whose elements all exist.
INLINE void fetch_step(fetched *f, uint k, const source *s, ulong base, int aligned,
                       int flags_aligned) {
  const position p = source_position(s, base + step_position(k), 0);
  const in_vector v = source_vector(s, p, aligned);
  f->flags[k] = source_flags(s, p.i, flags_aligned);
#if UNIQUE
  f->before[k] = p.i > 0 ? source_before(s, p) : v.item[0];
#endif
#pragma unroll
  for (uint j = 0; j < VEC; ++j)
    f->item[k * VEC + j] = v.item[j];
}

// One of which some may not; in their place are copies of the last one that does.
INLINE void fetch_step_upto(fetched *f, uint k, const source *s, ulong base, uint count) {
#pragma unroll
  for (uint j = 0; j < VEC; ++j) {
    const position p = source_position(s, base + min(step_position(k) + j, count - 1), 0);
    f->item[k * VEC + j] = *p.at;
    flag_set(&f->flags[k], j, source_flag(s, p.i));
#if UNIQUE
    if (j == 0)
      f->before[k] = p.i > 0 ? source_before(s, p) : f->item[k * VEC];
#endif
  }
}

// `count` elements, 1 to TILE, from `base` on.
INLINE void fetch_tile(fetched *f, const source *s, ulong base, uint count) {
  const int aligned = source_aligned(s), flags_aligned = source_flags_aligned(s);
  // A branch of its own for full tiles, so that all their loads are under way at once.
  if (count == TILE) {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      fetch_step(f, k, s, base, aligned, flags_aligned);
  } else {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      fetch_step_upto(f, k, s, base, count);
  }
}

#endif
