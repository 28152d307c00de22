// SPDX-License-Identifier: Apache-2.0
// Compiles if the compiler has the PTX forms of core/order.cl up to 64 bits. Never run.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define ATOMICS ATOMICS_PTX
#include "core/order.cl"

__kernel void probe(__global ulong *p) {
  store_relaxed(p, load_relaxed(p + 1) + fetch_add_relaxed(p + 2, 1UL));
  store_release((__global uint *)(p + 3), load_acquire((__global uint *)(p + 4)));
  fetch_add_acq_rel((__global uint *)(p + 5), 1u);
}
