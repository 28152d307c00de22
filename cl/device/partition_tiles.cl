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

#define COUNT_KERNEL partition_count
#define SPLIT_KERNEL partition_split
#include "pass/matrix.cl"
