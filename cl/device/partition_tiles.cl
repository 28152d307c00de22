// SPDX-License-Identifier: Apache-2.0
// Stable partition in three steps, in which no group ever waits for another one. The host launches
//
//   partition_count   a matrix with a row for each bucket, a column for each tile: elements of that
//                     bucket in that tile
//   (an exclusive scan of the matrix, row after row, in place: where each tile's part of each bucket
//   begins, all buckets one after the other)
//   partition_split   each tile's elements to their places
//
// The input is read twice. Macros: those of core/source.cl, core/boundaries.cl, workgroup/. Local
// memory: a tile of elements, or of places.
// Source: the split of a radix sort, as in Satish, Harris and Garland, "Designing Efficient Sorting
// Algorithms for Manycore GPUs", 2009.
#include "core/boundaries.cl"
#include "core/operators.cl"
#if NUM_BUCKETS == 2
#include "workgroup/split/split.cl"
#else
#include "workgroup/split/buckets.cl"
#endif

KERNEL partition_count(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, ulong tiles, PLACE(matrix),
                       uint flags) {
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
  __global COUNT_T *column = AT(COUNT_T, matrix) + tile;
#if NUM_BUCKETS == 2
  __local split_memory memory;
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    const tile_size kept = split_count(&s, base, length, &memory);
    if (LINEAR_ID == 0) {
      column[0] = (COUNT_T)kept;
      column[tiles] = (COUNT_T)(length - kept);
    }
  }
#else
  __local buckets_memory memory;
  __local uint numbers[NUM_BUCKETS];
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    buckets_count(&s, base, length, numbers, &memory);
    for (uint b = LINEAR_ID; b < NUM_BUCKETS; b += GROUP_SIZE)
      column[b * tiles] = (COUNT_T)numbers[b];
  }
#endif
  // A tile past a device-side n has nothing.
  if (tile * TILE_LENGTH(tile_length) >= n)
    for (uint b = LINEAR_ID; b < NUM_BUCKETS; b += GROUP_SIZE)
      column[b * tiles] = 0;
}

#if SEPARATE
#define FIRST(b) AT(const COUNT_T, matrix)[(b)*tiles]
#define CAPACITY capacity
#else
#define FIRST(b) 0
#define CAPACITY n // every place is below it
#endif
#define STORE_ELEMENT(b, to, from)                                                                 \
  do {                                                                                             \
    if ((to) < CAPACITY)                                                                           \
      OUTS_PICK(b)[to] = *source_at(&s, source_position(&s, from));                                \
  } while (0)

KERNEL partition_split(SOURCE_PARAMS OUTS_PARAMS LENGTH_PARAMS, ulong tile_length, ulong tiles,
                       ulong capacity, BOUNDARY_PARAMS, PLACE(matrix), uint flags) {
  source s;
  SOURCE_READ(s, flags);
  const ulong n = LENGTH(flags);
  const ulong tile = get_group_id(0);
#if NUM_BUCKETS == 2
  __local split_memory memory;
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    split_state t;
    split_load(&t, &s, base, length);
    const tile_size kept = split_rank(&t, length, &memory);
    split_stage(&t, &s, base, length, kept, &memory);
    LOCAL_BARRIER();
    const ulong prefix = AT(const COUNT_T, matrix)[tile] - FIRST(0);
    const ulong rest = AT(const COUNT_T, matrix)[tiles + tile] - FIRST(1);
    const tile_size room = (tile_size)min((ulong)kept, CAPACITY - min(prefix, CAPACITY));
    const tile_size rest_room =
        (tile_size)min((ulong)(length - kept), CAPACITY - min(rest, CAPACITY));
    for (tile_size e = LINEAR_ID; e < room; e += GROUP_SIZE)
      OUTS_PICK(0)[prefix + e] = SPLIT_ELEMENT(&s, base, SPLIT_STAGED(&memory, e));
    for (tile_size e = LINEAR_ID; e < rest_room; e += GROUP_SIZE)
      OUTS_PICK(1)[rest + e] = SPLIT_ELEMENT(&s, base, SPLIT_REST(&memory, kept, e));
  }
#else
  __local buckets_memory memory;
  __local uint numbers[NUM_BUCKETS];
  __local ulong places[NUM_BUCKETS];
  IF_TILE(base, tile, n, tile_length) {
    const tile_size length = (tile_size)min(n - base, (ulong)TILE_LENGTH(tile_length));
    buckets_sort(&s, base, length, numbers, &memory);
    for (uint b = LINEAR_ID; b < NUM_BUCKETS; b += GROUP_SIZE)
      places[b] = AT(const COUNT_T, matrix)[b * tiles + tile] - FIRST(b);
    LOCAL_BARRIER();
    BUCKETS_STORE(s, base, length, places, &memory, STORE_ELEMENT)
  }
#endif
  if (tile == 0)
    for (uint b = LINEAR_ID; b < NUM_BUCKETS; b += GROUP_SIZE) {
      const ulong begin = AT(const COUNT_T, matrix)[b * tiles];
      const ulong end = b + 1 < NUM_BUCKETS ? AT(const COUNT_T, matrix)[(b + 1) * tiles] : n;
      STORE_BOUNDARY(b, begin, end - begin, flags);
    }
}
