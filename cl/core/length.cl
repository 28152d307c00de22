// SPDX-License-Identifier: Apache-2.0
// Kernel arguments: places in memory, and the number of elements. A place is a base and a byte
// offset; an absent one is a NULL base and a clear bit in `flags`.
#ifndef CLSCAN_CORE_LENGTH
#define CLSCAN_CORE_LENGTH

#include "abi.h"
#include "core/inline.cl"

#define PLACE(name) __global uchar *clscan_at_##name, ulong clscan_at_##name##_offset
#define AT(type, name) ((__global type *)(clscan_at_##name + clscan_at_##name##_offset))

// n counts elements of the scan; a level of totals has one element for each `unit` of them.
#define LENGTH_PARAMS ulong n_max, ulong unit, PLACE(n_device)
#define LENGTH(flags) effective_length(n_max, unit, AT(uchar, n_device), flags)

INLINE ulong effective_length(ulong n, ulong unit, __global const uchar *n_device, uint flags) {
  if (flags & FLAG_N32)
    n = min(n, (ulong) * (__global const uint *)n_device);
  if (flags & FLAG_N64)
    n = min(n, *(__global const ulong *)n_device);
  return unit == 1 ? n : n == 0 ? 0 : (n - 1) / unit + 1;
}

#endif
