// SPDX-License-Identifier: Apache-2.0
// A select's part in a tile: its carry is the number of kept elements, which are ranked and staged
// in local memory, so that the stores to memory are contiguous. Flags and ranks never reach global
// memory.
#ifndef CLSCAN_AGENT_SELECT
#define CLSCAN_AGENT_SELECT

#include "sink/outputs.cl"
#include "workgroup/split/split.cl"

// A kernel's parameters for it, which LENGTH_PARAMS follow, and how they are read.
#define AGENT_PARAMS SOURCE_PARAMS OUTPUT_PARAMS ulong capacity, PLACE(count)
#define AGENT_READ(a, kernel_flags)                                                                \
  do {                                                                                             \
    SOURCE_READ((a).from, kernel_flags);                                                           \
    OUTPUT_READ((a).to);                                                                           \
    (a).to.count = GIVEN(count);                                                                   \
    (a).counts = ((kernel_flags)&FLAG_COUNTS) != 0;                                                \
    (a).n = LENGTH(kernel_flags);                                                                  \
  } while (0)

typedef struct {
  source from;
  sink to;
  ulong n;
  int counts; // 1: the last tile stores the count
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

INLINE acc agent_carry(const agent *a, ulong base, tile_size count, __local agent_memory *memory) {
  return split_count(&a->from, base, count, memory);
}

INLINE int agent_has_init(const agent *a) {
  (void)a;
  return 0;
}

INLINE int agent_has_prefix(const agent *a, ulong tile) {
  (void)a, (void)tile;
  return 1;
}

INLINE acc agent_init(const agent *a) {
  (void)a;
  return 0;
}

INLINE void agent_work(const agent *a, agent_tile *t, ulong base, tile_size count, acc carry,
                       __local agent_memory *memory) {
  split_stage(t, &a->from, base, count, (tile_size)carry, memory);
}

INLINE void agent_finish(const agent *a, const agent_tile *t, ulong base, tile_size count,
                         acc carry, int has_prefix, acc prefix, __local agent_memory *memory) {
  const ulong capacity = a->to.capacity;
  const tile_size room = (tile_size)min(carry, capacity - min(prefix, capacity));
  (void)t, (void)has_prefix;
  for (tile_size e = linear_id(); e < room; e += GROUP_SIZE) {
#if STAGE_VALUES
    AT(clscan_out, a->to.out)[prefix + e] = split_staged(memory, e);
#else
    sink_store(&a->to, &a->from, base + split_staged(memory, e), prefix + e);
#endif
  }
  if (a->counts && base + count == a->n && linear_id() == 0)
    *AT(COUNT_T, a->to.count) = (COUNT_T)(prefix + carry);
}

INLINE void agent_finish_empty(const agent *a) {
  if (a->counts)
    *AT(COUNT_T, a->to.count) = 0;
}

#endif
