// SPDX-License-Identifier: Apache-2.0
// A tile that stays in memory (STORAGE_REREAD 1), for CPUs: one work-item a group reads it once for
// the aggregate and once for the output, the second time from cache. Its length is a kernel
// argument.
//
//   EXACT_OP   1: any grouping of the operands gives the same bits
#ifndef CLSCAN_WORKGROUP_TILE_REREAD
#define CLSCAN_WORKGROUP_TILE_REREAD

#include "workgroup/scan.cl"

#ifndef EXACT_OP
#error "EXACT_OP is not defined"
#endif

typedef ulong tile_size;

INLINE tile_size tile_full(ulong argument) { return argument; }

typedef struct {
  acc unused;
} tile_memory;

// Where the grouping shows, each output must be few operations away from its operands: floats round
// at each, and an element that is added to a large value loses its lower bits.
#if EXACT_OP
#include "workgroup/tile/tile_chains.cl"
#else
typedef struct {
  const source *source;
  ulong base;
} tile_state;

INLINE void tile_load(tile_state *t, const source *s, ulong base, tile_size count,
                      __local tile_memory *memory) {
  t->source = s;
  t->base = base;
}

enum { TILE_AGGREGATE_NEEDED = 0 };

#if ACC_FLOAT && ACC_FORMAT == FORMAT_PLAIN && (OP_CODE == OP_ADD || OP_CODE == OP_MUL)
#include "workgroup/tile/tile_rows.cl"
#else
#include "workgroup/tile/tile_blocks.cl"
#endif
#endif

INLINE void tile_scan(tile_state *t) { (void)t; }

#endif
