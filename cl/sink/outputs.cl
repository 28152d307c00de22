// SPDX-License-Identifier: Apache-2.0
// What a select writes for a kept element.
//
//   clscan_out, OUT_FORMAT, clscan_y
//                            the first output as it is stored, and as its expression gives it
//   OUTPUT_COPY              1: the input element as it is stored; else clscan_user_output()
//   MORE_PARAMS              kernel parameters of the further outputs; each is followed by a comma
//   MORE_FIELDS, MORE_READ(k)   their places in a sink; fills them
//   MORE_STORE(k, to, x, p, flag, argument)   stores them
//   COUNT_T, COUNT_64        the type of the count; 1: of 64 bits
#ifndef CLSCAN_SINK_OUTPUTS
#define CLSCAN_SINK_OUTPUTS

#include "source/source.cl"

#if !defined(OUT_FORMAT) || !defined(OUTPUT_COPY)
#error "the output is not defined: OUT_FORMAT, OUTPUT_COPY"
#endif

INLINE clscan_out sink_value(const source *s, position p, clscan_in raw, flag_t flag) {
#if OUTPUT_COPY
  return raw;
#else
  const clscan_y y =
      USER_CALL(clscan_user_output, source_x(raw), p.i, p.row, p.col, flag, s->argument);
#if OUT_FORMAT == FORMAT_HALF
  return float_to_half(y);
#elif OUT_FORMAT == FORMAT_BFLOAT
  return float_to_bfloat(y);
#else
  return y;
#endif
#endif
}

typedef struct {
  place out;
  MORE_FIELDS
  place count;
  ulong capacity; // elements that there is room for
} sink;

#define OUTPUT_PARAMS PLACE(out), MORE_PARAMS
#define OUTPUT_READ(k)                                                                             \
  do {                                                                                             \
    (k).out = GIVEN(out);                                                                          \
    MORE_READ(k)                                                                                   \
    (k).capacity = capacity;                                                                       \
  } while (0)

#ifdef COUNT_64
// Draws `number` places from the count, by an atomic addition; returns the first.
INLINE ulong sink_draw(const sink *k, ulong number) {
#if COUNT_64
  return atom_add((volatile __global ulong *)AT(ulong, k->count), number);
#else
  return atomic_add((volatile __global uint *)AT(uint, k->count), (uint)number);
#endif
}
#endif

// Stores all outputs of element `from` of the source as element `to`.
INLINE void sink_store(const sink *k, const source *s, ulong from, ulong to) {
  const position p = source_position(s, from, 0);
  const clscan_in raw = *p.at;
  const flag_t flag = source_flag(s, p.i);
  const clscan_x x = source_x(raw);
  (void)x;
  AT(clscan_out, k->out)[to] = sink_value(s, p, raw, flag);
  MORE_STORE(k, to, x, p, flag, s->argument)
}

#endif
