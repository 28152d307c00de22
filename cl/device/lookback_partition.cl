// SPDX-License-Identifier: Apache-2.0
// Stable partition into separate buffers in one launch: a tile's elements are put in order by
// bucket in local memory, the numbers of all buckets but the last are published, and look-back over
// them tells where the tile's part of each bucket begins. What is left over goes to the last
// bucket. The group of the last tile stores the boundaries.
//
// Macros: those of core/source.cl, core/boundaries.cl, workgroup/, lookback/ with DESC_COUNT. Local
// memory: a tile of elements, or of places.
// Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#include "core/boundaries.cl"
#include "core/operators.cl"
#include "lookback/lookback.cl"
#if NUM_BUCKETS == 2
#include "workgroup/split/split.cl"
#else
#include "workgroup/split/buckets.cl"
#endif

#define STORE_ELEMENT(b, to, from)                                                                 \
  do {                                                                                             \
    if ((to) < capacity)                                                                           \
      OUTS_PICK(b)[to] = *source_at(&s, source_position(&s, from));                                \
  } while (0)

KERNEL lookback_partition(SOURCE_PARAMS OUTS_PARAMS LENGTH_PARAMS, ulong tile_length,
                          ulong capacity, BOUNDARY_PARAMS, PLACE(scratch), uint flags) {
#if NUM_BUCKETS == 2
  __local split_memory memory;
#else
  __local buckets_memory memory;
  __local uint numbers[NUM_BUCKETS];
  __local ACC places[NUM_BUCKETS];
#endif
  __local lookback_memory shared;
  __global uchar *region = AT(uchar, scratch);
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const uint tiles = LOOKBACK_TILES(n, tile_length);
  uint tile;
  FOR_TILES(region, tile, tiles, &shared) {
    const ulong base = (ulong)tile * TILE_LENGTH(tile_length);
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    const int is_last = base + length == n;
#if NUM_BUCKETS == 2
    split_state t;
    split_load(&t, &s, base, length);
    const tile_size kept = split_rank(&t, length, &memory);
    lookback_begin(region, tile, kept, 0, 0, &shared);
    split_stage(&t, &s, base, length, kept, &memory);
    ulong prefix;
    lookback_end(region, tile, kept, 0, 0, &prefix, &shared);
    const ulong rest = base - prefix;
    const tile_size room = (tile_size)min((ulong)kept, capacity - min(prefix, capacity));
    const tile_size rest_room =
        (tile_size)min((ulong)(length - kept), capacity - min(rest, capacity));
    for (tile_size e = LINEAR_ID; e < room; e += GROUP_SIZE)
      OUTS_PICK(0)[prefix + e] = SPLIT_ELEMENT(&s, base, SPLIT_STAGED(&memory, e));
    for (tile_size e = LINEAR_ID; e < rest_room; e += GROUP_SIZE)
      OUTS_PICK(1)[rest + e] = SPLIT_ELEMENT(&s, base, SPLIT_REST(&memory, kept, e));
    if (is_last && LINEAR_ID == 0) {
      STORE_BOUNDARY(0, 0, prefix + kept, flags);
      STORE_BOUNDARY(1, prefix + kept, n - prefix - kept, flags);
    }
#else
    buckets_sort(&s, base, length, numbers, &memory);
    lookback_begin_counts(region, tile, NUM_BUCKETS - 1, numbers, &shared);
    lookback_end_counts(region, tile, NUM_BUCKETS - 1, numbers, places, &shared);
    if (LINEAR_ID == 0) {
      ulong rest = base;
      for (uint b = 0; b < NUM_BUCKETS - 1; ++b)
        rest -= places[b];
      places[NUM_BUCKETS - 1] = rest;
      ulong begin = 0;
      for (uint b = 0; is_last && b < NUM_BUCKETS; ++b) {
        STORE_BOUNDARY(b, begin, places[b] + numbers[b], flags);
        begin += places[b] + numbers[b];
      }
    }
    LOCAL_BARRIER();
    BUCKETS_STORE(s, base, length, places, &memory, STORE_ELEMENT)
#endif
  }
  if (n == 0 && tile == 0 && LINEAR_ID == 0)
    for (uint b = 0; b < NUM_BUCKETS; ++b)
      STORE_BOUNDARY(b, 0, 0, flags);
}
