// SPDX-License-Identifier: Apache-2.0
// What a select writes for a kept element.
//
//   OUT_T, OUT_FORMAT, Y_T   the first output as it is stored, and as its expression gives it
//   OUTPUT_COPY              1: the input element as it is stored; else clscan_user_output()
//   MORE_PARAMS              kernel parameters of the further outputs; each is followed by a comma
//   MORE_STORE(to)           from the prelude: stores them, from the names x, i, row, col, f and u
#ifndef CLSCAN_CORE_OUTPUTS
#define CLSCAN_CORE_OUTPUTS

#include "core/source.cl"

#if !defined(OUT_T) || !defined(OUT_FORMAT) || !defined(OUTPUT_COPY)
#error "the output is not defined: OUT_T, OUT_FORMAT, OUTPUT_COPY"
#endif

INLINE OUT_T source_output(const source *s, position p, IN_T raw, FLAG_T flag) {
#if OUTPUT_COPY
  return raw;
#else
  const Y_T y =
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

#define OUTPUT_PARAMS PLACE(out), MORE_PARAMS

// Stores all outputs of element `from` of the source `s` as element `to`.
#define STORE_OUTPUTS(s, from, to)                                                                 \
  do {                                                                                             \
    const position at_ = source_position(&(s), from);                                              \
    const IN_T raw_ = *source_at(&(s), at_);                                                       \
    const FLAG_T f = source_flag(&(s), at_.i);                                                     \
    const X_T x = source_x(raw_);                                                                  \
    const ulong i = at_.i, row = at_.row, col = at_.col;                                           \
    (void)x, (void)i, (void)row, (void)col, (void)f;                                               \
    AT(OUT_T, out)[to] = source_output(&(s), at_, raw_, f);                                        \
    MORE_STORE(to, (s).argument)                                                                   \
  } while (0)

#endif
