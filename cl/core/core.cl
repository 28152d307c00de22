// SPDX-License-Identifier: Apache-2.0
// Accumulators: as values, as 32-bit words, as they are stored; and acc_op(a, b), the operator on
// them. Behind them, the kernel arguments that all programs share. The host puts these macros
// before every program that has any:
//
//   clscan_acc, ACC_SIZE
//                      the accumulator type and its bytes
//   ACC_FORMAT         one of FORMAT_...
//   clscan_acc_stored  the type of a stored accumulator
//   ACC_FLOAT          1: it is a built-in floating-point type
//   ACC_AS_UINT, ACC_FROM_UINT, ACC_NAN_BITS
//                      with ACC_FLOAT: to it, from it, the canonical NaN in it
//   OP_CODE            OP_ADD ... OP_XOR, or OP_USER for clscan_user_op() from the prelude
//   IDENTITY           the operator's identity, where it has one
//   EXACT_IDENTITY     1: acc_op(IDENTITY, x) has the bits of x for every x
//   GROUP_SIZE         work-items a group, or the most that there can be
//   BUILDING_BLOCKS    if defined: acc and acc_stored are defined by the host, and groups may have
//                      any shape
#ifndef CLSCAN_CORE
#define CLSCAN_CORE

#include "abi.h"
#include "core/inline.cl"

#if !defined(ACC_SIZE) || !defined(ACC_FORMAT)
#error "the accumulator type is not defined: ACC_SIZE, ACC_FORMAT"
#endif
#if !defined(GROUP_SIZE)
#error "GROUP_SIZE is not defined"
#endif
#ifndef EXACT_IDENTITY
#error "EXACT_IDENTITY is not defined"
#endif

#ifndef BUILDING_BLOCKS
typedef clscan_acc acc;
typedef clscan_acc_stored acc_stored;
#endif

// --- as words, for shuffles and descriptors ---

enum { ACC_WORDS = (ACC_SIZE + 3) / 4 };

typedef union {
  acc value;
  uint word[ACC_WORDS];
} acc_words;

// The trailing word of a value that is not a multiple of 4 bytes is zero filled.
INLINE acc_words acc_to_words(acc a) {
  acc_words w;
  w.word[ACC_WORDS - 1] = 0;
  w.value = a;
  return w;
}

// --- 16-bit floats ---

// Stored as ushort, to float and back, rounding to nearest even. Every NaN becomes a quiet NaN.
// NVIDIA's devices have the conversions as one instruction each, which its compiler does not offer
// as half is not a type there; the others get the integer form, with the same results.
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

// --- stored accumulators ---

// An accumulator of a 16-bit float type is a float that is rounded to that type after every
// operation, on every device, and stored without loss. One of an 8- or 16-bit integer type has 32
// bits, of which the upper ones are dropped when it is stored.
//
// Macros, and none of them a call where the value stays what it is: NVIDIA's compiler (driver
// 580.159.04) did not come to an end where a struct with an array of two or three members passed
// through a chain of such functions, five deep within two others.
#if ACC_FORMAT == FORMAT_HALF
#define ACC_FROM_STORED half_to_float
#define ACC_TO_STORED float_to_half
#elif ACC_FORMAT == FORMAT_BFLOAT
#define ACC_FROM_STORED bfloat_to_float
#define ACC_TO_STORED float_to_bfloat
#else
#define ACC_FROM_STORED
#define ACC_TO_STORED
#endif

// A value as the operator's result is: what is left of it when it was stored.
#if ACC_FORMAT == FORMAT_NARROW
#define ACC_ROUND (acc)(acc_stored)
#else
#define ACC_ROUND(a) ACC_FROM_STORED(ACC_TO_STORED(a))
#endif

// --- the operator ---

#ifndef OP_CODE
#error "OP_CODE is not defined"
#endif

#if ACC_SIZE == 8
typedef ulong acc_uint;
#else
typedef uint acc_uint;
#endif

// Integers wrap around, which OpenCL C promises for unsigned ones alone.
INLINE acc acc_op(acc a, acc b) {
#if OP_CODE == OP_USER
  return ACC_ROUND(clscan_user_op(a, b));
#elif OP_CODE == OP_ADD && ACC_FLOAT
  return ACC_ROUND(a + b);
#elif OP_CODE == OP_ADD
  return (acc)((acc_uint)a + (acc_uint)b);
#elif OP_CODE == OP_MUL && ACC_FLOAT
  return ACC_ROUND(a * b);
#elif OP_CODE == OP_MUL
  return (acc)((acc_uint)a * (acc_uint)b);
#elif (OP_CODE == OP_MIN || OP_CODE == OP_MAX) && ACC_FLOAT
  // Zeros of both signs are ordered by their sign bits; NaN wins and loses its payload.
  const int a_is_signed = (ACC_AS_UINT(a) >> (8 * ACC_SIZE - 1)) != 0;
#if OP_CODE == OP_MIN
  const acc chosen = a < b || (a == b && a_is_signed) ? a : b;
#else
  const acc chosen = a > b || (a == b && !a_is_signed) ? a : b;
#endif
  return (a != a || b != b) ? ACC_FROM_UINT(ACC_NAN_BITS) : chosen;
#elif OP_CODE == OP_MIN
  return min(a, b);
#elif OP_CODE == OP_MAX
  return max(a, b);
#elif OP_CODE == OP_AND
  return (acc)(a & b);
#elif OP_CODE == OP_OR
  return (acc)(a | b);
#elif OP_CODE == OP_XOR
  return (acc)(a ^ b);
#else
#error "OP_CODE is unknown"
#endif
}

// Combines two values of which the left one may be absent. Where the identity is exact, an absent
// value is represented by it, and no test is needed.
INLINE acc join(int has_left, acc left, acc right) {
#if EXACT_IDENTITY
  (void)has_left;
  return acc_op(left, right);
#else
  return has_left ? acc_op(left, right) : right;
#endif
}

INLINE acc absent(acc any) {
#if EXACT_IDENTITY
  (void)any;
  return IDENTITY;
#else
  return any;
#endif
}

// A value from outside as the operator would give it: rounded to the accumulator's format, and for
// minimum and maximum a NaN without its payload.
#if (OP_CODE == OP_MIN || OP_CODE == OP_MAX) && ACC_FLOAT
INLINE acc acc_canonical(acc a) { return a != a ? ACC_FROM_UINT(ACC_NAN_BITS) : ACC_ROUND(a); }
#define ACC_FROM_VALUE acc_canonical
#else
#define ACC_FROM_VALUE ACC_ROUND
#endif

// --- kernel arguments: places in memory, and the number of elements ---

// A place is a base and a byte offset; an absent one is a NULL base and a clear bit in `flags`. It
// is added up where it is used: a sum that is kept over a loop takes registers, arguments do not.
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
