// SPDX-License-Identifier: Apache-2.0
// What tiles publish in scratch, and from that what lies before a tile.
// Scratch holds the ticket word, CLSCAN_STATE_BYTES further a record for each tile.
//
//   LOOKBACK          LOOKBACK_CLASSIC or LOOKBACK_TWO_LEVEL
#ifndef CLSCAN_LOOKBACK
#define CLSCAN_LOOKBACK

#include "abi.h"
#include "core/core.cl"
#include "core/order.cl"
#include "lookback/test_delay.cl"
#include "subgroup/subgroup.cl"

// The ticket: a group's tile number and the launch's epoch, {epoch:32, ticket:32} in one word,
// drawn with one atomic add. A group only waits for tiles with lower tickets, so only for groups
// that have started. The group that draws the launch's last ticket moves the word on to the next
// epoch and to ticket 0, so that no launch is spent on a reset and no failed launch leaves it out
// of step.

INLINE ulong ticket_draw(__global ulong *counter, uint groups) {
  const ulong drawn = fetch_add_relaxed(counter, 1UL);
  if ((uint)drawn == groups - 1)
    fetch_add_relaxed(counter, (1UL << 32) - groups);
  return drawn;
}

// A tile's published state. Each record belongs to one tile and is written by one work-item; it is
// valid only with this launch's epoch, so records of earlier launches read as empty.
//
//   DESC_FORM     DESC_WORD     values up to 32 bits: {flag:2, epoch:30, value:32} in one word
//                 DESC_WIDE     values of 64 bits: {value:64, flag and epoch} in one 128-bit access
//                 DESC_COUNT    counts: {flag:2, epoch:20, count:42} in one word; ACC is ulong
//                 DESC_PAYLOAD  larger: a flag word, and a slot each for the aggregate and the
//                               prefix. Each slot is written once a launch, so a reader of one is
//                               never overtaken by the writer of the other
//   DESC_SPACING  bytes from record to record
//   DESC_SLOT     DESC_PAYLOAD: bytes from the record's start to its first slot
//
// A relaxed access is enough for the first three, where flag and value travel together. In the last
// the flag's release store pairs with the observer's acquire load, and the payload lies between.

#define TILE_EMPTY 0u
#define TILE_AGGREGATE 1u
#define TILE_PREFIX 2u

#if !defined(DESC_FORM) || !defined(DESC_SPACING) || !defined(DESC_SLOT)
#error "the descriptor is not defined: DESC_FORM, DESC_SPACING, DESC_SLOT"
#endif

#if DESC_SPACING < CLSCAN_RECORD_BYTES(DESC_FORM, 1, DESC_SLOT, ACC_SIZE)
#error "a record is longer than DESC_SPACING"
#endif

#define DESC_EPOCH_MASK ((1u << CLSCAN_EPOCH_BITS(DESC_FORM)) - 1)

INLINE uint descriptor_head(uint flag, uint epoch) {
  return (flag << 30) | (epoch & DESC_EPOCH_MASK);
}

INLINE uint descriptor_flag(uint head, uint epoch) {
  return ((head ^ epoch) & DESC_EPOCH_MASK) == 0 ? head >> 30 : TILE_EMPTY;
}

INLINE void tile_publish(__global uchar *record, uint epoch, uint flag, ACC value) {
#if DESC_FORM == DESC_WORD
  const ulong head = descriptor_head(flag, epoch);
  store_relaxed((__global ulong *)record, (head << 32) | acc_to_words(value).word[0]);
#elif DESC_FORM == DESC_WIDE
  const acc_words w = acc_to_words(value);
  store_relaxed_pair((__global ulong *)record, ((ulong)w.word[1] << 32) | w.word[0],
                     descriptor_head(flag, epoch));
#elif DESC_FORM == DESC_COUNT
  store_relaxed((__global ulong *)record,
                ((ulong)flag << 62) | ((ulong)(epoch & DESC_EPOCH_MASK) << CLSCAN_COUNT_BITS) |
                    value);
#else
  __global ACC *slot = (__global ACC *)(record + DESC_SLOT);
  slot[flag == TILE_PREFIX] = value;
  store_release((__global uint *)record, descriptor_head(flag, epoch));
#endif
}

// Returns the record's flag; *value is set unless it is TILE_EMPTY.
INLINE uint tile_observe(__global uchar *record, uint epoch, ACC *value) {
#if DESC_FORM == DESC_WORD
  const ulong word = load_relaxed((__global ulong *)record);
  const uint flag = descriptor_flag((uint)(word >> 32), epoch);
  acc_words w;
  w.word[0] = (uint)word;
  *value = w.value;
  return flag;
#elif DESC_FORM == DESC_WIDE
  ulong low, high;
  load_relaxed_pair((__global ulong *)record, &low, &high);
  acc_words w;
  w.word[0] = (uint)low;
  w.word[1] = (uint)(low >> 32);
  *value = w.value;
  return descriptor_flag((uint)high, epoch);
#elif DESC_FORM == DESC_COUNT
  const ulong word = load_relaxed((__global ulong *)record);
  *value = word & ((1UL << CLSCAN_COUNT_BITS) - 1);
  const uint known = ((uint)(word >> CLSCAN_COUNT_BITS) ^ epoch) & DESC_EPOCH_MASK;
  return known == 0 ? (uint)(word >> 62) : TILE_EMPTY;
#else
  const uint flag = descriptor_flag(load_acquire((__global uint *)record), epoch);
  if (flag != TILE_EMPTY)
    *value = ((__global const ACC *)(record + DESC_SLOT))[flag == TILE_PREFIX];
  return flag;
#endif
}

// A pause before a tile first looks at its predecessors, so that polls do not get in the way of
// what they wait for. POLL_DELAY, nanoseconds, is defined with the PTX back end and compute
// capability 7.0 or more alone, for which nanosleep.u32 exists. Without it nothing is compiled. The
// first tiles are under way all at once and do not pause.
#ifdef POLL_DELAY
#define FIRST_POLL_PAUSE(tile)                                                                     \
  if ((tile) >= 1024)                                                                              \
    asm volatile("nanosleep.u32 %0;" : : "r"(POLL_DELAY));
#else
#define FIRST_POLL_PAUSE(tile)
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

#endif
