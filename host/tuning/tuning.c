/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "tuning/algorithm.h"
#include "tuning/local.h"
#include "tuning/tile.h"

/* Work-items of a group that does it all. */
enum { SPREAD_GROUP = 1024 };

/* Halves what a work-item takes and doubles the group, as long as that leaves the tile as it is:
 * code of fewer unrolled steps, which NVIDIA's compiler needs less time for. */
static void spread(const clscan_context *ctx, clscan__shape *shape) {
  const bool given = ctx->tuning.group_size || ctx->tuning.items;
  while (shape->backend == CLSCAN_BACKEND_PTX && !given && shape->steps % 2 == 0 &&
         shape->group_size < SPREAD_GROUP) {
    shape->group_size *= 2;
    shape->steps /= 2;
  }
}

clscan__shape clscan__shape_alone(const clscan_context *ctx, const clscan__shape *shape,
                                  size_t acc_size) {
  clscan__shape alone = *shape;
  /* A limit of registers makes room for more groups. */
  alone.registers = 0;
  spread(ctx, &alone);
  alone.local_bytes += clscan__local_scan(&alone, acc_size, alone.group_size) -
                       clscan__local_scan(shape, acc_size, shape->group_size);
  return alone;
}

static bool is_local_method(clscan_workgroup_method method) {
  return method == CLSCAN_WORKGROUP_HILLIS_STEELE || method == CLSCAN_WORKGROUP_BLELLOCH;
}

/* Whether elements stay packed in words, which needs registers and sub-groups. */
static bool packs(const clscan_context *ctx, const clscan__shape_request *request) {
  const clscan_tuning *t = &ctx->tuning;
  if (!request->narrow_sum || !request->class->packed || request->forget_subgroups ||
      is_local_method(t->method) || clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD ||
      (!ctx->caps->has_ptx && !ctx->caps->has_subgroups)) {
    return false;
  }
  const clscan__tuning_row row = clscan__tuning_values(ctx, request, request->class->packed);
  return (t->backend ? t->backend : row.backend) != CLSCAN_BACKEND_LOCAL;
}

/* The published state of a tile. */
static void place_records(const clscan_context *ctx, const clscan__shape_request *request,
                          const clscan__tuning_row *row, clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  const size_t head = CLSCAN_HEAD_BYTES(shape->form);
  const size_t slot = request->acc_alignment > head ? request->acc_alignment : head;
  const size_t record = CLSCAN_RECORD_BYTES(shape->form, request->counts, slot, request->acc_size);
  size_t spacing = t->descriptor_spacing ? t->descriptor_spacing : row->spacing;
  while (spacing < record) {
    spacing += spacing;
  }
  /* Slots are accessed as accumulators, so each record begins at a multiple of their alignment.
   */
  if (spacing % slot) {
    spacing += slot - spacing % slot;
  }
  shape->spacing = (uint32_t)spacing;
  shape->slot = (uint32_t)slot;
  if (shape->backend == CLSCAN_BACKEND_PTX && ctx->caps->compute_capability >= 70) {
    shape->poll_delay = t->poll_delay ? t->poll_delay : row->poll_delay;
  }
}

clscan_status clscan__tune(const clscan_context *ctx, const clscan__shape_request *request,
                           clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  *shape = (clscan__shape){.storage = clscan__storage_choose(ctx), .packed = packs(ctx, request)};
  clscan_status status = clscan__algorithm_choose(ctx, request, shape);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }

  const clscan__tuning_class *class = request->class;
  const clscan__work *asked = clscan__work_asked(request, shape->packed);
  const bool two_level = shape->algorithm == CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
  const clscan__work *work = shape->packed                   ? class->packed
                             : two_level && class->two_level ? class->two_level
                                                             : class->work;
  const clscan__tuning_row row = clscan__tuning_values(ctx, request, work);
  status = clscan__backend_choose(ctx, t->backend ? t->backend : row.backend, &shape->backend);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (shape->storage == CLSCAN_STORAGE_REREAD || is_local_method(t->method) ||
      request->forget_subgroups) {
    shape->backend = CLSCAN_BACKEND_LOCAL;
  }
  if (t->method == CLSCAN_WORKGROUP_SUBGROUP && shape->backend == CLSCAN_BACKEND_LOCAL &&
      !request->forget_subgroups) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND,
                        "tuning: a work-group scan through sub-groups needs sub-groups");
  }
  shape->method = is_local_method(t->method)               ? t->method
                  : shape->backend == CLSCAN_BACKEND_LOCAL ? CLSCAN_WORKGROUP_HILLIS_STEELE
                                                           : CLSCAN_WORKGROUP_SUBGROUP;

  clscan__tile_choose(ctx, request, &row, shape);
  if (request->stateless || request->algorithm == CLSCAN_SCAN_SMALL) {
    spread(ctx, shape);
  }
  const size_t items = shape->storage == CLSCAN_STORAGE_REGISTERS ? shape->vec * shape->steps
                       : shape->reread_tile                       ? shape->reread_tile
                                                                  : shape->reread_longest;
  shape->local_bytes = class->local_bytes(shape, request, shape->group_size, items);
  shape->window = t->window ? t->window : row.window;
  const uint32_t small_max = clscan__tuning_values(ctx, request, asked).small_max;
  shape->small_max = t->small_max ? t->small_max
                     : small_max  ? small_max
                                  : (size_t)shape->group_size * shape->vec * shape->steps;
  if (shape->form != CLSCAN__DESC_NONE) {
    place_records(ctx, request, &row, shape);
  }
  return CLSCAN_SUCCESS;
}
