// SPDX-License-Identifier: Apache-2.0
// Unordered select, in one launch. Local memory with ATOMIC_TILE: a tile of outputs or of places.
#include "agent/select.cl"

#define DRAW_KERNEL select_atomic
#include "pass/draw.cl"
