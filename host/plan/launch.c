/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"

void clscan__batch_begin(clscan__batch *batch, clscan_context *ctx, cl_command_queue queue,
                         cl_uint num_wait, const cl_event *wait) {
  batch->ctx = ctx;
  batch->queue = queue;
  batch->out_of_order = false;
  batch->num_wait = num_wait;
  batch->wait = wait;
  batch->status = CLSCAN_SUCCESS;
  batch->count = batch->enqueued = 0;
  batch->argument = 0;
}

void clscan__batch_add(clscan__batch *batch, clscan__kernel kernel, size_t groups,
                       size_t group_size) {
  if (batch->count == CLSCAN__MAX_COMMANDS) {
    batch->status = CLSCAN_N_TOO_LARGE;
    return;
  }
  batch->commands[batch->count].kernel = kernel;
  batch->commands[batch->count].groups = groups;
  batch->commands[batch->count].group_size = group_size;
  batch->commands[batch->count].early = false;
  batch->commands[batch->count].event = NULL;
  batch->count++;
  batch->argument = 0;
}

static void set_argument(clscan__batch *batch, const clscan__parameter *parameter, size_t size,
                         const void *value) {
  if (batch->status != CL_SUCCESS) {
    return;
  }
  const cl_kernel kernel = batch->commands[batch->count - 1].kernel.kernel;
  if (batch->ctx->on_argument) {
    batch->ctx->on_argument(kernel, batch->argument, parameter);
  }
  batch->status = batch->ctx->cl.clSetKernelArg(kernel, batch->argument, size, value);
  batch->argument++;
}

static void set_place(clscan__batch *batch, const char *name, int number, clscan_buffer buffer) {
  const clscan__parameter base = {"clscan_at_", name, number, ""};
  const clscan__parameter offset = {"clscan_at_", name, number, "_offset"};
  const cl_ulong bytes = buffer.mem ? buffer.offset : 0;
  set_argument(batch, &base, sizeof buffer.mem, buffer.mem ? &buffer.mem : NULL);
  set_argument(batch, &offset, sizeof bytes, &bytes);
}

void clscan__batch_place(clscan__batch *batch, const char *name, clscan_buffer buffer) {
  set_place(batch, name, -1, buffer);
}

void clscan__batch_place_of(clscan__batch *batch, const char *name, unsigned number,
                            clscan_buffer buffer) {
  set_place(batch, name, (int)number, buffer);
}

void clscan__batch_ulong(clscan__batch *batch, const char *name, cl_ulong value) {
  const clscan__parameter parameter = {"", name, -1, ""};
  set_argument(batch, &parameter, sizeof value, &value);
}

void clscan__batch_words(clscan__batch *batch, const char *name, const cl_ulong *words,
                         size_t count) {
  for (size_t i = 0; i < count; i++) {
    const clscan__parameter parameter = {name, "_word", (int)i, ""};
    set_argument(batch, &parameter, sizeof *words, &words[i]);
  }
}

void clscan__batch_uint(clscan__batch *batch, const char *name, cl_uint value) {
  const clscan__parameter parameter = {"", name, -1, ""};
  set_argument(batch, &parameter, sizeof value, &value);
}

/* The wait list of one command: the caller's events and up to one more. */
static clscan_status wait_list(const clscan__batch *batch, bool callers, cl_event more,
                               cl_event **list, cl_uint *count) {
  const cl_uint theirs = callers ? batch->num_wait : 0;
  *count = theirs + (more ? 1 : 0);
  *list = NULL;
  if (*count == 0) {
    return CL_SUCCESS;
  }
  *list = malloc(*count * sizeof **list);
  if (!*list) {
    return CL_OUT_OF_HOST_MEMORY;
  }
  if (theirs) {
    memcpy(*list, batch->wait, theirs * sizeof **list);
  }
  if (more) {
    (*list)[theirs] = more;
  }
  return CL_SUCCESS;
}

/* Gives `*to` a reference of its own to the event. */
static clscan_status share_event(const clscan__batch *batch, cl_event made, cl_event *to) {
  const clscan_status status = batch->ctx->cl.clRetainEvent(made);
  if (status != CL_SUCCESS) {
    return clscan__fail(batch->ctx, status, "an event cannot be retained: %s",
                        clscan_status_name(status));
  }
  *to = made;
  return CL_SUCCESS;
}

clscan_status clscan__batch_submit(clscan__batch *batch, cl_event *event, cl_event *last) {
  const clscan__opencl *cl = &batch->ctx->cl;
  const clscan_command_callback on_command = batch->ctx->options.on_command;
  clscan_status status = CL_SUCCESS;
  cl_event previous = NULL; /* the command before, on an out-of-order queue */
  batch->enqueued = 0;
  if (batch->count == 0 && event) {
    status = cl->clEnqueueMarkerWithWaitList(batch->queue, batch->num_wait, batch->wait, event);
    if (status != CL_SUCCESS) {
      clscan__fail(batch->ctx, status, "a marker cannot be enqueued: %s",
                   clscan_status_name(status));
    }
    return status;
  }

  for (int i = 0; i < batch->count && status == CL_SUCCESS; i++) {
    const bool is_last = i == batch->count - 1;
    cl_event made = NULL, *list = NULL;
    cl_uint count = 0;
    const bool wanted = batch->out_of_order ? !is_last || event || last : is_last && event;
    const bool make = wanted || on_command || batch->commands[i].event;
    const size_t local = batch->commands[i].group_size;
    const size_t global = batch->commands[i].groups * local;
    status = wait_list(batch, !batch->commands[i].early, previous, &list, &count);
    if (status == CL_SUCCESS) {
      status = cl->clEnqueueNDRangeKernel(batch->queue, batch->commands[i].kernel.kernel, 1, NULL,
                                          &global, &local, count, list, make ? &made : NULL);
    }
    free(list);
    if (status != CL_SUCCESS) {
      clscan__fail(batch->ctx, status, "the kernel %s cannot be enqueued: %s",
                   batch->commands[i].kernel.name, clscan_status_name(status));
      break;
    }
    batch->enqueued++;
    if (on_command) {
      on_command(batch->ctx->options.on_command_user, batch->commands[i].kernel.name, made);
    }
    if (batch->commands[i].event) {
      status = share_event(batch, made, batch->commands[i].event);
    }
    if (status == CL_SUCCESS && is_last && event) {
      status = share_event(batch, made, event);
    }
    if (previous) {
      cl->clReleaseEvent(previous);
    }
    previous = made;
    if (previous && !batch->out_of_order) {
      cl->clReleaseEvent(previous);
      previous = NULL;
    }
  }
  if (previous && last) {
    *last = previous;
  } else if (previous) {
    cl->clReleaseEvent(previous);
  }
  return status;
}

cl_int clscan__event_state(const clscan_context *ctx, cl_event event) {
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

void clscan__event_release(const clscan__opencl *cl, cl_event *event) {
  if (*event) {
    cl->clReleaseEvent(*event);
  }
  *event = NULL;
}
