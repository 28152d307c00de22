/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a reduction plan: argument checks, kernel arguments, launches. */
#include "base/context.h"
#include "base/fail.h"
#include "plan/arguments.h"
#include "reduce/reduce.h"

clscan_status clscan__reduce_check(const clscan_plan *plan, clscan__call *call) {
  const clscan__reduce *reduce = (const clscan__reduce *)plan;
  const clscan_reduce_args *args = call->args;
  clscan_context *ctx = plan->ctx;
  const clscan__element *acc = &reduce->elements.acc, *out = &reduce->elements.out;
  if (args->init && args->init_device.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "init and init_device are both given");
  }

  clscan__arguments checked;
  clscan__arguments_begin(&checked, ctx);
  const clscan__input_args input = CLSCAN__INPUT_ARGS_OF(args);
  clscan_status status =
      clscan__input_check(&reduce->input, &input, args->n > 0 || args->in.mem, &checked);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__input_check_rest(&reduce->input, &input, &checked);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__arguments_add(&checked, "out", args->out, 1, out->size, out->alignment, true);
  if (args->init_device.mem) {
    clscan__arguments_add(&checked, "init_device", args->init_device, 1, acc->size, acc->alignment,
                          false);
  }
  clscan__arguments_add_n_device(&checked, args->n_device, reduce->n_device_64, args->n);
  clscan__arguments_add_scratch(&checked, args->scratch);
  return clscan__arguments_check(&checked, -1, false);
}

void clscan__reduce_append(const clscan_plan *plan, const clscan__call *call) {
  const clscan__reduce *reduce = (const clscan__reduce *)plan;
  const clscan_reduce_args *args = call->args;
  clscan__batch *batch = call->batch;
  clscan__reduce_layout layout;
  const clscan_status status = clscan__reduce_layout_make(reduce, call->n, &layout);
  if (status != CLSCAN_SUCCESS) {
    batch->status = status;
    return;
  }
  const clscan__input_args input = CLSCAN__INPUT_ARGS_OF(args);
  const cl_uint flags = clscan__n_device_flag(args->n_device, reduce->n_device_64) |
                        clscan__init_flag(args->init, args->init_device) |
                        clscan__input_flags(&input);
  const size_t group = plan->shape.group_size;
  clscan__batch_add(batch, plan->kernels[CLSCAN__REDUCE], layout.groups, group);
  clscan__batch_input(batch, &reduce->input, &input);
  clscan__batch_place(batch, "total", args->out);
  clscan__batch_value(batch, "init", args->init, args->init_device, reduce->elements.acc.size);
  clscan__batch_length(batch, args->n, 1, args->n_device);
  clscan__batch_ulong(batch, "unit_length", reduce->unit);
  clscan__batch_place(batch, "scratch", call->scratch);
  clscan__batch_uint(batch, "flags", flags);
  if (layout.groups == 1 || !plan->kernels[CLSCAN__REDUCE_PARTIALS].kernel) {
    return;
  }
  clscan__batch_add(batch, plan->kernels[CLSCAN__REDUCE_PARTIALS], 1, group);
  clscan__batch_place(batch, "total", args->out);
  clscan__batch_value(batch, "init", args->init, args->init_device, reduce->elements.acc.size);
  clscan__batch_length(batch, args->n, 1, args->n_device);
  clscan__batch_ulong(batch, "unit_length", reduce->unit);
  clscan__batch_ulong(batch, "groups", layout.groups);
  clscan__batch_place(batch, "scratch", call->scratch);
  clscan__batch_uint(batch, "flags", flags);
}
