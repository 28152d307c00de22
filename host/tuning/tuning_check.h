/* SPDX-License-Identifier: Apache-2.0 */
/* What the caller's tuning and rows say, and whether the device can do it. */
#ifndef CLSCAN_HOST_TUNING_CHECK_H
#define CLSCAN_HOST_TUNING_CHECK_H

#include "base/fields.h"
#include "tuning/tuning_rows.h"

struct clscan_context;

extern const clscan__fields clscan__tuning_fields;

/* Reads options.tuning_rows, of these kinds of work, into the context. */
clscan_status clscan__tuning_load(struct clscan_context *ctx, const char *text,
                                  const clscan__work *const *works, size_t num_works);

/* Checks options.tuning and the loaded rows against the device. */
clscan_status clscan__tuning_check(const struct clscan_context *ctx);

#endif
