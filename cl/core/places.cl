// SPDX-License-Identifier: Apache-2.0
// Kernel arguments: places in memory, and the number of elements. A place is a base and a byte
// offset; an absent one is a NULL base and a clear bit in `flags`. It is added up where it is used:
// a sum that is kept over a loop takes registers, arguments do not.
#ifndef CLSCAN_CORE_PLACES
#define CLSCAN_CORE_PLACES

#include "abi.h"
#include "core/inline.cl"

typedef struct {
  __global uchar *base;
  ulong offset;
} place;

INLINE place place_of(__global uchar *base, ulong offset) {
  place p;
  p.base = base;
  p.offset = offset;
  return p;
}

// A kernel's parameters for a place, that place, and what is at one.
#define PLACE(name) __global uchar *clscan_at_##name, ulong clscan_at_##name##_offset
#define GIVEN(name) place_of(clscan_at_##name, clscan_at_##name##_offset)
#define AT(type, place) ((__global type *)((place).base + (place).offset))

// n counts elements of the scan; a level of totals has one element for each `unit` of them.
#define LENGTH_PARAMS ulong n_max, ulong unit, PLACE(n_device)
#define LENGTH(flags) effective_length(n_max, unit, GIVEN(n_device), flags)

INLINE ulong effective_length(ulong n, ulong unit, place n_device, uint flags) {
  if (flags & FLAG_N32)
    n = min(n, (ulong)*AT(const uint, n_device));
  if (flags & FLAG_N64)
    n = min(n, *AT(const ulong, n_device));
  return unit == 1 ? n : n == 0 ? 0 : (n - 1) / unit + 1;
}

#endif
