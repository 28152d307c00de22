/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of a scan or a reduction: input, accumulator and output, with their defaults.
 */
#ifndef CLSCAN_HOST_ELEMENTS_H
#define CLSCAN_HOST_ELEMENTS_H

#include "types/types.h"

struct clscan_context;

typedef struct clscan__elements {
  clscan__element in, acc, out;
} clscan__elements;

/* The descriptor's fields of these names. */
typedef struct clscan__elements_request {
  clscan_type type, acc_type, out_type;
  const clscan_custom_type *custom_type, *custom_acc, *custom_out;
  const char *load, *store;
} clscan__elements_request;

/* Also refuses types that do not convert into each other where no expression is given. */
clscan_status clscan__elements_resolve(struct clscan_context *ctx,
                                       const clscan__elements_request *request,
                                       clscan__elements *elements);

#endif
