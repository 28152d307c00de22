// SPDX-License-Identifier: Apache-2.0
// A tile between memory and the algorithms, whatever it is kept in:
//
//   tile_load(t, in, base, count, memory)
//   tile_scan(t, count, memory)           the aggregate
//   tile_store(t, has_prefix, prefix, exclusive, out, base, count, total, memory)
//
// in this order; unless TILE_SCAN_FIRST, tile_scan() may be left out. TILE_LENGTH(argument) is the length
// of a full tile, tile_size counts within one.
#ifndef CLSCAN_WORKGROUP_TILE
#define CLSCAN_WORKGROUP_TILE

#include "core/element.cl"
#include "core/operators.cl"
#include "workgroup/if_tile.cl"
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif
#if STORAGE_REREAD && GROUP_SIZE != 1
#error "re-read storage needs groups of one work-item"
#endif

#if STORAGE_REREAD
#include "workgroup/tile_reread.cl"
#elif defined(TILE_PACKED)
#include "workgroup/tile_packed.cl"
#else
#include "workgroup/tile_registers.cl"
#endif

#endif
