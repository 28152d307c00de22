// SPDX-License-Identifier: Apache-2.0
// Ranks of a tile's marked elements, one mark bit an element, where each work-item holds STEPS
// steps of VEC elements in registers.
//
// The lanes of a unit take a step side by side. The unit is a sub-group where sub-groups progress
// independently, else the work-group. The marks of several steps are counted in fields of one
// accumulator, so that one scan over the unit's lanes serves RANK_STEPS steps. A step has less than
// 65,536 elements, and a tile no more than that: the host sees to it.
#ifndef CLSCAN_WORKGROUP_RANK
#define CLSCAN_WORKGROUP_RANK

#include "workgroup/scan.cl"

#if !defined(STEPS) || !defined(VEC)
#error "STEPS and VEC are not defined: steps that a work-item takes, elements of one step"
#endif

enum { ITEMS = STEPS * VEC, TILE = GROUP_SIZE * ITEMS };

typedef uint tile_size;

INLINE tile_size tile_full(ulong argument) {
  (void)argument;
  return TILE;
}

#if SUBGROUP_INDEPENDENT && VEC * 32 < 256
#define RANK_BITS 8
#else
#define RANK_BITS 16
#endif
#define RANK_STEPS (64 / RANK_BITS)
#define RANK_WORDS ((STEPS + RANK_STEPS - 1) / RANK_STEPS)
#define RANK_FIELD(words, k)                                                                       \
  ((uint)((words)[(k) / RANK_STEPS] >> (RANK_BITS * ((k) % RANK_STEPS))) & ((1u << RANK_BITS) - 1))
#define MARK_STEPS (32 / VEC)
#define MARK_WORDS ((STEPS + MARK_STEPS - 1) / MARK_STEPS)

// Kept small, as it stays in registers while the group waits for others.
typedef struct {
  uint marks[MARK_WORDS]; // a bit for each element of the work-item
  acc before[RANK_WORDS]; // marked elements of the step in the lanes before, a field a step
  acc whole[RANK_WORDS];  // and in all lanes
  uint outer;             // of the tile before the unit's first step
} tile_ranks;

// The element within the tile at which step k of this work-item begins.
INLINE uint step_position(uint k) {
#if SUBGROUP_INDEPENDENT
  return (subgroup_id() * STEPS * subgroup_width() + k * subgroup_width() + subgroup_lane()) * VEC;
#else
  return (k * GROUP_SIZE + linear_id()) * VEC;
#endif
}

INLINE void rank_clear(tile_ranks *r) {
#pragma unroll
  for (uint w = 0; w < MARK_WORDS; ++w)
    r->marks[w] = 0;
}

// Marks element j of step k if `mark` is 1.
INLINE void rank_mark(tile_ranks *r, uint k, uint j, uint mark) {
  r->marks[k / MARK_STEPS] |= mark << (k % MARK_STEPS * VEC + j);
}

INLINE uint rank_is_marked(const tile_ranks *r, uint k, uint j) {
  return (r->marks[k / MARK_STEPS] >> (k % MARK_STEPS * VEC + j)) & 1u;
}

// The work-item's marked elements of step k.
INLINE uint rank_count(const tile_ranks *r, uint k) {
  return popcount((r->marks[k / MARK_STEPS] >> (k % MARK_STEPS * VEC)) & ((1u << VEC) - 1));
}

// Ranks the marked elements; returns the tile's number of them, in every work-item. Afterwards,
// taking the steps in order, step k's first element has RANK_FIELD(before, k) marked ones of the
// step before it, and the step has RANK_FIELD(whole, k). Ends with a barrier after the last access
// to `tmp`, WG_ITEMS of local memory.
INLINE uint rank_scan(tile_ranks *r, __local acc *tmp) {
#pragma unroll
  for (uint w = 0; w < RANK_WORDS; ++w) {
    acc packed = 0;
    // Constant trip counts: a compiler that does not unroll these loops keeps the arrays in memory.
#pragma unroll
    for (uint f = 0; f < RANK_STEPS; ++f)
      if (w * RANK_STEPS + f < STEPS)
        packed |= (acc)rank_count(r, w * RANK_STEPS + f) << (RANK_BITS * f);
#if SUBGROUP_INDEPENDENT
    const acc inclusive = subgroup_scan_inclusive(packed);
    r->before[w] = inclusive - packed;
    r->whole[w] = subgroup_broadcast(inclusive, subgroup_width() - 1);
#else
    acc before;
    workgroup_scan(packed, GROUP_SIZE, tmp, &before, &r->whole[w]);
    r->before[w] = linear_id() == 0 ? 0 : before;
#endif
  }
  uint unit = 0;
#pragma unroll
  for (uint k = 0; k < STEPS; ++k)
    unit += RANK_FIELD(r->whole, k);
#if SUBGROUP_INDEPENDENT
  acc outer, all;
  workgroup_scan_subgroups(unit, subgroup_count(), tmp, &outer, &all);
  r->outer = (uint)outer;
  return (uint)all;
#else
  r->outer = 0;
  return unit;
#endif
}

#endif
