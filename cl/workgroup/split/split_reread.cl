// SPDX-License-Identifier: Apache-2.0
// A split tile for CPUs (STORAGE_REREAD 1): one work-item a group stages the tile's elements one
// after the other without a branch, the rank moving on by 0 or 1. The tile's length is a kernel
// argument, at most STAGE_LENGTH.
#ifndef CLSCAN_WORKGROUP_SPLIT_REREAD
#define CLSCAN_WORKGROUP_SPLIT_REREAD

#ifndef STAGE_LENGTH
#error "STAGE_LENGTH is not defined: elements of the longest tile"
#endif

typedef ulong tile_size;

INLINE tile_size tile_full(ulong argument) { return argument; }

typedef struct {
  const source *source;
  ulong base;
} split_state;

typedef struct {
  STAGE_T stage[STAGE_LENGTH];
#if SPLIT_BOTH
  STAGE_T rest[STAGE_LENGTH];
#endif
} split_memory;

INLINE void split_load(split_state *t, const source *s, ulong base, ulong count) {
  (void)count;
  t->source = s;
  t->base = base;
}

INLINE ulong split_count(const source *s, ulong base, ulong count, __local split_memory *memory) {
  (void)memory;
  position p = source_position(s, base, 0);
  clscan_in before = *p.at;
#if UNIQUE
  if (base > 0)
    before = source_before(s, p);
#endif
  uint kept = 0;
  for (uint e = 0; e < (uint)count; ++e) {
    const clscan_in x = *p.at;
    kept += source_keep(s, p, x, before, source_flag(s, p.i));
    before = x;
    p = source_next(s, p);
  }
  return kept;
}

// Where a pass over the tile is: the element `e`, the one before it, and the kept ones before it.
typedef struct {
  position at;
  clscan_in before;
  uint e, rank;
} split_place;

INLINE void split_step(const source *s, split_place *p, __local split_memory *memory) {
  const clscan_in x = *p->at.at;
  const flag_t flag = source_flag(s, p->at.i);
  const uint keep = source_keep(s, p->at, x, p->before, flag);
#if STAGE_VALUES
  const STAGE_T staged = sink_value(s, p->at, x, flag);
#else
  const STAGE_T staged = (STAGE_T)p->e;
#endif
  memory->stage[p->rank] = staged;
#if SPLIT_BOTH
  memory->rest[p->e - p->rank] = staged;
#endif
  p->rank += keep;
  p->before = x;
  p->at = source_next(s, p->at);
  ++p->e;
}

INLINE ulong split_rank(split_state *t, ulong count, __local split_memory *memory) {
  const source *s = t->source;
  split_place p;
  p.at = source_position(s, t->base, 0);
  p.before = *p.at.at;
#if UNIQUE
  if (p.at.i > 0)
    p.before = source_before(s, p.at);
#endif
  p.e = p.rank = 0;
  // The loop's own instructions would be half of all.
  const uint unrolled = (uint)count & ~7u;
  while (p.e < unrolled) {
#pragma unroll
    for (uint u = 0; u < 8; ++u)
      split_step(s, &p, memory);
  }
  while (p.e < (uint)count)
    split_step(s, &p, memory);
  return p.rank;
}

INLINE void split_stage(const split_state *t, const source *s, ulong base, ulong count, ulong kept,
                        __local split_memory *memory) {
  (void)t, (void)s, (void)base, (void)count, (void)kept, (void)memory;
}

INLINE STAGE_T split_staged(__local const split_memory *memory, ulong e) {
  return memory->stage[e];
}

#if SPLIT_BOTH
INLINE STAGE_T split_rest(__local const split_memory *memory, ulong kept, ulong e) {
  (void)kept;
  return memory->rest[e];
}
#endif

#endif
