// SPDX-License-Identifier: Apache-2.0
// What every program starts from. The host puts these macros before it:
//
//   ACC, ACC_SIZE      the accumulator type and its bytes
//   GROUP_SIZE         work-items a group, or the most that there can be
//   HAS_IDENTITY       1: IDENTITY is defined
//   EXACT_IDENTITY     1: OP(IDENTITY, x) has the bits of x for every x
#ifndef CLSCAN_CORE_BASE
#define CLSCAN_CORE_BASE

#include "core/inline.cl"

#if !defined(ACC) || !defined(ACC_SIZE)
#error "the accumulator type is not defined: ACC, ACC_SIZE"
#endif
#if !defined(GROUP_SIZE)
#error "GROUP_SIZE is not defined"
#endif
#if !defined(HAS_IDENTITY) || !defined(EXACT_IDENTITY)
#error "HAS_IDENTITY and EXACT_IDENTITY are not defined"
#endif

// Combines two values of which the left one may be absent. Where the identity is exact, an absent
// value is represented by it, and no test is needed.
#if EXACT_IDENTITY
#define JOIN(has_left, left, right) OP(left, right)
#define ABSENT(any) IDENTITY
#else
#define JOIN(has_left, left, right) ((has_left) ? OP(left, right) : (right))
#define ABSENT(any) (any)
#endif

#endif
