// SPDX-License-Identifier: Apache-2.0
// An element between memory and accumulator: load_item() and store_item().
//
//   IN_T, IN_SIZE           an input element as it is stored, and its bytes
//   X_T                     an input element as expressions see it: float for 16-bit floats
//   OUT_T, OUT_SIZE         an output element as it is stored, and its bytes
//   Y_T                     an output element as the store expression gives it
//   IN_FORMAT, OUT_FORMAT   FORMAT_PLAIN, FORMAT_HALF or FORMAT_BFLOAT
//   STORE_CONVERTS          1: a 32-bit integer accumulator is not stored as it is
//   clscan_user_load(x, i), clscan_user_store(a)   from the prelude
#ifndef CLSCAN_CORE_ELEMENT
#define CLSCAN_CORE_ELEMENT

#include "core/operators.cl"

#if !defined(IN_T) || !defined(IN_SIZE) || !defined(X_T)
#error "the input type is not defined: IN_T, IN_SIZE, X_T"
#endif
#if !defined(OUT_T) || !defined(OUT_SIZE) || !defined(Y_T)
#error "the output type is not defined: OUT_T, OUT_SIZE, Y_T"
#endif
#if !defined(IN_FORMAT) || !defined(OUT_FORMAT)
#error "IN_FORMAT and OUT_FORMAT are not defined"
#endif

INLINE ACC load_item(IN_T raw, ulong i) {
#if IN_FORMAT == FORMAT_HALF
  return acc_from_value(clscan_user_load(half_to_float(raw), i));
#elif IN_FORMAT == FORMAT_BFLOAT
  return acc_from_value(clscan_user_load(bfloat_to_float(raw), i));
#else
  return acc_from_value(clscan_user_load(raw, i));
#endif
}

// NVIDIA's compiler (driver 580.159.04) forms a 32-bit signed sum in 64 bits where it is converted
// to 64 bits afterwards, so that it does not wrap. A move that it cannot look into keeps the two
// apart.
#if STORE_CONVERTS && defined(cl_nv_pragma_unroll)
INLINE ACC acc_settle(ACC a) {
  ACC b;
  asm volatile("mov.b32 %0, %1;" : "=r"(b) : "r"(a));
  return b;
}
#else
INLINE ACC acc_settle(ACC a) { return a; }
#endif

INLINE OUT_T store_item(ACC value) {
  const ACC a = acc_settle(value);
#if OUT_FORMAT == FORMAT_HALF
  return float_to_half(clscan_user_store(a));
#elif OUT_FORMAT == FORMAT_BFLOAT
  return float_to_bfloat(clscan_user_store(a));
#else
  return clscan_user_store(a);
#endif
}

#endif
