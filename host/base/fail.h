/* SPDX-License-Identifier: Apache-2.0 */
/* How errors are told. */
#ifndef CLSCAN_HOST_FAIL_H
#define CLSCAN_HOST_FAIL_H

#include "base/format.h"
#include "clscan.h"

/* Sends a sentence to the log callback and returns `status`. */
CLSCAN__PRINTF(3, 4)
clscan_status clscan__fail(const struct clscan_context *ctx, clscan_status status,
                           const char *format, ...);

/* CLSCAN_RESERVED_NOT_ZERO if one of `count` reserved fields is set. `what` names their struct. */
clscan_status clscan__reserved_check(const struct clscan_context *ctx, const char *what,
                                     const uintptr_t *reserved, size_t count);

#endif
