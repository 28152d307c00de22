/* SPDX-License-Identifier: Apache-2.0 */
/* What the context's device is to the tuning: its class and with it the rows, where tiles are kept,
 * sub-groups, language. */
#ifndef CLSCAN_HOST_TARGET_H
#define CLSCAN_HOST_TARGET_H

#include "tuning/shape.h"

struct clscan_context;

clscan__device_class clscan__device_classify(const struct clscan_context *ctx);

/* The values of a kind of work for the sizes of the request. */
clscan__tuning_row clscan__tuning_values(const struct clscan_context *ctx,
                                         const clscan__shape_request *request,
                                         const clscan__work *work);

/* The sub-group back end to use if `wanted` is asked for (AUTO: the best). */
clscan_status clscan__backend_choose(const struct clscan_context *ctx, clscan_backend wanted,
                                     clscan_backend *backend);

/* Where tiles are kept. */
clscan_storage clscan__storage_choose(const struct clscan_context *ctx);

/* The language version that a program with these back ends needs, such as "CL1.2"; static. */
const char *clscan__language(const struct clscan_context *ctx, clscan_backend backend,
                             clscan_atomics atomics);

#endif
