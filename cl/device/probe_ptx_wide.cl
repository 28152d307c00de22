// SPDX-License-Identifier: Apache-2.0
// Compiles if the compiler has the 128-bit PTX forms of core/order.cl. Never run.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define ATOMICS ATOMICS_PTX
#include "core/order.cl"

__kernel void probe(__global ulong *p) {
  ulong low, high;
  load_relaxed_pair(p, &low, &high);
  store_relaxed_pair(p + 2, low, high);
}
