/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of algorithm and of the way to look back. */
#ifndef CLSCAN_HOST_ALGORITHM_H
#define CLSCAN_HOST_ALGORITHM_H

#include "tuning/shape.h"

struct clscan_context;

/* The allow-list: whether the device is known to let started work-groups progress. */
bool clscan__lookback_known(const struct clscan_context *ctx);

/* What kind of work the request is, whatever algorithm it gets: AUTO and small_max come from there.
 */
const clscan__work *clscan__work_asked(const clscan__shape_request *request, bool packed);

/* Sets the shape's algorithm, atomics, form, reason and reproducible; `packed` is there. */
clscan_status clscan__algorithm_choose(const struct clscan_context *ctx,
                                       const clscan__shape_request *request, clscan__shape *shape);

#endif
