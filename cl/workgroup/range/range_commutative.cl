// SPDX-License-Identifier: Apache-2.0
// A range for the built-in operators, which are commutative: each work-item keeps VEC accumulators
// in registers over rows of GROUP_SIZE * VEC elements, STEPS of them in flight at a time. The
// work-group combines them once, at the end.
#ifndef CLSCAN_WORKGROUP_RANGE_COMMUTATIVE
#define CLSCAN_WORKGROUP_RANGE_COMMUTATIVE

#ifndef STEPS
#error "STEPS is not defined: rows that a work-item reads at a time"
#endif

#include "core/core.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

typedef struct {
  acc scan[WG_ITEMS];
} range_memory;
#define RANGE_ROW (GROUP_SIZE * VEC)
#define RANGE_UNIT(argument) (RANGE_ROW * STEPS)

// The first row and `rows` further ones, from p on.
INLINE void range_rows(acc sum[VEC], const source *s, position p, ulong rows, int aligned) {
  const in_vector first = source_vector(s, p, aligned);
#pragma unroll
  for (uint j = 0; j < VEC; ++j)
    sum[j] = source_load(s, source_skip(s, p, j), first.item[j]);
  p = source_skip(s, p, RANGE_ROW);
  for (; rows >= STEPS; rows -= STEPS) {
    in_vector v[STEPS];
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      v[k] = source_vector(s, source_skip(s, p, k * RANGE_ROW), aligned);
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        sum[j] = acc_op(sum[j], source_load(s, source_skip(s, p, k * RANGE_ROW + j), v[k].item[j]));
    }
    p = source_skip(s, p, STEPS * RANGE_ROW);
  }
  for (; rows > 0; --rows) {
    const in_vector v = source_vector(s, p, aligned);
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      sum[j] = acc_op(sum[j], source_load(s, source_skip(s, p, j), v.item[j]));
    p = source_skip(s, p, RANGE_ROW);
  }
}

INLINE acc range_reduce(const source *s, ulong begin, ulong end, __local range_memory *memory) {
  const ulong rows = (end - begin) / RANGE_ROW, mine = begin + linear_id() * VEC;
  ulong rest = begin + rows * RANGE_ROW + linear_id();
  uint members = GROUP_SIZE;
  acc sum[VEC];
  if (rows > 0) {
    const position p = source_position(s, mine, 0);
    if (source_aligned(s))
      range_rows(sum, s, p, rows - 1, 1);
    else
      range_rows(sum, s, p, rows - 1, 0);
#pragma unroll
    for (uint j = 1; j < VEC; ++j)
      sum[0] = acc_op(sum[0], sum[j]);
  } else {
    // Less than a row: work-items past the end hold a value that nobody uses.
    sum[0] = source_item(s, min(rest, end - 1), 0);
    rest += GROUP_SIZE;
    members = (uint)min(end - begin, (ulong)GROUP_SIZE);
  }
  for (; rest < end; rest += GROUP_SIZE)
    sum[0] = acc_op(sum[0], source_item(s, rest, 0));
  return workgroup_reduce(sum[0], members, memory->scan);
}

#endif
