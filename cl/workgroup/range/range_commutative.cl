// SPDX-License-Identifier: Apache-2.0
// A range for the built-in operators, which are commutative: each work-item keeps VEC accumulators
// in registers over rows of GROUP_SIZE * VEC elements, STEPS of them in flight at a time. The
// work-group combines them once, at the end.
#ifndef CLSCAN_WORKGROUP_RANGE_COMMUTATIVE
#define CLSCAN_WORKGROUP_RANGE_COMMUTATIVE

#ifndef STEPS
#error "STEPS is not defined: rows that a work-item reads at a time"
#endif

#include "core/access_in.cl"
#include "core/element.cl"
#include "core/operators.cl"
#include "workgroup/scan/scan.cl"

typedef struct {
  ACC scan[WG_ITEMS];
} range_memory;
#define RANGE_ROW (GROUP_SIZE * VEC)
#define RANGE_UNIT(argument) (RANGE_ROW * STEPS)

// The first row and `rows` further ones, from element `i` on, which `p` points to.
INLINE void range_rows(ACC sum[VEC], __global const IN_T *p, ulong i, ulong rows, int aligned) {
  const in_vector first = read_vector(p, aligned);
#pragma unroll
  for (uint j = 0; j < VEC; ++j)
    sum[j] = load_item(first.item[j], i + j);
  p += RANGE_ROW;
  i += RANGE_ROW;
  for (; rows >= STEPS; rows -= STEPS) {
    in_vector v[STEPS];
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      v[k] = read_vector(p + k * RANGE_ROW, aligned);
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint j = 0; j < VEC; ++j)
        sum[j] = OP(sum[j], load_item(v[k].item[j], i + k * RANGE_ROW + j));
    }
    p += STEPS * RANGE_ROW;
    i += STEPS * RANGE_ROW;
  }
  for (; rows > 0; --rows) {
    const in_vector v = read_vector(p, aligned);
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      sum[j] = OP(sum[j], load_item(v.item[j], i + j));
    p += RANGE_ROW;
    i += RANGE_ROW;
  }
}

INLINE ACC range_reduce(__global const IN_T *in, ulong begin, ulong end,
                        __local range_memory *memory) {
  const ulong rows = (end - begin) / RANGE_ROW, mine = begin + LINEAR_ID * VEC;
  ulong rest = begin + rows * RANGE_ROW + LINEAR_ID;
  uint members = GROUP_SIZE;
  ACC sum[VEC];
  if (rows > 0) {
    if (IN_ALIGNED(in))
      range_rows(sum, in + mine, mine, rows - 1, 1);
    else
      range_rows(sum, in + mine, mine, rows - 1, 0);
#pragma unroll
    for (uint j = 1; j < VEC; ++j)
      sum[0] = OP(sum[0], sum[j]);
  } else {
    // Less than a row: work-items past the end hold a value that nobody uses.
    const ulong i = min(rest, end - 1);
    sum[0] = load_item(in[i], i);
    rest += GROUP_SIZE;
    members = (uint)min(end - begin, (ulong)GROUP_SIZE);
  }
  for (; rest < end; rest += GROUP_SIZE)
    sum[0] = OP(sum[0], load_item(in[rest], rest));
  return workgroup_reduce(sum[0], members, memory->scan);
}

#endif
