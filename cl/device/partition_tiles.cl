// SPDX-License-Identifier: Apache-2.0
// Stable partition in three steps, in which no group ever waits for another one. The host launches
//
//   partition_count   a matrix with a row for each bucket, a column for each tile: elements of that
//                     bucket in that tile
//   (an exclusive scan of the matrix, row after row, in place: where each tile's part of each
//   bucket begins, all buckets one after the other)
//   partition_split   each tile's elements to their places
//
// The input is read twice. Local memory: a tile of elements, or of places.
// Source: the split of a radix sort, as in Satish, Harris and Garland, "Designing Efficient Sorting
// Algorithms for Manycore GPUs", 2009.
#if NUM_BUCKETS == 2
#include "agent/partition.cl"
#else
#include "agent/buckets.cl"
#endif
#include "pass/matrix.cl"

KERNEL partition_count(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, ulong tiles, PLACE(matrix),
                       uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.n = LENGTH(flags);
  a.matrix = GIVEN(matrix);
  a.tiles = tiles;
  count_pass(&a, tile_length, &memory);
}

KERNEL partition_split(SOURCE_PARAMS OUTS_PARAMS LENGTH_PARAMS, ulong tile_length, ulong tiles,
                       ulong capacity, BOUNDARY_PARAMS, PLACE(matrix), uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  BUCKETS_READ(a.to, flags);
  a.n = LENGTH(flags);
  a.to.capacity = SEPARATE ? capacity : a.n; // every place in one buffer is below n
  a.bounds = 0;
  a.matrix = GIVEN(matrix);
  a.tiles = tiles;
  split_pass(&a, tile_length, &memory);
}
