// SPDX-License-Identifier: Apache-2.0
// A tile of sums or products of floats that is read again. Blocks of 64 elements, eight rows of
// eight, are scanned by vector operations from nothing; what lies before a block joins its elements
// as they are stored. Both readings group the operands alike.
#ifndef CLSCAN_WORKGROUP_TILE_ROWS
#define CLSCAN_WORKGROUP_TILE_ROWS

#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/tile/cascade.cl"

enum { BLOCK = 64 };
// The tile is read for its aggregate in as many places at a time, which keeps memory busy.
#define STRANDS 4

#if ACC_SIZE == 4
typedef float8 acc_row;
#else
typedef double8 acc_row;
#endif

// What changes no operand, not even -0.
#if OP_CODE == OP_ADD
#define NOTHING ((acc)-0.0f)
#define ROW_OP(a, b) ((a) + (b))
#else
#define NOTHING ((acc)1)
#define ROW_OP(a, b) ((a) * (b))
#endif

typedef union {
  acc_row row[8];
  acc item[BLOCK];
} block;

typedef union {
  acc_row row;
  acc item[8];
} row_items;

// Whether an input element is as large and as aligned as an accumulator. Compilers don't make one
// access of eight loads by themselves.
#if IN_SIZE == ACC_SIZE
typedef struct {
  char first;
  clscan_in item;
} in_like_acc;
#define IN_LIKE_ACC (sizeof(in_like_acc) == 2 * ACC_SIZE)
#else
#define IN_LIKE_ACC 0
#endif

typedef union {
  acc_row row;
  clscan_in item[8];
} row_stored;

INLINE acc row_item(const source *s, position p, const row_stored *x, uint j) {
  return source_load(s, source_skip(s, p, j), x->item[j]);
}

// Elements from `e` of those from `base` on.
INLINE acc_row row_load(const source *s, ulong base, ulong e) {
  const position p = source_position(s, base, e);
  row_stored x;
#ifdef ROWS
  const int side_by_side = 0;
#else
  const int side_by_side = IN_LIKE_ACC;
#endif
  if (side_by_side) {
    x.row = vload8(0, (__global const acc *)p.at);
  } else {
#pragma unroll
    for (uint j = 0; j < 8; ++j)
      x.item[j] = *source_skip(s, p, j).at;
  }
  return (acc_row)(row_item(s, p, &x, 0), row_item(s, p, &x, 1), row_item(s, p, &x, 2),
                   row_item(s, p, &x, 3), row_item(s, p, &x, 4), row_item(s, p, &x, 5),
                   row_item(s, p, &x, 6), row_item(s, p, &x, 7));
}

INLINE void block_load(block *x, const source *s, ulong base, ulong e) {
#pragma unroll
  for (uint r = 0; r < 8; ++r)
    x->row[r] = row_load(s, base, e + r * 8);
}

INLINE void block_load_part(block *x, const source *s, ulong base, ulong e, uint count) {
  for (uint j = 0; j < BLOCK; ++j)
    x->item[j] = j < count ? source_item(s, base, e + j) : NOTHING;
}

// Each pair of neighbours combined, those of `a`, then those of `b`.
INLINE acc_row row_pairs(acc_row a, acc_row b) {
  return ROW_OP((acc_row)(a.even, b.even), (acc_row)(a.odd, b.odd));
}

INLINE acc_row row_shift(acc_row x) { return (acc_row)(NOTHING, x.s0123, x.s456); }

INLINE acc_row row_scan(acc_row x) {
  x = ROW_OP(row_shift(x), x);
  x = ROW_OP((acc_row)(NOTHING, NOTHING, x.s0123, x.s45), x);
  return ROW_OP((acc_row)(NOTHING, NOTHING, NOTHING, NOTHING, x.s0123), x);
}

// The rows' combinations, scanned.
INLINE acc_row block_rows(const block *x) {
  const acc_row a = row_pairs(row_pairs(x->row[0], x->row[1]), row_pairs(x->row[2], x->row[3]));
  const acc_row b = row_pairs(row_pairs(x->row[4], x->row[5]), row_pairs(x->row[6], x->row[7]));
  return row_scan(row_pairs(a, b));
}

INLINE tile_size strand_length(tile_size count) { return (count - 1) / STRANDS / BLOCK * BLOCK; }

INLINE acc tile_aggregate(tile_state *t, tile_size count, __local tile_memory *memory) {
  const tile_size length = strand_length(count);
  cascade strand[STRANDS], rest;
#pragma unroll
  for (uint s = 0; s < STRANDS; ++s)
    strand[s].count = 0;
  for (tile_size i = 0; i < length; i += BLOCK) {
#pragma unroll
    for (uint s = 0; s < STRANDS; ++s) {
      const tile_size at = s * length + i;
      block x;
      block_load(&x, t->source, t->base, at);
      cascade_push(&strand[s], block_rows(&x).s7);
    }
  }
  acc sum = NOTHING;
#pragma unroll
  for (uint s = 0; s < STRANDS; ++s)
    if (length > 0)
      sum = acc_op(sum, cascade_all(&strand[s]));
  rest.count = 0;
  for (tile_size i = STRANDS * length; i < count; i += BLOCK) {
    block x;
    block_load_part(&x, t->source, t->base, i, (uint)min(count - i, (tile_size)BLOCK));
    cascade_push(&rest, block_rows(&x).s7);
  }
  return acc_op(sum, cascade_all(&rest));
}

// What lies before each row of a block. `within` lies before the block in the tile.
INLINE acc_row rows_before(acc_row rows, acc prefix, acc within) {
  return ROW_OP((acc_row)prefix, ROW_OP((acc_row)within, row_shift(rows)));
}

INLINE acc_row row_output(acc_row x, acc before, int exclusive) {
  const acc_row inclusive = row_scan(x);
  return ROW_OP((acc_row)before, exclusive ? row_shift(inclusive) : inclusive);
}

INLINE void tile_store(const tile_state *t, int has_prefix, acc prefix, int exclusive,
                       __global clscan_out *out, ulong base, tile_size count,
                       __global clscan_out *total, __local tile_memory *memory) {
  __global clscan_out *y = out + base;
  const tile_size length = strand_length(count), last = (count - 1) / BLOCK * BLOCK;
  const acc outer = has_prefix ? prefix : NOTHING;
  acc before_strand = NOTHING, within = NOTHING;
  tile_size i = 0;
  for (uint s = 0; s <= STRANDS; ++s) {
    const tile_size end = s < STRANDS ? i + length : last;
    cascade strand;
    strand.count = 0;
    for (; i < end; i += BLOCK) {
      block x;
      block_load(&x, t->source, t->base, i);
      const acc_row rows = block_rows(&x);
      row_items before;
      before.row = rows_before(rows, outer, within);
      cascade_push(&strand, rows.s7);
      within = acc_op(before_strand, cascade_all(&strand));
#pragma unroll
      for (uint r = 0; r < 8; ++r) {
        row_items result;
        result.row = row_output(x.row[r], before.item[r], exclusive);
#pragma unroll
        for (uint j = 0; j < 8; ++j)
          y[i + r * 8 + j] = sink_value(result.item[j]);
      }
    }
    before_strand = within;
  }

  // The last block, which may be shorter.
  const uint size = (uint)(count - last);
  block x;
  row_items before;
  block_load_part(&x, t->source, t->base, last, size);
  before.row = rows_before(block_rows(&x), outer, within);
  if (total != 0) {
    row_items inclusive;
    inclusive.row = row_output(x.row[(size - 1) / 8], before.item[(size - 1) / 8], 0);
    *total = sink_value(inclusive.item[(size - 1) % 8]);
  }
  for (uint r = 0; r < 8; ++r)
    x.row[r] = row_output(x.row[r], before.item[r], exclusive);
  for (uint j = 0; j < size; ++j)
    y[last + j] = sink_value(x.item[j]);
#ifdef IDENTITY
  if (exclusive && !has_prefix)
    y[0] = sink_value(IDENTITY);
#endif
}

#endif
