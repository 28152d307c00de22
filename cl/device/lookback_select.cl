// SPDX-License-Identifier: Apache-2.0
// Select in one launch: a tile's kept elements are ranked in local memory, their number is
// published, and look-back over the numbers tells where the tile's output begins. The group of the
// last tile stores the count.
//
// Macros: lookback/ with DESC_COUNT. Local memory: a tile of outputs, or of places.
#include "agent/select.cl"

#define LOOKBACK_KERNEL lookback_select
#include "pass/lookback.cl"
