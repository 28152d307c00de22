// SPDX-License-Identifier: Apache-2.0
// Reduction, in one launch where the device has acquire and release at device scope, else in two.
// Local memory: a range's, or an accumulator a sub-group.
#include "agent/reduce.cl"
#include "pass/ranges.cl"

KERNEL reduce(SOURCE_PARAMS LENGTH_PARAMS, ulong unit_length, PLACE(total), PLACE(scratch),
              uint flags, INIT_PARAMS) {
  __local agent_memory memory;
  __local uint counted;
  agent a;
  SOURCE_READ(a.from, flags);
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  ranges_pass(&a, unit_length, GIVEN(scratch), &memory, &counted);
}

#ifndef ATOMICS
// The arguments, and the number of groups that `reduce` had.
KERNEL reduce_partials(LENGTH_PARAMS, ulong unit_length, ulong groups, PLACE(total), PLACE(scratch),
                       uint flags, INIT_PARAMS) {
  __local agent_memory memory;
  agent a;
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  partials_pass(&a, unit_length, groups, GIVEN(scratch), &memory);
}
#endif
