// SPDX-License-Identifier: Apache-2.0
// Results that are accumulators: an output array, the total, and what they start from, the initial
// value.
//
//   clscan_out, OUT_SIZE, OUT_FORMAT
//                                 an output element as it is stored, and its bytes
//   clscan_y                      as the store expression gives it
//   VEC                           1, or makes 2, 4, 8 or 16 bytes of the output type
//   STORE_CONVERTS                1: a 32-bit integer accumulator is not stored as it is
//   clscan_user_store(a)          from the prelude
//   INIT_PARAMS                   from the prelude: the host's initial value as ulong arguments,
//                                 since struct and array arguments are unreliable on some drivers
//   INIT_FIELDS, INIT_COPY(to, from)
//                                 the same as members of a struct; copies them all
#ifndef CLSCAN_SINK_RESULTS
#define CLSCAN_SINK_RESULTS

#include "core/core.cl"

#if !defined(OUT_SIZE) || !defined(OUT_FORMAT)
#error "the output type is not defined: OUT_SIZE, OUT_FORMAT"
#endif

// NVIDIA's compiler (driver 580.159.04) forms a 32-bit signed sum in 64 bits where it is converted
// to 64 bits afterwards, so that it does not wrap. A move that it cannot look into keeps the two
// apart.
#if STORE_CONVERTS && defined(cl_nv_pragma_unroll)
INLINE acc acc_settle(acc a) {
  acc b;
  asm volatile("mov.b32 %0, %1;" : "=r"(b) : "r"(a));
  return b;
}
#else
INLINE acc acc_settle(acc a) { return a; }
#endif

// An accumulator as it is stored.
INLINE clscan_out sink_value(acc value) {
  const acc a = acc_settle(value);
#if OUT_FORMAT == FORMAT_HALF
  return float_to_half(clscan_user_store(a));
#elif OUT_FORMAT == FORMAT_BFLOAT
  return float_to_bfloat(clscan_user_store(a));
#else
  return clscan_user_store(a);
#endif
}

// The initial value's words lie in a union with the value only where that is read.
typedef struct {
  place out, total, init;
  INIT_FIELDS
  uint flags;
} sink;

// How a kernel reads the initial value with the rest.
#define TOTAL_READ(k, kernel_flags)                                                                \
  do {                                                                                             \
    (k).total = GIVEN(total);                                                                      \
    (k).init = GIVEN(init);                                                                        \
    INIT_COPY((k).init_word, init_word)                                                            \
    (k).flags = (kernel_flags);                                                                    \
  } while (0)

INLINE int sink_has_init(const sink *k) { return (k->flags & (FLAG_INIT | FLAG_INIT_DEVICE)) != 0; }

// The initial value, if there is one.
INLINE acc sink_init(const sink *k) {
  if (k->flags & FLAG_INIT_DEVICE)
    return ACC_FROM_VALUE(ACC_FROM_STORED(*AT(const acc_stored, k->init)));
  union {
    acc_stored value;
    struct {
      INIT_FIELDS
    } words;
  } given;
  INIT_COPY(given.words.init_word, k->init_word)
  return ACC_FROM_VALUE(ACC_FROM_STORED(given.value));
}

// The total of an empty input: the initial value, else the identity, else nothing is written.
INLINE void sink_store_empty(const sink *k) {
  if (sink_has_init(k))
    *AT(clscan_out, k->total) = sink_value(sink_init(k));
#ifdef IDENTITY
  else
    *AT(clscan_out, k->total) = sink_value(IDENTITY);
#endif
}

// VEC output elements side by side, as one access where the address allows it. A reduction has
// none: any type will do.
#if VEC == 1
typedef clscan_out out_chunk;
#elif OUT_SIZE * VEC == 2
typedef ushort out_chunk;
#elif OUT_SIZE * VEC == 4
typedef uint out_chunk;
#elif OUT_SIZE * VEC == 8
typedef uint2 out_chunk;
#elif OUT_SIZE * VEC == 16
typedef uint4 out_chunk;
#else
typedef uint out_chunk;
#endif

typedef union {
  clscan_out item[VEC];
  out_chunk chunk;
} out_vector;

INLINE int out_aligned(__global const clscan_out *p) {
  return VEC == 1 || ((ulong)p & (sizeof(out_chunk) - 1)) == 0;
}

INLINE void write_vector(__global clscan_out *p, out_vector v, int aligned) {
  if (aligned) {
    *(__global out_chunk *)p = v.chunk;
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      p[j] = v.item[j];
  }
}

#endif
