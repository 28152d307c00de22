// SPDX-License-Identifier: Apache-2.0
// Reduce-then-scan: no group ever waits for another one. The host launches
//
//   reduce_then_scan_reduce   the aggregate of each tile
//   (an exclusive scan of the aggregates, the same way or by small_scan, gives the offsets)
//   reduce_then_scan_scan     scans each tile, starting from its offset
//
// Each element is read twice and written once. Local memory: one tile where it is exchanged, else
// an accumulator a sub-group.
#include "agent/scan.cl"

#define TOTALS_KERNEL reduce_then_scan_reduce
#define OFFSETS_KERNEL reduce_then_scan_scan
#include "pass/tiles.cl"
