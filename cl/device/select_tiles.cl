// SPDX-License-Identifier: Apache-2.0
// Select in three steps, in which no group ever waits for another one. The host launches
//
//   select_count   how many elements each tile keeps
//   (an exclusive scan of these numbers, in place; its total is the count)
//   select_write   the kept elements of each tile, from its offset on
//
// The input is read twice. Local memory: a tile of outputs, or of places.
#include "agent/select.cl"

#define TOTALS_KERNEL select_count
#define OFFSETS_KERNEL select_write
#include "pass/tiles.cl"
