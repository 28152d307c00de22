// SPDX-License-Identifier: Apache-2.0
// A partition's part in a tile, for more than two buckets: it has a count for each bucket, in local
// memory. A tile is put in order by bucket there; what is left over goes to the last bucket.
#ifndef CLSCAN_AGENT_BUCKETS
#define CLSCAN_AGENT_BUCKETS

#include "sink/buckets.cl"
#include "workgroup/split/buckets.cl"

// Counts that the others need to know.
#define AGENT_COUNTS (NUM_BUCKETS - 1)

// A kernel's parameters for it, which LENGTH_PARAMS follow, and how they are read.
#define AGENT_PARAMS SOURCE_PARAMS BUCKETS_PARAMS
#define AGENT_READ(a, kernel_flags)                                                                \
  do {                                                                                             \
    SOURCE_READ((a).from, kernel_flags);                                                           \
    BUCKETS_READ((a).to, kernel_flags);                                                            \
    (a).n = LENGTH(kernel_flags);                                                                  \
  } while (0)

typedef struct {
  source from;
  sink to;
  ulong n;
  place matrix; // the numbers before each tile, a row for each bucket
  ulong tiles;
} agent;

typedef struct {
  buckets_memory sorted;
  uint counts[NUM_BUCKETS];
  ulong prefixes[NUM_BUCKETS]; // of each bucket, where the tile's part begins
} agent_memory;

INLINE void agent_take(const agent *a, ulong base, tile_size count, __local agent_memory *memory) {
  buckets_sort(&a->from, base, count, memory->counts, &memory->sorted);
}

INLINE void agent_store(const agent *a, ulong base, tile_size count, __local agent_memory *memory) {
  local_barrier();
  buckets_store(&a->from, base, count, memory->prefixes, &a->to, &memory->sorted);
}

INLINE void agent_finish(const agent *a, ulong base, tile_size count,
                         __local agent_memory *memory) {
  const int is_last = base + count == a->n;
  if (linear_id() == 0) {
    ulong rest = base;
    for (uint b = 0; b < AGENT_COUNTS; ++b)
      rest -= memory->prefixes[b];
    memory->prefixes[AGENT_COUNTS] = rest;
    ulong begin = 0;
    for (uint b = 0; is_last && b < NUM_BUCKETS; ++b) {
      sink_store_boundary(&a->to, b, begin, memory->prefixes[b] + memory->counts[b]);
      begin += memory->prefixes[b] + memory->counts[b];
    }
  }
  agent_store(a, base, count, memory);
}

INLINE void agent_finish_empty(const agent *a) {
  for (uint b = 0; b < NUM_BUCKETS; ++b)
    sink_store_boundary(&a->to, b, 0, 0);
}

// The two forms of a partition's matrix; see pass/matrix.cl.
INLINE void agent_count(const agent *a, ulong base, tile_size count, __global COUNT_T *column,
                        __local agent_memory *memory) {
  buckets_count(&a->from, base, count, memory->counts, &memory->sorted);
  for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE)
    column[b * a->tiles] = (COUNT_T)memory->counts[b];
}

INLINE void agent_split(const agent *a, ulong base, tile_size count, __global const COUNT_T *column,
                        __local agent_memory *memory) {
  agent_take(a, base, count, memory);
  for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE) {
#if SEPARATE
    const ulong first = AT(const COUNT_T, a->matrix)[b * a->tiles];
#else
    const ulong first = 0;
#endif
    memory->prefixes[b] = column[b * a->tiles] - first;
  }
  agent_store(a, base, count, memory);
}

#endif
