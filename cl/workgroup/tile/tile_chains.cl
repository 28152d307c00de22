// SPDX-License-Identifier: Apache-2.0
// A tile that is read again, for exact operators (EXACT_OP 1): they start from what lies before.
#ifndef CLSCAN_WORKGROUP_TILE_CHAINS
#define CLSCAN_WORKGROUP_TILE_CHAINS

#include "sink/results.cl"
#include "source/source.cl"

// A tile is CHAINS blocks of equal length, and a rest. The blocks are combined side by side, so
// that the latencies of a chain of dependent operations overlap. Where the compiler can vectorise a
// plain loop, which it can for operators that do not mind regrouping, one block is better.
enum { CHAINS = EXACT_IDENTITY ? 1 : 8, TILE_AGGREGATE_NEEDED = CHAINS > 1 };

typedef struct {
  const source *source;
  ulong base;
  tile_size block;    // elements a block
  acc before[CHAINS]; // what lies before each block within the tile; none before the first
} tile_state;

INLINE void tile_load(tile_state *t, const source *s, ulong base, tile_size count,
                      __local tile_memory *memory) {
  t->source = s;
  t->base = base;
  // Blocks a power of two apart would compete for the same lines of a cache.
  const tile_size block = count / CHAINS;
  t->block = block > 1024 ? block - 48 : block;
}

INLINE acc tile_aggregate(tile_state *t, tile_size count, __local tile_memory *memory) {
  const source *s = t->source;
  const ulong base = t->base;
  const tile_size block = t->block;
  acc sum = source_item(s, base, 0);
  tile_size rest = 1;
  if (CHAINS > 1 && block > 0) {
    acc chain[CHAINS];
#pragma unroll
    for (uint c = 0; c < CHAINS; ++c)
      chain[c] = source_item(s, base, c * block);
    for (tile_size i = 1; i < block; ++i) {
#pragma unroll
      for (uint c = 0; c < CHAINS; ++c)
        chain[c] = acc_op(chain[c], source_item(s, base, c * block + i));
    }
    sum = chain[0];
#pragma unroll
    for (uint c = 1; c < CHAINS; ++c) {
      t->before[c] = sum;
      sum = acc_op(sum, chain[c]);
    }
    rest = CHAINS * block;
  }
  for (tile_size i = rest; i < count; ++i)
    sum = acc_op(sum, source_item(s, base, i));
  return sum;
}

// Scans the element at `i` with what lies before it, if anything does, and returns what lies before
// the next.
INLINE acc tile_step(const tile_state *t, tile_size i, int has_before, acc before, int exclusive,
                     __global clscan_out *y) {
  const acc x = source_item(t->source, t->base, i);
  const acc inclusive = has_before ? acc_op(before, x) : x;
  if (!exclusive)
    y[i] = sink_value(inclusive);
  else if (has_before)
    y[i] = sink_value(before);
#ifdef IDENTITY
  else
    y[i] = sink_value(IDENTITY);
#endif
  return inclusive;
}

INLINE void tile_store(const tile_state *t, int has_prefix, acc prefix, int exclusive,
                       __global clscan_out *out, ulong base, tile_size count,
                       __global clscan_out *total, __local tile_memory *memory) {
  __global clscan_out *y = out + base;
  const tile_size block = t->block;
  tile_size rest = 1;
  acc sum;
  if (CHAINS > 1 && block > 0) {
    acc chain[CHAINS];
    chain[0] = tile_step(t, 0, has_prefix, prefix, exclusive, y);
#pragma unroll
    for (uint c = 1; c < CHAINS; ++c)
      chain[c] = tile_step(t, c * block, 1, join(has_prefix, prefix, t->before[c]), exclusive, y);
    for (tile_size i = 1; i < block; ++i) {
#pragma unroll
      for (uint c = 0; c < CHAINS; ++c)
        chain[c] = tile_step(t, c * block + i, 1, chain[c], exclusive, y);
    }
    sum = chain[CHAINS - 1];
    rest = CHAINS * block;
  } else {
    sum = tile_step(t, 0, has_prefix, prefix, exclusive, y);
  }
  for (tile_size i = rest; i < count; ++i)
    sum = tile_step(t, i, 1, sum, exclusive, y);
  if (total != 0)
    *total = sink_value(sum);
}

#endif
