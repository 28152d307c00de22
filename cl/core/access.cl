// SPDX-License-Identifier: Apache-2.0
// VEC elements side by side, as one access where the address allows it; VEC is 1, or makes 2, 4, 8
// or 16 bytes of both the input and the output type. The caller decides by IN_ALIGNED(p) and
// OUT_ALIGNED(p) on the base address, once per launch.
#ifndef CLSCAN_CORE_ACCESS
#define CLSCAN_CORE_ACCESS

#include "core/access_in.cl"
#include "core/element.cl"

#if VEC == 1
#define OUT_CHUNK OUT_T
#elif OUT_SIZE * VEC == 2
#define OUT_CHUNK ushort
#elif OUT_SIZE * VEC == 4
#define OUT_CHUNK uint
#elif OUT_SIZE * VEC == 8
#define OUT_CHUNK uint2
#elif OUT_SIZE * VEC == 16
#define OUT_CHUNK uint4
#else
#error "VEC output elements are not 2, 4, 8 or 16 bytes"
#endif

typedef union {
  OUT_T item[VEC];
  OUT_CHUNK chunk;
} out_vector;

#define OUT_ALIGNED(p) (VEC == 1 || ((ulong)(p) & (sizeof(OUT_CHUNK) - 1)) == 0)

INLINE void write_vector(__global OUT_T *p, out_vector v, int aligned) {
  if (aligned) {
    *(__global OUT_CHUNK *)p = v.chunk;
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      p[j] = v.item[j];
  }
}

#endif
