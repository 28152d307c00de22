// SPDX-License-Identifier: Apache-2.0
// OP(a, b), the operator on accumulators.
//
//   OP_CODE     OP_ADD ... OP_XOR, or OP_USER for clscan_user_op() from the prelude
//   ACC_FLOAT   1: the accumulator is a built-in floating-point type
//   ACC_UINT    for built-in operators: the unsigned integer type of its size
//   ACC_AS_UINT, ACC_FROM_UINT, ACC_NAN_BITS   with ACC_FLOAT: to it, from it, the canonical NaN in it
#ifndef CLSCAN_CORE_OPERATORS
#define CLSCAN_CORE_OPERATORS

#include "abi.h"
#include "core/accumulator.cl"
#include "core/base.cl"

#ifndef OP_CODE
#error "OP_CODE is not defined"
#endif

// Integers wrap around, which OpenCL C promises for unsigned ones alone.
#if ACC_FLOAT
#define ACC_ARITHMETIC(a, op, b) acc_round((a)op(b))
#else
#define ACC_ARITHMETIC(a, op, b) ((ACC)((ACC_UINT)(a)op(ACC_UINT)(b)))
#endif

INLINE ACC acc_combine(ACC a, ACC b) {
#if OP_CODE == OP_USER
  return acc_round(clscan_user_op(a, b));
#elif OP_CODE == OP_ADD
  return ACC_ARITHMETIC(a, +, b);
#elif OP_CODE == OP_MUL
  return ACC_ARITHMETIC(a, *, b);
#elif (OP_CODE == OP_MIN || OP_CODE == OP_MAX) && ACC_FLOAT
  // Zeros of both signs are ordered by their sign bits; NaN wins and loses its payload.
  const int a_is_signed = (ACC_AS_UINT(a) >> (8 * ACC_SIZE - 1)) != 0;
#if OP_CODE == OP_MIN
  const ACC chosen = a < b || (a == b && a_is_signed) ? a : b;
#else
  const ACC chosen = a > b || (a == b && !a_is_signed) ? a : b;
#endif
  return (a != a || b != b) ? ACC_FROM_UINT(ACC_NAN_BITS) : chosen;
#elif OP_CODE == OP_MIN
  return min(a, b);
#elif OP_CODE == OP_MAX
  return max(a, b);
#elif OP_CODE == OP_AND
  return (ACC)(a & b);
#elif OP_CODE == OP_OR
  return (ACC)(a | b);
#elif OP_CODE == OP_XOR
  return (ACC)(a ^ b);
#else
#error "OP_CODE is unknown"
#endif
}

#define OP(a, b) acc_combine(a, b)

// A value from outside as the operator would give it: rounded to the accumulator's format, and for
// minimum and maximum a NaN without its payload.
INLINE ACC acc_from_value(ACC a) {
#if (OP_CODE == OP_MIN || OP_CODE == OP_MAX) && ACC_FLOAT
  return a != a ? ACC_FROM_UINT(ACC_NAN_BITS) : acc_round(a);
#else
  return acc_round(a);
#endif
}

#endif
