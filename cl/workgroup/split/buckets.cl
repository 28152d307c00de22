// SPDX-License-Identifier: Apache-2.0
// A tile of a partition into NUM_BUCKETS > 2 buckets.
//
//   buckets_count(s, base, count, counts, memory)   elements of each bucket, into local memory
//   buckets_sort(s, base, count, counts, memory)    the same, and the tile's stable order by bucket
//   buckets_store(s, base, count, places, k, memory)
//       stores the elements in that order; places[b], in local memory, is where the tile's part of
//       bucket b begins
#ifndef CLSCAN_WORKGROUP_BUCKETS
#define CLSCAN_WORKGROUP_BUCKETS

#include "sink/buckets.cl"
#include "source/choice.cl"
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif

#if STORAGE_REREAD
#include "workgroup/split/buckets_reread.cl"
#else
#include "workgroup/split/buckets_registers.cl"
#endif

#endif
