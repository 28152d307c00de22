// SPDX-License-Identifier: Apache-2.0
// The first pass of the three-pass scan: each tile is scanned by itself. Between it and the last
// pass (three_pass_add.cl) the tiles' aggregates are scanned. Each element is read and written
// twice.
//
// The output is accumulators: the caller's output where that has the accumulator's type and no
// store expression, else scratch. *total receives the last tile's last inclusive value, for the
// total. Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"

#define ALONE_KERNEL three_pass_scan_tiles
#include "pass/tiles.cl"
