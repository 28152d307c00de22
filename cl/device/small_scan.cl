// SPDX-License-Identifier: Apache-2.0
// Scan by one work-group, tile after tile, in one launch. For small inputs, and for the totals of
// the algorithms that take several launches.
//
// Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"

#define CHAIN_KERNEL small_scan
#include "pass/chain.cl"
