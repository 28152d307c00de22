// SPDX-License-Identifier: Apache-2.0
// A scan's part in a tile: its carry is the tile's combination, and it is scanned before what lies
// before it is known.
//
//   EXCLUSIVE   1 or 0
#ifndef CLSCAN_AGENT_SCAN
#define CLSCAN_AGENT_SCAN

#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/tile/tile.cl"

// A kernel's parameters for it, which LENGTH_PARAMS follow, and how they are read.
#define AGENT_PARAMS SOURCE_PARAMS PLACE(out), PLACE(total), INIT_PARAMS
#define AGENT_READ(a, flags)                                                                       \
  do {                                                                                             \
    SOURCE_READ((a).from, flags);                                                                  \
    (a).to.out = GIVEN(out);                                                                       \
    TOTAL_READ((a).to, flags);                                                                     \
    (a).n = LENGTH(flags);                                                                         \
  } while (0)

// Held over all tiles of a group: what the kernel's arguments say, and nothing that is made of them
// but n.
typedef struct {
  source from;
  sink to;
  ulong n;
} agent;

typedef tile_state agent_tile;
typedef tile_memory agent_memory;
// Between a tile's work and its finish; a scan needs none.
INLINE void agent_barrier(void) {}

// Sets *carry, if it is wanted.
INLINE void agent_take(const agent *a, agent_tile *t, ulong base, tile_size count, int is_wanted,
                       acc *carry, __local agent_memory *memory) {
  tile_load(t, &a->from, base, count, memory);
  if (TILE_AGGREGATE_NEEDED || is_wanted)
    *carry = tile_aggregate(t, count, memory);
}

INLINE acc agent_carry(const agent *a, ulong base, tile_size count, __local agent_memory *memory) {
  agent_tile t;
  acc carry;
  agent_take(a, &t, base, count, 1, &carry, memory);
  return carry;
}

INLINE int agent_has_init(const agent *a) { return sink_has_init(&a->to); }

INLINE int agent_has_prefix(const agent *a, ulong tile) { return tile > 0 || agent_has_init(a); }

INLINE acc agent_init(const agent *a) { return sink_init(&a->to); }

INLINE void agent_work(const agent *a, agent_tile *t, ulong base, tile_size count, acc carry,
                       __local agent_memory *memory) {
  (void)a, (void)base, (void)count, (void)carry, (void)memory;
  tile_scan(t);
}

INLINE void agent_finish(const agent *a, const agent_tile *t, ulong base, tile_size count,
                         acc carry, int has_prefix, acc prefix, __local agent_memory *memory) {
  const int has_total = (a->to.flags & FLAG_TOTAL) && base + count == a->n;
  (void)carry;
  tile_store(t, has_prefix, prefix, EXCLUSIVE, AT(clscan_out, a->to.out), base, count,
             has_total ? AT(clscan_out, a->to.total) : 0, memory);
}

INLINE void agent_finish_empty(const agent *a) {
  if (a->to.flags & FLAG_TOTAL)
    sink_store_empty(&a->to);
}

#endif
