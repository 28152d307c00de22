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
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif
#if STORAGE_REREAD && GROUP_SIZE != 1
#error "re-read storage needs groups of one work-item"
#endif

// The group's tile, if it begins before n; a launch for an upper bound of n has groups past the end.
// pocl 3.1 miscompiles barriers under an `if`, uniform as it may be, and no barrier may follow a return.
// So it gets a loop, which runs at most once, since the tiles of a launch cover n. A loop costs
// registers on NVIDIA, where the `if` is fine.
#if BACKEND == BACKEND_PTX
#define IF_TILE(base, tile, n, argument)                                                           \
  const ulong base = (ulong)(tile)*TILE_LENGTH(argument);                                          \
  if (base < (n))
#else
#define IF_TILE(base, tile, n, argument)                                                           \
  for (ulong base = (ulong)(tile)*TILE_LENGTH(argument); base < (n);                               \
       base += (ulong)get_num_groups(0) * TILE_LENGTH(argument))
#endif

#if STORAGE_REREAD
#include "workgroup/tile_reread.cl"
#else
#include "workgroup/tile_registers.cl"
#endif

#endif
