/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/scratch.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/buffers.h"
#include "plan/plan.h"

clscan_status clscan_scratch_create(clscan_context *ctx, clscan_buffer buffer, size_t bytes,
                                    clscan_scratch **out) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!out) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "scratch: out is NULL");
  }
  clscan__range range;
  clscan_status status = clscan__buffer_check(ctx, "scratch", buffer, bytes, 1, 1, true, &range);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__buffer_check(ctx, "scratch", buffer, bytes, 1, 1, false, &range);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__range_check_address(ctx, &range, CLSCAN__SCRATCH_ALIGN);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory to remember scratch");
  }
  /* CPUs compute in memory of the caller's. All other memory begins at an aligned address, also
   * that into which a GPU copies the caller's. */
  const bool is_aligned = range.in_host && ctx->caps->is_cpu;
  const size_t past = is_aligned ? 0 : buffer.offset % CLSCAN__SCRATCH_ALIGN;
  *scratch = (clscan_scratch){.ctx = ctx,
                              .buffer = buffer,
                              .bytes = bytes,
                              .shift = past ? CLSCAN__SCRATCH_ALIGN - past : 0};
  status = ctx->cl.clRetainMemObject(buffer.mem);
  if (status != CL_SUCCESS) {
    free(scratch);
    return clscan__fail(ctx, status, "scratch: the buffer cannot be retained: %s",
                        clscan_status_name(status));
  }
  *out = scratch;
  return CLSCAN_SUCCESS;
}

void clscan_scratch_destroy(clscan_scratch *scratch) {
  if (!scratch) {
    return;
  }
  const clscan__opencl *cl = &scratch->ctx->cl;
  clscan__event_release(cl, &scratch->clearing);
  clscan__event_release(cl, &scratch->last);
  if (scratch->buffer.mem) {
    cl->clReleaseMemObject(scratch->buffer.mem);
  }
  if (scratch->queue) {
    cl->clReleaseCommandQueue(scratch->queue);
  }
  free(scratch);
}

clscan_buffer clscan__scratch_place(const clscan_scratch *scratch) {
  clscan_buffer place = scratch->buffer;
  place.offset += scratch->shift;
  return place;
}

/* The most elements, n at least, that so many bytes are enough for. */
static size_t find_capacity(const clscan_plan *plan, size_t n, size_t bytes) {
  clscan__needs needs;
  for (size_t step = SIZE_MAX / 2 + 1; step > 0; step /= 2) {
    if (n <= SIZE_MAX - step && plan->class->needs(plan, n + step, &needs) == CLSCAN_SUCCESS &&
        needs.bytes <= bytes) {
      n += step;
    }
  }
  return n;
}

void clscan__scratch_prepare(clscan_scratch *scratch, const clscan_plan *plan, size_t n,
                             clscan__batch *batch) {
  bool clean = scratch->cleared_for == plan->id && scratch->executions < plan->max_executions;
  if (scratch->clearing) {
    clean = clean && clscan__event_state(scratch->ctx, scratch->clearing) == CL_COMPLETE;
    clscan__event_release(&scratch->ctx->cl, &scratch->clearing);
  }
  scratch->clears = !clean;
  if (clean) {
    return;
  }
  if (plan->num_parts) {
    scratch->capacity = find_capacity(plan, n, scratch->bytes);
  }
  scratch->cleared_for = 0;
  const clscan_buffer place = clscan__scratch_place(scratch);
  const size_t bytes = scratch->bytes - scratch->shift;
  const size_t group = scratch->ctx->caps->max_group_size < 64 ? 1 : 64;
  size_t groups = bytes / (group * 64) + 8;
  if (groups > 4096) {
    groups = 4096;
  }
  clscan__batch_add(batch, plan->clear, groups, group);
  clscan__batch_place(batch, "region", place);
  clscan__batch_ulong(batch, "bytes", bytes);
  const int index = batch->count - 1;
  if (scratch->queue) {
    batch->commands[index].early = true;
  } else if (batch->num_wait) {
    batch->commands[index].event = &scratch->clearing;
  }
}

clscan_status clscan__scratch_submit(clscan_scratch *scratch, const clscan_plan *plan,
                                     bool keeps_state, clscan__batch *batch, cl_event *event) {
  const bool remember = batch->out_of_order && scratch->queue;
  const clscan_status status = clscan__batch_submit(batch, event, remember ? &scratch->last : NULL);
  if (batch->enqueued == 0) {
    return status;
  }
  if (!keeps_state) {
    scratch->cleared_for = 0;
    return status;
  }
  /* Where clearing failed half way it is done again. */
  if (scratch->clears && status == CL_SUCCESS) {
    scratch->cleared_for = plan->id;
    scratch->executions = 0;
  }
  scratch->executions++;
  return status;
}
