// SPDX-License-Identifier: Apache-2.0
// Select as it is taught: mark, scan, scatter. The host launches
//
//   select_mark      1 for each kept element, 0 for the others
//   (an exclusive scan of the marks gives the ranks; its total is the count)
//   select_scatter   each marked element to its rank
//
// Marks and ranks pass through global memory, and stores are scattered over a step's kept elements.
// A reference, and for comparison. No local memory.
#include "sink/outputs.cl"
#include "source/choice.cl"

KERNEL select_mark(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, PLACE(marks), uint flags) {
  source s;
  SOURCE_READ(s, flags);
  const ulong base = get_group_id(0) * tile_length, end = min(LENGTH(flags), base + tile_length);
  for (ulong e = base + get_local_id(0); e < end; e += GROUP_SIZE) {
    const position p = source_position(&s, e, 0);
    const clscan_in x = *p.at;
    clscan_in before = x;
#if UNIQUE
    if (e > 0)
      before = source_before(&s, p);
#endif
    AT(uchar, GIVEN(marks))[e] = (uchar)source_keep(&s, p, x, before, source_flag(&s, e));
  }
}

KERNEL select_scatter(SOURCE_PARAMS OUTPUT_PARAMS LENGTH_PARAMS, ulong tile_length, ulong capacity,
                      PLACE(marks), PLACE(ranks), uint flags) {
  source s;
  sink k;
  SOURCE_READ(s, flags);
  OUTPUT_READ(k);
  const ulong base = get_group_id(0) * tile_length, end = min(LENGTH(flags), base + tile_length);
  for (ulong e = base + get_local_id(0); e < end; e += GROUP_SIZE) {
    const ulong to = AT(const COUNT_T, GIVEN(ranks))[e];
    if (AT(const uchar, GIVEN(marks))[e] && to < capacity)
      sink_store(&k, &s, e, to);
  }
}
