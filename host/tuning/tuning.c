/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "tuning/tuning_text.h"

/* With re-read storage: a tile of this many bytes stays in the second-level cache. */
enum { REREAD_BYTES = 1 << 20 };
/* And this many that it stages, besides its elements, in the first or second. */
enum { STAGE_BYTES = 1 << 16 };
/* A compaction's places in a tile have 16 bits, and so have counts of a step's elements. */
enum { LONGEST_STAGE = 65536, LONGEST_STEP = 65535 };
enum { MOST_REGISTER_ITEMS = 1024 };
/* Work-items of a group that does it all. */
enum { SPREAD_GROUP = 1024 };
/* Where the table has nothing: registers on a CPU. */
enum { DEFAULT_GROUP = 64, DEFAULT_ITEMS = 16 };

static clscan__device_class classify(const clscan_context *ctx) {
  const clscan__caps *caps = ctx->caps;
  if (caps->is_cpu || clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD) {
    return CLSCAN__CLASS_CPU;
  }
  return caps->is_nvidia && caps->has_ptx ? CLSCAN__CLASS_NVIDIA : CLSCAN__CLASS_GPU;
}

static clscan__tuning_row row_values(const clscan_context *ctx, clscan__work work, size_t size) {
  return clscan__row_values(ctx->rows, ctx->num_rows, classify(ctx), work, size);
}

clscan_status clscan__tuning_load(clscan_context *ctx, const char *text) {
  char why[CLSCAN__WHY_SIZE];
  clscan_status status = clscan__tuning_read(text, &ctx->rows, &ctx->num_rows, why);
  if (status == CLSCAN_INVALID_TUNING) {
    return clscan__fail(ctx, status, "%s", why);
  }
  if (status != CLSCAN_SUCCESS) {
    return clscan__fail(ctx, status, "the host has no memory for tuning rows");
  }
  return CLSCAN_SUCCESS;
}

/* Of the registers that NVIDIA's compute units have, 64 Ki, a work-group can get no more than all.
 */
static bool too_many_registers(uint32_t group_size, uint32_t registers) {
  return (uint64_t)group_size * ((registers + 7) / 8 * 8) > 65536;
}

/* Whether the device can do what the loaded rows ask for. */
static clscan_status check_rows(const clscan_context *ctx) {
  const bool reread = clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD;
  for (size_t i = 0; i < ctx->num_rows; i++) {
    const clscan__tuning_row *row = &ctx->rows[i];
    if (reread && row->group_size > 1) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: group is %u; %s has groups of one work-item",
                          row->line, row->group_size, ctx->caps->name);
    }
    if (row->group_size > ctx->caps->max_group_size) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: group is %u; %s allows %zu", row->line,
                          row->group_size, ctx->caps->name, ctx->caps->max_group_size);
    }
    if (too_many_registers(row->group_size, row->registers)) {
      return clscan__fail(
          ctx, CLSCAN_INVALID_TUNING,
          "tuning_rows, line %u: a group of %u with %u registers each has more than "
          "there are",
          row->line, row->group_size, row->registers);
    }
    if (!reread && row->items > MOST_REGISTER_ITEMS) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: items is %u; up to %d fit into registers",
                          row->line, row->items, (int)MOST_REGISTER_ITEMS);
    }
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__tuning_check(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  const clscan_status status =
      clscan__reserved_check(ctx, "tuning", t->reserved, sizeof t->reserved / sizeof *t->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if ((unsigned)t->backend > CLSCAN_BACKEND_KHR || (unsigned)t->atomics > CLSCAN_ATOMICS_OPENCL1 ||
      (unsigned)t->storage > CLSCAN_STORAGE_REREAD ||
      (unsigned)t->method > CLSCAN_WORKGROUP_BLELLOCH ||
      (unsigned)t->exact_algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL ||
      (unsigned)t->inexact_algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "tuning: an enumeration has an unknown value");
  }
  if (t->window == 1 || t->window > 32) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: window is %u; 2 to 32 are allowed",
                        t->window);
  }
  if (t->registers > 255 || (t->registers && t->registers < 16)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: registers is %u; 16 to 255 are allowed, or 0", t->registers);
  }
  if (too_many_registers(t->group_size, t->registers)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: a group of %u with %u registers each has more than there are",
                        t->group_size, t->registers);
  }
  if (t->descriptor_spacing % 16 || t->descriptor_spacing > 65536) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: descriptor_spacing is %u; a multiple of 16 up to 65536 is needed",
                        t->descriptor_spacing);
  }
  if (t->poll_delay > CLSCAN__LONGEST_POLL_DELAY) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: poll_delay is %u; up to %d are allowed", t->poll_delay,
                        (int)CLSCAN__LONGEST_POLL_DELAY);
  }
  if (t->group_size > ctx->caps->max_group_size) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: group_size is %u; %s allows %zu",
                        t->group_size, ctx->caps->name, ctx->caps->max_group_size);
  }
  if (t->storage == CLSCAN_STORAGE_REREAD && t->group_size > 1) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: re-read storage has groups of one work-item, not %u",
                        t->group_size);
  }
  if ((t->storage == CLSCAN_STORAGE_REGISTERS || t->group_size > 1 ||
       (t->storage == CLSCAN_STORAGE_AUTO && !ctx->caps->is_cpu)) &&
      t->items > MOST_REGISTER_ITEMS) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: items is %u; up to %d fit into registers", t->items,
                        (int)MOST_REGISTER_ITEMS);
  }
  return check_rows(ctx);
}

clscan_status clscan__backend_choose(const clscan_context *ctx, clscan_backend wanted,
                                     clscan_backend *backend) {
  const clscan__caps *caps = ctx->caps;
  if ((wanted == CLSCAN_BACKEND_PTX && !caps->has_ptx) ||
      (wanted == CLSCAN_BACKEND_KHR && !caps->has_subgroups)) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND, "%s has no %s sub-groups", caps->name,
                        wanted == CLSCAN_BACKEND_PTX ? "PTX" : "OpenCL");
  }
  *backend = wanted != CLSCAN_BACKEND_AUTO ? wanted
             : caps->has_ptx               ? CLSCAN_BACKEND_PTX
             : caps->has_subgroups         ? CLSCAN_BACKEND_KHR
                                           : CLSCAN_BACKEND_LOCAL;
  return CLSCAN_SUCCESS;
}

clscan_storage clscan__storage_choose(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  if (t->storage) {
    return t->storage;
  }
  return ctx->caps->is_cpu && t->group_size <= 1 ? CLSCAN_STORAGE_REREAD : CLSCAN_STORAGE_REGISTERS;
}

const char *clscan__language(const clscan_context *ctx, clscan_backend backend,
                             clscan_atomics atomics) {
  if (backend != CLSCAN_BACKEND_KHR && atomics != CLSCAN_ATOMICS_OPENCL3) {
    return "CL1.2";
  }
  return ctx->caps->version >= 300 ? "CL3.0" : "CL2.0";
}

/* The way to publish and observe, and the layout that goes with it; NULL, or why there is none. */
static const char *choose_atomics(const clscan_context *ctx, const clscan__shape_request *request,
                                  clscan__shape *shape) {
  const clscan__caps *caps = ctx->caps;
  clscan_atomics atomics = ctx->tuning.atomics;
  if (atomics == CLSCAN_ATOMICS_AUTO) {
    atomics = caps->has_ptx_order         ? CLSCAN_ATOMICS_PTX
              : caps->has_opencl3_atomics ? CLSCAN_ATOMICS_OPENCL3
                                          : CLSCAN_ATOMICS_OPENCL1;
  }
  if (!caps->has_int64_atomics) {
    return "the device has no 64-bit atomics";
  }
  if (atomics == CLSCAN_ATOMICS_PTX && !caps->has_ptx_order) {
    return "the device has no PTX accesses at device scope";
  }
  if (atomics == CLSCAN_ATOMICS_OPENCL3 && !caps->has_opencl3_atomics) {
    return "the device has no acquire and release at device scope";
  }
  if (request->counts) {
    shape->form = CLSCAN__DESC_COUNT;
  } else if (request->acc_size <= 4) {
    shape->form = CLSCAN__DESC_WORD;
  } else if (request->acc_size == 8 && atomics == CLSCAN_ATOMICS_PTX && caps->has_ptx_wide) {
    shape->form = CLSCAN__DESC_WIDE;
  } else {
    shape->form = CLSCAN__DESC_PAYLOAD;
  }
  if (shape->form == CLSCAN__DESC_PAYLOAD && atomics == CLSCAN_ATOMICS_OPENCL1) {
    return "accumulators over 32 bits need acquire and release at device scope";
  }
  shape->atomics = atomics;
  return NULL;
}

bool clscan__lookback_known(const clscan_context *ctx) {
  const clscan__caps *caps = ctx->caps;
  return (caps->is_nvidia && caps->compute_capability >= 70) || caps->is_amd ||
         (caps->is_cpu && caps->is_pocl);
}

/* NULL, or why look-back must not run: no OpenCL version promises that started groups progress. */
static const char *lookback_refused(const clscan_context *ctx) {
  if (ctx->options.forbid_lookback) {
    return "look-back is forbidden by the context's options";
  }
  if (ctx->options.allow_lookback || clscan__lookback_known(ctx)) {
    return NULL;
  }
  return "the device is not known to let started work-groups progress";
}

/* The size by which rows are chosen. */
static size_t row_size(const clscan__shape_request *request, clscan__work work) {
  const bool stored = work == CLSCAN__WORK_COMPACTION || work == CLSCAN__WORK_PACKED;
  return stored ? request->stored_sizes[0] : request->acc_size;
}

/* What a request is, whatever algorithm it gets: the row that AUTO and small_max come from. */
static clscan__work asked_work(const clscan__shape_request *request, bool packed) {
  const bool any_grouping = request->exact || (request->flags & CLSCAN_ALLOW_NONREPRODUCIBLE) != 0;
  return request->counts                      ? CLSCAN__WORK_COMPACTION
         : packed                             ? CLSCAN__WORK_PACKED
         : any_grouping || request->stateless ? CLSCAN__WORK_SCAN
                                              : CLSCAN__WORK_TWO_LEVEL;
}

static bool is_lookback(clscan_algorithm algorithm) {
  return algorithm == CLSCAN_ALGORITHM_LOOKBACK || algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL;
}

static bool has_algorithm(const clscan__shape_request *request, clscan_algorithm algorithm) {
  return !request->algorithms || (request->algorithms >> algorithm & 1u);
}

/* What AUTO takes by options.tuning or the table, and which of them says so; AUTO: neither does. */
static clscan_algorithm tuned_algorithm(const clscan_context *ctx,
                                        const clscan__shape_request *request, bool packed,
                                        const char **reason) {
  const clscan_tuning *t = &ctx->tuning;
  const clscan__work work = asked_work(request, packed);
  const clscan_algorithm forced =
      work == CLSCAN__WORK_TWO_LEVEL ? t->inexact_algorithm : t->exact_algorithm;
  *reason =
      forced ? "options.tuning asks for this algorithm" : "the tuning row asks for this algorithm";
  return forced ? forced : row_values(ctx, work, row_size(request, work)).algorithm;
}

static clscan_status choose_algorithm(const clscan_context *ctx,
                                      const clscan__shape_request *request, clscan__shape *shape) {
  const bool any_grouping = request->exact || (request->flags & CLSCAN_ALLOW_NONREPRODUCIBLE) != 0;
  const char *refused =
      request->stateless ? "no state may be kept between executions" : lookback_refused(ctx);
  if (!refused) {
    refused = choose_atomics(ctx, request, shape);
  }
  shape->algorithm = request->algorithm;
  shape->reason = "the descriptor asks for this algorithm";
  if (shape->algorithm == CLSCAN_ALGORITHM_AUTO) {
    if (!request->stateless) {
      shape->algorithm = tuned_algorithm(ctx, request, shape->packed, &shape->reason);
    }
    if (!has_algorithm(request, shape->algorithm) || (is_lookback(shape->algorithm) && refused)) {
      shape->algorithm = CLSCAN_ALGORITHM_AUTO;
    }
  }
  if (shape->algorithm == CLSCAN_ALGORITHM_AUTO &&
      !has_algorithm(request, CLSCAN_ALGORITHM_LOOKBACK)) {
    shape->algorithm = request->usual;
    shape->reason = request->usual_reason;
  } else if (shape->algorithm == CLSCAN_ALGORITHM_AUTO) {
    shape->reason = refused        ? refused
                    : any_grouping ? "one pass; any grouping of the operands will do"
                                   : "one pass with a fixed grouping, so that the bits never vary";
    shape->algorithm = refused        ? CLSCAN_ALGORITHM_REDUCE_THEN_SCAN
                       : any_grouping ? CLSCAN_ALGORITHM_LOOKBACK
                                      : CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL;
  }
  if (is_lookback(shape->algorithm) && refused) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_ALGORITHM, "no look-back on %s: %s",
                        ctx->caps->name, refused);
  }
  shape->reproducible = request->exact || shape->algorithm != CLSCAN_ALGORITHM_LOOKBACK;
  if (!is_lookback(shape->algorithm)) {
    shape->atomics = CLSCAN_ATOMICS_AUTO;
    shape->form = CLSCAN__DESC_NONE;
  }
  return CLSCAN_SUCCESS;
}

static size_t largest(const size_t sizes[3]) {
  size_t size = sizes[0];
  if (sizes[1] > size) {
    size = sizes[1];
  }
  if (sizes[2] > size) {
    size = sizes[2];
  }
  return size;
}

/* Elements side by side in one step: 16 bytes of the widest, where all sizes are powers of two. */
static uint32_t choose_vec(const size_t sizes[3]) {
  for (int i = 0; i < 3; i++) {
    if ((sizes[i] & (sizes[i] - 1)) || sizes[i] > 16) {
      return 1;
    }
  }
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
  if (request->counts) {
    tile = group * items * request->stage_bytes;
  } else if (shape->backend == CLSCAN_BACKEND_LOCAL && items > 1) {
    tile = (group * items + group * items / 32) * largest(request->stored_sizes);
  }
  const size_t larger = scan > tile ? scan : tile;
  /* The prefix, the ticket, padding. */
  return larger + request->stage_fixed + request->acc_size + 256;
}

static void choose_register_tile(const clscan_context *ctx, const clscan__shape_request *request,
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
  const bool is_nvidia = classify(ctx) == CLSCAN__CLASS_NVIDIA;
  const size_t limit = (size_t)ctx->caps->local_bytes / (is_nvidia ? 1 : 2);
  while (group > unit && (local_bytes(shape, request, group, 1) > limit ||
                          (request->counts && group > LONGEST_STEP))) {
    group /= 2;
  }
  group -= group % unit;
  if (group < unit) {
    group = unit;
  }
  if (too_many_registers((uint32_t)group, shape->registers)) {
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
  if (items > MOST_REGISTER_ITEMS) {
    items = MOST_REGISTER_ITEMS;
  }
  items -= items % vec;
  const size_t longest = request->counts ? LONGEST_STAGE : SIZE_MAX;
  while (items > vec &&
         (local_bytes(shape, request, group, items) > limit || group * items > longest)) {
    items -= vec;
  }
  if (items < vec) {
    items = vec;
  }
  shape->group_size = (uint32_t)group;
  shape->steps = (uint32_t)(items / vec);
}

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

clscan__shape clscan__shape_alone(const clscan_context *ctx, const clscan__shape *shape) {
  clscan__shape alone = *shape;
  /* A limit of registers makes room for more groups. */
  alone.registers = 0;
  spread(ctx, &alone);
  return alone;
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

static bool is_local_method(clscan_workgroup_method method) {
  return method == CLSCAN_WORKGROUP_HILLIS_STEELE || method == CLSCAN_WORKGROUP_BLELLOCH;
}

/* Whether elements stay packed in words, which needs registers and sub-groups. */
static bool packs(const clscan_context *ctx, const clscan__shape_request *request) {
  const clscan_tuning *t = &ctx->tuning;
  if (!request->narrow_sum || request->forget_subgroups || is_local_method(t->method) ||
      clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD ||
      (!ctx->caps->has_ptx && !ctx->caps->has_subgroups)) {
    return false;
  }
  const clscan__tuning_row row = row_values(ctx, CLSCAN__WORK_PACKED, request->stored_sizes[0]);
  return (t->backend ? t->backend : row.backend) != CLSCAN_BACKEND_LOCAL;
}

clscan_status clscan__tune(const clscan_context *ctx, const clscan__shape_request *request,
                           clscan__shape *shape) {
  const clscan_tuning *t = &ctx->tuning;
  *shape = (clscan__shape){.storage = clscan__storage_choose(ctx), .packed = packs(ctx, request)};
  clscan_status status = choose_algorithm(ctx, request, shape);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }

  const clscan__work asked = asked_work(request, shape->packed);
  const bool two_level = shape->algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL;
  const clscan__work work = request->counts || shape->packed ? asked
                            : two_level                      ? CLSCAN__WORK_TWO_LEVEL
                                                             : CLSCAN__WORK_SCAN;
  const clscan__tuning_row row = row_values(ctx, work, row_size(request, work));
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

  if (shape->storage == CLSCAN_STORAGE_REREAD) {
    const uint32_t items = t->items ? t->items : row.items;
    shape->group_size = shape->vec = shape->steps = 1;
    shape->reread_longest = longest_reread_tile(ctx, request);
    shape->reread_tile =
        request->counts && items > shape->reread_longest ? (uint32_t)shape->reread_longest : items;
  } else {
    choose_register_tile(ctx, request, &row, shape);
  }
  if (request->stateless || request->algorithm == CLSCAN_ALGORITHM_SMALL) {
    spread(ctx, shape);
  }
  shape->window = t->window ? t->window : row.window;
  const uint32_t small_max = row_values(ctx, asked, row_size(request, asked)).small_max;
  shape->small_max = t->small_max ? t->small_max
                     : small_max  ? small_max
                                  : (size_t)shape->group_size * shape->vec * shape->steps;
  if (shape->form != CLSCAN__DESC_NONE) {
    const size_t head = shape->form == CLSCAN__DESC_PAYLOAD ? 4 : 16;
    const size_t slot = request->acc_alignment > head ? request->acc_alignment : head;
    const size_t record = shape->form == CLSCAN__DESC_PAYLOAD ? slot + 2 * request->acc_size
                          : shape->form == CLSCAN__DESC_COUNT ? 8 * request->counts
                                                              : head;
    size_t spacing = t->descriptor_spacing ? t->descriptor_spacing : row.spacing;
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
      shape->poll_delay = t->poll_delay ? t->poll_delay : row.poll_delay;
    }
  }
  return CLSCAN_SUCCESS;
}
