// SPDX-License-Identifier: Apache-2.0
// Totals only. Each group takes a range of whole units, which differ by one unit at most, and
// combines it. A launch of one group stores the result; otherwise
//
//   with ATOMICS   the group writes its partial result to scratch and counts itself; the one that
//                  counts last combines the partials in order and stores the result. No group waits
//   without        PARTIALS_KERNEL does that, in a second launch of one group
//
// ATOMICS is defined if the device has acquire and release at device scope. Scratch with ATOMICS:
// the counter, zero between launches, and CLSCAN_STATE_BYTES further the partials; without: the
// partials.
//
//   RANGES_KERNEL, PARTIALS_KERNEL   the kernels' names
#ifndef CLSCAN_PASS_RANGES
#define CLSCAN_PASS_RANGES

#include "workgroup/scan.cl"
#ifdef ATOMICS
#include "core/order.cl"
#endif

INLINE ulong reduce_units(ulong n, ulong length) { return n == 0 ? 0 : (n - 1) / length + 1; }

// The groups that have a range: those below this number.
INLINE uint reduce_active(ulong units, uint groups) { return (uint)min(units, (ulong)groups); }

// Loops that run at most once, instead of an `if`, for the reason that workgroup/tile/if_tile.cl
// gives.
#if BACKEND == BACKEND_PTX
#define IF_ACTIVE(group, active)                                                                   \
  const uint group = (uint)get_group_id(0);                                                        \
  if (group < (active))
#define IF_LAST(arrived, active) if ((arrived) >= (active))
#else
#define IF_ACTIVE(group, active)                                                                   \
  for (uint group = (uint)get_group_id(0); group < (active); group += (uint)get_num_groups(0))
#define IF_LAST(arrived, active)                                                                   \
  for (uint number = (arrived); number >= (active); number -= (active))
#endif

// The combination of the first `count` partials, in every work-item: each work-item combines some
// that follow each other.
INLINE acc reduce_fold(__global const acc_stored *partials, uint count, __local acc *tmp) {
  const uint share = (count - 1) / GROUP_SIZE + 1, members = (count - 1) / share + 1;
  const uint first = min(linear_id(), members - 1) * share, end = min(first + share, count);
  acc sum = ACC_FROM_STORED(partials[first]);
  for (uint i = first + 1; i < end; ++i)
    sum = acc_op(sum, ACC_FROM_STORED(partials[i]));
  return workgroup_reduce(sum, members, tmp);
}

#ifdef ATOMICS
// Hands the group's partial over. Returns how many groups have done so, this one included; 0 to a
// group that is alone.
INLINE uint reduce_arrive(__global uchar *region, uint group, int alone, uint active, acc sum,
                          __local uint *arrived) {
  test_delay(group, 0);
  if (linear_id() == 0) {
    uint number = 0;
    if (!alone) {
      ((__global acc_stored *)(region + CLSCAN_STATE_BYTES))[group] = ACC_TO_STORED(sum);
      // The release part pairs with the acquire part in the group that arrives last.
      number = fetch_add_acq_rel((__global uint *)region, 1u) + 1;
      if (number == active)
        *(__global uint *)region = 0;
    }
    *arrived = number;
  }
#if GROUP_SIZE > 1
  // Passes on to all work-items what the first one has acquired.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
  return *arrived;
}
#endif

KERNEL RANGES_KERNEL(AGENT_PARAMS, LENGTH_PARAMS, ulong unit_length, PLACE(scratch), uint flags) {
  __local agent_memory memory;
  __local uint counted;
  agent a;
  AGENT_READ(a, flags);
  const ulong n = a.n, length = RANGE_UNIT(unit_length);
  const ulong units = reduce_units(n, length);
  const uint groups = (uint)get_num_groups(0), active = reduce_active(units, groups);
  const int alone = groups == 1;

  IF_ACTIVE(group, active) {
    const ulong share = units / groups, more = units - share * groups;
    const ulong first = group * share + min((ulong)group, more);
    const ulong last = first + share + (group < more);
    acc sum = agent_carry(&a, first * length, min(last * length, n), &memory);
#ifdef ATOMICS
    __global uchar *region = AT(uchar, GIVEN(scratch));
    const uint arrived = reduce_arrive(region, group, alone, active, sum, &counted);
    IF_LAST(arrived, active) {
      sum = reduce_fold((__global const acc_stored *)(region + CLSCAN_STATE_BYTES), active,
                        memory.scan);
    }
    const int stores = alone || arrived == active;
#else
    (void)counted;
    if (!alone && linear_id() == 0)
      AT(acc_stored, GIVEN(scratch))[group] = ACC_TO_STORED(sum);
    const int stores = alone;
#endif
    if (stores && linear_id() == 0)
      agent_finish(&a, sum);
  }
  if (n == 0 && get_group_id(0) == 0 && linear_id() == 0)
    agent_finish_empty(&a);
}

#ifndef ATOMICS
// `groups` is how many RANGES_KERNEL had.
KERNEL PARTIALS_KERNEL(PLACE(total), INIT_PARAMS, LENGTH_PARAMS, ulong unit_length, ulong groups,
                       PLACE(scratch), uint flags) {
  __local agent_memory memory;
  agent a;
  TOTAL_READ(a.to, flags);
  a.n = LENGTH(flags);
  const ulong length = RANGE_UNIT(unit_length);
  const uint active = reduce_active(reduce_units(a.n, length), (uint)groups);
  IF_ACTIVE(group, min(active, 1u)) {
    const acc sum = reduce_fold(AT(const acc_stored, GIVEN(scratch)), active, memory.scan);
    if (linear_id() == 0)
      agent_finish(&a, sum);
  }
}
#endif

#endif
