/* SPDX-License-Identifier: Apache-2.0 */
/* The plans that clscan_scan() keeps in a context. */
#ifndef CLSCAN_HOST_SCAN_CACHE_H
#define CLSCAN_HOST_SCAN_CACHE_H

#include <stddef.h>

struct clscan_context;

void clscan__scan_cache_clear(struct clscan_context *ctx);
size_t clscan__scan_cache_count(struct clscan_context *ctx);

#endif
