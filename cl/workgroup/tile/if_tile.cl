// SPDX-License-Identifier: Apache-2.0
// IF_TILE(base, tile, n, argument) { ... }: the block, if the tile has elements; `base` is its
// first one. tile_full(argument) is the length of a full tile.
#ifndef CLSCAN_WORKGROUP_IF_TILE
#define CLSCAN_WORKGROUP_IF_TILE

#include "subgroup/subgroup.cl"

// The group's tile, if it begins before n; a launch for an upper bound of n has groups past the
// end. pocl 3.1 miscompiles barriers under an `if`, uniform as it may be, and no barrier may follow
// a return. So it gets a loop, which runs at most once, since the tiles of a launch cover n. A loop
// costs registers on NVIDIA, where the `if` is fine.
#if BACKEND == BACKEND_PTX
#define IF_TILE(base, tile, n, argument)                                                           \
  const ulong base = (ulong)(tile)*tile_full(argument);                                            \
  if (base < (n))
#else
#define IF_TILE(base, tile, n, argument)                                                           \
  for (ulong base = (ulong)(tile)*tile_full(argument); base < (n);                                 \
       base += (ulong)get_num_groups(0) * tile_full(argument))
#endif

#endif
