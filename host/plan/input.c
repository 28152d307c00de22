/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/input.h"

#include "base/context.h"
#include "base/fail.h"
#include "plan/layout.h"

clscan_status clscan__input_resolve(clscan_context *ctx, const clscan__input_desc *desc,
                                    clscan__input *input) {
  clscan_status status = CLSCAN_SUCCESS;
  input->bits = (desc->flags & CLSCAN_FLAG_BITS) != 0;
  input->rows = (desc->flags & CLSCAN_ROWS) != 0;
  input->has_flags = desc->flag_type != CLSCAN_TYPE_NONE;
  input->has_argument = desc->argument_type != CLSCAN_TYPE_NONE;
  if (input->bits && desc->flag_type != CLSCAN_UINT32) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "CLSCAN_FLAG_BITS needs the flag_type CLSCAN_UINT32");
  }
  if (desc->flag_type == CLSCAN_FLOAT16 || desc->flag_type == CLSCAN_BFLOAT16 ||
      desc->flag_type == CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "flag_type is not an integer type, CLSCAN_FLOAT32 or CLSCAN_FLOAT64");
  }
  if (input->has_flags) {
    status = clscan__element_resolve(ctx, "flag_type", desc->flag_type, NULL, &input->flag);
  }
  if (status == CLSCAN_SUCCESS && input->has_argument) {
    status = clscan__element_resolve(ctx, "argument_type", desc->argument_type,
                                     desc->custom_argument, &input->argument);
  }
  return status;
}

clscan_status clscan__input_elements(clscan_context *ctx, const clscan__elements_request *types,
                                     const clscan__input_desc *desc, clscan__elements *elements,
                                     clscan__input *input) {
  clscan_status status = clscan__elements_resolve(ctx, types, elements);
  if (status == CLSCAN_SUCCESS) {
    input->in = elements->in;
    status = clscan__input_resolve(ctx, desc, input);
  }
  const clscan__element all[] = {elements->in, elements->acc, elements->out, input->argument};
  return status == CLSCAN_SUCCESS ? clscan__types_check(ctx, all, sizeof all / sizeof *all)
                                  : status;
}

void clscan__input_forget(clscan__input *input) {
  input->in.custom = input->argument.custom = NULL;
}

/* --- the program's text ---------------------------------------------------------------------- */

/* The type of so many bytes that are accessed at once. */
static const char *chunk_type(size_t bytes) {
  return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 4 ? "uint" : "ushort";
}

void clscan__input_prelude(clscan__prelude *prelude, const clscan__input *input, uint32_t vec,
                           const char *definition) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  const clscan__element *in = &input->in, *argument = &input->argument;
  clscan__prelude_type(user, "clscan_in", in->stored, in->size, in->alignment);
  clscan__text_printf(user, "typedef %s clscan_x;\n", in->value);
  clscan__text_printf(text, "#define IN_SIZE %zu\n#define IN_FORMAT %d\n%s%s", in->size,
                      (int)in->format, input->rows ? "#define ROWS 1\n" : "",
                      input->bits ? "#define FLAG_BITS 1\n" : "");
  if (input->has_flags) {
    clscan__text_printf(user, "typedef %s clscan_f;\n", input->bits ? "uint" : input->flag.value);
    clscan__text_printf(text, "#define FLAG_T clscan_f\n#define FLAG_CHUNK %s\n",
                        vec == 1 ? "clscan_f" : chunk_type(vec * input->flag.size));
  }
  if (input->has_argument) {
    clscan__prelude_type(user, "clscan_u_stored", argument->stored, argument->size,
                         argument->alignment);
    clscan__text_printf(user, "typedef %s clscan_u;\n", argument->value);
    clscan__text_printf(
        text, "#define U_T clscan_u\n#define U_STORED clscan_u_stored\n#define U_FORMAT %d\n",
        (int)argument->format);
    clscan__prelude_words(text, "ARGUMENT", "argument", argument->size);
  }
  if (definition) {
    clscan__prelude_user_text(user, "definition", definition);
  }
  clscan__text_printf(text,
                      "#define USER_CALL(function, x, i, row, col, flag, argument) "
                      "function(x, i, row, col%s%s)\n",
                      input->has_flags ? ", flag" : "", input->has_argument ? ", argument" : "");
}

void clscan__input_function(clscan__text *user, const clscan__input *input, bool is_condition,
                            const char *returns, const char *name, const char *first,
                            const char *what, const char *expression) {
  clscan__text head = {0};
  clscan__text_printf(&head, "%s %s(%s, ulong i, ulong row, ulong col%s%s)", returns, name, first,
                      input->has_flags ? ", clscan_f f" : "",
                      input->has_argument ? ", clscan_u u" : "");
  if (head.failed) {
    user->failed = true;
  } else if (is_condition) {
    clscan__prelude_condition(user, head.data, what, expression);
  } else {
    clscan__prelude_function(user, head.data, what, expression);
  }
  clscan__text_free(&head);
}

void clscan__input_write(clscan__prelude *prelude, const clscan__input *input,
                         const char *definition, const char *load, const clscan__element *declared,
                         size_t num_declared, const clscan__prelude_config *config) {
  clscan__prelude_types(&prelude->user, declared, num_declared);
  clscan__input_prelude(prelude, input, config->shape->vec, definition);
  clscan__prelude_write(prelude, config);
  clscan__input_function(&prelude->user, input, false, "clscan_a", "clscan_user_load", "clscan_x x",
                         "load",
                         load                  ? load
                         : config->acc->custom ? "x"
                                               : "(clscan_a)x");
}

/* --- arguments ------------------------------------------------------------------------------- */

/* Rows, of which the last one need not be followed by padding. */
static clscan_status check_rows(const clscan__input *input, const clscan__input_args *args,
                                bool needed, clscan__arguments *checked) {
  clscan_context *ctx = checked->ctx;
  const size_t size = input->in.size, n = args->n, width = args->width, pitch = args->row_pitch;
  if (width ? n % width : n) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "n is %zu, which is not whole rows of %zu", n,
                        width);
  }
  if (width > SIZE_MAX / size || (pitch && pitch < width * size)) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "row_pitch is %zu bytes; a row of %zu elements has more", pitch, width);
  }
  if (pitch % input->in.alignment) {
    return clscan__fail(ctx, CLSCAN_MISALIGNED_OFFSET,
                        "row_pitch is %zu, not a multiple of the alignment %zu", pitch,
                        input->in.alignment);
  }
  if (!needed) {
    return CLSCAN_SUCCESS;
  }
  const size_t stride = pitch ? pitch : width * size, rows = width ? n / width : 0;
  if (rows > 1 && (rows - 1) > (SIZE_MAX - width * size) / stride) {
    return clscan__fail(ctx, CLSCAN_N_TOO_LARGE, "%zu rows %zu bytes apart are too many", rows,
                        stride);
  }
  const size_t bytes = rows ? (rows - 1) * stride + width * size : 0;
  clscan__arguments_add(checked, "in", args->in, bytes, 1, input->in.alignment, false);
  return CLSCAN_SUCCESS;
}

clscan_status clscan__input_check(const clscan__input *input, const clscan__input_args *args,
                                  bool needed, clscan__arguments *checked) {
  if (input->rows) {
    return check_rows(input, args, needed, checked);
  }
  if (args->width || args->row_pitch) {
    return clscan__fail(checked->ctx, CLSCAN_INVALID_ARGUMENT,
                        "width and row_pitch are for CLSCAN_ROWS alone");
  }
  if (needed) {
    clscan__arguments_add(checked, "in", args->in, args->n, input->in.size, input->in.alignment,
                          false);
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__input_check_rest(const clscan__input *input, const clscan__input_args *args,
                                       clscan__arguments *checked) {
  clscan_context *ctx = checked->ctx;
  const size_t n = args->n;
  if (!input->has_flags && args->flags.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "flags is given, but there is no flag_type");
  }
  if (input->has_flags && (n > 0 || args->flags.mem)) {
    clscan__arguments_add(checked, "flags", args->flags, input->bits ? clscan__divide_up(n, 32) : n,
                          input->flag.size, input->flag.alignment, false);
  }
  const bool given = args->argument || args->argument_device.mem;
  if (!input->has_argument && given) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "an argument is given, but there is no argument_type");
  }
  if (input->has_argument && !args->argument == !args->argument_device.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "one of argument and argument_device is needed");
  }
  if (args->argument_device.mem) {
    clscan__arguments_add(checked, "argument_device", args->argument_device, 1,
                          input->argument.size, input->argument.alignment, false);
  }
  return CLSCAN_SUCCESS;
}

void clscan__batch_input(clscan__batch *batch, const clscan__input *input,
                         const clscan__input_args *args) {
  clscan__batch_place(batch, "in", args->in);
  if (input->rows) {
    clscan__batch_ulong(batch, "width",
                        args->width ? args->width : 1); /* 0: there are no elements */
    clscan__batch_ulong(batch, "pitch",
                        args->row_pitch ? args->row_pitch : args->width * input->in.size);
  }
  if (input->has_flags) {
    clscan__batch_place(batch, "flag", args->flags);
  }
  if (input->has_argument) {
    clscan__batch_value(batch, "argument", args->argument, args->argument_device,
                        input->argument.size);
  }
}

cl_uint clscan__input_flags(const clscan__input_args *args) {
  return args->argument_device.mem ? FLAG_ARGUMENT_DEVICE : 0;
}
