/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tile.h"

#include "base/context.h"
#include "device/caps.h"
#include "tuning/local.h"
#include "tuning/target.h"

/* With re-read storage: a tile of this many bytes stays in the second-level cache. */
enum { REREAD_BYTES = 1 << 20 };
/* And this many that it stages, besides its elements, in the first or second. */
enum { STAGE_BYTES = 1 << 16 };
/* A compaction's places in a tile have 16 bits, and so have counts of a step's elements. */
enum { LONGEST_STAGE = 65536, LONGEST_STEP = 65535 };
/* Where the table has nothing: registers on a CPU. */
enum { DEFAULT_GROUP = 64, DEFAULT_ITEMS = 16 };

bool clscan__too_many_registers(uint32_t group_size, uint32_t registers) {
  return (uint64_t)group_size * ((registers + 7) / 8 * 8) > 65536;
}

/* Elements side by side in one step: 16 bytes of the widest, where all sizes are powers of two. */
static uint32_t choose_vec(const size_t sizes[3]) {
  for (int i = 0; i < 3; i++) {
    if ((sizes[i] & (sizes[i] - 1)) || sizes[i] > 16) {
      return 1;
    }
  }
  return (uint32_t)(16 / clscan__largest(sizes));
}

static void choose_in_registers(const clscan_context *ctx, const clscan__shape_request *request,
                                const clscan__tuning_row *row, clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  const uint32_t unit = shape->backend == CLSCAN_BACKEND_PTX ? 32 : 1;
  /* The limit goes with its shape. Scans and reductions that do not wait are no better with it. */
  if (shape->backend == CLSCAN_BACKEND_PTX &&
      (shape->form != CLSCAN__DESC_NONE || request->counts)) {
    shape->registers = t->registers ? t->registers : t->group_size || t->items ? 0 : row->registers;
  }
  size_t group = t->group_size         ? t->group_size
                 : row->group_size > 1 ? row->group_size
                                       : DEFAULT_GROUP;
  if (group > request->max_group_size) {
    group = request->max_group_size;
  }
  /* A kernel that holds more local memory than half the device's leaves compute units idle.
   * NVIDIA's have several times what one group may take. */
  const bool is_nvidia = clscan__device_classify(ctx) == CLSCAN__CLASS_NVIDIA;
  const size_t limit = (size_t)ctx->caps->local_bytes / (is_nvidia ? 1 : 2);
  while (group > unit && (request->class->local_bytes(shape, request, group, 1) > limit ||
                          (request->counts && group > LONGEST_STEP))) {
    group /= 2;
  }
  group -= group % unit;
  if (group < unit) {
    group = unit;
  }
  if (clscan__too_many_registers((uint32_t)group, shape->registers)) {
    shape->registers = 0;
  }

  size_t items = t->items ? t->items : row->items;
  if (!items) {
    items = request->counts ? DEFAULT_ITEMS : DEFAULT_ITEMS / ((request->acc_size + 3) / 4);
  }
  uint32_t vec = choose_vec(request->stored_sizes);
  while (request->counts && group * vec > LONGEST_STEP) {
    vec /= 2;
  }
  shape->vec = vec;
  /* The built-in rows are for sub-groups. */
  if (shape->backend == CLSCAN_BACKEND_LOCAL && !t->items && !row->line && items > DEFAULT_ITEMS) {
    items = DEFAULT_ITEMS;
  }
  if (items > CLSCAN__MOST_REGISTER_ITEMS) {
    items = CLSCAN__MOST_REGISTER_ITEMS;
  }
  items -= items % vec;
  const size_t longest = request->counts ? LONGEST_STAGE : SIZE_MAX;
  while (items > vec && (request->class->local_bytes(shape, request, group, items) > limit ||
                         group * items > longest)) {
    items -= vec;
  }
  if (items < vec) {
    items = vec;
  }
  shape->group_size = (uint32_t)group;
  shape->steps = (uint32_t)(items / vec);
}

static size_t longest_reread_tile(const clscan_context *ctx, const clscan__shape_request *request) {
  const size_t *sizes = request->stored_sizes;
  size_t longest = REREAD_BYTES / (sizes[0] > sizes[2] ? sizes[0] : sizes[2]);
  if (request->stage_bytes) {
    const size_t local = (size_t)ctx->caps->local_bytes / 2;
    const size_t bytes = local > STAGE_BYTES + 512 ? STAGE_BYTES : local > 512 ? local - 512 : 1;
    const size_t staged = bytes / request->stage_bytes;
    longest = staged < longest ? staged : longest; /* no more than LONGEST_STAGE */
    longest = longest ? longest : 1;
  }
  return longest;
}

static void choose_reread(const clscan_context *ctx, const clscan__shape_request *request,
                          const clscan__tuning_row *row, clscan__shape *shape) {
  const uint32_t items = ctx->tuning.items ? ctx->tuning.items : row->items;
  shape->group_size = shape->vec = shape->steps = 1;
  shape->reread_longest = longest_reread_tile(ctx, request);
  shape->reread_tile =
      request->counts && items > shape->reread_longest ? (uint32_t)shape->reread_longest : items;
}

void clscan__tile_choose(const clscan_context *ctx, const clscan__shape_request *request,
                         const clscan__tuning_row *row, clscan__shape *shape) {
  if (shape->storage == CLSCAN_STORAGE_REREAD) {
    choose_reread(ctx, request, row, shape);
  } else {
    choose_in_registers(ctx, request, row, shape);
  }
}
