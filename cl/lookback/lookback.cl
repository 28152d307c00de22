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
//                 DESC_COUNT    counts: {flag:2, epoch:20, count:42} in one word; acc is ulong
//                 DESC_PAYLOAD  larger: a flag word, and a slot each for the aggregate and the
//                               prefix. Each slot is written once a launch, so a reader of one is
//                               never overtaken by the writer of the other
//   DESC_SPACING  bytes from record to record
//   DESC_SLOT     DESC_PAYLOAD: bytes from the record's start to its first slot
//
// A relaxed access is enough for the first three, where flag and value travel together. In the last
// the flag's release store pairs with the observer's acquire load, and the payload lies between.

enum { TILE_EMPTY = 0, TILE_AGGREGATE = 1, TILE_PREFIX = 2 };

#if !defined(DESC_FORM) || !defined(DESC_SPACING)
#error "the descriptor is not defined: DESC_FORM, DESC_SPACING"
#endif

#if DESC_SPACING < CLSCAN_RECORD_BYTES(DESC_FORM, 1, DESC_SLOT, ACC_SIZE)
#error "a record is longer than DESC_SPACING"
#endif

enum { DESC_EPOCH_MASK = (1 << CLSCAN_EPOCH_BITS(DESC_FORM)) - 1 };

INLINE uint descriptor_head(uint flag, uint epoch) {
  return (flag << 30) | (epoch & DESC_EPOCH_MASK);
}

INLINE uint descriptor_flag(uint head, uint epoch) {
  return ((head ^ epoch) & DESC_EPOCH_MASK) == 0 ? head >> 30 : TILE_EMPTY;
}

INLINE void tile_publish(__global uchar *record, uint epoch, uint flag, acc value) {
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
  __global acc *slot = (__global acc *)(record + DESC_SLOT);
  slot[flag == TILE_PREFIX] = value;
  store_release((__global uint *)record, descriptor_head(flag, epoch));
#endif
}

// Returns the record's flag; *value is set unless it is TILE_EMPTY.
INLINE uint tile_observe(__global uchar *record, uint epoch, acc *value) {
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
    *value = ((__global const acc *)(record + DESC_SLOT))[flag == TILE_PREFIX];
  return flag;
#endif
}

// A pause before a tile first looks at its predecessors, so that polls do not get in the way of
// what they wait for. POLL_DELAY, nanoseconds, is defined with the PTX back end and compute
// capability 7.0 or more alone, for which nanosleep.u32 exists. Without it nothing is compiled. The
// first tiles are under way all at once and do not pause.
INLINE void first_poll_pause(uint tile) {
#ifdef POLL_DELAY
  if (tile >= 1024)
    asm volatile("nanosleep.u32 %0;" : : "r"(POLL_DELAY));
#endif
}

// Of the work-items that wait, the one that publishes. Counts may be waited for by any sub-group.
INLINE int lookback_publishes(void) {
#if DESC_FORM == DESC_COUNT && SUBGROUP_INDEPENDENT
  return subgroup_lane() == 0;
#elif DESC_FORM == DESC_COUNT
  return 1;
#else
  return linear_id() == 0;
#endif
}

// Both kinds have two functions, for the work-items of a group that wait: lookback_announce()
// publishes what is known of the tile before anything is known of others; lookback_prefix(), after
// it, sets *prefix to what lies before the tile and returns 1, or sets it to `init` and returns
// `has_init`.
#if LOOKBACK == LOOKBACK_CLASSIC

// Classic decoupled look-back (Merrill and Garland 2016): publish the aggregate, walk back over the
// predecessors until one has its prefix, publish the own prefix. Tile 0 publishes its prefix at
// once, so each walk ends. Which predecessors have a prefix depends on timing, and with it the
// grouping.

INLINE __global uchar *classic_record(__global uchar *records, uint tile) {
  return records + (ulong)tile * DESC_SPACING;
}

#if SUBGROUP_INDEPENDENT
INLINE uint lowest_bit(uint mask) { return 31u - clz(mask & (0u - mask)); }

// One sub-group reads 32 predecessors at a time: lane l that of distance l + 1.
INLINE acc classic_walk(__global uchar *records, uint tile, uint epoch) {
  const uint lane = subgroup_lane();
  acc prefix;
  int has_prefix = 0;
  for (uint end = tile;; end -= 32) {
    acc value;
    uint flag = TILE_EMPTY, with_prefix, nearest, needed;
    do {
      if (flag == TILE_EMPTY && lane < end)
        flag = tile_observe(classic_record(records, end - 1 - lane), epoch, &value);
      with_prefix = subgroup_ballot(flag == TILE_PREFIX);
      nearest = with_prefix ? lowest_bit(with_prefix) : 31u;
      needed = 0xffffffffu >> (31u - nearest);
    } while ((subgroup_ballot(flag != TILE_EMPTY) & needed) != needed);
    // Lanes count backwards in input order: the higher lane is the left operand.
#pragma unroll
    for (uint d = 1; d < 32; d <<= 1) {
      const acc left = subgroup_shuffle(value, min(lane + d, 31u));
      if (lane + d <= nearest)
        value = acc_op(left, value);
    }
    value = subgroup_broadcast(value, 0);
    prefix = has_prefix ? acc_op(value, prefix) : value;
    has_prefix = 1;
    if (with_prefix)
      return prefix;
  }
}
#else
// Work-item 0 alone, one predecessor at a time.
INLINE acc classic_walk(__global uchar *records, uint tile, uint epoch) {
  acc prefix;
  uint t = tile - 1, flag;
  do
    flag = tile_observe(classic_record(records, t), epoch, &prefix);
  while (flag == TILE_EMPTY);
  while (flag != TILE_PREFIX) {
    acc value;
    --t;
    do
      flag = tile_observe(classic_record(records, t), epoch, &value);
    while (flag == TILE_EMPTY);
    prefix = acc_op(value, prefix);
  }
  return prefix;
}
#endif

INLINE void lookback_announce(__global uchar *records, uint tile, uint epoch, acc aggregate,
                              int has_init, acc init) {
  if (lookback_publishes()) {
    if (tile == 0)
      tile_publish(classic_record(records, tile), epoch, TILE_PREFIX,
                   join(has_init, init, aggregate));
    else
      tile_publish(classic_record(records, tile), epoch, TILE_AGGREGATE, aggregate);
  }
}

INLINE int lookback_prefix(__global uchar *records, uint tile, uint epoch, acc aggregate,
                           int has_init, acc init, acc *prefix) {
  *prefix = init;
  if (tile == 0)
    return has_init;
  // Time for others to meet the aggregate without a prefix.
  test_delay(tile, 1);
  first_poll_pause(tile);
  *prefix = classic_walk(records, tile, epoch);
  if (lookback_publishes())
    tile_publish(classic_record(records, tile), epoch, TILE_PREFIX, acc_op(*prefix, aggregate));
  return 1;
}

#elif LOOKBACK == LOOKBACK_TWO_LEVEL

// Two-level look-back with a fixed grouping: the same bits in every run, whatever the timing.
//
// WINDOW tiles form a window, 2 to 32. Every tile publishes its aggregate. Tile r of window w
// combines the aggregates of tiles 0 to r - 1 of its window in a tree that depends on r alone, then
// puts P[w], what lies before the window, on their left. The window's last tile also publishes P[w
// + 1]. The chain of P has one link a window, so a window's traffic must take longer than a link.
//
// Window w takes WINDOW + 1 records: P[w], then one a tile. Their places do not depend on n, so a
// word of a record never becomes something else when the same scratch serves another n.

#if !defined(WINDOW) || WINDOW < 2 || WINDOW > 32
#error "WINDOW is not 2 to 32"
#endif

INLINE __global uchar *window_at(__global uchar *records, uint w) {
  return records + (ulong)w * CLSCAN_WINDOW_RECORDS(WINDOW) * DESC_SPACING;
}

#if SUBGROUP_INDEPENDENT
// The aggregates of the window's tiles 0 to r - 1, r >= 1, by one sub-group, a lane a tile.
INLINE acc window_reduce(__global uchar *tiles, uint r, uint epoch) {
  const uint lane = subgroup_lane();
  acc value;
  uint flag = TILE_EMPTY;
  const uint needed = 0xffffffffu >> (32u - r);
  do {
    if (flag == TILE_EMPTY && lane < r)
      flag = tile_observe(tiles + (ulong)lane * DESC_SPACING, epoch, &value);
  } while ((subgroup_ballot(flag != TILE_EMPTY) & needed) != needed);
  return subgroup_reduce_first(value, r);
}
#else
// The same by work-item 0 alone, left to right.
INLINE acc window_reduce(__global uchar *tiles, uint r, uint epoch) {
  acc sum;
  while (tile_observe(tiles, epoch, &sum) == TILE_EMPTY)
    ;
  for (uint t = 1; t < r; ++t) {
    acc value;
    while (tile_observe(tiles + (ulong)t * DESC_SPACING, epoch, &value) == TILE_EMPTY)
      ;
    sum = acc_op(sum, value);
  }
  return sum;
}
#endif

INLINE void lookback_announce(__global uchar *records, uint tile, uint epoch, acc aggregate,
                              int has_init, acc init) {
  const uint r = tile % WINDOW;
  (void)has_init, (void)init;
  if (lookback_publishes() && r < WINDOW - 1)
    tile_publish(window_at(records, tile / WINDOW) + (ulong)(r + 1) * DESC_SPACING, epoch,
                 TILE_AGGREGATE, aggregate);
}

INLINE int lookback_prefix(__global uchar *records, uint tile, uint epoch, acc aggregate,
                           int has_init, acc init, acc *prefix) {
  const uint window = tile / WINDOW, r = tile % WINDOW;
  __global uchar *window_record = window_at(records, window);
  const int is_last = r == WINDOW - 1;
  first_poll_pause(tile);
  acc inner = aggregate;
  if (r > 0)
    inner = window_reduce(window_record + DESC_SPACING, r, epoch);
  // The own aggregate joins before the wait: a link of the chain is then one operation.
  const acc whole = is_last ? acc_op(inner, aggregate) : inner;

  acc outer = init;
  int has_outer = has_init;
  if (window > 0) {
    while (tile_observe(window_record, epoch, &outer) == TILE_EMPTY)
      ;
    has_outer = 1;
  }
  if (lookback_publishes() && is_last)
    tile_publish(window_at(records, window + 1), epoch, TILE_PREFIX, join(has_outer, outer, whole));
  *prefix = r > 0 ? join(has_outer, outer, inner) : outer;
  return has_outer || r > 0;
}

#else
#error "LOOKBACK is not defined"
#endif

#endif
