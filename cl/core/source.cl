// SPDX-License-Identifier: Apache-2.0
// The input of a select or a partition: elements in one array or in rows, with flags and the
// caller's argument beside them, and the caller's expressions on an element.
//
//   IN_T, IN_SIZE, IN_FORMAT, X_T   an input element as it is stored, and as expressions see it
//   ROWS                  1: rows of `width` elements, `pitch` bytes apart; 0: one array
//   HAS_FLAGS             1: a flag for each element, of type FLAG_T
//   FLAG_BITS             1: they are bits of uint words
//   FLAG_CHUNK            the type of VEC flags side by side, where they are not bits
//   HAS_ARGUMENT          1: a value `u`; U_STORED and U_FORMAT are its type in memory, U_T in
//                         expressions; ARGUMENT_PARAMS, ARGUMENT_WORDS and ARGUMENT_FILL pass it
//   UNIQUE                1: an element is kept if it differs from the one before
//   NUM_BUCKETS           buckets of a partition; the kept elements are bucket 0; 2 for a select
//   KEEP_REJECTS          1: there are two buckets and an expression of the bucket's number
//   USER_CALL(function, x, i, row, col, flag, argument), USER_CALL2(function, a, b, i, ...)
//                         call one of the caller's expressions with what it can see
//   clscan_user_keep(), clscan_user_rejects(), clscan_user_equal(), clscan_user_bucket()
#ifndef CLSCAN_CORE_SOURCE
#define CLSCAN_CORE_SOURCE

#include "core/access_in.cl"
#include "core/half.cl"
#include "core/length.cl"

#if !defined(ROWS) || !defined(HAS_FLAGS) || !defined(FLAG_BITS) || !defined(HAS_ARGUMENT)
#error "the source is not defined: ROWS, HAS_FLAGS, FLAG_BITS, HAS_ARGUMENT"
#endif
#if !defined(UNIQUE) || !defined(NUM_BUCKETS) || !defined(KEEP_REJECTS)
#error "UNIQUE, NUM_BUCKETS and KEEP_REJECTS are not defined"
#endif

typedef struct {
  __global const uchar *in;
#if ROWS
  ulong width, pitch;
#endif
#if HAS_FLAGS
  __global const uchar *flags;
#endif
#if HAS_ARGUMENT
  U_T argument;
#endif
} source;

// What the kernel's arguments say of the source; SOURCE_PARAMS ends with a comma.
#if ROWS
#define SOURCE_ROWS ulong width, ulong pitch,
#define SOURCE_READ_ROWS(s) (s).width = width, (s).pitch = pitch
#else
#define SOURCE_ROWS
#define SOURCE_READ_ROWS(s) (void)0
#endif
#if HAS_FLAGS
#define SOURCE_FLAGS PLACE(flag),
#define SOURCE_READ_FLAGS(s) (s).flags = AT(const uchar, flag)
#else
#define SOURCE_FLAGS
#define SOURCE_READ_FLAGS(s) (void)0
#endif
#if HAS_ARGUMENT
typedef union {
  U_STORED value;
  ulong word[ARGUMENT_WORDS];
} argument_words;

INLINE U_T argument_value(U_STORED stored) {
#if U_FORMAT == FORMAT_HALF
  return half_to_float(stored);
#elif U_FORMAT == FORMAT_BFLOAT
  return bfloat_to_float(stored);
#else
  return stored;
#endif
}
#define SOURCE_ARGUMENT PLACE(argument), ARGUMENT_PARAMS,
#define SOURCE_READ_ARGUMENT(s, kernel_flags)                                                      \
  do {                                                                                             \
    argument_words words;                                                                          \
    ARGUMENT_FILL(words);                                                                          \
    if ((kernel_flags)&FLAG_ARGUMENT_DEVICE)                                                       \
      words.value = *AT(const U_STORED, argument);                                                 \
    (s).argument = argument_value(words.value);                                                    \
  } while (0)
#else
#define SOURCE_ARGUMENT
#define SOURCE_READ_ARGUMENT(s, kernel_flags) (void)0
#endif
#define SOURCE_PARAMS PLACE(in), SOURCE_ROWS SOURCE_FLAGS SOURCE_ARGUMENT
#define SOURCE_READ(s, kernel_flags)                                                               \
  do {                                                                                             \
    (s).in = AT(const uchar, in);                                                                  \
    SOURCE_READ_ROWS(s);                                                                           \
    SOURCE_READ_FLAGS(s);                                                                          \
    SOURCE_READ_ARGUMENT(s, kernel_flags);                                                         \
  } while (0)

// Where an element is.
typedef struct {
  ulong i, row, col;
} position;

INLINE position source_position(const source *s, ulong i) {
  position p = {i, 0, i};
#if ROWS
  // A 64-bit division is slow where it is not needed.
  p.row = ((i | s->width) >> 32) == 0 ? (ulong)((uint)i / (uint)s->width) : i / s->width;
  p.col = i - p.row * s->width;
#endif
  return p;
}

INLINE position source_next(const source *s, position p) {
  ++p.i;
  ++p.col;
#if ROWS
  if (p.col == s->width) {
    p.col = 0;
    ++p.row;
  }
#endif
  return p;
}

INLINE __global const IN_T *source_at(const source *s, position p) {
#if ROWS
  return (__global const IN_T *)(s->in + p.row * s->pitch) + p.col;
#else
  return (__global const IN_T *)s->in + p.i;
#endif
}

// The element before, which exists.
INLINE IN_T source_before(const source *s, position p) {
#if ROWS
  return *source_at(s, source_position(s, p.i - 1));
#else
  return *(source_at(s, p) - 1);
#endif
}

// VEC elements from p on, which all exist. `aligned` is IN_ALIGNED(s->in).
INLINE in_vector source_vector(const source *s, position p, int aligned) {
#if ROWS
  in_vector v;
  if (p.col + VEC <= s->width)
    return read_vector(source_at(s, p), IN_ALIGNED(source_at(s, p)));
  (void)aligned;
#pragma unroll
  for (uint j = 0; j < VEC; ++j) {
    v.item[j] = *source_at(s, p);
    p = source_next(s, p);
  }
  return v;
#else
  return read_vector(source_at(s, p), aligned);
#endif
}

#if HAS_FLAGS && FLAG_BITS
typedef uint flag_vector;
#elif HAS_FLAGS
typedef union {
  FLAG_T item[VEC];
  FLAG_CHUNK chunk;
} flag_vector;
#else
typedef uint flag_vector;
#define FLAG_T uint
#endif

INLINE FLAG_T source_flag(const source *s, ulong i) {
#if HAS_FLAGS && FLAG_BITS
  return (((__global const uint *)s->flags)[i >> 5] >> (i & 31)) & 1u;
#elif HAS_FLAGS
  return ((__global const FLAG_T *)s->flags)[i];
#else
  return 0;
#endif
}

// The flags of VEC elements from i on, a multiple of VEC.
INLINE flag_vector source_flags(const source *s, ulong i, int aligned) {
  flag_vector v;
#if HAS_FLAGS && FLAG_BITS
  v = ((__global const uint *)s->flags)[i >> 5] >> (i & 31);
#elif HAS_FLAGS
  __global const FLAG_T *p = (__global const FLAG_T *)s->flags + i;
  if (aligned) {
    v.chunk = *(__global const FLAG_CHUNK *)p;
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      v.item[j] = p[j];
  }
#else
  v = 0;
#endif
  return v;
}

INLINE FLAG_T flag_of(flag_vector v, uint j) {
#if HAS_FLAGS && FLAG_BITS
  return (v >> j) & 1u;
#elif HAS_FLAGS
  return v.item[j];
#else
  return 0;
#endif
}

// Makes `flag` the flag of element j, after those of the elements before it.
INLINE void flag_set(flag_vector *v, uint j, FLAG_T flag) {
#if HAS_FLAGS && FLAG_BITS
  *v = (j > 0 ? *v : 0u) | (flag << j);
#elif HAS_FLAGS
  v->item[j] = flag;
#else
  *v = flag;
#endif
}

#if HAS_FLAGS && !FLAG_BITS
#define FLAGS_ALIGNED(s) (VEC == 1 || ((ulong)(s)->flags & (sizeof(FLAG_CHUNK) - 1)) == 0)
#else
#define FLAGS_ALIGNED(s) 1
#endif

INLINE X_T source_x(IN_T raw) {
#if IN_FORMAT == FORMAT_HALF
  return half_to_float(raw);
#elif IN_FORMAT == FORMAT_BFLOAT
  return bfloat_to_float(raw);
#else
  return raw;
#endif
}

#if NUM_BUCKETS == 2
// Whether the element goes to the front; `before` is used with UNIQUE only.
INLINE uint source_keep(const source *s, position p, IN_T raw, IN_T before, FLAG_T flag) {
#if UNIQUE
  // Without `||`, which a CPU's compiler makes a branch that no predictor can learn.
  const uint equal = USER_CALL2(clscan_user_equal, source_x(before), source_x(raw), p.i, p.row,
                                p.col, flag, s->argument);
  return (uint)(p.i == 0) | (equal ^ 1u);
#elif KEEP_REJECTS
  return USER_CALL(clscan_user_rejects, source_x(raw), p.i, p.row, p.col, flag, s->argument) == 0;
#else
  return USER_CALL(clscan_user_keep, source_x(raw), p.i, p.row, p.col, flag, s->argument);
#endif
}
#else
INLINE uint source_bucket(const source *s, position p, IN_T raw, FLAG_T flag) {
  return min(USER_CALL(clscan_user_bucket, source_x(raw), p.i, p.row, p.col, flag, s->argument),
             NUM_BUCKETS - 1u);
}
#endif

#endif
