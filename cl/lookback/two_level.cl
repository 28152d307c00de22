// SPDX-License-Identifier: Apache-2.0
// Two-level look-back with a fixed grouping: the same bits in every run, whatever the timing.
//
// WINDOW tiles form a window, 2 to 32. Every tile publishes its aggregate. Tile r of window w
// combines the aggregates of tiles 0 to r - 1 of its window in a tree that depends on r alone, then
// puts P[w], what lies before the window, on their left. The window's last tile also publishes P[w
// + 1]. The chain of P has one link a window, so a window's traffic must take longer than a link.
//
// Window w takes WINDOW + 1 records: P[w], then one a tile. Their places do not depend on n, so a
// word of a record never becomes something else when the same scratch serves another n.
#ifndef CLSCAN_LOOKBACK_TWO_LEVEL
#define CLSCAN_LOOKBACK_TWO_LEVEL

#if !defined(WINDOW) || WINDOW < 2 || WINDOW > 32
#error "WINDOW is not 2 to 32"
#endif

#define WINDOW_RECORD(records, w)                                                                  \
  ((records) + (ulong)(w)*CLSCAN_WINDOW_RECORDS(WINDOW) * DESC_SPACING)

#if SUBGROUP_INDEPENDENT
// The aggregates of the window's tiles 0 to r - 1, r >= 1, by one sub-group, a lane a tile.
INLINE ACC window_reduce(__global uchar *tiles, uint r, uint epoch) {
  const uint lane = subgroup_lane();
  ACC value;
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
INLINE ACC window_reduce(__global uchar *tiles, uint r, uint epoch) {
  ACC sum;
  while (tile_observe(tiles, epoch, &sum) == TILE_EMPTY)
    ;
  for (uint t = 1; t < r; ++t) {
    ACC value;
    while (tile_observe(tiles + (ulong)t * DESC_SPACING, epoch, &value) == TILE_EMPTY)
      ;
    sum = acc_op(sum, value);
  }
  return sum;
}
#endif

INLINE void lookback_announce(__global uchar *records, uint tile, uint epoch, ACC aggregate,
                              int has_init, ACC init) {
  const uint r = tile % WINDOW;
  (void)has_init, (void)init;
  if (LOOKBACK_WRITER && r < WINDOW - 1)
    tile_publish(WINDOW_RECORD(records, tile / WINDOW) + (ulong)(r + 1) * DESC_SPACING, epoch,
                 TILE_AGGREGATE, aggregate);
}

INLINE int lookback_prefix(__global uchar *records, uint tile, uint epoch, ACC aggregate,
                           int has_init, ACC init, ACC *prefix) {
  const uint window = tile / WINDOW, r = tile % WINDOW;
  __global uchar *window_record = WINDOW_RECORD(records, window);
  const int is_last = r == WINDOW - 1;
  FIRST_POLL_PAUSE(tile)
  ACC inner = aggregate;
  if (r > 0)
    inner = window_reduce(window_record + DESC_SPACING, r, epoch);
  // The own aggregate joins before the wait: a link of the chain is then one operation.
  const ACC whole = is_last ? acc_op(inner, aggregate) : inner;

  ACC outer = init;
  int has_outer = has_init;
  if (window > 0) {
    while (tile_observe(window_record, epoch, &outer) == TILE_EMPTY)
      ;
    has_outer = 1;
  }
  if (LOOKBACK_WRITER && is_last)
    tile_publish(WINDOW_RECORD(records, window + 1), epoch, TILE_PREFIX,
                 JOIN(has_outer, outer, whole));
  *prefix = r > 0 ? JOIN(has_outer, outer, inner) : outer;
  return has_outer || r > 0;
}

#endif
