/* SPDX-License-Identifier: Apache-2.0 */
/* Where elements come from, for all functions: an array or rows, with flags and the caller's
 * argument beside them, and the caller's expressions on an element (cl/source/source.cl). */
#ifndef CLSCAN_HOST_INPUT_H
#define CLSCAN_HOST_INPUT_H

#include "plan/arguments.h"
#include "program/prelude.h"
#include "types/elements.h"

/* The descriptor's fields of these names. */
typedef struct clscan__input_desc {
  clscan_type flag_type, argument_type;
  uint32_t flags;
  const clscan_custom_type *custom_argument;
} clscan__input_desc;

/* The initializer of one. */
#define CLSCAN__INPUT_OF(desc)                                                                     \
  { (desc)->flag_type, (desc)->argument_type, (desc)->flags, (desc)->custom_argument }

/* The arguments of these names. */
typedef struct clscan__input_args {
  clscan_buffer in, flags, argument_device;
  const void *argument;
  size_t n, width, row_pitch;
} clscan__input_args;

#define CLSCAN__INPUT_ARGS_OF(args)                                                                \
  {                                                                                                \
    (args)->in, (args)->flags, (args)->argument_device, (args)->argument, (args)->n,               \
        (args)->width, (args)->row_pitch                                                           \
  }

typedef struct clscan__input {
  clscan__element in, flag, argument;
  bool has_flags, has_argument, bits, rows;
} clscan__input;

/* All but `in`, which the caller has set. */
clscan_status clscan__input_resolve(struct clscan_context *ctx, const clscan__input_desc *desc,
                                    clscan__input *input);
/* The same of a scan or a reduction, with its elements. */
clscan_status clscan__input_elements(struct clscan_context *ctx,
                                     const clscan__elements_request *types,
                                     const clscan__input_desc *desc, clscan__elements *elements,
                                     clscan__input *input);
/* Forgets what the descriptor points to. */
void clscan__input_forget(clscan__input *input);

/* Writes the types, SOURCE_PARAMS' macros, and how expressions are called; `vec` elements are read
 * side by side. `definition` comes before the expressions. */
void clscan__input_prelude(clscan__prelude *prelude, const clscan__input *input, uint32_t vec,
                           const char *definition);
/* Writes a function of the caller's expression `text`, called `what` in messages. `first` are its
 * parameters before those that all have. A condition is compared with 0, so that neither a fraction
 * nor a large integer becomes 0 on the way. */
void clscan__input_function(clscan__text *user, const clscan__input *input, bool is_condition,
                            const char *returns, const char *name, const char *first,
                            const char *what, const char *text);

/* Writes a whole prelude of a scan's or a reduction's program. `load` is the expression of an
 * element as an accumulator; NULL: converted. */
void clscan__input_write(clscan__prelude *prelude, const clscan__input *input,
                         const char *definition, const char *load, const clscan__element *declared,
                         size_t num_declared, const clscan__prelude_config *config);

/* Check and add arguments: `in` where it is `needed`; then, where the caller wants them, the
 * others. */
clscan_status clscan__input_check(const clscan__input *input, const clscan__input_args *args,
                                  bool needed, clscan__arguments *checked);
clscan_status clscan__input_check_rest(const clscan__input *input, const clscan__input_args *args,
                                       clscan__arguments *checked);

/* SOURCE_PARAMS. */
void clscan__batch_input(clscan__batch *batch, const clscan__input *input,
                         const clscan__input_args *args);
/* Their bits in a kernel's `flags`. */
cl_uint clscan__input_flags(const clscan__input_args *args);

#endif
