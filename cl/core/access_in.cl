// SPDX-License-Identifier: Apache-2.0
// VEC input elements side by side, as one access where the address allows it.
//
//   VEC             1, or makes 2, 4, 8 or 16 bytes of the input type
//   IN_T, IN_SIZE   an input element as it is stored, and its bytes
#ifndef CLSCAN_CORE_ACCESS_IN
#define CLSCAN_CORE_ACCESS_IN

#include "core/inline.cl"

#ifndef VEC
#error "VEC is not defined"
#endif
#if !defined(IN_T) || !defined(IN_SIZE)
#error "the input type is not defined: IN_T, IN_SIZE"
#endif

#if VEC == 1
#define IN_CHUNK IN_T
#elif IN_SIZE * VEC == 2
#define IN_CHUNK ushort
#elif IN_SIZE * VEC == 4
#define IN_CHUNK uint
#elif IN_SIZE * VEC == 8
#define IN_CHUNK uint2
#elif IN_SIZE * VEC == 16
#define IN_CHUNK uint4
#else
#error "VEC input elements are not 2, 4, 8 or 16 bytes"
#endif

typedef union {
  IN_T item[VEC];
  IN_CHUNK chunk;
} in_vector;

#define IN_ALIGNED(p) (VEC == 1 || ((ulong)(p) & (sizeof(IN_CHUNK) - 1)) == 0)

INLINE in_vector read_vector(__global const IN_T *p, int aligned) {
  in_vector v;
  if (aligned) {
    v.chunk = *(__global const IN_CHUNK *)p;
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      v.item[j] = p[j];
  }
  return v;
}

#endif
