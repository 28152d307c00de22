// SPDX-License-Identifier: Apache-2.0
// How functions and kernels begin. INLINE marks every function: a tile lives in registers only if
// all that touch it are inlined.
//
//   GROUP_SIZE          work-items a group, for kernels
//   LIMITED_REGISTERS   the limit of registers that the program is built with, if there is one
#ifndef CLSCAN_CORE_INLINE
#define CLSCAN_CORE_INLINE

#define INLINE static inline __attribute__((always_inline))

// The head of a kernel. NVIDIA's compiler heeds a limit of registers (-cl-nv-maxrregcount) only
// where no group size is required.
#ifdef LIMITED_REGISTERS
#define KERNEL __kernel void
#else
#define KERNEL __kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
#endif

#endif
