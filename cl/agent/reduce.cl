// SPDX-License-Identifier: Apache-2.0
// A reduction's part in a range of the input: its carry is the range's combination. The combination
// of all carries, with the initial value on its left, is the total.
#ifndef CLSCAN_AGENT_REDUCE
#define CLSCAN_AGENT_REDUCE

#include "sink/results.cl"
#include "workgroup/range/range.cl"

// A kernel's parameters for it, which LENGTH_PARAMS follow, and how they are read.
#define AGENT_PARAMS SOURCE_PARAMS PLACE(total), INIT_PARAMS
#define AGENT_READ(a, flags)                                                                       \
  do {                                                                                             \
    SOURCE_READ((a).from, flags);                                                                  \
    TOTAL_READ((a).to, flags);                                                                     \
    (a).n = LENGTH(flags);                                                                         \
  } while (0)

typedef struct {
  source from;
  sink to;
  ulong n;
} agent;

typedef union {
  range_memory range;
  acc scan[WG_ITEMS];
} agent_memory;

INLINE acc agent_carry(const agent *a, ulong begin, ulong end, __local agent_memory *memory) {
  return range_reduce(&a->from, begin, end, &memory->range);
}

INLINE void agent_finish(const agent *a, acc sum) {
  if (sink_has_init(&a->to))
    sum = acc_op(sink_init(&a->to), sum);
  *AT(clscan_out, a->to.total) = sink_value(sum);
}

INLINE void agent_finish_empty(const agent *a) { sink_store_empty(&a->to); }

#endif
