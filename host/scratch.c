/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <stdlib.h>

#include "buffers.h"
#include "context.h"
#include "plan.h"

/* An out-of-order queue may have several executions of a plan under way, each with its own scratch,
 * up to this many; then they wait for each other. */
enum { MAX_CONCURRENT = 4 };

clscan_status clscan_scratch_create(clscan_context *ctx, clscan_buffer buffer, size_t bytes,
                                    clscan_scratch **out) {
  if (!ctx)
    return CLSCAN_INVALID_ARGUMENT;
  if (!out)
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "scratch: out is NULL");
  clscan__range range;
  clscan_status status = clscan__buffer_check(ctx, "scratch", buffer, bytes, 1, 1, true, &range);
  if (status == CLSCAN_SUCCESS)
    status = clscan__buffer_check(ctx, "scratch", buffer, bytes, 1, 1, false, &range);
  if (status != CLSCAN_SUCCESS)
    return status;
  clscan_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch)
    return CL_OUT_OF_HOST_MEMORY;
  *scratch = (clscan_scratch){.ctx = ctx, .buffer = buffer, .bytes = bytes};
  status = ctx->cl.clRetainMemObject(buffer.mem);
  if (status != CL_SUCCESS) {
    free(scratch);
    return status;
  }
  *out = scratch;
  return CLSCAN_SUCCESS;
}

static void release_event(const clscan__opencl *cl, cl_event *event) {
  if (*event)
    cl->clReleaseEvent(*event);
  *event = NULL;
}

void clscan_scratch_destroy(clscan_scratch *scratch) {
  if (!scratch)
    return;
  const clscan__opencl *cl = &scratch->ctx->cl;
  release_event(cl, &scratch->clearing);
  release_event(cl, &scratch->last);
  if (scratch->buffer.mem)
    cl->clReleaseMemObject(scratch->buffer.mem);
  if (scratch->queue)
    cl->clReleaseCommandQueue(scratch->queue);
  free(scratch);
}

clscan_buffer clscan__scratch_place(const clscan_scratch *scratch) {
  clscan_buffer place = scratch->buffer;
  place.offset +=
      (CLSCAN__SCRATCH_ALIGN - place.offset % CLSCAN__SCRATCH_ALIGN) % CLSCAN__SCRATCH_ALIGN;
  return place;
}

static void account(clscan_context *ctx, size_t added, size_t removed, int count) {
  pthread_mutex_lock(&ctx->mutex);
  ctx->scratch_bytes += added - removed;
  ctx->scratch_count += (size_t)count;
  pthread_mutex_unlock(&ctx->mutex);
}

/* Gives the library's own scratch a buffer of at least `bytes`. */
static clscan_status grow(clscan_scratch *scratch, size_t bytes) {
  clscan_context *ctx = scratch->ctx;
  const size_t rounded = bytes > SIZE_MAX - 4095 ? bytes : (bytes + 4095) & ~(size_t)4095;
  clscan_status status = CL_SUCCESS;
  const cl_mem mem =
      ctx->cl.clCreateBuffer(ctx->context, CL_MEM_READ_WRITE, rounded, NULL, &status);
  if (status != CL_SUCCESS)
    return clscan__fail(ctx, status, "%zu bytes of scratch cannot be allocated: %s", rounded,
                        clscan_status_name(status));
  account(ctx, rounded, scratch->bytes, scratch->buffer.mem ? 0 : 1);
  if (scratch->buffer.mem)
    ctx->cl.clReleaseMemObject(scratch->buffer.mem);
  scratch->buffer = (clscan_buffer){mem, 0};
  scratch->bytes = rounded;
  scratch->cleared_for = 0;
  return CLSCAN_SUCCESS;
}

/* How far a command is: CL_COMPLETE, an error below that, or not over. */
static cl_int event_state(const clscan__opencl *cl, cl_event event) {
  cl_int state = CL_QUEUED;
  if (cl->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) !=
      CL_SUCCESS)
    return CL_QUEUED;
  return state;
}

static void drop_buffer(clscan_scratch *scratch) {
  if (!scratch->buffer.mem)
    return;
  account(scratch->ctx, 0, scratch->bytes, -1);
  scratch->ctx->cl.clReleaseMemObject(scratch->buffer.mem);
  scratch->buffer.mem = NULL;
  scratch->bytes = 0;
  scratch->cleared_for = 0;
}

/* Forgets the last use if it is over. One that failed for an event of the caller's must not be waited
 * for, but commands before it may still be running: own memory is then left to them. */
static void settle(clscan_scratch *scratch) {
  const clscan__opencl *cl = &scratch->ctx->cl;
  const cl_int state = scratch->last ? event_state(cl, scratch->last) : CL_QUEUED;
  if (state > CL_COMPLETE)
    return;
  if (state < 0 && scratch->queue)
    drop_buffer(scratch);
  release_event(cl, &scratch->last);
}

static clscan_status make_own(clscan_plan *plan, cl_command_queue queue, clscan_scratch **out) {
  clscan_context *ctx = plan->ctx;
  clscan_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch)
    return CL_OUT_OF_HOST_MEMORY;
  scratch->ctx = ctx;
  const clscan_status status = ctx->cl.clRetainCommandQueue(queue);
  if (status != CL_SUCCESS) {
    free(scratch);
    return status;
  }
  scratch->queue = queue;
  scratch->next = plan->scratch;
  plan->scratch = scratch;
  *out = scratch;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__scratch_acquire(clscan_plan *plan, cl_command_queue queue, bool out_of_order,
                                      clscan_scratch *users, size_t bytes, clscan_scratch **out) {
  clscan_context *ctx = plan->ctx;
  clscan_scratch *scratch = NULL;
  clscan_status status = CLSCAN_SUCCESS;
  if (users) {
    if (users->ctx != ctx)
      return clscan__fail(ctx, CLSCAN_WRONG_CONTEXT, "scratch was made for another context");
    if (users->bytes < bytes)
      return clscan__fail(ctx, CLSCAN_SCRATCH_TOO_SMALL, "scratch has %zu bytes, %zu are needed",
                          users->bytes, bytes);
    settle(users);
    *out = users;
    return CLSCAN_SUCCESS;
  }
  int count = 0;
  clscan_scratch *busy = NULL;
  for (clscan_scratch *s = plan->scratch; s && !scratch; s = s->next) {
    if (s->queue != queue)
      continue;
    ++count;
    busy = s;
    settle(s);
    if (!out_of_order || !s->last || s->incomplete)
      scratch = s;
  }
  if (!scratch && count >= MAX_CONCURRENT)
    scratch = busy;
  if (!scratch)
    status = make_own(plan, queue, &scratch);
  if (status == CLSCAN_SUCCESS && scratch->bytes < bytes)
    status = grow(scratch, bytes);
  if (status == CLSCAN_SUCCESS)
    *out = scratch;
  return status;
}

void clscan__scratch_prepare(clscan_scratch *scratch, clscan_plan *plan, size_t state_end,
                             clscan__batch *batch) {
  const clscan__opencl *cl = &scratch->ctx->cl;
  bool clean = scratch->cleared_for == plan->id && scratch->state_end == state_end &&
               scratch->executions < plan->max_executions;
  if (scratch->clearing) {
    clean = clean && event_state(cl, scratch->clearing) == CL_COMPLETE;
    release_event(cl, &scratch->clearing);
  }
  scratch->clears = !clean;
  scratch->state_end = state_end;
  if (clean)
    return;
  scratch->cleared_for = 0;
  const clscan_buffer place = clscan__scratch_place(scratch);
  const size_t bytes = scratch->bytes - (place.offset - scratch->buffer.offset);
  const size_t group = scratch->ctx->caps.max_group_size < 64 ? 1 : 64;
  size_t groups = bytes / (group * 64) + 8;
  if (groups > 4096)
    groups = 4096;
  clscan__batch_add(batch, plan->clear, groups, group);
  clscan__batch_place(batch, place);
  clscan__batch_ulong(batch, bytes);
  const int index = batch->count - 1;
  if (scratch->queue)
    batch->commands[index].early = true;
  else if (batch->num_wait)
    batch->commands[index].event = &scratch->clearing;
}

clscan_status clscan__scratch_submit(clscan_scratch *scratch, clscan_plan *plan, bool keeps_state,
                                     clscan__batch *batch, cl_event *event) {
  cl_event last = NULL;
  batch->after = batch->out_of_order ? scratch->last : NULL;
  const clscan_status status = clscan__batch_submit(batch, event, &last);
  if (last) {
    release_event(&scratch->ctx->cl, &scratch->last);
    scratch->last = last;
  }
  scratch->incomplete = status != CL_SUCCESS && batch->enqueued > 0;
  if (!keeps_state && batch->enqueued > 0)
    scratch->cleared_for = 0;
  if (keeps_state && scratch->clears && batch->enqueued > 0) {
    scratch->cleared_for = plan->id;
    scratch->executions = 0;
  }
  if (keeps_state && batch->enqueued == batch->count)
    ++scratch->executions;
  return status;
}

void clscan__scratch_trim(clscan_plan *plan, cl_command_queue queue) {
  for (clscan_scratch **p = &plan->scratch; *p;) {
    clscan_scratch *scratch = *p;
    if (queue && scratch->queue != queue) {
      p = &scratch->next;
      continue;
    }
    *p = scratch->next;
    drop_buffer(scratch);
    clscan_scratch_destroy(scratch);
  }
}
