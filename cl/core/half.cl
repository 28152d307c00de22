// SPDX-License-Identifier: Apache-2.0
// 16-bit floats, stored as ushort, to float and back, rounding to nearest even. Every NaN becomes a quiet
// NaN. NVIDIA's compiler has the conversions as one instruction each; other compilers with cl_khr_fp16
// may call a function, so they get the integer form, with the same results.
#ifndef CLSCAN_CORE_HALF
#define CLSCAN_CORE_HALF

#include "core/inline.cl"

// The formats of an element; the host's numbers.
#define FORMAT_PLAIN 0
#define FORMAT_HALF 1
#define FORMAT_BFLOAT 2

#if defined(__NV_CL_C_VERSION) && defined(cl_khr_fp16)

INLINE float half_to_float(ushort h) { return (float)as_half(h); }

INLINE ushort float_to_half(float f) { return as_ushort((half)f); }

#else

INLINE float half_to_float(ushort h) {
  const uint sign = (uint)(h & 0x8000u) << 16;
  const uint magnitude = h & 0x7fffu;
  uint bits;
  if (magnitude >= 0x7c00u)
    bits = (magnitude << 13) | 0x7f800000u;
  else if (magnitude >= 0x0400u)
    bits = (magnitude << 13) + 0x38000000u;
  else
    bits = as_uint((float)magnitude * 0x1p-24f); // subnormals, exact as normal floats
  return as_float(bits | sign);
}

INLINE ushort float_to_half(float f) {
  const uint bits = as_uint(f);
  const uint sign = (bits >> 16) & 0x8000u;
  const uint magnitude = bits & 0x7fffffffu;
  uint h;
  if (magnitude > 0x7f800000u)
    h = 0x7e00u;
  else if (magnitude >= 0x477ff000u)
    h = 0x7c00u; // at or over 65520, which is halfway to the next power
  else if (magnitude >= 0x38800000u)
    h = (magnitude - 0x38000000u + 0x0fffu + ((magnitude >> 13) & 1u)) >> 13;
  else
    h = convert_uint_rte(as_float(magnitude) * 0x1p24f); // below 2^-14: a multiple of 2^-24
  return (ushort)(h | sign);
}

#endif

INLINE float bfloat_to_float(ushort h) { return as_float((uint)h << 16); }

INLINE ushort float_to_bfloat(float f) {
  const uint bits = as_uint(f);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return (ushort)(((bits >> 16) & 0x8000u) | 0x7fc0u);
  return (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

#endif
