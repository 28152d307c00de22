/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/buffers.h"
#include "plan/handle.h"
#include "plan/kernels.h"
#include "plan/pool.h"
#include "plan/scratch.h"

/* Builds until the kernels run in groups of the shape's size, which shrinks. */
static clscan_status build(clscan_plan *plan, const void *desc) {
  clscan__shape_request request = {.max_group_size = plan->ctx->caps->max_group_size,
                                   .stateless = plan->stateless};
  clscan_status status = CLSCAN_SUCCESS;
  bool again = true;
  plan->class->request(plan, desc, &request);
  while (again && status == CLSCAN_SUCCESS) {
    clscan__plan_release(plan);
    plan->max_executions = 0;
    status = clscan__tune(plan->ctx, &request, &plan->shape);
    if (status == CLSCAN_SUCCESS) {
      status = plan->class->build(plan, desc);
    }
    if (status == CLSCAN_SUCCESS) {
      status = clscan__plan_fits(plan, &request, &again);
    }
  }
  return status;
}

/* One clear serves the plan and its parts, as soon as one of them needs it. */
static clscan_status keep_state(clscan_plan *plan) {
  const bool inside = plan->max_executions > 0 && plan->shape.backend == CLSCAN_BACKEND_PTX;
  for (size_t i = 0; i < plan->num_parts; i++) {
    const uint32_t most = plan->parts[i]->max_executions;
    if (most > 0 && (plan->max_executions == 0 || most < plan->max_executions)) {
      plan->max_executions = most;
    }
  }
  if (plan->max_executions == 0) {
    return CLSCAN_SUCCESS;
  }
  return inside ? clscan__plan_clear_inside(plan) : clscan__plan_clear_apart(plan);
}

/* Makes a plan; a part leaves the clear to the plan that it is a part of. */
static clscan_status make(clscan_context *ctx, const clscan__plan_class *class, const void *desc,
                          bool part, bool stateless, clscan_plan **out) {
  clscan_status status = clscan__fields_check(ctx, "desc", class->desc, desc);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan_plan *plan = calloc(1, class->size);
  if (!plan) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for a plan");
  }
  status = clscan__plan_init(plan, class, ctx);
  if (status != CLSCAN_SUCCESS) {
    free(plan);
    return status;
  }
  plan->stateless = stateless;
  status = class->resolve(plan, desc);
  if (status == CLSCAN_SUCCESS) {
    status = build(plan, desc);
  }
  if (status == CLSCAN_SUCCESS) {
    status = class->finish(plan, desc);
  }
  if (status == CLSCAN_SUCCESS && !part) {
    status = keep_state(plan);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan_plan_destroy(plan);
    return status;
  }
  *out = plan;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__plan_create(clscan_context *ctx, const clscan__plan_class *class,
                                  const void *desc, clscan_plan **out) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!desc || !out) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc and out must not be NULL");
  }
  return make(ctx, class, desc, false, false, out);
}

clscan_status clscan__plan_part(clscan_plan *plan, const clscan__plan_class *class,
                                const void *desc, bool stateless) {
  if (plan->num_parts == CLSCAN__MAX_PARTS) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "a plan has at most %d parts",
                        CLSCAN__MAX_PARTS);
  }
  const clscan_status status =
      make(plan->ctx, class, desc, true, stateless, &plan->parts[plan->num_parts]);
  if (status == CLSCAN_SUCCESS) {
    plan->num_parts++;
  }
  return status;
}

/* The argument n. */
static size_t length(const clscan__plan_class *class, const void *args) {
  size_t n;
  memcpy(&n, (const char *)args + class->n, sizeof n);
  return n;
}

void clscan__plan_append(const clscan_plan *part, const void *args, clscan_buffer scratch,
                         clscan__batch *batch) {
  const size_t n = length(part->class, args);
  const clscan__call call = {
      .args = args, .n = n, .capacity = n, .scratch = scratch, .batch = batch};
  part->class->append(part, &call);
}

/* The caller's scratch, or the library's own. */
static clscan_status take_scratch(clscan_plan *plan, const clscan__call *call, size_t bytes,
                                  clscan_scratch **scratch) {
  memcpy(scratch, (const char *)call->args + plan->class->scratch, sizeof *scratch);
  if (!*scratch) {
    return clscan__pool_acquire(plan, call->batch->queue, bytes, scratch);
  }
  if ((*scratch)->bytes < bytes) {
    return clscan__fail(plan->ctx, CLSCAN_SCRATCH_TOO_SMALL,
                        "scratch has %zu bytes, %zu are needed", (*scratch)->bytes, bytes);
  }
  return CLSCAN_SUCCESS;
}

/* Takes scratch and enqueues; the caller holds the plan's mutex. */
static clscan_status execute(clscan_plan *plan, clscan__call *call, const clscan__needs *needs,
                             cl_event *event) {
  clscan__batch *batch = call->batch;
  clscan_scratch *scratch = NULL;
  if (needs->bytes > 0) {
    const clscan_status status = take_scratch(plan, call, needs->bytes, &scratch);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    call->scratch = clscan__scratch_place(scratch);
  }
  if (needs->keeps_state) {
    clscan__scratch_prepare(scratch, plan, call->n, batch);
    call->capacity = plan->num_parts ? scratch->capacity : call->n;
  }
  plan->class->append(plan, call);
  if (batch->status != CL_SUCCESS) {
    return clscan__fail(plan->ctx, batch->status, "a kernel argument cannot be set: %s",
                        clscan_status_name(batch->status));
  }
  return scratch ? clscan__scratch_submit(scratch, plan, needs->keeps_state, batch, event)
                 : clscan__batch_submit(batch, event, NULL);
}

clscan_status clscan__plan_enqueue(clscan_plan *plan, const clscan__plan_class *class,
                                   cl_command_queue queue, const void *args, cl_uint num_wait,
                                   const cl_event *wait, cl_event *event) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!args) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "args is NULL");
  }
  if (plan->class != class) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "the plan is not %s", class->whose);
  }
  clscan__batch batch;
  clscan__needs needs;
  clscan__batch_begin(&batch, plan->ctx, queue, num_wait, wait);
  const size_t n = length(class, args);
  clscan__call call = {.args = args, .n = n, .capacity = n, .batch = &batch};
  clscan_status status = clscan__fields_check(plan->ctx, "args", class->args, args);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__queue_check(plan->ctx, queue, num_wait, wait, &batch.out_of_order);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__plan_needs(plan, n, &needs);
  }
  if (status == CLSCAN_SUCCESS) {
    status = class->check(plan, &call);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (call.idle) {
    return clscan__batch_submit(&batch, event, NULL);
  }
  clscan__mutex_lock(&plan->mutex);
  status = execute(plan, &call, &needs, event);
  clscan__mutex_unlock(&plan->mutex);
  return status;
}
