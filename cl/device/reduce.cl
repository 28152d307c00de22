// SPDX-License-Identifier: Apache-2.0
// Reduction, in one launch where the device has acquire and release at device scope, else in two.
// Local memory: a range's, or an accumulator a sub-group.
#include "agent/reduce.cl"

#define RANGES_KERNEL reduce
#define PARTIALS_KERNEL reduce_partials
#include "pass/ranges.cl"
