// SPDX-License-Identifier: Apache-2.0
// The last pass of the three-pass scan: each tile's offset joins the tile's elements from the left.
// The input is what three_pass_scan_tiles wrote; it may be the output too. In an exclusive scan a
// tile's first element is its offset.
//
// Macros: EXCLUSIVE 1 or 0. No local memory.
#include "sink/results.cl"
#include "source/source.cl"

INLINE clscan_out add_offset(ulong in_tile, int has_offset, acc offset, acc x) {
  if (EXCLUSIVE && in_tile == 0) {
#ifdef IDENTITY
    return sink_value(has_offset ? offset : IDENTITY);
#else
    return sink_value(offset);
#endif
  }
  return sink_value(has_offset ? acc_op(offset, x) : x);
}

KERNEL three_pass_add_offsets(SOURCE_PARAMS PLACE(out), PLACE(total), INIT_PARAMS, LENGTH_PARAMS,
                              ulong tile_length, PLACE(offsets), PLACE(last), uint flags) {
  source s;
  sink k;
  SOURCE_READ(s, flags);
  k.out = GIVEN(out);
  TOTAL_READ(k, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0), base = tile * tile_length;
  const uint id = (uint)get_local_id(0);
  const int has_offset = tile > 0 || sink_has_init(&k);
  if (base < n) {
    const ulong count = min(n - base, tile_length);
    __global clscan_out *y = AT(clscan_out, k.out) + base;
    acc offset;
    if (has_offset)
      offset = ACC_FROM_STORED(AT(const acc_stored, GIVEN(offsets))[tile]);
    const int x_aligned = in_aligned(source_position(&s, base, 0).at), y_aligned = out_aligned(y);
    for (ulong e = id * VEC; e < count; e += GROUP_SIZE * VEC) {
      if (e + VEC <= count) {
        const position p = source_position(&s, base, e);
        const in_vector v = source_vector(&s, p, x_aligned);
        out_vector w;
#pragma unroll
        for (uint j = 0; j < VEC; ++j)
          w.item[j] = add_offset(e + j, has_offset, offset,
                                 source_load(&s, source_skip(&s, p, j), v.item[j]));
        write_vector(y + e, w, y_aligned);
      } else {
        for (ulong i = e; i < count; ++i)
          y[i] = add_offset(i, has_offset, offset, source_item(&s, base, i));
      }
    }
    if ((flags & FLAG_TOTAL) && base + count == n && id == 0) {
      const acc inclusive = ACC_FROM_STORED(*AT(const acc_stored, GIVEN(last)));
      *AT(clscan_out, k.total) = sink_value(has_offset ? acc_op(offset, inclusive) : inclusive);
    }
  } else if (n == 0 && tile == 0 && id == 0 && (flags & FLAG_TOTAL)) {
    sink_store_empty(&k);
  }
}
