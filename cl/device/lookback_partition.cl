// SPDX-License-Identifier: Apache-2.0
// Stable partition into separate buffers in one launch: a tile's elements are put in order by
// bucket in local memory, the numbers of all buckets but the last are published, and look-back over
// them tells where the tile's part of each bucket begins. The group of the last tile stores the
// boundaries.
//
// Macros: lookback/ with DESC_COUNT. Local memory: a tile of elements, or of places.
#if NUM_BUCKETS == 2
#include "agent/partition.cl"
#else
#include "agent/buckets.cl"
#endif

#define LOOKBACK_KERNEL lookback_partition
#include "pass/lookback.cl"
