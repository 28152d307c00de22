// SPDX-License-Identifier: Apache-2.0
// INLINE marks every function: a tile lives in registers only if all that touch it are inlined.
#ifndef CLSCAN_CORE_INLINE
#define CLSCAN_CORE_INLINE

#define INLINE static inline __attribute__((always_inline))

#endif
