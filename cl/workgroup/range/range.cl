// SPDX-License-Identifier: Apache-2.0
// The combination of one work-group's range of the input:
//
//   range_reduce(s, begin, end, memory)   of elements begin to end - 1, one at least; the same
//                                         value in every work-item
//
// How the operands are grouped follows from the length of the range and the program. Those of
// custom operators keep their order. RANGE_UNIT(argument) elements are what ranges are made of, but
// for the last one.
#ifndef CLSCAN_WORKGROUP_RANGE
#define CLSCAN_WORKGROUP_RANGE

#include "core/core.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif

#if STORAGE_REREAD
#include "workgroup/range/range_serial.cl"
#elif OP_CODE == OP_USER
#include "workgroup/range/range_ordered.cl"
#else
#include "workgroup/range/range_commutative.cl"
#endif

#endif
