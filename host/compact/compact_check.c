/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a select or a partition, checked before anything is enqueued. */
#include "base/context.h"
#include "base/fail.h"
#include "compact/compact.h"
#include "plan/arguments.h"

/* Lowers *room to the elements that the buffer has from its offset on. What is wrong with it is
 * said when it is checked. */
static void lower_room(const clscan__compact *c, clscan_buffer buffer, size_t size, size_t *room) {
  size_t bytes = 0;
  if (!buffer.mem || c->base.ctx->cl.clGetMemObjectInfo(buffer.mem, CL_MEM_SIZE, sizeof bytes,
                                                        &bytes, NULL) != CL_SUCCESS) {
    return;
  }
  const size_t elements = bytes > buffer.offset ? (bytes - buffer.offset) / size : 0;
  if (elements < *room) {
    *room = elements;
  }
}

/* Elements that each output has room for; none if elements are counted only. */
static size_t find_room(const clscan__compact *c, const clscan__compact_args *args) {
  const bool exact = (args->options & CLSCAN_CAPACITY) != 0;
  const bool is_select = c->num_buckets == 0;
  size_t room = args->input.n;
  if (is_select && !args->out.mem) {
    return 0;
  }
  if (args->capacity != CLSCAN_CAPACITY_BUFFER) {
    return exact || args->capacity ? args->capacity : room;
  }
  if (is_select) {
    lower_room(c, args->out, c->out.size, &room);
  }
  for (uint32_t k = 0; args->more && k < c->num_more; k++) {
    lower_room(c, args->more[k].out, c->more[k].size, &room);
  }
  for (uint32_t b = 0; args->outs && b < c->num_buckets; b++) {
    lower_room(c, args->outs[b], c->out.size, &room);
  }
  return room;
}

static clscan_status check_outputs(const clscan__compact *c, const clscan__compact_args *args,
                                   size_t room, clscan__arguments *checked) {
  clscan_context *ctx = c->base.ctx;
  const size_t n = args->input.n;
  const bool separate = (c->flags & CLSCAN_SEPARATE) != 0, select = c->num_buckets == 0;
  if ((args->capacity || args->options) && c->num_buckets && !separate) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "capacity is for partitions into separate buffers");
  }
  if (separate && args->out.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "out is given, but CLSCAN_SEPARATE has outs");
  }
  if (!separate && args->outs) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "outs is for CLSCAN_SEPARATE alone");
  }
  if (separate && !args->outs && n > 0) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "outs is NULL");
  }
  for (uint32_t b = 0; separate && args->outs && b < c->num_buckets; b++) {
    if (n > 0 || args->outs[b].mem) {
      clscan__arguments_add(checked, "outs", args->outs[b], room, c->out.size, c->out.alignment,
                            true);
    }
  }
  if (args->out.mem || (!select && !separate && n > 0)) {
    clscan__arguments_add(checked, "out", args->out, room, c->out.size, c->out.alignment, true);
  }
  if (!c->num_more) {
    return CLSCAN_SUCCESS;
  }
  if (!args->more) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "more is NULL, but there are %u outputs more",
                        c->num_more);
  }
  for (uint32_t k = 0; k < c->num_more; k++) {
    const clscan__element *e = &c->more[k];
    const clscan_select_arrays *more = &args->more[k];
    if (!c->more_copies[k] && more->in.mem) {
      return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                          "more[%u].in is given, but that output is an expression", k);
    }
    /* Counting alone takes no outputs at all. */
    if (!args->out.mem) {
      if (more->out.mem) {
        return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "more[%u].out is given, but out is not",
                            k);
      }
      continue;
    }
    if (c->more_copies[k] && (n > 0 || more->in.mem)) {
      clscan__arguments_add(checked, "more.in", more->in, n, e->size, e->alignment, false);
    }
    clscan__arguments_add(checked, "more.out", more->out, room, e->size, e->alignment, true);
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__compact_check(const clscan_plan *plan, clscan__call *call) {
  const clscan__compact *c = (const clscan__compact *)plan;
  const size_t n = call->n, number = c->count_64 ? 8 : 4;
  clscan__arguments checked;
  clscan__arguments_begin(&checked, plan->ctx);
  clscan__compact_args given;
  const clscan__compact_args *args = &given;
  c->read_args(call->args, &given);
  call->room = find_room(c, args);
  clscan_status status =
      clscan__input_check(&c->input, &args->input, n > 0 || args->input.in.mem, &checked);
  if (status == CLSCAN_SUCCESS) {
    status = check_outputs(c, args, call->room, &checked);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (clscan__is_atomic(c->base.shape.algorithm)) { /* places are drawn from it */
    clscan__arguments_add_both(&checked, "count", args->counts, 1, number, number);
  } else if (c->num_buckets == 0 || args->counts.mem) {
    clscan__arguments_add(&checked, c->num_buckets ? "counts" : "count", args->counts,
                          c->num_buckets ? c->num_buckets : 1, number, number, true);
  }
  if (args->offsets.mem) {
    clscan__arguments_add(&checked, "offsets", args->offsets, c->num_buckets + 1, number, number,
                          true);
  }
  status = clscan__input_check_rest(&c->input, &args->input, &checked);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__arguments_add_n_device(&checked, args->n_device, c->n_device_64, n);
  clscan__arguments_add_scratch(&checked, args->scratch);
  return clscan__arguments_check(&checked, -1, false);
}
