/* SPDX-License-Identifier: Apache-2.0 */
/* Selects and partitions of many forms, whose programs are to be looked at. */
#ifndef TESTS_COMPACTIONS_H
#define TESTS_COMPACTIONS_H

#include <clscan.h>

#include <stdbool.h>
#include <stddef.h>

/* Makes and destroys a plan of each, by algorithms that change with `turn`; the first status that
 * is neither success nor a refusal. */
clscan_status compactions_make(clscan_context *ctx, size_t turn,
                               bool (*is_refusal)(clscan_status status));

#endif
