// SPDX-License-Identifier: Apache-2.0
// Tiles of a partition of which each group takes one, and none waits for another: first their
// counts into a matrix with a row for each bucket, a column for each tile; then, when the matrix
// has been scanned row after row, their elements to their places.
//
//   COUNT_KERNEL, SPLIT_KERNEL   the kernels' names
#ifndef CLSCAN_PASS_MATRIX
#define CLSCAN_PASS_MATRIX

#include "workgroup/tile/if_tile.cl"

KERNEL COUNT_KERNEL(SOURCE_PARAMS LENGTH_PARAMS, ulong tile_length, ulong tiles, PLACE(matrix),
                    uint flags) {
  __local agent_memory memory;
  agent a;
  SOURCE_READ(a.from, flags);
  a.n = LENGTH(flags);
  a.matrix = GIVEN(matrix);
  a.tiles = tiles;
  const ulong tile = get_group_id(0);
  __global COUNT_T *column = AT(COUNT_T, a.matrix) + tile;
  IF_TILE(base, tile, a.n, tile_length) {
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    agent_count(&a, base, count, column, &memory);
  }
  // A tile past a device-side n has nothing.
  if (tile * tile_full(tile_length) >= a.n)
    for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE)
      column[b * a.tiles] = 0;
}

KERNEL SPLIT_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong tile_length, ulong tiles, PLACE(matrix),
                    uint flags) {
  __local agent_memory memory;
  agent a;
  AGENT_READ(a, flags);
  a.matrix = GIVEN(matrix);
  a.tiles = tiles;
#if !SEPARATE
  a.to.capacity = a.n; // every place is below n
#endif
  const ulong tile = get_group_id(0);
  __global const COUNT_T *matrix = AT(const COUNT_T, a.matrix);
  IF_TILE(base, tile, a.n, tile_length) {
    const tile_size count = (tile_size)min(a.n - base, (ulong)tile_full(tile_length));
    agent_split(&a, base, count, matrix + tile, &memory);
  }
  if (tile == 0)
    for (uint b = linear_id(); b < NUM_BUCKETS; b += GROUP_SIZE) {
      const ulong begin = matrix[b * a.tiles];
      const ulong end = b + 1 < NUM_BUCKETS ? matrix[(b + 1) * a.tiles] : a.n;
      sink_store_boundary(&a.to, b, begin, end - begin);
    }
}

#endif
