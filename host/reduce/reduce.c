/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction plans: from a descriptor to compiled kernels. */
#include "reduce/reduce.h"

#include "base/context.h"
#include "device/caps.h"
#include "plan/kernels.h"
#include "plan/layout.h"
#include "plan/scratch.h"
#include "program/prelude.h"
#include "reduce/reduce_class.h"
#include "scan/scan_tuning.h"

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
        CLSCAN_STATE_BYTES + layout->groups * reduce->elements.acc.size + CLSCAN__SCRATCH_ALIGN - 1;
  }
  return CLSCAN_SUCCESS;
}

static clscan_status find_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  clscan__reduce_layout layout;
  const clscan_status status = clscan__reduce_layout_make((const clscan__reduce *)plan, n, &layout);
  *needs = (clscan__needs){.bytes = layout.bytes,
                           .keeps_state = layout.bytes > 0 && plan->max_executions > 0,
                           .why = layout.why};
  return status;
}

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__reduce *reduce = (clscan__reduce *)plan;
  const clscan_reduce_desc *desc = descriptor;
  const clscan__elements_request types = CLSCAN__ELEMENTS_OF(desc);
  const clscan__input_desc input = CLSCAN__INPUT_OF(desc);
  reduce->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  return clscan__input_elements(plan->ctx, &types, &input, &reduce->elements, &reduce->input);
}

static void ask_shape(const clscan_plan *plan, const void *descriptor,
                      clscan__shape_request *request) {
  const clscan__reduce *reduce = (const clscan__reduce *)plan;
  const clscan_reduce_desc *desc = descriptor;
  const clscan__elements *elements = &reduce->elements;
  /* Only input elements are read side by side, unless tiles are kept in order: then as in a scan.
   */
  const bool ordered = desc->op == CLSCAN_CUSTOM_OP;
  const size_t in = elements->in.size;
  request->class = &clscan__scan_tuning;
  request->stored_sizes[0] = in;
  request->stored_sizes[1] = ordered ? elements->acc.size : in;
  request->stored_sizes[2] = ordered ? elements->out.size : in;
  request->acc_size = elements->acc.acc_size;
  request->acc_alignment = elements->acc.alignment;
  request->exact = reduce->elements.op.exact;
  request->algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN;
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
static void adapt_shape(clscan__reduce *reduce) {
  const clscan_context *ctx = reduce->base.ctx;
  clscan__shape *shape = &reduce->base.shape;
  shape->algorithm = CLSCAN_SCAN_AUTO;
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
    const size_t wanted = reduce->elements.op.custom && shape->vec == 1
                              ? (size_t)BYTES_IN_FLIGHT_SINGLE
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
}

static clscan_status build(clscan_plan *plan, const void *descriptor) {
  clscan__reduce *reduce = (clscan__reduce *)plan;
  const clscan_reduce_desc *desc = descriptor;
  const clscan__shape *shape = &reduce->base.shape;
  const clscan__elements *elements = &reduce->elements;
  const clscan__element declared[] = {elements->in, elements->acc, elements->out,
                                      reduce->input.argument};
  const clscan__prelude_config config = {.acc = &elements->acc,
                                         .out = &elements->out,
                                         .op = &reduce->elements.op,
                                         .store = desc->store,
                                         .shape = shape};
  clscan__prelude prelude = {0};
  clscan__program *program = NULL;
  adapt_shape(reduce);
  if (shape->atomics != CLSCAN_ATOMICS_AUTO) {
    plan->max_executions = UINT32_MAX;
  }
  clscan__input_write(&prelude, &reduce->input, desc->definition, desc->load, declared,
                      sizeof declared / sizeof *declared, &config);
  clscan_status status = clscan__plan_program(plan, &prelude, "reduce", shape, &program);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__plan_kernel(plan, CLSCAN__REDUCE, program, "reduce");
  }
  if (status == CLSCAN_SUCCESS && shape->atomics == CLSCAN_ATOMICS_AUTO) {
    status = clscan__plan_kernel(plan, CLSCAN__REDUCE_PARTIALS, program, "reduce_partials");
  }
  return status;
}

static clscan_status finish(clscan_plan *plan, const void *desc) {
  clscan__reduce *reduce = (clscan__reduce *)plan;
  (void)desc;
  clscan__elements_forget(&reduce->elements);
  clscan__input_forget(&reduce->input);
  return CLSCAN_SUCCESS;
}

const clscan__plan_class clscan__reduce_class = {
    CLSCAN__CLASS_OF(reduce),
    .whose = "a reduction's",
    .size = sizeof(clscan__reduce),
    .num_kernels = CLSCAN__REDUCE_KERNELS,
    .resolve = resolve,
    .request = ask_shape,
    .build = build,
    .finish = finish,
    .needs = find_needs,
    .check = clscan__reduce_check,
    .append = clscan__reduce_append,
};
