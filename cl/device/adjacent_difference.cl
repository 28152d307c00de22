// SPDX-License-Identifier: Apache-2.0
// Each element combined with its neighbour, in one launch. The one without a neighbour stays as it
// is.
//
// Macros: REVERSE 1: the neighbour is the next element, 0: the one before. No local memory.
#include "sink/results.cl"
#include "source/source.cl"

// The difference at p, whose elements in memory are these.
INLINE clscan_out difference_at(const source *s, position p, int has_neighbour, clscan_in raw,
                                clscan_in neighbour) {
  acc a = source_load(s, p, raw);
  if (has_neighbour) {
    position q = p;
#if REVERSE
    ++q.i, ++q.col, ++q.at;
#else
    --q.i, --q.col, --q.at;
#endif
    a = acc_op(a, source_load(s, q, neighbour));
  }
  return sink_value(a);
}

// Whether the element at p has a neighbour among the n of the input.
INLINE int has_neighbour(const source *s, position p, ulong n) {
#if !REVERSE
  return p.col > 0;
#elif defined(ROWS)
  return p.i + 1 < n && p.col + 1 < s->width;
#else
  return p.i + 1 < n;
#endif
}

KERNEL adjacent_difference(SOURCE_PARAMS PLACE(out), LENGTH_PARAMS, ulong tile_length, uint flags) {
  source s;
  SOURCE_READ(s, flags);
  __global clscan_out *y = AT(clscan_out, GIVEN(out));
  const ulong n = LENGTH(flags);
  const ulong base = get_group_id(0) * tile_length, end = min(n, base + tile_length);
#if VEC == 1 && !defined(ROWS)
  // All but one have a neighbour, so that the loop has no branches.
  const ulong alone = REVERSE ? n - 1 : 0;
  const ulong first = !REVERSE && base == 0 ? 1 : base, last = REVERSE && end == n ? n - 1 : end;
  for (ulong e = first + get_local_id(0); base < n && e < last; e += GROUP_SIZE) {
    const position p = source_position(&s, 0, e);
    y[e] = difference_at(&s, p, 1, *p.at, REVERSE ? p.at[1] : *(p.at - 1));
  }
  if (base <= alone && alone < end && get_local_id(0) == 0) {
    const position p = source_position(&s, 0, alone);
    y[alone] = difference_at(&s, p, 0, *p.at, *p.at);
  }
#else
  const int x_aligned = source_aligned(&s), y_aligned = out_aligned(y);
  for (ulong e = base + get_local_id(0) * VEC; e < end; e += GROUP_SIZE * VEC) {
    position p = source_position(&s, 0, e);
    if (e + VEC <= end) {
      const in_vector v = source_vector(&s, p, x_aligned);
      out_vector w;
#pragma unroll
      for (uint j = 0; j < VEC; ++j) {
        const position q = source_skip(&s, p, j);
        const int has = has_neighbour(&s, q, n);
        clscan_in neighbour = v.item[j];
        if (REVERSE && j + 1 < VEC)
          neighbour = v.item[j + 1 < VEC ? j + 1 : j];
        else if (!REVERSE && j > 0)
          neighbour = v.item[j > 0 ? j - 1 : j];
        else if (has)
          neighbour = REVERSE ? q.at[1] : *(q.at - 1);
        w.item[j] = difference_at(&s, q, has, v.item[j], neighbour);
      }
      write_vector(y + e, w, y_aligned);
    } else {
      for (ulong i = e; i < end; ++i, p = source_next(&s, p)) {
        const int has = has_neighbour(&s, p, n);
        const clscan_in raw = *p.at;
        clscan_in neighbour = raw;
        if (has)
          neighbour = REVERSE ? p.at[1] : *(p.at - 1);
        y[i] = difference_at(&s, p, has, raw, neighbour);
      }
    }
  }
#endif
}
