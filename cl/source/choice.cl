// SPDX-License-Identifier: Apache-2.0
// What a compaction does with an element: whether it is kept, or which bucket it goes to.
//
//   NUM_BUCKETS    buckets of a partition; the kept elements are bucket 0; 2 for a select
//   UNIQUE         1: an element is kept if it differs from the one before
//   KEEP_REJECTS   1: there are two buckets and an expression of the bucket's number
//   USER_CALL2(function, a, b, i, ...)   as USER_CALL, of two elements
//   clscan_user_keep(), clscan_user_rejects(), clscan_user_equal(), clscan_user_bucket()
#ifndef CLSCAN_SOURCE_CHOICE
#define CLSCAN_SOURCE_CHOICE

#include "source/source.cl"

#if !defined(UNIQUE) || !defined(NUM_BUCKETS) || !defined(KEEP_REJECTS)
#error "UNIQUE, NUM_BUCKETS and KEEP_REJECTS are not defined"
#endif

#if NUM_BUCKETS == 2
// Whether the element goes to the front; `before` is used with UNIQUE only.
INLINE uint source_keep(const source *s, position p, clscan_in raw, clscan_in before, flag_t flag) {
#if UNIQUE
  // Without `||`, which a CPU's compiler makes a branch that no predictor can learn.
  const uint equal = USER_CALL2(clscan_user_equal, source_x(before), source_x(raw), p.i, p.row,
                                p.col, flag, s->argument);
  return (uint)(p.i == 0) | (equal ^ 1u);
#elif KEEP_REJECTS
  return USER_CALL(clscan_user_rejects, source_x(raw), p.i, p.row, p.col, flag, s->argument) == 0;
#else
  return USER_CALL(clscan_user_keep, source_x(raw), p.i, p.row, p.col, flag, s->argument);
#endif
}
#else
INLINE uint source_bucket(const source *s, position p, clscan_in raw, flag_t flag) {
  return min(USER_CALL(clscan_user_bucket, source_x(raw), p.i, p.row, p.col, flag, s->argument),
             NUM_BUCKETS - 1u);
}
#endif

#endif
