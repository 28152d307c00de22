/* SPDX-License-Identifier: Apache-2.0 */
/* Local memory of what several algorithms' kernels are made of. */
#ifndef CLSCAN_HOST_LOCAL_H
#define CLSCAN_HOST_LOCAL_H

#include "tuning/shape.h"

/* Beside what an algorithm knows of: the ticket, padding. */
enum { CLSCAN__LOCAL_REST = 256 };

/* Of a work-group's scan of accumulators. */
size_t clscan__local_scan(const clscan__shape *shape, size_t acc_size, size_t group);

/* Of a tile that work-items exchange their elements through; 0 where they need not. */
size_t clscan__local_exchange(const clscan__shape *shape, const size_t stored_sizes[3],
                              size_t group, size_t items);

size_t clscan__largest(const size_t sizes[3]);

#endif
