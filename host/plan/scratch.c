/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/scratch.h"

#include <stdlib.h>

#include "base/context.h"
#include "plan/buffers.h"
#include "plan/plan.h"

static clscan_status no_memory(clscan_context *ctx) {
  return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory to remember scratch");
}

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
    return no_memory(ctx);
  }
  /* CPUs compute in memory of the caller's. All other memory begins at an aligned address, also
   * that into which a GPU copies the caller's. */
  const bool is_aligned = range.in_host && ctx->caps.is_cpu;
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

static void release_event(const clscan__opencl *cl, cl_event *event) {
  if (*event) {
    cl->clReleaseEvent(*event);
  }
  *event = NULL;
}

void clscan_scratch_destroy(clscan_scratch *scratch) {
  if (!scratch) {
    return;
  }
  const clscan__opencl *cl = &scratch->ctx->cl;
  release_event(cl, &scratch->clearing);
  release_event(cl, &scratch->last);
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
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "%zu bytes of scratch cannot be allocated: %s", rounded,
                        clscan_status_name(status));
  }
  account(ctx, rounded, scratch->bytes, scratch->buffer.mem ? 0 : 1);
  if (scratch->buffer.mem) {
    ctx->cl.clReleaseMemObject(scratch->buffer.mem);
  }
  scratch->buffer = (clscan_buffer){mem, 0};
  scratch->bytes = rounded;
  scratch->cleared_for = 0;
  return CLSCAN_SUCCESS;
}

/* How far a command is: CL_COMPLETE, also for NULL, an error below that, or not over. */
static cl_int event_state(const clscan_context *ctx, cl_event event) {
  cl_int state = CL_COMPLETE;
  if (!event) {
    return state;
  }
  const clscan_status status =
      ctx->cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "the event of an earlier execution cannot be queried: %s",
                        clscan_status_name(status));
  }
  return state;
}

/* Gives one of the library's own back, which is not in a plan's list any more. */
static void drop(clscan_scratch *scratch) {
  if (scratch->buffer.mem) {
    account(scratch->ctx, 0, scratch->bytes, -1);
  }
  clscan_scratch_destroy(scratch);
}

/* Takes a piece that nobody uses out of the list; NULL if there is none. *known: the queue has
 * pieces that are in use. */
static clscan_scratch *take_free(clscan_plan *plan, cl_command_queue queue, bool *known) {
  clscan_scratch **p = &plan->scratch;
  *known = false;
  while (*p) {
    clscan_scratch *scratch = *p;
    const cl_int state =
        scratch->queue == queue ? event_state(plan->ctx, scratch->last) : CL_QUEUED;
    if (state > CL_COMPLETE) {
      *known = *known || scratch->queue == queue;
      p = &scratch->next;
      continue;
    }
    *p = scratch->next;
    if (state == CL_COMPLETE) {
      release_event(&plan->ctx->cl, &scratch->last);
      return scratch;
    }
    drop(scratch);
  }
  return NULL;
}

/* Makes room for another queue. The list is in the order of use, so the first piece of which no
 * other of its queue comes later is of the queue whose last use is the oldest. */
static void forget_a_queue(clscan_plan *plan) {
  size_t queues = 0;
  cl_command_queue oldest = NULL;
  for (const clscan_scratch *s = plan->scratch; s; s = s->next) {
    const clscan_scratch *later = s->next;
    while (later && later->queue != s->queue) {
      later = later->next;
    }
    if (!later && ++queues == 1) {
      oldest = s->queue;
    }
  }
  if (oldest && queues >= plan->max_queues) {
    clscan__scratch_trim(plan, oldest);
  }
}

static clscan_status make_own(clscan_context *ctx, cl_command_queue queue, clscan_scratch **out) {
  clscan_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch) {
    return no_memory(ctx);
  }
  scratch->ctx = ctx;
  const clscan_status status = ctx->cl.clRetainCommandQueue(queue);
  if (status != CL_SUCCESS) {
    free(scratch);
    return clscan__fail(ctx, status, "the queue cannot be retained: %s",
                        clscan_status_name(status));
  }
  scratch->queue = queue;
  *out = scratch;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__scratch_acquire(clscan_plan *plan, cl_command_queue queue,
                                      clscan_scratch *users, size_t bytes, clscan_scratch **out) {
  clscan_context *ctx = plan->ctx;
  clscan_status status = CLSCAN_SUCCESS;
  if (users) {
    if (users->bytes < bytes) {
      return clscan__fail(ctx, CLSCAN_SCRATCH_TOO_SMALL, "scratch has %zu bytes, %zu are needed",
                          users->bytes, bytes);
    }
    *out = users;
    return CLSCAN_SUCCESS;
  }
  bool known = false;
  clscan_scratch *scratch = take_free(plan, queue, &known);
  if (!scratch) {
    if (!known && plan->max_queues) {
      forget_a_queue(plan);
    }
    status = make_own(ctx, queue, &scratch);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
  }
  clscan_scratch **end = &plan->scratch;
  while (*end) {
    end = &(*end)->next;
  }
  *end = scratch;
  scratch->next = NULL;
  if (scratch->bytes < bytes) {
    status = grow(scratch, bytes);
  }
  if (status == CLSCAN_SUCCESS) {
    *out = scratch;
  }
  return status;
}

void clscan__scratch_prepare(clscan_scratch *scratch, clscan_plan *plan, size_t state_end,
                             clscan__batch *batch) {
  bool clean = scratch->cleared_for == plan->id && scratch->state_end == state_end &&
               scratch->executions < plan->max_executions;
  if (scratch->clearing) {
    clean = clean && event_state(scratch->ctx, scratch->clearing) == CL_COMPLETE;
    release_event(&scratch->ctx->cl, &scratch->clearing);
  }
  scratch->clears = !clean;
  scratch->state_end = state_end;
  if (clean) {
    return;
  }
  scratch->cleared_for = 0;
  const clscan_buffer place = clscan__scratch_place(scratch);
  const size_t bytes = scratch->bytes - scratch->shift;
  const size_t group = scratch->ctx->caps.max_group_size < 64 ? 1 : 64;
  size_t groups = bytes / (group * 64) + 8;
  if (groups > 4096) {
    groups = 4096;
  }
  clscan__batch_add(batch, plan->clear, groups, group);
  clscan__batch_place(batch, place);
  clscan__batch_ulong(batch, bytes);
  const int index = batch->count - 1;
  if (scratch->queue) {
    batch->commands[index].early = true;
  } else if (batch->num_wait) {
    batch->commands[index].event = &scratch->clearing;
  }
}

clscan_status clscan__scratch_submit(clscan_scratch *scratch, clscan_plan *plan, bool keeps_state,
                                     clscan__batch *batch, cl_event *event) {
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

void clscan__scratch_trim(clscan_plan *plan, cl_command_queue queue) {
  for (clscan_scratch **p = &plan->scratch; *p;) {
    clscan_scratch *scratch = *p;
    if (queue && scratch->queue != queue) {
      p = &scratch->next;
      continue;
    }
    *p = scratch->next;
    drop(scratch);
  }
}
