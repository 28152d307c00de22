// SPDX-License-Identifier: Apache-2.0
// A tile between memory and the algorithms, whatever it is kept in:
//
//   tile_load(t, s, base, count, memory)   elements of the source `s`
//   tile_aggregate(t, count, memory)      the combination of a full tile, in every work-item
//   tile_scan(t)                          what of the scan is left to do within the tile
//   tile_store(t, has_prefix, prefix, exclusive, out, base, count, total, memory)
//
// in this order; unless TILE_AGGREGATE_NEEDED, the two in the middle may be left out.
// tile_full(argument) is the length of a full tile, tile_size counts within one.
#ifndef CLSCAN_WORKGROUP_TILE
#define CLSCAN_WORKGROUP_TILE

#include "core/core.cl"
#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif
#if STORAGE_REREAD && GROUP_SIZE != 1
#error "re-read storage needs groups of one work-item"
#endif

#if STORAGE_REREAD
#include "workgroup/tile/tile_reread.cl"
#elif defined(TILE_PACKED)
#include "workgroup/tile/tile_packed.cl"
#else
#include "workgroup/tile/tile_registers.cl"
#endif

#endif
