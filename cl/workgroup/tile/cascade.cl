// SPDX-License-Identifier: Apache-2.0
// The combination of values that arrive one by one, in order: 16 of them are combined one after the
// other, then 16 such combinations, and so on. Few combinations follow each other on the way of any
// value, so that floats round little. The grouping follows from the number of values alone.
//
//   cascade_push(c, value)   c->count is 0 at first
//   cascade_all(c)           of all values so far, one at least
#ifndef CLSCAN_WORKGROUP_CASCADE
#define CLSCAN_WORKGROUP_CASCADE

#include "core/core.cl"

#define CASCADE_LEVELS 4

// Level k is the combination of as many values of 16^k each as digit k of `count` to the base 16;
// the last level takes what is left of `count`.
typedef struct {
  ulong count;
  acc level[CASCADE_LEVELS];
} cascade;

INLINE int cascade_has(ulong count, uint k) {
  const ulong number = count >> (4 * k);
  return (k + 1 < CASCADE_LEVELS ? number & 15 : number) > 0;
}

INLINE void cascade_push(cascade *c, acc value) {
  const ulong before = c->count++;
  int carries = 1;
#pragma unroll
  for (uint k = 0; k < CASCADE_LEVELS; ++k) {
    if (carries) {
      value = cascade_has(before, k) ? acc_op(c->level[k], value) : value;
      c->level[k] = value;
      carries = (c->count & ((16ul << (4 * k)) - 1)) == 0;
    }
  }
}

INLINE acc cascade_all(const cascade *c) {
  acc sum = c->level[0];
  int has_sum = 0;
#pragma unroll
  for (uint k = 0; k < CASCADE_LEVELS; ++k) {
    if (cascade_has(c->count, k)) {
      sum = has_sum ? acc_op(c->level[k], sum) : c->level[k];
      has_sum = 1;
    }
  }
  return sum;
}

#endif
