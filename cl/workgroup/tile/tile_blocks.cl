// SPDX-License-Identifier: Apache-2.0
// A tile that is read again, for any operator. Short blocks are scanned from their first element
// on, and what lies before a block joins its elements as they are stored. Both readings group the
// operands alike.
#ifndef CLSCAN_WORKGROUP_TILE_BLOCKS
#define CLSCAN_WORKGROUP_TILE_BLOCKS

#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/tile/cascade.cl"

// A stretch is CHAINS blocks, which are scanned side by side, so that the latencies of dependent
// operations overlap. A tile's last stretch may be shorter.
enum { BLOCK = 32, CHAINS = 8, STRETCH = BLOCK * CHAINS };

// The combination of the first `count` elements, 1 to STRETCH.
INLINE acc stretch_reduce(const source *s, ulong base, ulong first, uint count) {
  acc sum;
  if (count == STRETCH) {
    acc chain[CHAINS];
#pragma unroll
    for (uint c = 0; c < CHAINS; ++c)
      chain[c] = source_item(s, base, first + c * BLOCK);
    for (uint i = 1; i < BLOCK; ++i) {
#pragma unroll
      for (uint c = 0; c < CHAINS; ++c)
        chain[c] = acc_op(chain[c], source_item(s, base, first + c * BLOCK + i));
    }
    sum = chain[0];
#pragma unroll
    for (uint c = 1; c < CHAINS; ++c)
      sum = acc_op(sum, chain[c]);
  } else {
    for (uint b = 0; b < count; b += BLOCK) {
      acc chain = source_item(s, base, first + b);
      for (uint i = b + 1; i < min(b + BLOCK, count); ++i)
        chain = acc_op(chain, source_item(s, base, first + i));
      sum = b > 0 ? acc_op(sum, chain) : chain;
    }
  }
  return sum;
}

// Scans each of its blocks by itself.
INLINE void stretch_scan(const source *s, ulong base, ulong first, uint count, acc item[STRETCH]) {
  if (count == STRETCH) {
    acc chain[CHAINS];
#pragma unroll
    for (uint c = 0; c < CHAINS; ++c)
      item[c * BLOCK] = chain[c] = source_item(s, base, first + c * BLOCK);
    for (uint i = 1; i < BLOCK; ++i) {
#pragma unroll
      for (uint c = 0; c < CHAINS; ++c) {
        chain[c] = acc_op(chain[c], source_item(s, base, first + c * BLOCK + i));
        item[c * BLOCK + i] = chain[c];
      }
    }
  } else {
    for (uint i = 0; i < count; ++i) {
      const acc x = source_item(s, base, first + i);
      item[i] = i % BLOCK > 0 ? acc_op(item[i - 1], x) : x;
    }
  }
}

INLINE void block_store(const acc *item, uint count, int has_before, acc before, int exclusive,
                        __global clscan_out *y) {
  if (exclusive) {
    if (has_before)
      y[0] = sink_value(before);
#ifdef IDENTITY
    else
      y[0] = sink_value(IDENTITY);
#endif
    for (uint i = 1; i < count; ++i)
      y[i] = sink_value(join(has_before, before, item[i - 1]));
  } else {
    for (uint i = 0; i < count; ++i)
      y[i] = sink_value(join(has_before, before, item[i]));
  }
}

INLINE acc tile_aggregate(tile_state *t, tile_size count, __local tile_memory *memory) {
  cascade sum;
  sum.count = 0;
  for (tile_size i = 0; i < count; i += STRETCH) {
    const uint length = (uint)min(count - i, (tile_size)STRETCH);
    cascade_push(&sum, stretch_reduce(t->source, t->base, i, length));
  }
  return cascade_all(&sum);
}

INLINE void tile_store(const tile_state *t, int has_prefix, acc prefix, int exclusive,
                       __global clscan_out *out, ulong base, tile_size count,
                       __global clscan_out *total, __local tile_memory *memory) {
  __global clscan_out *y = out + base;
  acc item[STRETCH], last = prefix;
  cascade sum;
  sum.count = 0;
  for (tile_size i = 0; i < count; i += STRETCH) {
    const uint length = (uint)min(count - i, (tile_size)STRETCH);
    stretch_scan(t->source, t->base, i, length, item);
    // What lies before a block within the stretch, within the tile, and at all.
    acc inner = item[0], within = item[0], before = prefix;
    if (i > 0)
      within = cascade_all(&sum);
    for (uint b = 0; b < length; b += BLOCK) {
      const uint size = min(length - b, (uint)BLOCK);
      const int has_within = i > 0 || b > 0;
      if (has_within)
        before = join(has_prefix, prefix, b > 0 ? join(i > 0, within, inner) : within);
      block_store(item + b, size, has_within || has_prefix, before, exclusive, y + i + b);
      last = join(has_within || has_prefix, before, item[b + size - 1]);
      inner = join(b > 0, inner, item[b + size - 1]);
    }
    cascade_push(&sum, inner);
  }
  if (total != 0)
    *total = sink_value(last);
}

#endif
