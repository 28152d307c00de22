/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of a tile's size: work-items a group, elements a work-item. */
#ifndef CLSCAN_HOST_TILE_H
#define CLSCAN_HOST_TILE_H

#include "tuning/shape.h"

struct clscan_context;

enum { CLSCAN__MOST_REGISTER_ITEMS = 1024 };

/* Of the registers that NVIDIA's compute units have, 64 Ki, a work-group can get no more than all.
 */
bool clscan__too_many_registers(uint32_t group_size, uint32_t registers);

/* Sets group_size, vec, steps and registers, or the re-read tile; storage, back end, method and
 * form are there. */
void clscan__tile_choose(const struct clscan_context *ctx, const clscan__shape_request *request,
                         const clscan__tuning_row *row, clscan__shape *shape);

#endif
