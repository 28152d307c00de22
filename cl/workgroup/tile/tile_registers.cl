// SPDX-License-Identifier: Apache-2.0
// A tile in registers (STORAGE_REREAD 0): loaded once, scanned within the work-group, combined with
// what lies before it, stored.
//
// Each sub-group owns WIDTH * ITEMS consecutive elements; in step k its lane l holds the VEC
// elements from (k * WIDTH + l) * VEC on, so that a step is one contiguous access of the sub-group.
// With width 1 a work-item's elements are consecutive and pass through local memory on their way
// (exchange.cl).
//
// A partial tile is filled up with copies of its last element: the operator only ever sees input
// values, and everything at or before that element is unaffected.
#ifndef CLSCAN_WORKGROUP_TILE_REGISTERS
#define CLSCAN_WORKGROUP_TILE_REGISTERS

#ifndef STEPS
#error "STEPS is not defined: steps of VEC elements that a work-item takes"
#endif

#include "core/core.cl"
#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

enum { ITEMS = STEPS * VEC, TILE = GROUP_SIZE * ITEMS, TILE_AGGREGATE_NEEDED = 1 };

#define TILE_EXCHANGE (BACKEND == BACKEND_LOCAL && GROUP_SIZE > 1 && STEPS * VEC > 1)
#if TILE_EXCHANGE
#include "workgroup/tile/exchange.cl"
#endif

typedef union {
  acc scan[WG_ITEMS];
#if TILE_EXCHANGE
  clscan_in in[CLSCAN_PADDED(TILE)];
  clscan_out out[CLSCAN_PADDED(TILE)];
#endif
} tile_memory;

// What the local scan knows of a work-item's elements.
typedef struct {
  acc item[ITEMS];  // after tile_scan() inclusive within each step of the sub-group
  acc group_before; // of the sub-groups before; absent in the first
} tile_state;

typedef uint tile_size;

INLINE tile_size tile_full(ulong argument) {
  (void)argument;
  return TILE;
}

// The element within the tile at which step k of this work-item begins.
INLINE uint tile_position(uint k) {
  return (subgroup_id() * STEPS * subgroup_width() + k * subgroup_width() + subgroup_lane()) * VEC;
}

// The same for memory accesses.
INLINE uint tile_access_position(uint k) {
#if TILE_EXCHANGE
  return (k * GROUP_SIZE + linear_id()) * VEC;
#else
  return tile_position(k);
#endif
}

// Loads `count` elements, 1 to TILE, from element `base` on.
INLINE void tile_load(tile_state *t, const source *s, ulong base, uint count,
                      __local tile_memory *memory) {
  clscan_in raw[ITEMS];
  // A branch of its own for what is read in vectors, so that all those loads are under way at once.
  if (count == TILE && source_aligned(s)) {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
      const in_vector v = source_vector(s, source_position(s, base, tile_access_position(k)), 1);
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        raw[k * VEC + j] = v.item[j];
    }
  } else {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        raw[k * VEC + j] =
            *source_position(s, base, min(tile_access_position(k) + j, count - 1)).at;
    }
  }
#if TILE_EXCHANGE
  exchange_to_blocked(raw, memory->in);
#endif
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      t->item[k * VEC + j] = source_load(
          s, source_position(s, base, min(tile_position(k) + j, count - 1)), raw[k * VEC + j]);
  }
}

// Scans the lane's elements of step k.
INLINE void tile_scan_lane(tile_state *t, uint k) {
#pragma unroll
  for (uint j = 1; j < VEC; ++j)
    t->item[k * VEC + j] = acc_op(t->item[k * VEC + j - 1], t->item[k * VEC + j]);
}

// After that, the elements of step k but the last, which is known: `inclusive` within the
// sub-group.
INLINE void tile_scan_step(tile_state *t, uint k, acc inclusive) {
  const uint lane = subgroup_lane();
  const acc shifted = subgroup_shuffle_up(inclusive, 1);
#if EXACT_IDENTITY
  const acc left = lane > 0 ? shifted : IDENTITY;
#pragma unroll
  for (uint j = 0; j < VEC - 1; ++j)
    t->item[k * VEC + j] = acc_op(left, t->item[k * VEC + j]);
#else
#pragma unroll
  for (uint j = 0; j < VEC - 1; ++j)
    if (lane > 0)
      t->item[k * VEC + j] = acc_op(shifted, t->item[k * VEC + j]);
#endif
  t->item[k * VEC + VEC - 1] = inclusive;
}

// Where operands may change places the steps of each lane are combined first, in a fixed order, so
// that others can know the aggregate before the tile is scanned.
INLINE acc tile_aggregate(tile_state *t, uint count, __local tile_memory *memory) {
  const uint last = subgroup_width() - 1;
  (void)count;
  acc whole = absent(t->item[0]);
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    tile_scan_lane(t, k);
#if OP_CODE != OP_USER
    whole = join(k > 0, whole, t->item[k * VEC + VEC - 1]);
#else
    const acc inclusive = subgroup_scan_inclusive(t->item[k * VEC + VEC - 1]);
    tile_scan_step(t, k, inclusive);
    whole = join(k > 0, whole, subgroup_broadcast(inclusive, last));
#endif
  }
#if OP_CODE != OP_USER
  whole = subgroup_broadcast(subgroup_scan_inclusive(whole), last);
#endif
  acc aggregate;
  workgroup_scan_subgroups(whole, subgroup_count(), memory->scan, &t->group_before, &aggregate);
  return aggregate;
}

INLINE void tile_scan(tile_state *t) {
#if OP_CODE != OP_USER
#pragma unroll
  for (uint k = 0; k < STEPS; k += SUBGROUP_BATCH) {
    acc inclusive[SUBGROUP_BATCH];
#pragma unroll
    for (uint b = 0; b < SUBGROUP_BATCH; ++b)
      if (k + b < STEPS)
        inclusive[b] = t->item[(k + b) * VEC + VEC - 1];
    subgroup_scan_batch(inclusive, min((uint)SUBGROUP_BATCH, STEPS - k));
#pragma unroll
    for (uint b = 0; b < SUBGROUP_BATCH; ++b)
      if (k + b < STEPS)
        tile_scan_step(t, k + b, inclusive[b]);
  }
#endif
}

// The output elements of step k, and the inclusive value of each. *before, if has_before, is what
// lies before the sub-group's step; it moves on to the next step.
INLINE void tile_outputs(const tile_state *t, uint k, int has_before, acc *before, int exclusive,
                         clscan_out y[VEC], acc inclusive[VEC]) {
  const uint lane = subgroup_lane();
#pragma unroll
  for (uint j = 0; j < VEC; ++j)
    inclusive[j] = join(has_before, *before, t->item[k * VEC + j]);
  const acc next = subgroup_broadcast(inclusive[VEC - 1], subgroup_width() - 1);
  if (exclusive) {
    const acc shifted = subgroup_shuffle_up(inclusive[VEC - 1], 1);
    const acc first = lane > 0 ? shifted : *before;
#if EXACT_IDENTITY
    y[0] = sink_value(first);
#elif defined(IDENTITY)
    y[0] = sink_value(has_before || lane > 0 ? first : IDENTITY);
#else
    y[0] = sink_value(first);
#endif
#pragma unroll
    for (uint j = 1; j < VEC; ++j)
      y[j] = sink_value(inclusive[j - 1]);
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      y[j] = sink_value(inclusive[j]);
  }
  *before = next;
}

// With PTX each step is stored as it is formed, which takes fewer registers but puts shuffles under
// a uniform `if`; elsewhere these may be barriers, and all outputs are formed before the first is
// stored.
#if BACKEND != BACKEND_PTX
typedef clscan_out tile_staged;
#else
typedef uint tile_staged; // nothing
#endif

// Stores the steps one after the other, as vectors if `whole`, else element by element up to
// `count`.
INLINE void tile_store_steps(const tile_state *t, const tile_staged *staged, int has_outer,
                             acc before, int exclusive, __global clscan_out *p, uint count,
                             int whole, __global clscan_out *total) {
  acc inclusive[VEC];
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    const uint at = tile_access_position(k);
    out_vector v;
#if BACKEND != BACKEND_PTX
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      v.item[j] = staged[k * VEC + j];
#else
    tile_outputs(t, k, k > 0 || has_outer, &before, exclusive, v.item, inclusive);
#endif
    if (whole) {
      write_vector(p + at, v, 1);
    } else {
#pragma unroll
      for (uint j = 0; j < VEC; ++j) {
        if (at + j < count)
          p[at + j] = v.item[j];
#if BACKEND == BACKEND_PTX
        if (total != 0 && at + j == count - 1)
          *total = sink_value(inclusive[j]);
#endif
      }
    }
  }
#if BACKEND == BACKEND_PTX
  if (whole && total != 0 && linear_id() == GROUP_SIZE - 1)
    *total = sink_value(inclusive[VEC - 1]);
#endif
}

// Stores the tile's `count` elements as those from `base` on. `prefix`, if there is one, is the
// combination of all that lies before the tile. With `exclusive` an element that nothing lies
// before becomes the identity; where there is none its value has no meaning. The inclusive value of
// the last element goes to *total unless that is NULL.
INLINE void tile_store(const tile_state *t, int has_prefix, acc prefix, int exclusive,
                       __global clscan_out *out, ulong base, uint count, __global clscan_out *total,
                       __local tile_memory *memory) {
  __global clscan_out *p = out + base;
  const int inner = subgroup_id() > 0, has_outer = inner || has_prefix;
  acc before = inner ? join(has_prefix, prefix, t->group_before) : prefix;
#if BACKEND != BACKEND_PTX
  acc inclusive[VEC];
  clscan_out staged[ITEMS];
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    tile_outputs(t, k, k > 0 || has_outer, &before, exclusive, staged + k * VEC, inclusive);
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      if (total != 0 && tile_position(k) + j == count - 1)
        *total = sink_value(inclusive[j]);
  }
#if TILE_EXCHANGE
  exchange_to_striped(staged, memory->out);
#endif
#else
  const tile_staged *staged = 0;
#endif
  const int whole = count == TILE && out_aligned(out);
#if ACC_SIZE > 4
  // Wide elements leave no registers for what the two kinds of stores do not share.
  if (whole)
    tile_store_steps(t, staged, has_outer, before, exclusive, p, count, 1, total);
  else
    tile_store_steps(t, staged, has_outer, before, exclusive, p, count, 0, total);
#else
  tile_store_steps(t, staged, has_outer, before, exclusive, p, count, whole, total);
#endif
}

#endif
