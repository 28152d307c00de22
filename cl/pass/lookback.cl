// SPDX-License-Identifier: Apache-2.0
// Tiles that look back, in one launch. Each group draws a tile, takes it, publishes its carry, does
// what it can without knowing what lies before, learns that from what earlier tiles published, and
// finishes. Groups past the end of a device-side n draw their ticket and do nothing else.
//
//   LOOKBACK_KERNEL   the kernel's name
//
// Passes are kernels, not functions that kernels call: compilers optimise a function before they
// inline it, and all of this twice takes twice as long.
//
// Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#ifndef CLSCAN_PASS_LOOKBACK
#define CLSCAN_PASS_LOOKBACK

#include "lookback/lookback.cl"
#include "workgroup/scan.cl"

typedef struct {
  uint tile, epoch;
  acc prefix;
} lookback_memory;

// Draws the group's next ticket, one of `tickets` of this launch; every work-item gets it.
INLINE uint lookback_draw(__global uchar *region, uint tickets, __local lookback_memory *memory) {
  if (linear_id() == 0) {
    const ulong drawn = ticket_draw((__global ulong *)region, tickets);
    memory->tile = (uint)drawn;
    memory->epoch = (uint)(drawn >> 32);
  }
  local_barrier();
  return memory->tile;
}

// Where a loop of barriers is safe, a launch has groups for all of the device at most, and with
// fewer groups than tiles each draws tickets until no tiles are left, the last one past the end. So
// groups past a device-side n cost nothing, which a nanosecond each would not, and others save
// their beginning.
#if CLSCAN_DRAWS_ON(BACKEND, GROUP_SIZE)
INLINE uint lookback_draw_next(__global uchar *region, uint tiles,
                               __local lookback_memory *memory) {
  const uint groups = (uint)get_num_groups(0);
  local_barrier();
  return lookback_draw(region, groups < tiles ? tiles + groups : groups, memory);
}
#endif

// One sub-group waits where sub-groups progress independently, else one work-item.
INLINE int lookback_waits(void) {
#if SUBGROUP_INDEPENDENT
  return subgroup_id() == 0;
#else
  return linear_id() == 0;
#endif
}

// The look-back in two steps: the sooner others know the carry, the less they wait, and the group
// has something to do meanwhile. The second gives every work-item what lies before the tile, and
// returns 0 if nothing does. There is no barrier inside the wait, and one after it.
INLINE void lookback_begin(__global uchar *region, uint tile, acc carry, int has_init, acc init,
                           __local lookback_memory *memory) {
  test_delay(tile, 0);
  if (lookback_waits())
    lookback_announce(region + CLSCAN_STATE_BYTES, tile, memory->epoch, carry, has_init, init);
}

INLINE int lookback_end(__global uchar *region, uint tile, acc carry, int has_init, acc init,
                        acc *prefix, __local lookback_memory *memory) {
  if (lookback_waits()) {
    acc found = absent(carry);
    lookback_prefix(region + CLSCAN_STATE_BYTES, tile, memory->epoch, carry, has_init, init,
                    &found);
    if (linear_id() == 0)
      memory->prefix = found;
  }
  local_barrier();
  *prefix = memory->prefix;
  return tile > 0 || has_init;
}

#ifdef AGENT_COUNTS
// The same for several counts at once, each with a word of its own in a tile's record: each is
// waited for by another sub-group, or one after the other. They are complete in local memory, and
// so is what lies before the tile when the second function returns.
#if SUBGROUP_INDEPENDENT
#define LOOKBACK_FOR_COUNTS(c) for (uint c = subgroup_id(); c < AGENT_COUNTS; c += subgroup_count())
#else
#define LOOKBACK_FOR_COUNTS(c)                                                                     \
  for (uint c = linear_id() == 0 ? 0 : AGENT_COUNTS; c < AGENT_COUNTS; ++c)
#endif
#define LOOKBACK_WORDS(region, c) ((region) + CLSCAN_STATE_BYTES + (c) * sizeof(ulong))

#if DESC_SPACING < CLSCAN_RECORD_BYTES(DESC_FORM, AGENT_COUNTS, DESC_SLOT, ACC_SIZE)
#error "a record is longer than DESC_SPACING"
#endif

INLINE void lookback_begin_counts(__global uchar *region, uint tile, __local const uint *counts,
                                  __local lookback_memory *memory) {
  test_delay(tile, 0);
  LOOKBACK_FOR_COUNTS(c) {
    lookback_announce(LOOKBACK_WORDS(region, c), tile, memory->epoch, counts[c], 0, 0);
  }
}

INLINE void lookback_end_counts(__global uchar *region, uint tile, __local const uint *counts,
                                __local acc *prefixes, __local lookback_memory *memory) {
  LOOKBACK_FOR_COUNTS(c) {
    acc found;
    lookback_prefix(LOOKBACK_WORDS(region, c), tile, memory->epoch, counts[c], 0, 0, &found);
    if (lookback_publishes())
      prefixes[c] = found;
  }
  local_barrier();
}
#endif

KERNEL LOOKBACK_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, PLACE(scratch), uint flags) {
  __local agent_memory memory;
  __local lookback_memory shared;
  agent a;
  AGENT_READ(a, flags);
  __global uchar *region = AT(uchar, GIVEN(scratch));
  const ulong full = tile_full(tile_length);
  const uint tiles = (uint)(a.n > 0 ? (a.n - 1) / full + 1 : 0);
  uint tile;
#if CLSCAN_DRAWS_ON(BACKEND, GROUP_SIZE)
  for (int again = 1; again && (tile = lookback_draw_next(region, tiles, &shared)) < tiles;
       again = (uint)get_num_groups(0) < tiles) {
#else
  // A loop for the reason that IF_TILE has one.
  tile = lookback_draw(region, (uint)get_num_groups(0), &shared);
  for (uint next = tile; next < tiles; next += (uint)get_num_groups(0)) {
#endif
    const ulong base = (ulong)tile * tile_full(tile_length);
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
#ifdef AGENT_COUNTS
    agent_take(&a, base, count, &memory);
    lookback_begin_counts(region, tile, memory.counts, &shared);
    lookback_end_counts(region, tile, memory.counts, memory.prefixes, &shared);
    agent_finish(&a, base, count, &memory);
#else
    agent_tile t;
    acc carry;
    agent_take(&a, &t, base, count, 1, &carry, &memory);
    const int has_init = agent_has_init(&a);
    acc init = absent(carry), prefix;
    if (has_init)
      init = agent_init(&a);
    lookback_begin(region, tile, carry, has_init, init, &shared);
    agent_work(&a, &t, base, count, carry, &memory);
    const int has_prefix = lookback_end(region, tile, carry, has_init, init, &prefix, &shared);
    agent_finish(&a, &t, base, count, carry, has_prefix, prefix, &memory);
#endif
  }
  if (a.n == 0 && tile == 0 && linear_id() == 0)
    agent_finish_empty(&a);
}

#endif
