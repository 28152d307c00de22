// SPDX-License-Identifier: Apache-2.0
// Where a partition's elements and boundaries go.
//
//   COUNT_T       the type of the counts and offsets
//   SEPARATE      1: a buffer for each bucket; 0: one for all
//   OUTS_PARAMS   kernel parameters of these buffers; each is followed by a comma
//   OUTS_PICK(b)  from the prelude: bucket b's buffer
#ifndef CLSCAN_CORE_BOUNDARIES
#define CLSCAN_CORE_BOUNDARIES

#include "core/source.cl"

#if !defined(SEPARATE) || !defined(OUT_T)
#error "SEPARATE and OUT_T are not defined"
#endif

#define BOUNDARY_PARAMS PLACE(counts), PLACE(offsets)
#define STORE_BOUNDARY(b, begin, number, kernel_flags)                                             \
  do {                                                                                             \
    if ((kernel_flags)&FLAG_COUNTS)                                                                \
      AT(COUNT_T, counts)[b] = (COUNT_T)(number);                                                  \
    if ((kernel_flags)&FLAG_OFFSETS) {                                                             \
      AT(COUNT_T, offsets)[b] = (COUNT_T)(begin);                                                  \
      if ((b) == NUM_BUCKETS - 1)                                                                  \
        AT(COUNT_T, offsets)[NUM_BUCKETS] = (COUNT_T)((begin) + (number));                         \
    }                                                                                              \
  } while (0)

#endif
