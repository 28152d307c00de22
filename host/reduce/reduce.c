/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction plans: from a descriptor to compiled kernels. */
#include "reduce/reduce.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/layout.h"
#include "plan/scratch.h"
#include "program/prelude.h"

/* Registers: the bytes that a work-item reads at a time, more where elements are read one by one
 * and kept in order, and the work-items for a compute unit. Re-read: the shortest range, elements,
 * and the ranges for a compute unit. */
enum {
  BYTES_IN_FLIGHT = 64,
  BYTES_IN_FLIGHT_SINGLE = 128,
  WORK_ITEMS_PER_UNIT = 1024,
  SERIAL_UNIT = 4096,
  SERIAL_GROUPS_PER_UNIT = 8
};

/* What lies before the partials in scratch where the groups count themselves; see
 * cl/device/reduce.cl. */
enum { COUNTER_BYTES = 128 };

clscan_status clscan__reduce_layout_make(const clscan__reduce *reduce, size_t n,
                                         clscan__reduce_layout *layout) {
  *layout = (clscan__reduce_layout){.groups = 1};
  const clscan_status status =
      clscan__check_addresses(reduce->base.ctx, n, reduce->elements.in.size, &layout->why);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (n <= reduce->base.small_max || n <= reduce->unit) {
    return CLSCAN_SUCCESS;
  }
  layout->groups = (n - 1) / reduce->unit + 1;
  if (layout->groups > reduce->most_groups) {
    layout->groups = reduce->most_groups;
  }
  if (layout->groups > 1) {
    layout->bytes =
        COUNTER_BYTES + layout->groups * reduce->elements.acc.size + CLSCAN__SCRATCH_ALIGN - 1;
  }
  return CLSCAN_SUCCESS;
}

static clscan_status scratch_bytes(const clscan_plan *plan, size_t n, size_t *bytes,
                                   const char **why) {
  clscan__reduce_layout layout;
  const clscan_status status = clscan__reduce_layout_make((const clscan__reduce *)plan, n, &layout);
  *why = layout.why;
  if (status == CLSCAN_SUCCESS) {
    *bytes = layout.bytes;
  }
  return status;
}

/* How the groups count themselves; AUTO: they cannot. */
static clscan_atomics choose_atomics(const clscan_context *ctx) {
  const clscan_atomics wanted = ctx->tuning.atomics;
  const bool any = wanted == CLSCAN_ATOMICS_AUTO;
  if (ctx->caps->has_ptx_order && (any || wanted == CLSCAN_ATOMICS_PTX)) {
    return CLSCAN_ATOMICS_PTX;
  }
  if (ctx->caps->has_opencl3_atomics && (any || wanted == CLSCAN_ATOMICS_OPENCL3)) {
    return CLSCAN_ATOMICS_OPENCL3;
  }
  return CLSCAN_ATOMICS_AUTO;
}

/* The shape of a scan that keeps no state, with as many elements a work-item as a reduction wants.
 */
static clscan_status choose_shape(clscan__reduce *reduce, const clscan__shape_request *request) {
  const clscan_context *ctx = reduce->base.ctx;
  clscan__shape *shape = &reduce->base.shape;
  const clscan_status status = clscan__tune(ctx, request, shape);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  shape->algorithm = CLSCAN_ALGORITHM_AUTO;
  shape->reproducible = true;
  shape->atomics = choose_atomics(ctx);
  shape->reason = shape->atomics != CLSCAN_ATOMICS_AUTO
                      ? "one launch; the group that is done last combines the others' results"
                      : "two launches, without acquire and release at device scope";
  if (shape->storage == CLSCAN_STORAGE_REREAD) {
    reduce->unit = ctx->tuning.items ? ctx->tuning.items : SERIAL_UNIT;
    reduce->most_groups = (size_t)ctx->caps->compute_units * SERIAL_GROUPS_PER_UNIT;
  } else {
    const size_t bytes = shape->vec * reduce->elements.in.size;
    const size_t wanted = reduce->op.custom && shape->vec == 1 ? (size_t)BYTES_IN_FLIGHT_SINGLE
                                                               : (size_t)BYTES_IN_FLIGHT;
    const uint32_t steps = bytes < wanted ? (uint32_t)(wanted / bytes) : 1;
    if (!ctx->tuning.items && steps < shape->steps) {
      shape->steps = steps;
    }
    reduce->unit = (size_t)shape->group_size * shape->vec * shape->steps;
    if (!ctx->tuning.small_max) {
      shape->small_max = reduce->unit;
    }
    const size_t per_unit = WORK_ITEMS_PER_UNIT / shape->group_size;
    reduce->most_groups = ctx->caps->compute_units * (per_unit ? per_unit : 1);
  }
  reduce->base.small_max = shape->small_max;
  return CLSCAN_SUCCESS;
}

static clscan_status check_desc(clscan_context *ctx, const clscan_reduce_desc *desc) {
  const clscan_status status = clscan__reserved_check(
      ctx, "desc", desc->reserved, sizeof desc->reserved / sizeof *desc->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (desc->flags) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "flags has unknown bits: 0x%x",
                        (unsigned)desc->flags);
  }
  return clscan__count_type_check(ctx, "n_device_type", desc->n_device_type);
}

static void release_kernels(clscan__reduce *reduce) {
  clscan__kernel_release(reduce->base.ctx, &reduce->reduce);
  clscan__kernel_release(reduce->base.ctx, &reduce->partials);
}

static clscan_status build(clscan__reduce *reduce, const clscan_reduce_desc *desc) {
  clscan_context *ctx = reduce->base.ctx;
  const clscan__shape *shape = &reduce->base.shape;
  const clscan__elements *elements = &reduce->elements;
  const clscan__element declared[] = {elements->in, elements->acc, elements->out};
  const clscan__prelude_config config = {.in = &elements->in,
                                         .acc = &elements->acc,
                                         .out = &elements->out,
                                         .declared = declared,
                                         .op = &reduce->op,
                                         .load = desc->load,
                                         .store = desc->store,
                                         .shape = shape};
  clscan__prelude prelude = {0};
  clscan__program *program = NULL;
  clscan__prelude_write(&prelude, &config);
  clscan_status status = clscan__plan_program(&reduce->base, &prelude, "reduce", shape, &program);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__kernel_create(ctx, program, "reduce", &reduce->reduce);
  }
  if (status == CLSCAN_SUCCESS && shape->atomics == CLSCAN_ATOMICS_AUTO) {
    status = clscan__kernel_create(ctx, program, "reduce_partials", &reduce->partials);
  }
  return status;
}

static clscan_status build_plan(clscan__reduce *reduce, const clscan_reduce_desc *desc) {
  clscan_context *ctx = reduce->base.ctx;
  const clscan__elements *elements = &reduce->elements;
  /* Only input elements are read side by side, unless tiles are kept in order: then as in a scan.
   */
  const bool ordered = desc->op == CLSCAN_CUSTOM_OP;
  const size_t in = elements->in.size;
  clscan__shape_request request = {
      .stored_sizes = {in, ordered ? elements->acc.size : in, ordered ? elements->out.size : in},
      .acc_size = elements->acc.acc_size,
      .acc_alignment = elements->acc.alignment,
      .exact = reduce->op.exact,
      .algorithm = CLSCAN_ALGORITHM_REDUCE_THEN_SCAN,
      .max_group_size = ctx->caps->max_group_size};
  const clscan__kernel *kernels[] = {&reduce->reduce, &reduce->partials};
  bool again = true;
  while (again) {
    release_kernels(reduce);
    clscan__plan_release_programs(&reduce->base);
    clscan_status status = choose_shape(reduce, &request);
    if (status == CLSCAN_SUCCESS) {
      status = build(reduce, desc);
    }
    if (status == CLSCAN_SUCCESS) {
      status = clscan__plan_fits(&reduce->base, kernels, sizeof kernels / sizeof *kernels, &request,
                                 &again);
    }
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
  }
  if (reduce->base.shape.atomics == CLSCAN_ATOMICS_AUTO) {
    return CLSCAN_SUCCESS;
  }
  return clscan__plan_keep_state(&reduce->base, UINT32_MAX);
}

static void reduce_free(clscan_plan *plan) {
  clscan__reduce *reduce = (clscan__reduce *)plan;
  release_kernels(reduce);
  free(reduce);
}

const clscan__plan_class clscan__reduce_class = {"reduce", scratch_bytes, reduce_free};

clscan_status clscan_reduce_plan_create(clscan_context *ctx, const clscan_reduce_desc *desc,
                                        clscan_plan **out) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!desc || !out) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc and out must not be NULL");
  }
  clscan_status status = check_desc(ctx, desc);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__reduce *reduce = calloc(1, sizeof *reduce);
  if (!reduce) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for a plan");
  }
  status = clscan__plan_init(&reduce->base, &clscan__reduce_class, ctx);
  if (status != CLSCAN_SUCCESS) {
    free(reduce);
    return status;
  }
  reduce->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  const clscan__elements_request types = {desc->type,        desc->acc_type,   desc->out_type,
                                          desc->custom_type, desc->custom_acc, desc->custom_out,
                                          desc->load,        desc->store};
  status = clscan__elements_resolve(ctx, &types, &reduce->elements);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__operator_resolve(ctx, desc->op, desc->custom_op, &reduce->elements.acc,
                                      &reduce->op);
  }
  if (status == CLSCAN_SUCCESS) {
    status = build_plan(reduce, desc);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan_plan_destroy(&reduce->base);
    return status;
  }
  /* What the descriptor pointed to is not needed any more and may go away. */
  reduce->elements.in.custom = reduce->elements.acc.custom = reduce->elements.out.custom = NULL;
  reduce->op.custom = NULL;
  *out = &reduce->base;
  return CLSCAN_SUCCESS;
}
