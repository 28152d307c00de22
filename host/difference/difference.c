/* SPDX-License-Identifier: Apache-2.0 */
/* Adjacent differences: one program of one kernel, without scratch. */
#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "difference/difference_class.h"
#include "plan/input.h"
#include "plan/kernels.h"
#include "plan/layout.h"
#include "scan/scan_tuning.h"

typedef struct clscan__difference {
  clscan_plan base;
  clscan__elements elements;
  clscan__input input;
  clscan_custom_op op; /* what elements.op points to, until the plan is made */
  bool n_device_64;
} clscan__difference;

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__difference *difference = (clscan__difference *)plan;
  const clscan_adjacent_difference_desc *desc = descriptor;
  clscan_custom_op *op = &difference->op;
  *op = desc->custom_op ? *desc->custom_op : (clscan_custom_op){.expression = "a - b"};
  op->identity = NULL;
  const clscan__elements_request types = {
      desc->type,       desc->acc_type, desc->out_type, desc->custom_type, desc->custom_acc,
      desc->custom_out, desc->load,     desc->store,    CLSCAN_CUSTOM_OP,  op};
  const clscan__input_desc input = CLSCAN__INPUT_OF(desc);
  const clscan_status status =
      clscan__input_elements(plan->ctx, &types, &input, &difference->elements, &difference->input);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  const clscan__element *acc = &difference->elements.acc;
  if (!desc->custom_op && acc->custom) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_OPERATOR,
                        "custom_op is NULL, but %s has no subtraction", acc->value);
  }
  if (!desc->custom_op && !acc->is_float) {
    op->expression = acc->acc_size == 8 ? "(ulong)a - (ulong)b" : "(uint)a - (uint)b";
  }
  difference->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  return CLSCAN_SUCCESS;
}

static void ask_shape(const clscan_plan *plan, const void *desc, clscan__shape_request *request) {
  const clscan__elements *elements = &((const clscan__difference *)plan)->elements;
  (void)desc;
  request->class = &clscan__scan_tuning;
  request->stored_sizes[0] = elements->in.size;
  request->stored_sizes[1] = request->stored_sizes[2] = elements->out.size;
  request->acc_size = elements->acc.acc_size;
  request->acc_alignment = elements->acc.alignment;
  request->exact = true;
  request->algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN;
}

static clscan_status build(clscan_plan *plan, const void *descriptor) {
  const clscan__difference *difference = (const clscan__difference *)plan;
  const clscan_adjacent_difference_desc *desc = descriptor;
  const clscan__elements *elements = &difference->elements;
  const clscan__element declared[] = {elements->in, elements->acc, elements->out,
                                      difference->input.argument};
  const clscan__prelude_config config = {.acc = &elements->acc,
                                         .out = &elements->out,
                                         .op = &elements->op,
                                         .store = desc->store,
                                         .shape = &plan->shape};
  clscan__prelude prelude = {0};
  clscan__program *program = NULL;
  plan->shape.algorithm = CLSCAN_SCAN_AUTO;
  plan->shape.reason = "one launch; elements are independent of each other";
  plan->shape.reproducible = true;
  clscan__input_write(&prelude, &difference->input, desc->definition, desc->load, declared,
                      sizeof declared / sizeof *declared, &config);
  clscan__text_printf(&prelude.macros, "#define REVERSE %d\n", (desc->flags & CLSCAN_REVERSE) != 0);
  const clscan_status status =
      clscan__plan_program(plan, &prelude, "adjacent_difference", &plan->shape, &program);
  return status == CLSCAN_SUCCESS ? clscan__plan_kernel(plan, 0, program, "adjacent_difference")
                                  : status;
}

static clscan_status finish(clscan_plan *plan, const void *desc) {
  clscan__difference *difference = (clscan__difference *)plan;
  (void)desc;
  clscan__elements_forget(&difference->elements);
  clscan__input_forget(&difference->input);
  difference->op = (clscan_custom_op){0};
  return CLSCAN_SUCCESS;
}

static size_t tile_of(const clscan_plan *plan, size_t n) {
  return clscan__tile_length(&plan->shape, plan->ctx->caps->compute_units, n);
}

static clscan_status find_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  const clscan__elements *elements = &((const clscan__difference *)plan)->elements;
  const size_t in = elements->in.size, out = elements->out.size;
  *needs = (clscan__needs){0};
  const clscan_status status =
      clscan__check_addresses(plan->ctx, n, in > out ? in : out, &needs->why);
  if (status == CLSCAN_SUCCESS && clscan__divide_up(n, tile_of(plan, n)) > clscan__max_groups) {
    return clscan__too_large(&needs->why, clscan__too_many_groups);
  }
  return status;
}

static clscan_status check(const clscan_plan *plan, clscan__call *call) {
  const clscan__difference *difference = (const clscan__difference *)plan;
  const clscan_adjacent_difference_args *args = call->args;
  const clscan__element *out = &difference->elements.out;
  const clscan__input_args input = CLSCAN__INPUT_ARGS_OF(args);
  clscan__arguments checked;
  clscan__arguments_begin(&checked, plan->ctx);
  clscan_status status =
      clscan__input_check(&difference->input, &input, args->n > 0 || args->in.mem, &checked);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__input_check_rest(&difference->input, &input, &checked);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (args->n > 0 || args->out.mem) {
    clscan__arguments_add(&checked, "out", args->out, args->n, out->size, out->alignment, true);
  }
  clscan__arguments_add_n_device(&checked, args->n_device, difference->n_device_64, args->n);
  clscan__arguments_add_scratch(&checked, args->scratch);
  call->idle = args->n == 0;
  return clscan__arguments_check(&checked, -1, false);
}

static void append(const clscan_plan *plan, const clscan__call *call) {
  const clscan__difference *difference = (const clscan__difference *)plan;
  const clscan_adjacent_difference_args *args = call->args;
  const clscan__input_args input = CLSCAN__INPUT_ARGS_OF(args);
  const size_t tile = tile_of(plan, call->n);
  clscan__batch *batch = call->batch;
  clscan__batch_add(batch, plan->kernels[0], clscan__divide_up(call->n, tile),
                    plan->shape.group_size);
  clscan__batch_input(batch, &difference->input, &input);
  clscan__batch_place(batch, "out", args->out);
  clscan__batch_length(batch, args->n, 1, args->n_device);
  clscan__batch_ulong(batch, "tile_length", tile);
  clscan__batch_uint(batch, "flags",
                     clscan__n_device_flag(args->n_device, difference->n_device_64) |
                         clscan__input_flags(&input));
}

const clscan__plan_class clscan__adjacent_difference_class = {
    CLSCAN__CLASS_OF(adjacent_difference),
    .whose = "an adjacent difference's",
    .size = sizeof(clscan__difference),
    .num_kernels = 1,
    .resolve = resolve,
    .request = ask_shape,
    .build = build,
    .finish = finish,
    .needs = find_needs,
    .check = check,
    .append = append,
};
