/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of a scan or a reduction, with their defaults, and the operator. */
#ifndef CLSCAN_HOST_ELEMENTS_H
#define CLSCAN_HOST_ELEMENTS_H

#include "types/types.h"

struct clscan_context;

typedef struct clscan__elements {
  clscan__element in, acc, out;
  clscan__operator op; /* on accumulators */
} clscan__elements;

/* The descriptor's fields of these names. */
typedef struct clscan__elements_request {
  clscan_type type, acc_type, out_type;
  const clscan_custom_type *custom_type, *custom_acc, *custom_out;
  const char *load, *store;
  clscan_op op;
  const clscan_custom_op *custom_op;
} clscan__elements_request;

/* The initializer of one. */
#define CLSCAN__ELEMENTS_OF(desc)                                                                  \
  {                                                                                                \
    (desc)->type, (desc)->acc_type, (desc)->out_type, (desc)->custom_type, (desc)->custom_acc,     \
        (desc)->custom_out, (desc)->load, (desc)->store, (desc)->op, (desc)->custom_op             \
  }

/* Also refuses types that do not convert into each other where no expression is given. */
clscan_status clscan__elements_resolve(struct clscan_context *ctx,
                                       const clscan__elements_request *request,
                                       clscan__elements *elements);

/* Forgets what the descriptor points to, which may go away. */
void clscan__elements_forget(clscan__elements *elements);

#endif
