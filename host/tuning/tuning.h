/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of algorithm, back ends and tile shape for a device and a set of element sizes. */
#ifndef CLSCAN_HOST_TUNING_H
#define CLSCAN_HOST_TUNING_H

#include "tuning/shape.h"
#include "tuning/target.h"

clscan_status clscan__tune(const struct clscan_context *ctx, const clscan__shape_request *request,
                           clscan__shape *shape);

/* The shape of a kernel of one group: as many elements a tile, but more work-items. */
clscan__shape clscan__shape_alone(const struct clscan_context *ctx, const clscan__shape *shape,
                                  size_t acc_size);

#endif
