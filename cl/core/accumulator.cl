// SPDX-License-Identifier: Apache-2.0
// The accumulator as a value and as it is stored. An accumulator of a 16-bit float type is a float
// that is rounded to that type after every operation, on every device, and stored without loss. One
// of an 8- or 16-bit integer type has 32 bits, of which the upper ones are dropped when it is
// stored.
//
//   ACC_FORMAT   FORMAT_PLAIN, FORMAT_HALF or FORMAT_BFLOAT
//   ACC_STORED   the type of a stored accumulator
#ifndef CLSCAN_CORE_ACCUMULATOR
#define CLSCAN_CORE_ACCUMULATOR

#include "core/base.cl"
#include "core/half.cl"

#if !defined(ACC_FORMAT) || !defined(ACC_STORED)
#error "ACC_FORMAT and ACC_STORED are not defined"
#endif

INLINE ACC acc_from_stored(ACC_STORED s) {
#if ACC_FORMAT == FORMAT_HALF
  return half_to_float(s);
#elif ACC_FORMAT == FORMAT_BFLOAT
  return bfloat_to_float(s);
#else
  return s;
#endif
}

INLINE ACC_STORED acc_to_stored(ACC a) {
#if ACC_FORMAT == FORMAT_HALF
  return float_to_half(a);
#elif ACC_FORMAT == FORMAT_BFLOAT
  return float_to_bfloat(a);
#else
  return a;
#endif
}

INLINE ACC acc_round(ACC a) { return acc_from_stored(acc_to_stored(a)); }

#endif
