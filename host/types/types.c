/* SPDX-License-Identifier: Apache-2.0 */
#include "types/types.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "base/fields.h"
#include "device/caps.h"

/* What OpenCL C calls each built-in type, and the identities of the operators on it. Narrow
 * integers are accumulated in 32 bits and cut when they are stored, which wraps all the same. */
typedef struct type_row {
  const char *stored, *value, *acc;
  size_t size, acc_size;
  clscan__format format;
  bool is_float;
  const char *lowest, *highest; /* the identities of max and min */
} type_row;

static const type_row type_table[] = {
    [CLSCAN_INT8] = {"char", "char", "int", 1, 4, CLSCAN__PLAIN, false, "CHAR_MIN", "CHAR_MAX"},
    [CLSCAN_UINT8] = {"uchar", "uchar", "uint", 1, 4, CLSCAN__PLAIN, false, "0", "UCHAR_MAX"},
    [CLSCAN_INT16] = {"short", "short", "int", 2, 4, CLSCAN__PLAIN, false, "SHRT_MIN", "SHRT_MAX"},
    [CLSCAN_UINT16] = {"ushort", "ushort", "uint", 2, 4, CLSCAN__PLAIN, false, "0", "USHRT_MAX"},
    [CLSCAN_INT32] = {"int", "int", "int", 4, 4, CLSCAN__PLAIN, false, "INT_MIN", "INT_MAX"},
    [CLSCAN_UINT32] = {"uint", "uint", "uint", 4, 4, CLSCAN__PLAIN, false, "0", "UINT_MAX"},
    [CLSCAN_INT64] = {"long", "long", "long", 8, 8, CLSCAN__PLAIN, false, "LONG_MIN", "LONG_MAX"},
    [CLSCAN_UINT64] = {"ulong", "ulong", "ulong", 8, 8, CLSCAN__PLAIN, false, "0", "ULONG_MAX"},
    [CLSCAN_FLOAT16] = {"ushort", "float", "float", 2, 4, CLSCAN__HALF, true, "-INFINITY",
                        "INFINITY"},
    [CLSCAN_BFLOAT16] = {"ushort", "float", "float", 2, 4, CLSCAN__BFLOAT, true, "-INFINITY",
                         "INFINITY"},
    [CLSCAN_FLOAT32] = {"float", "float", "float", 4, 4, CLSCAN__PLAIN, true, "-INFINITY",
                        "INFINITY"},
    [CLSCAN_FLOAT64] = {"double", "double", "double", 8, 8, CLSCAN__PLAIN, true, "-INFINITY",
                        "INFINITY"},
};

static clscan__element builtin(clscan_type type) {
  const type_row *row = &type_table[type];
  return (clscan__element){.type = type,
                           .stored = row->stored,
                           .value = row->value,
                           .size = row->size,
                           .alignment = row->size,
                           .acc = row->acc,
                           .acc_size = row->acc_size,
                           .format = row->format,
                           .is_float = row->is_float};
}

static clscan_status resolve_custom(clscan_context *ctx, const char *what,
                                    const clscan_custom_type *custom, clscan__element *element) {
  if (!custom) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE, "%s is CLSCAN_CUSTOM but no custom type is given",
                        what);
  }
  char named[60];
  snprintf(named, sizeof named, "%s: custom type", what);
  const clscan_status status =
      clscan__fields_check(ctx, named, &clscan__custom_type_fields, custom);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (!custom->name || !custom->name[0]) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE, "%s: the custom type has no name", what);
  }
  const size_t size = custom->size, alignment = custom->alignment;
  if (size < 1 || size > 128) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE, "%s: %s has %zu bytes; 1 to 128 are allowed",
                        what, custom->name, size);
  }
  if (!alignment || (alignment & (alignment - 1)) || size % alignment) {
    return clscan__fail(
        ctx, CLSCAN_INVALID_TYPE,
        "%s: the alignment %zu of %s is not a power of two that divides its %zu bytes", what,
        alignment, custom->name, size);
  }
  *element = (clscan__element){.type = CLSCAN_CUSTOM,
                               .custom = custom,
                               .stored = custom->name,
                               .value = custom->name,
                               .size = size,
                               .alignment = alignment,
                               .acc = custom->name,
                               .acc_size = size};
  return CLSCAN_SUCCESS;
}

clscan_status clscan__element_resolve(clscan_context *ctx, const char *what, clscan_type type,
                                      const clscan_custom_type *custom, clscan__element *element) {
  if (type == CLSCAN_CUSTOM) {
    return resolve_custom(ctx, what, custom, element);
  }
  if (type == CLSCAN_TYPE_NONE) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE, "%s is not set", what);
  }
  if ((unsigned)type > CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "%s has the unknown value %d", what, (int)type);
  }
  if (type == CLSCAN_FLOAT64 && !ctx->caps->has_double) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_TYPE,
                        "%s is float64, but %s has no double precision", what, ctx->caps->name);
  }
  *element = builtin(type);
  return CLSCAN_SUCCESS;
}

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

clscan_status clscan__types_check(clscan_context *ctx, const clscan__element *elements,
                                  size_t count) {
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < i; j++) {
      const clscan_custom_type *a = elements[j].custom, *b = elements[i].custom;
      if (a && b && strcmp(a->name, b->name) == 0 &&
          (a->size != b->size || a->alignment != b->alignment ||
           !same_text(a->definition, b->definition))) {
        return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                            "two custom types are called %s and differ in %s", a->name,
                            a->size != b->size             ? "size"
                            : a->alignment != b->alignment ? "alignment"
                                                           : "definition");
      }
    }
  }
  return CLSCAN_SUCCESS;
}

bool clscan__element_same(const clscan__element *a, const clscan__element *b) {
  return a->type == b->type && (a->type != CLSCAN_CUSTOM || strcmp(a->value, b->value) == 0);
}

static clscan_status resolve_custom_operator(clscan_context *ctx, const clscan_custom_op *custom,
                                             clscan__operator *out) {
  if (!custom || !custom->expression) {
    return clscan__fail(ctx, CLSCAN_INVALID_OPERATOR,
                        "op is CLSCAN_CUSTOM_OP but custom_op or its expression is NULL");
  }
  const clscan_status status =
      clscan__fields_check(ctx, "custom_op", &clscan__custom_op_fields, custom);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  out->custom = custom;
  out->identity = custom->identity;
  out->exact = custom->exact != 0;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__operator_resolve(clscan_context *ctx, clscan_op op,
                                       const clscan_custom_op *custom, const clscan__element *acc,
                                       clscan__operator *out) {
  *out = (clscan__operator){.op = op};
  if ((unsigned)op > CLSCAN_CUSTOM_OP) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "op has the unknown value %d", (int)op);
  }
  if (op == CLSCAN_CUSTOM_OP) {
    return resolve_custom_operator(ctx, custom, out);
  }
  if (acc->type == CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_OPERATOR,
                        "a built-in operator does not fit the custom accumulator %s", acc->value);
  }
  const bool bitwise = op == CLSCAN_AND || op == CLSCAN_OR || op == CLSCAN_XOR;
  if (bitwise && acc->is_float) {
    return clscan__fail(ctx, CLSCAN_INVALID_OPERATOR,
                        "and, or and xor do not fit a floating-point accumulator");
  }
  const type_row *row = &type_table[acc->type];
  switch (op) {
  case CLSCAN_ADD:
  case CLSCAN_OR:
  case CLSCAN_XOR:
    out->identity = "0";
    break;
  case CLSCAN_MUL:
    out->identity = "1";
    break;
  case CLSCAN_AND:
    out->identity = "~0";
    break;
  case CLSCAN_MIN:
    out->identity = row->highest;
    break;
  case CLSCAN_MAX:
    out->identity = row->lowest;
    break;
  case CLSCAN_CUSTOM_OP:
    break;
  }
  /* Floats: -0 + 0 and a NaN's payload keep the identity from being exact. */
  out->exact = !acc->is_float || op == CLSCAN_MIN || op == CLSCAN_MAX;
  out->exact_identity = !acc->is_float;
  return CLSCAN_SUCCESS;
}
