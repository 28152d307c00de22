// SPDX-License-Identifier: Apache-2.0
// The look-back of one launch: draw a ticket, then learn what lies before the tile. The scratch region
// is the ticket word, LOOKBACK_RECORDS bytes further the records.
//
//   LOOKBACK          LOOKBACK_CLASSIC or LOOKBACK_TWO_LEVEL
#ifndef CLSCAN_LOOKBACK
#define CLSCAN_LOOKBACK

#define LOOKBACK_CLASSIC 1
#define LOOKBACK_TWO_LEVEL 2

#include "lookback/descriptor.cl"
#include "lookback/test_delay.cl"
#include "lookback/ticket.cl"
#include "workgroup/scan.cl"
#if LOOKBACK == LOOKBACK_CLASSIC
#include "lookback/classic.cl"
#elif LOOKBACK == LOOKBACK_TWO_LEVEL
#include "lookback/two_level.cl"
#else
#error "LOOKBACK is not defined"
#endif

// Both lie on 128-byte boundaries.
#define LOOKBACK_RECORDS 128

typedef struct {
  uint tile, epoch;
  ACC prefix;
} lookback_memory;

// Draws the group's ticket; every work-item gets it.
INLINE uint lookback_draw(__global uchar *region, __local lookback_memory *memory) {
  if (LINEAR_ID == 0) {
    const ulong drawn = ticket_draw((__global ulong *)region, (uint)get_num_groups(0));
    memory->tile = TICKET_TILE(drawn);
    memory->epoch = TICKET_EPOCH(drawn);
  }
  LOCAL_BARRIER();
  return memory->tile;
}

// What lies before the tile, for every work-item; returns 0 if nothing does. One sub-group waits where
// sub-groups progress independently, else one work-item. There is no barrier inside the wait.
INLINE int lookback(__global uchar *region, uint tile, ACC aggregate, int has_init, ACC init,
                    ACC *prefix, __local lookback_memory *memory) {
  TEST_DELAY(tile, 0)
#if SUBGROUP_INDEPENDENT
  const int waits = subgroup_id() == 0;
#else
  const int waits = LINEAR_ID == 0;
#endif
  if (waits) {
    ACC found = ABSENT(aggregate);
    lookback_prefix(region + LOOKBACK_RECORDS, tile, memory->epoch, aggregate, has_init, init,
                    &found);
    if (LINEAR_ID == 0)
      memory->prefix = found;
  }
  LOCAL_BARRIER();
  *prefix = memory->prefix;
  return tile > 0 || has_init;
}

#endif
