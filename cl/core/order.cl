// SPDX-License-Identifier: Apache-2.0
// Publish and observe at device scope: words that one work-group writes while others read them.
//
//   ATOMICS   ATOMICS_OPENCL3  C11 atomics, acquire and release at device scope
//             ATOMICS_PTX      inline PTX; NVIDIA reports no OpenCL 3.0 device scope but has it
//             ATOMICS_OPENCL1  64-bit atom_* functions, relaxed: nothing may travel beside the word
//
// Relaxed 64-bit accesses serve values that are whole in one word. store_release() pairs with
// load_acquire(): what the storing work-item wrote before is seen by the loading one after.
#ifndef CLSCAN_CORE_ORDER
#define CLSCAN_CORE_ORDER

#include "abi.h"
#include "core/inline.cl"

#ifdef ATOMICS
// The ticket counter: returns the value before. Relaxed suffices, nothing else is ordered by it.
INLINE ulong fetch_add_relaxed(__global ulong *p, ulong v) {
#if ATOMICS == ATOMICS_OPENCL3
  return atomic_fetch_add_explicit((volatile __global atomic_ulong *)p, v, memory_order_relaxed,
                                   memory_scope_device);
#else
  return atom_add((volatile __global ulong *)p, v);
#endif
}

INLINE void store_relaxed(__global ulong *p, ulong v) {
#if ATOMICS == ATOMICS_OPENCL3
  atomic_store_explicit((volatile __global atomic_ulong *)p, v, memory_order_relaxed,
                        memory_scope_device);
#elif ATOMICS == ATOMICS_PTX
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(p), "l"(v) : "memory");
#else
  atom_xchg((volatile __global ulong *)p, v);
#endif
}

INLINE ulong load_relaxed(__global ulong *p) {
#if ATOMICS == ATOMICS_OPENCL3
  return atomic_load_explicit((volatile __global atomic_ulong *)p, memory_order_relaxed,
                              memory_scope_device);
#elif ATOMICS == ATOMICS_PTX
  ulong v;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
#else
  return atom_add((volatile __global ulong *)p, 0UL);
#endif
}

#if ATOMICS == ATOMICS_PTX
// 128 bits as one access; the address is a multiple of 16. Needs compute capability 7.0.
INLINE void store_relaxed_pair(__global ulong *p, ulong low, ulong high) {
  asm volatile("{ .reg .b128 t; mov.b128 t, {%1, %2}; st.relaxed.gpu.global.b128 [%0], t; }"
               :
               : "l"(p), "l"(low), "l"(high)
               : "memory");
}

INLINE void load_relaxed_pair(__global ulong *p, ulong *low, ulong *high) {
  ulong l, h;
  asm volatile("{ .reg .b128 t; ld.relaxed.gpu.global.b128 t, [%2]; mov.b128 {%0, %1}, t; }"
               : "=l"(l), "=l"(h)
               : "l"(p)
               : "memory");
  *low = l;
  *high = h;
}
#endif

#if ATOMICS != ATOMICS_OPENCL1
// Returns the value before. What each adder wrote before is seen by those that add later, after.
INLINE uint fetch_add_acq_rel(__global uint *p, uint v) {
#if ATOMICS == ATOMICS_OPENCL3
  return atomic_fetch_add_explicit((volatile __global atomic_uint *)p, v, memory_order_acq_rel,
                                   memory_scope_device);
#else
  uint before;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(p), "r"(v)
               : "memory");
  return before;
#endif
}

INLINE void store_release(__global uint *p, uint v) {
#if ATOMICS == ATOMICS_OPENCL3
  atomic_store_explicit((volatile __global atomic_uint *)p, v, memory_order_release,
                        memory_scope_device);
#else
  asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
#endif
}

INLINE uint load_acquire(__global uint *p) {
#if ATOMICS == ATOMICS_OPENCL3
  return atomic_load_explicit((volatile __global atomic_uint *)p, memory_order_acquire,
                              memory_scope_device);
#else
  uint v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
#endif
}
#endif
#endif

// A hook for tests: with CLSCAN_TEST_DELAY defined in the build options, tiles whose number leaves
// the remainder 0, or half of it, wait for CLSCAN_TEST_SPINS turns of a loop.
INLINE void test_delay(uint tile, int halfway) {
#ifdef CLSCAN_TEST_DELAY
#ifndef CLSCAN_TEST_SPINS
#define CLSCAN_TEST_SPINS 20000
#endif
  if (tile % CLSCAN_TEST_DELAY == (halfway ? CLSCAN_TEST_DELAY / 2 : 0))
    for (volatile uint spin = 0; spin < CLSCAN_TEST_SPINS; ++spin)
      ;
#endif
}

// Clears the ticket and the records of a scratch region. A kernel of ours, because
// clEnqueueFillBuffer fails on one driver from 2^31 bytes on. It is a program of its own, without
// ATOMICS. NVIDIA's driver takes as long for that as for a tenth of a scan, so with the PTX back
// end it is part of the programs that keep state.
#if !defined(ATOMICS) || (defined(BACKEND) && BACKEND == BACKEND_PTX)
__kernel void clear_bytes(__global uchar *clscan_at_region, ulong clscan_at_region_offset,
                          ulong bytes) {
  __global uchar *p = clscan_at_region + clscan_at_region_offset;
  // The region begins at any byte: bytes up to a word boundary, words, and bytes again.
  const ulong head = min((8 - ((ulong)p & 7)) & 7, bytes);
  const ulong count = (bytes - head) / 8, tail = head + count * 8;
  const ulong id = get_global_id(0), step = get_global_size(0);
  for (ulong i = id; i < count; i += step)
    ((__global ulong *)(p + head))[i] = 0;
  if (id < head)
    p[id] = 0;
  if (id < bytes - tail)
    p[tail + id] = 0;
}
#endif

#endif
