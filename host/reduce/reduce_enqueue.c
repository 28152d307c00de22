/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a reduction plan: argument checks, kernel arguments, launches. */
#include "base/context.h"
#include "base/fail.h"
#include "plan/arguments.h"
#include "plan/pool.h"
#include "plan/scratch.h"
#include "reduce/reduce.h"

static clscan_status check_args(const clscan__reduce *reduce, const clscan_reduce_args *args) {
  clscan_context *ctx = reduce->base.ctx;
  const clscan__element *in = &reduce->elements.in, *acc = &reduce->elements.acc;
  const clscan__element *out = &reduce->elements.out;
  const clscan_status status = clscan__reserved_check(
      ctx, "args", args->reserved, sizeof args->reserved / sizeof *args->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (args->init && args->init_device.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "init and init_device are both given");
  }

  clscan__arguments checked = {.ctx = ctx};
  if (args->n > 0 || args->in.mem) {
    clscan__arguments_add(&checked, "in", args->in, args->n, in->size, in->alignment, false);
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

static void add_reduce(clscan__batch *batch, const clscan__reduce *reduce,
                       const clscan_reduce_args *args, size_t groups, clscan_buffer scratch) {
  const cl_uint flags = clscan__n_device_flag(args->n_device, reduce->n_device_64) |
                        clscan__init_flag(args->init, args->init_device);
  const size_t group = reduce->base.shape.group_size;
  clscan__batch_add(batch, reduce->reduce, groups, group);
  clscan__batch_place(batch, args->in);
  clscan__batch_length(batch, args->n, 1, args->n_device);
  clscan__batch_ulong(batch, reduce->unit);
  clscan__batch_place(batch, args->out);
  clscan__batch_place(batch, scratch);
  clscan__batch_uint(batch, flags);
  clscan__batch_initial(batch, args->init, args->init_device, reduce->elements.acc.size);
  if (groups == 1 || !reduce->partials.kernel) {
    return;
  }
  clscan__batch_add(batch, reduce->partials, 1, group);
  clscan__batch_length(batch, args->n, 1, args->n_device);
  clscan__batch_ulong(batch, reduce->unit);
  clscan__batch_ulong(batch, groups);
  clscan__batch_place(batch, args->out);
  clscan__batch_place(batch, scratch);
  clscan__batch_uint(batch, flags);
  clscan__batch_initial(batch, args->init, args->init_device, reduce->elements.acc.size);
}

/* Takes scratch and enqueues; the caller holds the plan's mutex. */
static clscan_status execute(clscan_plan *plan, const clscan_reduce_args *args, size_t groups,
                             size_t bytes, clscan__batch *batch, cl_event *event) {
  const clscan__reduce *reduce = (const clscan__reduce *)plan;
  clscan_scratch *scratch = NULL;
  clscan_buffer place = {0};
  if (bytes > 0) {
    const clscan_status status =
        clscan__pool_acquire(plan, batch->queue, args->scratch, bytes, &scratch);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    place = clscan__scratch_place(scratch);
  }
  const bool counts = scratch && !reduce->partials.kernel;
  if (counts) {
    clscan__scratch_prepare(scratch, plan, 0, batch);
  }
  add_reduce(batch, reduce, args, groups, place);
  return clscan__plan_submit(plan, scratch, counts, batch, event);
}

clscan_status clscan_reduce_enqueue(clscan_plan *plan, cl_command_queue queue,
                                    const clscan_reduce_args *args, cl_uint num_wait,
                                    const cl_event *wait, cl_event *event) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  clscan_context *ctx = plan->ctx;
  const clscan__reduce *reduce = (const clscan__reduce *)plan;
  if (!args || plan->class != &clscan__reduce_class) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        args ? "the plan is not a reduction's" : "args is NULL");
  }
  clscan__batch batch = {.ctx = ctx, .queue = queue, .num_wait = num_wait, .wait = wait};
  clscan__reduce_layout layout;
  size_t bytes = 0;

  clscan_status status = clscan__queue_check(ctx, queue, num_wait, wait, &batch.out_of_order);
  if (status == CLSCAN_SUCCESS) {
    status = clscan_plan_scratch_size(plan, args->n, &bytes);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__reduce_layout_make(reduce, args->n, &layout);
  }
  if (status == CLSCAN_SUCCESS) {
    status = check_args(reduce, args);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  pthread_mutex_lock(&plan->mutex);
  status = execute(plan, args, layout.groups, bytes, &batch, event);
  pthread_mutex_unlock(&plan->mutex);
  return status;
}
