// SPDX-License-Identifier: Apache-2.0
// 16-bit floats, stored as ushort, to float and back, rounding to nearest even. Every NaN becomes a
// quiet NaN. NVIDIA's devices have the conversions as one instruction each, which its compiler does
// not offer as half is not a type there; the others get the integer form, with the same results.
#ifndef CLSCAN_CORE_HALF
#define CLSCAN_CORE_HALF

#include "abi.h"
#include "core/inline.cl"

#if defined(cl_nv_pragma_unroll)

INLINE float half_to_float(ushort h) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
  return f;
}

INLINE ushort float_to_half(float f) {
  ushort h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
  return f != f ? (ushort)(((as_uint(f) >> 16) & 0x8000u) | 0x7e00u) : h;
}

#else

INLINE float half_to_float(ushort h) {
  const uint sign = (uint)(h & 0x8000u) << 16;
  const uint magnitude = h & 0x7fffu;
  const uint subnormal = as_uint((float)magnitude * 0x1p-24f); // exact as a normal float
  const uint finite = magnitude >= 0x0400u ? (magnitude << 13) + 0x38000000u : subnormal;
  return as_float((magnitude >= 0x7c00u ? (magnitude << 13) | 0x7f800000u : finite) | sign);
}

// Without branches: with some, one compiler kept the elements of a vector in memory.
INLINE ushort float_to_half(float f) {
  const uint bits = as_uint(f);
  const uint sign = (bits >> 16) & 0x8000u;
  const uint magnitude = bits & 0x7fffffffu;
  const uint normal = (magnitude - 0x38000000u + 0x0fffu + ((magnitude >> 13) & 1u)) >> 13;
  // Below 2^-14: a multiple of 2^-24, which adding 2^-1 rounds to in the last places of a float.
  const uint subnormal = as_uint(as_float(min(magnitude, 0x38800000u)) + 0.5f) - 0x3f000000u;
  const uint finite = magnitude >= 0x38800000u ? normal : subnormal;
  // At or over 65520, which is halfway to the next power: infinity.
  const uint number = magnitude >= 0x477ff000u ? 0x7c00u : finite;
  return (ushort)((magnitude > 0x7f800000u ? 0x7e00u : number) | sign);
}

#endif

INLINE float bfloat_to_float(ushort h) { return as_float((uint)h << 16); }

INLINE ushort float_to_bfloat(float f) {
  const uint bits = as_uint(f);
  const uint quiet = ((bits >> 16) & 0x8000u) | 0x7fc0u;
  const uint rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return (ushort)((bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded);
}

#endif
