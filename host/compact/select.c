/* SPDX-License-Identifier: Apache-2.0 */
#include "base/context.h"
#include "base/fail.h"
#include "compact/compact.h"

static const clscan__plan_class select_class = {"select", clscan__compact_scratch_bytes,
                                                clscan__compact_free};

clscan_status clscan_select_plan_create(clscan_context *ctx, const clscan_select_desc *desc,
                                        clscan_plan **out) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!desc || !out) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc and out must not be NULL");
  }
  const clscan_status status = clscan__reserved_check(
      ctx, "desc", desc->reserved, sizeof desc->reserved / sizeof *desc->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  const clscan__compact_desc internal = {.type = desc->type,
                                         .out_type = desc->out_type,
                                         .flag_type = desc->flag_type,
                                         .argument_type = desc->argument_type,
                                         .count_type = desc->count_type,
                                         .n_device_type = desc->n_device_type,
                                         .algorithm = desc->algorithm,
                                         .flags = desc->flags,
                                         .num_more = desc->num_more,
                                         .custom_type = desc->custom_type,
                                         .custom_out = desc->custom_out,
                                         .custom_argument = desc->custom_argument,
                                         .definition = desc->definition,
                                         .predicate = desc->predicate,
                                         .equal = desc->equal,
                                         .output = desc->output,
                                         .more = desc->more};
  return clscan__compact_create(ctx, &select_class, &internal, out);
}

clscan_status clscan_select_enqueue(clscan_plan *plan, cl_command_queue queue,
                                    const clscan_select_args *args, cl_uint num_wait,
                                    const cl_event *wait, cl_event *event) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!args || plan->class != &select_class) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT,
                        args ? "the plan is not a select's" : "args is NULL");
  }
  const clscan_status status = clscan__reserved_check(
      plan->ctx, "args", args->reserved, sizeof args->reserved / sizeof *args->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  const clscan__compact_args internal = {.in = args->in,
                                         .out = args->out,
                                         .counts = args->count,
                                         .flags = args->flags,
                                         .argument_device = args->argument_device,
                                         .n_device = args->n_device,
                                         .more = args->more,
                                         .argument = args->argument,
                                         .n = args->n,
                                         .capacity = args->capacity,
                                         .width = args->width,
                                         .row_pitch = args->row_pitch,
                                         .options = args->options,
                                         .scratch = args->scratch};
  return clscan__compact_enqueue(plan, queue, &internal, num_wait, wait, event);
}
