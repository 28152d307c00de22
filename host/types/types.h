/* SPDX-License-Identifier: Apache-2.0 */
/* Element types and operators, resolved from descriptors. */
#ifndef CLSCAN_HOST_TYPES_H
#define CLSCAN_HOST_TYPES_H

#include <stdbool.h>

#include "base/opencl.h"

struct clscan_context;

typedef enum clscan__format {
  CLSCAN__PLAIN = 0, /* the numbers are those of FORMAT_* in cl/core/half.cl */
  CLSCAN__HALF = 1,
  CLSCAN__BFLOAT = 2
} clscan__format;

/* One element type. */
typedef struct clscan__element {
  clscan_type type;
  const clscan_custom_type *custom; /* for CLSCAN_CUSTOM */
  const char *stored;               /* OpenCL C type in memory */
  const char *value;                /* OpenCL C type in expressions: float for 16-bit floats */
  size_t size, alignment;           /* of the stored type, bytes */
  const char *acc; /* as an accumulator in a register: int or uint for narrower integers */
  size_t acc_size;
  clscan__format format;
  bool is_float;
} clscan__element;

/* An operator on one accumulator type. */
typedef struct clscan__operator {
  clscan_op op;
  const clscan_custom_op *custom; /* for CLSCAN_CUSTOM_OP */
  const char *identity;           /* OpenCL C expression; NULL: none */
  bool exact;                     /* any grouping gives the same bits */
  bool exact_identity;            /* op(identity, x) has the bits of x */
} clscan__operator;

/* `what` names the field in messages. Checks the device's abilities too. */
clscan_status clscan__element_resolve(struct clscan_context *ctx, const char *what,
                                      clscan_type type, const clscan_custom_type *custom,
                                      clscan__element *element);
/* INVALID_TYPE if two custom types among these have one name and differ in anything else. */
clscan_status clscan__types_check(struct clscan_context *ctx, const clscan__element *elements,
                                  size_t count);

bool clscan__element_same(const clscan__element *a, const clscan__element *b);

clscan_status clscan__operator_resolve(struct clscan_context *ctx, clscan_op op,
                                       const clscan_custom_op *custom, const clscan__element *acc,
                                       clscan__operator *out);

#endif
