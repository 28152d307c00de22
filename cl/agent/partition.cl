// SPDX-License-Identifier: Apache-2.0
// A partition's part in a tile, for two buckets: its carry is the number of kept elements. A tile
// is put in order by bucket in local memory; what is not kept goes to the second bucket.
#ifndef CLSCAN_AGENT_PARTITION
#define CLSCAN_AGENT_PARTITION

#include "sink/buckets.cl"
#include "workgroup/split/split.cl"

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
  place matrix; // with one buffer for both buckets: the numbers before each tile,
  ulong tiles;  // so many of the first bucket, then those of the second
} agent;

typedef split_state agent_tile;
typedef split_memory agent_memory;
// Between staging and storing.
INLINE void agent_barrier(void) { local_barrier(); }

INLINE void agent_take(const agent *a, agent_tile *t, ulong base, tile_size count, int is_wanted,
                       acc *carry, __local agent_memory *memory) {
  (void)is_wanted;
  split_load(t, &a->from, base, count);
  *carry = split_rank(t, count, memory);
}

INLINE int agent_has_init(const agent *a) {
  (void)a;
  return 0;
}

INLINE acc agent_init(const agent *a) {
  (void)a;
  return 0;
}

INLINE void agent_work(const agent *a, agent_tile *t, ulong base, tile_size count, acc carry,
                       __local agent_memory *memory) {
  split_stage(t, &a->from, base, count, (tile_size)carry, memory);
}

// What a place of the stage stands for: the element itself, or where in the tile it is.
INLINE clscan_out agent_staged(const agent *a, ulong base, STAGE_T staged) {
#if STAGE_VALUES
  return staged;
#else
  return *source_position(&a->from, base + staged, 0).at;
#endif
}

INLINE void agent_store(const agent *a, ulong base, tile_size count, acc carry, acc prefix,
                        __local agent_memory *memory) {
  const tile_size kept = (tile_size)carry;
  const ulong capacity = a->to.capacity;
#if SEPARATE
  const ulong rest = base - prefix;
#else
  const ulong rest = AT(const COUNT_T, a->matrix)[a->tiles] + base - prefix;
#endif
  const tile_size room = (tile_size)min((ulong)kept, capacity - min(prefix, capacity));
  const tile_size rest_room = (tile_size)min((ulong)(count - kept), capacity - min(rest, capacity));
  for (tile_size e = linear_id(); e < room; e += GROUP_SIZE)
    OUTS_PICK(&a->to, 0)[prefix + e] = agent_staged(a, base, split_staged(memory, e));
  for (tile_size e = linear_id(); e < rest_room; e += GROUP_SIZE)
    OUTS_PICK(&a->to, 1)[rest + e] = agent_staged(a, base, split_rest(memory, kept, e));
}

INLINE void agent_finish(const agent *a, const agent_tile *t, ulong base, tile_size count,
                         acc carry, int has_prefix, acc prefix, __local agent_memory *memory) {
  (void)t, (void)has_prefix;
  agent_store(a, base, count, carry, prefix, memory);
  if (base + count == a->n && linear_id() == 0) {
    sink_store_boundary(&a->to, 0, 0, prefix + carry);
    sink_store_boundary(&a->to, 1, prefix + carry, a->n - prefix - carry);
  }
}

INLINE void agent_finish_empty(const agent *a) {
  for (uint b = 0; b < NUM_BUCKETS; ++b)
    sink_store_boundary(&a->to, b, 0, 0);
}

// The two forms of a partition's matrix; see pass/matrix.cl.
INLINE void agent_count(const agent *a, ulong base, tile_size count, __global COUNT_T *column,
                        __local agent_memory *memory) {
  const tile_size kept = split_count(&a->from, base, count, memory);
  if (linear_id() == 0) {
    column[0] = (COUNT_T)kept;
    column[a->tiles] = (COUNT_T)(count - kept);
  }
}

INLINE void agent_split(const agent *a, ulong base, tile_size count, __global const COUNT_T *column,
                        __local agent_memory *memory) {
  agent_tile t;
  acc carry;
  agent_take(a, &t, base, count, 1, &carry, memory);
  agent_work(a, &t, base, count, carry, memory);
  agent_barrier();
  agent_store(a, base, count, carry, column[0], memory);
}

#endif
