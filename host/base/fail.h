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

#endif
