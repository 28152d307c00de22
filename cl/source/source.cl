// SPDX-License-Identifier: Apache-2.0
// Where elements come from: one array or rows, with flags and the caller's argument beside them,
// and the caller's expressions on an element. What a program does not define costs nothing.
//
//   clscan_in, IN_SIZE, IN_FORMAT
//                         an input element as it is stored
//   clscan_x              as expressions see it: float for 16-bit floats
//   VEC                   elements side by side that are read as one access where the address
//                         allows it: 1, or makes 2, 4, 8 or 16 bytes of the input type
//   ROWS                  if defined: rows of `width` elements, `pitch` bytes apart; else one array
//   FLAG_T                if defined: a flag of that type for each element
//   FLAG_BITS             if defined: they are bits of uint words
//   FLAG_CHUNK            the type of VEC flags side by side, where they are not bits
//   U_T                   if defined: a value `u` of that type; U_STORED and U_FORMAT are its type
//                         in memory; ARGUMENT_PARAMS, ARGUMENT_FIELDS and ARGUMENT_COPY
//                         pass it
//   USER_CALL(function, x, i, row, col, flag, argument)
//                         calls one of the caller's expressions with what it can see
//   clscan_user_load()    an element as an accumulator; where NUM_BUCKETS is not defined
#ifndef CLSCAN_SOURCE
#define CLSCAN_SOURCE

#include "core/core.cl"

#ifndef VEC
#error "VEC is not defined"
#endif
#if !defined(IN_SIZE) || !defined(IN_FORMAT)
#error "the input type is not defined: IN_SIZE, IN_FORMAT"
#endif

#if VEC == 1
typedef clscan_in in_chunk;
#elif IN_SIZE * VEC == 2
typedef ushort in_chunk;
#elif IN_SIZE * VEC == 4
typedef uint in_chunk;
#elif IN_SIZE * VEC == 8
typedef uint2 in_chunk;
#elif IN_SIZE * VEC == 16
typedef uint4 in_chunk;
#else
#error "VEC input elements are not 2, 4, 8 or 16 bytes"
#endif

typedef union {
  clscan_in item[VEC];
  in_chunk chunk;
} in_vector;

INLINE int in_aligned(__global const clscan_in *p) {
  return VEC == 1 || ((ulong)p & (sizeof(in_chunk) - 1)) == 0;
}

INLINE in_vector read_vector(__global const clscan_in *p, int aligned) {
  in_vector v;
  if (aligned) {
    v.chunk = *(__global const in_chunk *)p;
  } else {
#pragma unroll
    for (uint j = 0; j < VEC; ++j)
      v.item[j] = p[j];
  }
  return v;
}

#ifdef FLAG_T
typedef FLAG_T flag_t;
#else
typedef uint flag_t;
#endif

#ifdef U_T
typedef U_T argument_t;
typedef union {
  U_STORED value;
  struct {
    ARGUMENT_FIELDS
  } words;
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
#else
typedef uint argument_t;
#endif

typedef struct {
  place in, flags;
  ulong width, pitch;
  argument_t argument;
} source;

// A kernel's parameters for a source, which end with a comma, and how it reads them.
#if defined(ROWS) || defined(FLAG_T) || defined(U_T)
#ifdef ROWS
#define SOURCE_ROWS ulong width, ulong pitch,
#define SOURCE_READ_ROWS(s) (s).width = width, (s).pitch = pitch
#else
#define SOURCE_ROWS
#define SOURCE_READ_ROWS(s) (void)0
#endif
#ifdef FLAG_T
#define SOURCE_FLAGS PLACE(flag),
#define SOURCE_READ_FLAGS(s) (s).flags = GIVEN(flag)
#else
#define SOURCE_FLAGS
#define SOURCE_READ_FLAGS(s) (void)0
#endif
#ifdef U_T
#define SOURCE_ARGUMENT ARGUMENT_PARAMS,
#define SOURCE_READ_ARGUMENT(s, kernel_flags)                                                      \
  do {                                                                                             \
    argument_words given;                                                                          \
    ARGUMENT_COPY(given.words.argument_word, argument_word);                                       \
    if ((kernel_flags)&FLAG_ARGUMENT_DEVICE)                                                       \
      given.value = *AT(const U_STORED, GIVEN(argument));                                          \
    (s).argument = argument_value(given.value);                                                    \
  } while (0)
#else
#define SOURCE_ARGUMENT
#define SOURCE_READ_ARGUMENT(s, kernel_flags) (void)0
#endif
#define SOURCE_PARAMS PLACE(in), SOURCE_ROWS SOURCE_FLAGS SOURCE_ARGUMENT
#define SOURCE_READ(s, kernel_flags)                                                               \
  do {                                                                                             \
    (s).in = GIVEN(in);                                                                            \
    SOURCE_READ_ROWS(s);                                                                           \
    SOURCE_READ_FLAGS(s);                                                                          \
    SOURCE_READ_ARGUMENT(s, kernel_flags);                                                         \
  } while (0)
#else
#define SOURCE_PARAMS PLACE(in),
#define SOURCE_READ(s, kernel_flags) (s).in = GIVEN(in)
#endif

// Where an element is.
typedef struct {
  ulong i, row, col;
  __global const clscan_in *at;
} position;

// Of element `e` of those from `base` on.
INLINE position source_position(const source *s, ulong base, ulong e) {
  position p;
  p.i = base + e;
#ifdef ROWS
  // A 64-bit division is slow where it is not needed.
  p.row = ((p.i | s->width) >> 32) == 0 ? (ulong)((uint)p.i / (uint)s->width) : p.i / s->width;
  p.col = p.i - p.row * s->width;
  p.at = (__global const clscan_in *)(AT(const uchar, s->in) + p.row * s->pitch) + p.col;
#else
  p.row = 0;
  p.col = p.i;
  p.at = AT(const clscan_in, s->in) + base + e;
#endif
  return p;
}

// `step` elements further.
INLINE position source_skip(const source *s, position p, ulong step) {
#ifdef ROWS
  return source_position(s, p.i, step);
#else
  p.i += step;
  p.col += step;
  p.at += step;
  return p;
#endif
}

INLINE position source_next(const source *s, position p) {
#ifdef ROWS
  ++p.i;
  ++p.col;
  ++p.at;
  if (p.col == s->width) {
    p.col = 0;
    ++p.row;
    p.at = (__global const clscan_in *)(AT(const uchar, s->in) + p.row * s->pitch);
  }
  return p;
#else
  return source_skip(s, p, 1);
#endif
}

// The element before, which exists.
INLINE clscan_in source_before(const source *s, position p) {
#ifdef ROWS
  return *source_position(s, p.i - 1, 0).at;
#else
  return *(p.at - 1);
#endif
}

// Whether vectors of an array are accesses of their own.
INLINE int source_aligned(const source *s) { return in_aligned(AT(const clscan_in, s->in)); }

// VEC elements from p on, which all exist. `aligned` is source_aligned().
INLINE in_vector source_vector(const source *s, position p, int aligned) {
#ifdef ROWS
  in_vector v;
  if (p.col + VEC <= s->width)
    return read_vector(p.at, in_aligned(p.at));
  (void)aligned;
#pragma unroll
  for (uint j = 0; j < VEC; ++j) {
    v.item[j] = *p.at;
    p = source_next(s, p);
  }
  return v;
#else
  return read_vector(p.at, aligned);
#endif
}

#if defined(FLAG_T) && !defined(FLAG_BITS)
typedef union {
  FLAG_T item[VEC];
  FLAG_CHUNK chunk;
} flag_vector;
#else
typedef uint flag_vector;
#endif

INLINE flag_t source_flag(const source *s, ulong i) {
#if defined(FLAG_BITS)
  return (AT(const uint, s->flags)[i >> 5] >> (i & 31)) & 1u;
#elif defined(FLAG_T)
  return AT(const FLAG_T, s->flags)[i];
#else
  return 0;
#endif
}

// The flags of VEC elements from i on, a multiple of VEC.
INLINE flag_vector source_flags(const source *s, ulong i, int aligned) {
  flag_vector v;
#if defined(FLAG_BITS)
  v = AT(const uint, s->flags)[i >> 5] >> (i & 31);
#elif defined(FLAG_T)
  __global const FLAG_T *p = AT(const FLAG_T, s->flags) + i;
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

INLINE flag_t flag_of(flag_vector v, uint j) {
#if defined(FLAG_BITS)
  return (v >> j) & 1u;
#elif defined(FLAG_T)
  return v.item[j];
#else
  return 0;
#endif
}

// Makes `flag` the flag of element j, after those of the elements before it.
INLINE void flag_set(flag_vector *v, uint j, flag_t flag) {
#if defined(FLAG_BITS)
  *v = (j > 0 ? *v : 0u) | (flag << j);
#elif defined(FLAG_T)
  v->item[j] = flag;
#else
  *v = flag;
#endif
}

INLINE int source_flags_aligned(const source *s) {
#if defined(FLAG_T) && !defined(FLAG_BITS)
  return VEC == 1 || ((ulong)AT(const uchar, s->flags) & (sizeof(FLAG_CHUNK) - 1)) == 0;
#else
  return 1;
#endif
}

INLINE clscan_x source_x(clscan_in raw) {
#if IN_FORMAT == FORMAT_HALF
  return half_to_float(raw);
#elif IN_FORMAT == FORMAT_BFLOAT
  return bfloat_to_float(raw);
#else
  return raw;
#endif
}

#ifndef NUM_BUCKETS
// The element that is `raw` in memory, as an accumulator.
INLINE acc source_load(const source *s, position p, clscan_in raw) {
  const flag_t flag = source_flag(s, p.i);
  return ACC_FROM_VALUE(
      USER_CALL(clscan_user_load, source_x(raw), p.i, p.row, p.col, flag, s->argument));
}

// Element `e` of those from `base` on.
INLINE acc source_item(const source *s, ulong base, ulong e) {
  const position p = source_position(s, base, e);
  return source_load(s, p, *p.at);
}
#endif

#endif
