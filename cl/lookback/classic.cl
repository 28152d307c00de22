// SPDX-License-Identifier: Apache-2.0
// Classic decoupled look-back (Merrill and Garland 2016): publish the aggregate, walk back over the
// predecessors until one has its prefix, publish the own prefix. Tile 0 publishes its prefix at
// once, so each walk ends. Which predecessors have a prefix depends on timing, and with it the
// grouping.
#ifndef CLSCAN_LOOKBACK_CLASSIC
#define CLSCAN_LOOKBACK_CLASSIC

#define CLASSIC_RECORD(records, tile) ((records) + (ulong)(tile)*DESC_SPACING)

#if SUBGROUP_INDEPENDENT
INLINE uint lowest_bit(uint mask) { return 31u - clz(mask & (0u - mask)); }

// One sub-group reads 32 predecessors at a time: lane l that of distance l + 1.
INLINE ACC classic_walk(__global uchar *records, uint tile, uint epoch) {
  const uint lane = subgroup_lane();
  ACC prefix;
  int has_prefix = 0;
  for (uint end = tile;; end -= 32) {
    ACC value;
    uint flag = TILE_EMPTY, with_prefix, nearest, needed;
    do {
      if (flag == TILE_EMPTY && lane < end)
        flag = tile_observe(CLASSIC_RECORD(records, end - 1 - lane), epoch, &value);
      with_prefix = subgroup_ballot(flag == TILE_PREFIX);
      nearest = with_prefix ? lowest_bit(with_prefix) : 31u;
      needed = 0xffffffffu >> (31u - nearest);
    } while ((subgroup_ballot(flag != TILE_EMPTY) & needed) != needed);
    // Lanes count backwards in input order: the higher lane is the left operand.
#pragma unroll
    for (uint d = 1; d < 32; d <<= 1) {
      const ACC left = subgroup_shuffle(value, min(lane + d, 31u));
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
INLINE ACC classic_walk(__global uchar *records, uint tile, uint epoch) {
  ACC prefix;
  uint t = tile - 1, flag;
  do
    flag = tile_observe(CLASSIC_RECORD(records, t), epoch, &prefix);
  while (flag == TILE_EMPTY);
  while (flag != TILE_PREFIX) {
    ACC value;
    --t;
    do
      flag = tile_observe(CLASSIC_RECORD(records, t), epoch, &value);
    while (flag == TILE_EMPTY);
    prefix = acc_op(value, prefix);
  }
  return prefix;
}
#endif

INLINE void lookback_announce(__global uchar *records, uint tile, uint epoch, ACC aggregate,
                              int has_init, ACC init) {
  if (LOOKBACK_WRITER) {
    if (tile == 0)
      tile_publish(CLASSIC_RECORD(records, tile), epoch, TILE_PREFIX,
                   JOIN(has_init, init, aggregate));
    else
      tile_publish(CLASSIC_RECORD(records, tile), epoch, TILE_AGGREGATE, aggregate);
  }
}

INLINE int lookback_prefix(__global uchar *records, uint tile, uint epoch, ACC aggregate,
                           int has_init, ACC init, ACC *prefix) {
  *prefix = init;
  if (tile == 0)
    return has_init;
  // Time for others to meet the aggregate without a prefix.
  TEST_DELAY(tile, CLSCAN_TEST_DELAY / 2)
  FIRST_POLL_PAUSE(tile)
  *prefix = classic_walk(records, tile, epoch);
  if (LOOKBACK_WRITER)
    tile_publish(CLASSIC_RECORD(records, tile), epoch, TILE_PREFIX, acc_op(*prefix, aggregate));
  return 1;
}

#endif
