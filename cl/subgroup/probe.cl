// SPDX-License-Identifier: Apache-2.0
// A kernel that uses all of a sub-group back end, for the programs that probe the compiler. BACKEND
// is defined.
#define ACC_SIZE 4
#define ACC_FORMAT FORMAT_PLAIN
#define ACC_FLOAT 0
#define OP_CODE OP_ADD
#define GROUP_SIZE 32
#define EXACT_IDENTITY 0
typedef uint clscan_acc;
typedef uint clscan_acc_stored;
#include "subgroup/subgroup.cl"

__kernel void probe(__global uint *p) {
  const uint x = subgroup_scan_inclusive(p[get_global_id(0)]);
  p[get_global_id(0)] = subgroup_reduce(x) + subgroup_ballot((int)x);
}
