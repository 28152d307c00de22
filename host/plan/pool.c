/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/pool.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "plan/plan.h"
#include "plan/scratch.h"

static void account(clscan_context *ctx, size_t added, size_t removed, int count) {
  clscan__mutex_lock(&ctx->mutex);
  ctx->scratch_bytes += added - removed;
  ctx->scratch_count += (size_t)count;
  clscan__mutex_unlock(&ctx->mutex);
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
        scratch->queue == queue ? clscan__event_state(plan->ctx, scratch->last) : CL_QUEUED;
    if (state > CL_COMPLETE) {
      *known = *known || scratch->queue == queue;
      p = &scratch->next;
      continue;
    }
    *p = scratch->next;
    if (state == CL_COMPLETE) {
      clscan__event_release(&plan->ctx->cl, &scratch->last);
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
    clscan__pool_trim(plan, oldest);
  }
}

static clscan_status make_own(clscan_context *ctx, cl_command_queue queue, clscan_scratch **out) {
  clscan_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory to remember scratch");
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

clscan_status clscan__pool_acquire(clscan_plan *plan, cl_command_queue queue, size_t bytes,
                                   clscan_scratch **out) {
  clscan_status status = CLSCAN_SUCCESS;
  bool known = false;
  clscan_scratch *scratch = take_free(plan, queue, &known);
  if (!scratch) {
    if (!known && plan->max_queues) {
      forget_a_queue(plan);
    }
    status = make_own(plan->ctx, queue, &scratch);
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

void clscan__pool_trim(clscan_plan *plan, cl_command_queue queue) {
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
