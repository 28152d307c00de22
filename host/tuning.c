/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning.h"

#include "context.h"

typedef enum device_class { CLASS_NVIDIA, CLASS_GPU, CLASS_CPU } device_class;

/* The tuning table. The first row of a class whose acc_size is at least the accumulator's size is
 * taken; the last row of a class has no limit. */
typedef struct tuning_row {
  device_class class;
  size_t acc_size; /* bytes; 0: any */
  uint32_t group_size;
  /* 32-bit registers that a work-item spends on its elements, one at least for each: with two-level
   * look-back, and with all else. */
  uint32_t words_two_level, words;
  uint32_t registers; /* NVIDIA: the most that a work-item may take; 0: the compiler's choice */
  uint32_t spacing;
  uint32_t window;
  size_t small_max; /* 0: one tile */
} tuning_row;

static const tuning_row tuning_table[] = {
    {CLASS_NVIDIA, 4, 256, 56, 48, 80, 128, 32, 0}, /* measured on an H200, */
    {CLASS_NVIDIA, 8, 256, 48, 48, 80, 128, 32, 0}, /* with descriptors on lines of their own */
    {CLASS_NVIDIA, 0, 256, 48, 56, 0, 128, 32, 0},
    {CLASS_GPU, 0, 256, 16, 16, 0, 128, 32, 0}, /* not measured */
    {CLASS_CPU, 0, 1, 0, 0, 0, 64, 32, 65536},  /* pocl 3.1, 2 cores */
};

/* The same for selects and partitions, by the size of an input element: elements a work-item. */
typedef struct count_row {
  device_class class;
  size_t size; /* bytes; 0: any */
  uint32_t group_size, items, registers;
} count_row;

static const count_row count_table[] = {
    {CLASS_NVIDIA, 4, 256, 32, 64}, /* measured on an H200 */
    {CLASS_NVIDIA, 8, 256, 16, 64}, {CLASS_NVIDIA, 16, 256, 8, 64},
    {CLASS_NVIDIA, 0, 128, 4, 0},   {CLASS_GPU, 0, 256, 8, 0}, /* not measured */
    {CLASS_CPU, 0, 1, 0, 0},
};

/* Sums of 8- and of 16-bit integers, packed in words. Measured on an H200. */
enum { PACKED_GROUP = 256, PACKED_ITEMS_8 = 128, PACKED_ITEMS_16 = 96 };
enum { PACKED_REGISTERS_8 = 64, PACKED_REGISTERS_16 = 80 };
/* With re-read storage: a tile of this many bytes stays in the second-level cache. */
enum { REREAD_BYTES = 1 << 20 };
/* And this many that it stages, besides its elements, in the first or second. */
enum { STAGE_BYTES = 1 << 16 };
/* A tile's places are counted in 16 bits. */
enum { LONGEST_STAGE = 65536 };

static device_class classify(const clscan__caps *caps) {
  if (caps->is_cpu)
    return CLASS_CPU;
  return caps->is_nvidia && caps->has_ptx ? CLASS_NVIDIA : CLASS_GPU;
}

static const tuning_row *find_row(device_class class, size_t acc_size) {
  const tuning_row *row = tuning_table;
  while (row->class != class || (row->acc_size && row->acc_size < acc_size))
    ++row;
  return row;
}

static const count_row *find_count_row(device_class class, size_t size) {
  const count_row *row = count_table;
  while (row->class != class || (row->size && row->size < size))
    ++row;
  return row;
}

clscan_status clscan__tuning_check(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  const clscan_status status =
      clscan__reserved_check(ctx, "tuning", t->reserved, sizeof t->reserved / sizeof *t->reserved);
  if (status != CLSCAN_SUCCESS)
    return status;
  if ((unsigned)t->backend > CLSCAN_BACKEND_KHR || (unsigned)t->atomics > CLSCAN_ATOMICS_OPENCL1 ||
      (unsigned)t->storage > CLSCAN_STORAGE_REREAD ||
      (unsigned)t->method > CLSCAN_WORKGROUP_BLELLOCH ||
      (unsigned)t->exact_algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL ||
      (unsigned)t->inexact_algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL)
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "tuning: an enumeration has an unknown value");
  if (t->window == 1 || t->window > 32)
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: window is %u; 2 to 32 are allowed",
                        t->window);
  if (t->registers > 255 || (t->registers && t->registers < 16))
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: registers is %u; 16 to 255 are allowed, or 0", t->registers);
  if (t->descriptor_spacing % 16 || t->descriptor_spacing > 65536)
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: descriptor_spacing is %u; a multiple of 16 up to 65536 is needed",
                        t->descriptor_spacing);
  if (t->group_size > ctx->caps.max_group_size)
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: group_size is %u; %s allows %zu",
                        t->group_size, ctx->caps.name, ctx->caps.max_group_size);
  if (t->storage == CLSCAN_STORAGE_REREAD && t->group_size > 1)
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: re-read storage has groups of one work-item, not %u",
                        t->group_size);
  if ((t->storage == CLSCAN_STORAGE_REGISTERS || t->group_size > 1 ||
       (t->storage == CLSCAN_STORAGE_AUTO && !ctx->caps.is_cpu)) &&
      t->items > 1024)
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: items is %u; up to 1024 fit into registers", t->items);
  return CLSCAN_SUCCESS;
}

clscan_status clscan__backend_choose(const clscan_context *ctx, clscan_backend wanted,
                                     clscan_backend *backend) {
  const clscan__caps *caps = &ctx->caps;
  if ((wanted == CLSCAN_BACKEND_PTX && !caps->has_ptx) ||
      (wanted == CLSCAN_BACKEND_KHR && !caps->has_subgroups))
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND, "%s has no %s sub-groups", caps->name,
                        wanted == CLSCAN_BACKEND_PTX ? "PTX" : "OpenCL");
  *backend = wanted != CLSCAN_BACKEND_AUTO ? wanted
             : caps->has_ptx               ? CLSCAN_BACKEND_PTX
             : caps->has_subgroups         ? CLSCAN_BACKEND_KHR
                                           : CLSCAN_BACKEND_LOCAL;
  return CLSCAN_SUCCESS;
}

clscan_storage clscan__storage_choose(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  if (t->storage)
    return t->storage;
  return ctx->caps.is_cpu && t->group_size <= 1 ? CLSCAN_STORAGE_REREAD : CLSCAN_STORAGE_REGISTERS;
}

const char *clscan__language(const clscan_context *ctx, clscan_backend backend,
                             clscan_atomics atomics) {
  if (backend != CLSCAN_BACKEND_KHR && atomics != CLSCAN_ATOMICS_OPENCL3)
    return "CL1.2";
  return ctx->caps.version >= 300 ? "CL3.0" : "CL2.0";
}

/* The way to publish and observe, and the layout that goes with it; NULL, or why there is none. */
static const char *choose_atomics(const clscan_context *ctx, const clscan__shape_request *request,
                                  clscan__shape *shape) {
  const clscan__caps *caps = &ctx->caps;
  clscan_atomics atomics = ctx->tuning.atomics;
  if (atomics == CLSCAN_ATOMICS_AUTO)
    atomics = caps->has_ptx_order         ? CLSCAN_ATOMICS_PTX
              : caps->has_opencl3_atomics ? CLSCAN_ATOMICS_OPENCL3
                                          : CLSCAN_ATOMICS_OPENCL1;
  if (!caps->has_int64_atomics)
    return "the device has no 64-bit atomics";
  if (atomics == CLSCAN_ATOMICS_PTX && !caps->has_ptx_order)
    return "the device has no PTX accesses at device scope";
  if (atomics == CLSCAN_ATOMICS_OPENCL3 && !caps->has_opencl3_atomics)
    return "the device has no acquire and release at device scope";
  if (request->counts)
    shape->form = CLSCAN__DESC_COUNT;
  else if (request->acc_size <= 4)
    shape->form = CLSCAN__DESC_WORD;
  else if (request->acc_size == 8 && atomics == CLSCAN_ATOMICS_PTX && caps->has_ptx_wide)
    shape->form = CLSCAN__DESC_WIDE;
  else
    shape->form = CLSCAN__DESC_PAYLOAD;
  if (shape->form == CLSCAN__DESC_PAYLOAD && atomics == CLSCAN_ATOMICS_OPENCL1)
    return "accumulators over 32 bits need acquire and release at device scope";
  shape->atomics = atomics;
  return NULL;
}

/* NULL, or why look-back must not run: no OpenCL version promises that started groups progress. */
static const char *lookback_refused(const clscan_context *ctx) {
  const clscan__caps *caps = &ctx->caps;
  if (ctx->options.forbid_lookback)
    return "look-back is forbidden by the context's options";
  if (ctx->options.allow_lookback || (caps->is_nvidia && caps->compute_capability >= 70) ||
      caps->is_amd || (caps->is_cpu && caps->is_pocl))
    return NULL;
  return "the device is not known to let started work-groups progress";
}

static bool is_lookback(clscan_algorithm algorithm) {
  return algorithm == CLSCAN_ALGORITHM_LOOKBACK || algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL;
}

static clscan_status choose_algorithm(const clscan_context *ctx,
                                      const clscan__shape_request *request, clscan__shape *shape) {
  const bool any_grouping = request->exact || (request->flags & CLSCAN_ALLOW_NONREPRODUCIBLE) != 0;
  const char *refused =
      request->stateless ? "no state may be kept between executions" : lookback_refused(ctx);
  if (!refused)
    refused = choose_atomics(ctx, request, shape);
  shape->algorithm = request->algorithm;
  shape->reason = "the descriptor asks for this algorithm";
  if (shape->algorithm == CLSCAN_ALGORITHM_AUTO) {
    if (!request->stateless && !request->counts)
      shape->algorithm = any_grouping ? ctx->tuning.exact_algorithm : ctx->tuning.inexact_algorithm;
    shape->reason = "the tuning row asks for this algorithm";
  }
  if (shape->algorithm == CLSCAN_ALGORITHM_AUTO) {
    shape->reason = refused        ? refused
                    : any_grouping ? "one pass; any grouping of the operands will do"
                                   : "one pass with a fixed grouping, so that the bits never vary";
    shape->algorithm = refused        ? CLSCAN_ALGORITHM_REDUCE_THEN_SCAN
                       : any_grouping ? CLSCAN_ALGORITHM_LOOKBACK
                                      : CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL;
  }
  if (is_lookback(shape->algorithm) && refused)
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_ALGORITHM, "no look-back on %s: %s", ctx->caps.name,
                        refused);
  shape->reproducible = request->exact || shape->algorithm != CLSCAN_ALGORITHM_LOOKBACK;
  if (!is_lookback(shape->algorithm)) {
    shape->atomics = CLSCAN_ATOMICS_AUTO;
    shape->form = CLSCAN__DESC_NONE;
  }
  return CLSCAN_SUCCESS;
}

static size_t largest(const size_t sizes[3]) {
  size_t size = sizes[0];
  if (sizes[1] > size)
    size = sizes[1];
  if (sizes[2] > size)
    size = sizes[2];
  return size;
}

/* Elements side by side in one step: 16 bytes of the widest, where all sizes are powers of two. */
static uint32_t choose_vec(const size_t sizes[3]) {
  for (int i = 0; i < 3; ++i)
    if ((sizes[i] & (sizes[i] - 1)) || sizes[i] > 16)
      return 1;
  return (uint32_t)(16 / largest(sizes));
}

/* Local memory of a tile in registers with this group size and this many elements a work-item. */
static size_t local_bytes(const clscan__shape *shape, const clscan__shape_request *request,
                          size_t group, size_t items) {
  size_t scan = request->acc_size;
  switch (shape->method) {
  case CLSCAN_WORKGROUP_HILLIS_STEELE:
    scan *= 2 * group;
    break;
  case CLSCAN_WORKGROUP_BLELLOCH:
    scan *= group + group / 32;
    break;
  default:
    scan *= shape->backend == CLSCAN_BACKEND_PTX ? (group + 31) / 32 : group;
    break;
  }
  size_t tile = 0;
  if (request->counts)
    tile = group * items * request->stage_bytes;
  else if (shape->backend == CLSCAN_BACKEND_LOCAL && items > 1)
    tile = (group * items + group * items / 32) * largest(request->stored_sizes);
  const size_t larger = scan > tile ? scan : tile;
  /* The prefix, the ticket, padding. */
  return larger + request->stage_fixed + request->acc_size + 256;
}

/* Elements a work-item that the table wants, its group size and limit of registers. */
static size_t table_items(const clscan__shape_request *request, device_class class,
                          clscan_algorithm algorithm, bool packed, size_t *group,
                          uint32_t *registers) {
  if (request->counts) {
    const count_row *row = find_count_row(class, request->stored_sizes[0]);
    *group = row->group_size;
    *registers = row->registers;
    return row->items ? row->items : 16;
  }
  const tuning_row *row = find_row(class, request->acc_size);
  if (packed) {
    *group = PACKED_GROUP;
    *registers = request->stored_sizes[0] == 1 ? PACKED_REGISTERS_8 : PACKED_REGISTERS_16;
    return request->stored_sizes[0] == 1 ? PACKED_ITEMS_8 : PACKED_ITEMS_16;
  }
  const uint32_t words =
      algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL ? row->words_two_level : row->words;
  *group = row->group_size;
  *registers = row->registers;
  return (words ? words : 16) / ((request->acc_size + 3) / 4);
}

static void choose_register_tile(const clscan_context *ctx, const clscan__shape_request *request,
                                 device_class class, clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  const uint32_t unit = shape->backend == CLSCAN_BACKEND_PTX ? 32 : 1;
  size_t group = 0;
  uint32_t registers = 0;
  size_t items = table_items(request, class, shape->algorithm, shape->packed, &group, &registers);
  /* The limit goes with its shape. */
  shape->registers = t->registers ? t->registers : t->group_size || t->items ? 0 : registers;
  if (shape->backend != CLSCAN_BACKEND_PTX)
    shape->registers = 0;
  group = t->group_size ? t->group_size : group > 1 ? group : 64;
  if (group > request->max_group_size)
    group = request->max_group_size;
  /* A kernel that holds more local memory than half the device's leaves compute units idle. NVIDIA's
   * have several times what one group may take. */
  const size_t limit = (size_t)ctx->caps.local_bytes / (class == CLASS_NVIDIA ? 1 : 2);
  while (group > unit && local_bytes(shape, request, group, 1) > limit)
    group /= 2;
  group -= group % unit;
  if (group < unit)
    group = unit;

  items = t->items ? t->items : items;
  const uint32_t vec = choose_vec(request->stored_sizes);
  shape->vec = vec;
  if (shape->backend == CLSCAN_BACKEND_LOCAL && !t->items && items > 16)
    items = 16;
  items -= items % vec;
  const size_t longest = request->counts ? LONGEST_STAGE : SIZE_MAX;
  while (items > vec &&
         (local_bytes(shape, request, group, items) > limit || group * items > longest))
    items -= vec;
  if (items < vec)
    items = vec;
  shape->group_size = (uint32_t)group;
  shape->steps = (uint32_t)(items / vec);
}

static size_t longest_reread_tile(const clscan_context *ctx, const clscan__shape_request *request) {
  const size_t *sizes = request->stored_sizes;
  size_t longest = REREAD_BYTES / (sizes[0] > sizes[2] ? sizes[0] : sizes[2]);
  if (request->stage_bytes) {
    const size_t local = (size_t)ctx->caps.local_bytes / 2;
    const size_t bytes = local > STAGE_BYTES + 512 ? STAGE_BYTES : local > 512 ? local - 512 : 1;
    const size_t staged = bytes / request->stage_bytes;
    longest = staged < longest ? staged : longest;
    longest = LONGEST_STAGE < longest ? LONGEST_STAGE : longest;
    longest = longest ? longest : 1;
  }
  return longest;
}

clscan_status clscan__tune(const clscan_context *ctx, const clscan__shape_request *request,
                           clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  const device_class class = classify(&ctx->caps);
  const tuning_row *row = find_row(class, request->acc_size);
  *shape = (clscan__shape){0};
  clscan_status status = choose_algorithm(ctx, request, shape);
  if (status != CLSCAN_SUCCESS)
    return status;

  shape->storage = clscan__storage_choose(ctx);
  status = clscan__backend_choose(ctx, t->backend, &shape->backend);
  if (status != CLSCAN_SUCCESS)
    return status;
  const bool local_method =
      t->method == CLSCAN_WORKGROUP_HILLIS_STEELE || t->method == CLSCAN_WORKGROUP_BLELLOCH;
  if (shape->storage == CLSCAN_STORAGE_REREAD || local_method || request->forget_subgroups)
    shape->backend = CLSCAN_BACKEND_LOCAL;
  if (t->method == CLSCAN_WORKGROUP_SUBGROUP && shape->backend == CLSCAN_BACKEND_LOCAL &&
      !request->forget_subgroups)
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND,
                        "tuning: a work-group scan through sub-groups needs sub-groups");
  shape->method = local_method                             ? t->method
                  : shape->backend == CLSCAN_BACKEND_LOCAL ? CLSCAN_WORKGROUP_HILLIS_STEELE
                                                           : CLSCAN_WORKGROUP_SUBGROUP;

  if (shape->storage == CLSCAN_STORAGE_REREAD) {
    shape->group_size = shape->vec = shape->steps = 1;
    shape->reread_longest = longest_reread_tile(ctx, request);
    shape->reread_tile = request->counts && t->items > shape->reread_longest
                             ? (uint32_t)shape->reread_longest
                             : t->items;
  } else {
    shape->packed = request->narrow_sum && shape->method == CLSCAN_WORKGROUP_SUBGROUP;
    choose_register_tile(ctx, request, class, shape);
  }
  shape->window = t->window ? t->window : row->window;
  shape->small_max = t->small_max     ? t->small_max
                     : row->small_max ? row->small_max
                                      : (size_t)shape->group_size * shape->vec * shape->steps;
  if (shape->form != CLSCAN__DESC_NONE) {
    const size_t head = shape->form == CLSCAN__DESC_PAYLOAD ? 4 : 16;
    const size_t slot = request->acc_alignment > head ? request->acc_alignment : head;
    const size_t record = shape->form == CLSCAN__DESC_PAYLOAD ? slot + 2 * request->acc_size : head;
    size_t spacing = t->descriptor_spacing ? t->descriptor_spacing : row->spacing;
    while (spacing < record)
      spacing += spacing;
    /* Slots are accessed as accumulators, so each record begins at a multiple of their alignment. */
    if (spacing % slot)
      spacing += slot - spacing % slot;
    shape->spacing = (uint32_t)spacing;
    shape->slot = (uint32_t)slot;
  }
  return CLSCAN_SUCCESS;
}
