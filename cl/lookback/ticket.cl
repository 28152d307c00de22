// SPDX-License-Identifier: Apache-2.0
// The ticket: a group's tile number and the launch's epoch, {epoch:32, ticket:32} in one word,
// drawn with one atomic add. A group only waits for tiles with lower tickets, so only for groups
// that have started. The group that draws the launch's last ticket moves the word on to the next
// epoch and to ticket 0, so that no launch is spent on a reset and no failed launch leaves it out
// of step.
#ifndef CLSCAN_LOOKBACK_TICKET
#define CLSCAN_LOOKBACK_TICKET

#include "core/order.cl"

INLINE ulong ticket_draw(__global ulong *counter, uint groups) {
  const ulong drawn = fetch_add_relaxed(counter, 1UL);
  if ((uint)drawn == groups - 1)
    fetch_add_relaxed(counter, (1UL << 32) - groups);
  return drawn;
}

#define TICKET_TILE(drawn) ((uint)(drawn))
#define TICKET_EPOCH(drawn) ((uint)((drawn) >> 32))

#endif
