// SPDX-License-Identifier: Apache-2.0
// The look-back of one launch: draw a ticket, then learn what lies before the tile. The scratch
// region is the ticket word, CLSCAN_STATE_BYTES bytes further the records.
//
//   LOOKBACK          LOOKBACK_CLASSIC or LOOKBACK_TWO_LEVEL
#ifndef CLSCAN_LOOKBACK
#define CLSCAN_LOOKBACK

#include "lookback/descriptor.cl"
#include "lookback/test_delay.cl"
#include "lookback/ticket.cl"
#include "workgroup/scan/scan.cl"
#if BACKEND == BACKEND_PTX
#include "core/clear.cl"
#endif

// Of the work-items that wait, the one that publishes. Counts may be waited for by any sub-group.
#if DESC_FORM == DESC_COUNT && SUBGROUP_INDEPENDENT
#define LOOKBACK_WRITER (subgroup_lane() == 0)
#elif DESC_FORM == DESC_COUNT
#define LOOKBACK_WRITER 1
#else
#define LOOKBACK_WRITER (LINEAR_ID == 0)
#endif

// Both kinds have two functions, for the work-items of a group that wait: lookback_announce()
// publishes what is known of the tile before anything is known of others; lookback_prefix(), after
// it, sets *prefix to what lies before the tile and returns 1, or sets it to `init` and returns
// `has_init`.
#if LOOKBACK == LOOKBACK_CLASSIC
#include "lookback/classic.cl"
#elif LOOKBACK == LOOKBACK_TWO_LEVEL
#include "lookback/two_level.cl"
#else
#error "LOOKBACK is not defined"
#endif

typedef struct {
  uint tile, epoch;
  ACC prefix;
} lookback_memory;

// Draws the group's next ticket, one of `tickets` of this launch; every work-item gets it.
INLINE uint lookback_draw(__global uchar *region, uint tickets, __local lookback_memory *memory) {
  if (LINEAR_ID == 0) {
    const ulong drawn = ticket_draw((__global ulong *)region, tickets);
    memory->tile = TICKET_TILE(drawn);
    memory->epoch = TICKET_EPOCH(drawn);
  }
  LOCAL_BARRIER();
  return memory->tile;
}

// FOR_TILES(region, tile, tiles, memory) { ... }: for each of the group's tiles, of
// LOOKBACK_TILES(n, argument). Where a loop of barriers is safe, a launch has groups for all of the
// device at most, and with fewer groups than tiles each draws tickets until no tiles are left, the
// last one past the end. So groups past a device-side n cost nothing, which a nanosecond each would
// not, and others save their beginning.
#define LOOKBACK_TILES(n, argument) (uint)((n) > 0 ? ((n)-1) / TILE_LENGTH(argument) + 1 : 0)
#if CLSCAN_DRAWS_ON(BACKEND, GROUP_SIZE)
#define FOR_TILES(region, tile, tiles, memory)                                                     \
  for (int again = 1; again && (tile = lookback_draw_next(region, tiles, memory)) < (tiles);       \
       again = (uint)get_num_groups(0) < (tiles))

INLINE uint lookback_draw_next(__global uchar *region, uint tiles,
                               __local lookback_memory *memory) {
  const uint groups = (uint)get_num_groups(0);
  LOCAL_BARRIER();
  return lookback_draw(region, groups < tiles ? tiles + groups : groups, memory);
}
#else
// A loop for the reason that IF_TILE has one.
#define FOR_TILES(region, tile, tiles, memory)                                                     \
  tile = lookback_draw(region, (uint)get_num_groups(0), memory);                                   \
  for (uint next = tile; next < tiles; next += (uint)get_num_groups(0))
#endif

// One sub-group waits where sub-groups progress independently, else one work-item.
#if SUBGROUP_INDEPENDENT
#define LOOKBACK_WAITS (subgroup_id() == 0)
#else
#define LOOKBACK_WAITS (LINEAR_ID == 0)
#endif

// The look-back in two steps: the sooner others know the aggregate, the less they wait, and the
// group has something to do meanwhile. The second gives every work-item what lies before the tile,
// and returns 0 if nothing does. There is no barrier inside the wait, and one after it.
INLINE void lookback_begin(__global uchar *region, uint tile, ACC aggregate, int has_init, ACC init,
                           __local lookback_memory *memory) {
  TEST_DELAY(tile, 0)
  if (LOOKBACK_WAITS)
    lookback_announce(region + CLSCAN_STATE_BYTES, tile, memory->epoch, aggregate, has_init, init);
}

INLINE int lookback_end(__global uchar *region, uint tile, ACC aggregate, int has_init, ACC init,
                        ACC *prefix, __local lookback_memory *memory) {
  if (LOOKBACK_WAITS) {
    ACC found = ABSENT(aggregate);
    lookback_prefix(region + CLSCAN_STATE_BYTES, tile, memory->epoch, aggregate, has_init, init,
                    &found);
    if (LINEAR_ID == 0)
      memory->prefix = found;
  }
  LOCAL_BARRIER();
  *prefix = memory->prefix;
  return tile > 0 || has_init;
}

#if DESC_FORM == DESC_COUNT
// The same for `number` counts at once, each with a word of its own in a tile's record: each is
// waited for by another sub-group, or one after the other. `counts` is complete in local memory,
// and `prefixes` is when the second function returns.
#if SUBGROUP_INDEPENDENT
#define LOOKBACK_FOR_COUNTS(c, number)                                                             \
  for (uint c = subgroup_id(); c < (number); c += SUBGROUP_COUNT)
#else
#define LOOKBACK_FOR_COUNTS(c, number)                                                             \
  for (uint c = LINEAR_ID == 0 ? 0 : (number); c < (number); ++c)
#endif
#define LOOKBACK_WORDS(region, c) ((region) + CLSCAN_STATE_BYTES + (c) * sizeof(ulong))

INLINE void lookback_begin_counts(__global uchar *region, uint tile, uint number,
                                  __local const uint *counts, __local lookback_memory *memory) {
  TEST_DELAY(tile, 0)
  LOOKBACK_FOR_COUNTS(c, number) {
    lookback_announce(LOOKBACK_WORDS(region, c), tile, memory->epoch, counts[c], 0, 0);
  }
}

INLINE void lookback_end_counts(__global uchar *region, uint tile, uint number,
                                __local const uint *counts, __local ACC *prefixes,
                                __local lookback_memory *memory) {
  LOOKBACK_FOR_COUNTS(c, number) {
    ACC found;
    lookback_prefix(LOOKBACK_WORDS(region, c), tile, memory->epoch, counts[c], 0, 0, &found);
    if (LOOKBACK_WRITER)
      prefixes[c] = found;
  }
  LOCAL_BARRIER();
}
#endif

#endif
