// SPDX-License-Identifier: Apache-2.0
// Single-pass scan by decoupled look-back: one launch, each element read and written once. The
// group of the last tile stores the total.
//
// Local memory: one tile where it is exchanged, else an accumulator a sub-group.
#include "agent/scan.cl"

#define LOOKBACK_KERNEL lookback_scan
#include "pass/lookback.cl"
