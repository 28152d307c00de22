/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a scan plan: argument checks, kernel arguments, launches. */
#include <string.h>

#include "buffers.h"
#include "context.h"
#include "scan.h"
#include "scratch.h"

/* The bits of the kernels' `flags`, as in cl/core/arguments.cl. */
enum { FLAG_N32 = 1, FLAG_N64 = 2, FLAG_INIT = 4, FLAG_INIT_DEVICE = 8, FLAG_TOTAL = 16 };

static clscan_status check_args(const clscan__scan *scan, const clscan_scan_args *args) {
  clscan_context *ctx = scan->base.ctx;
  for (size_t i = 0; i < sizeof args->reserved / sizeof *args->reserved; ++i)
    if (args->reserved[i])
      return clscan__fail(ctx, CLSCAN_RESERVED_NOT_ZERO, "args: reserved[%zu] is not zero", i);
  if (args->init && args->init_device.mem)
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "init and init_device are both given");
  if (scan->kind == CLSCAN_EXCLUSIVE && !scan->has_identity && !args->init &&
      !args->init_device.mem)
    return clscan__fail(ctx, CLSCAN_NO_IDENTITY,
                        "an exclusive scan with an operator without identity needs init");

  clscan__range ranges[6];
  int count = 0;
  clscan_status status = CLSCAN_SUCCESS;
  const size_t n = args->n;
#define CHECK(name, n, size, alignment, written)                                                   \
  if (status == CLSCAN_SUCCESS)                                                                    \
  status =                                                                                         \
      clscan__buffer_check(ctx, #name, args->name, n, size, alignment, written, &ranges[count++])
  const bool has_arrays = n > 0 || (args->in.mem && args->out.mem);
  if (has_arrays) {
    CHECK(in, n, scan->in.size, scan->in.alignment, false);
    /* The three-pass scan reads back what its first pass wrote, if that went to the output. */
    if (scan->base.shape.algorithm == CLSCAN_ALGORITHM_THREE_PASS && scan->out_is_acc) {
      CHECK(out, n, scan->out.size, scan->out.alignment, false);
      --count; /* the next one is the same range */
    }
    CHECK(out, n, scan->out.size, scan->out.alignment, true);
  }
  if (args->total.mem)
    CHECK(total, 1, scan->out.size, scan->out.alignment, true);
  if (args->init_device.mem)
    CHECK(init_device, 1, scan->acc.size, scan->acc.alignment, false);
  if (args->n_device.mem) {
    const size_t size = scan->n_device_64 ? 8 : 4;
    CHECK(n_device, 1, size, size, false);
  }
  if (args->scratch && status == CLSCAN_SUCCESS) {
    if (args->scratch->ctx != ctx)
      return clscan__fail(ctx, CLSCAN_WRONG_CONTEXT, "scratch was made for another context");
    status = clscan__buffer_check(ctx, "scratch", args->scratch->buffer, args->scratch->bytes, 1, 1,
                                  true, &ranges[count++]);
  }
#undef CHECK
  if (status != CLSCAN_SUCCESS)
    return status;
  if (args->n_device.mem && !scan->n_device_64 && n > UINT32_MAX)
    return clscan__fail(ctx, CLSCAN_N_TOO_LARGE, "n is %zu, which a 32-bit n_device cannot hold",
                        n);
  return clscan__ranges_check(ctx, ranges, count, has_arrays ? 0 : -1,
                              scan->in.size == scan->out.size);
}

/* What the kernels of one execution share. */
typedef struct execution {
  clscan__scan *scan;
  const clscan_scan_args *args;
  clscan__scan_layout layout;
  clscan_buffer scratch; /* where the layout begins */
  clscan__batch *batch;
  cl_uint flags;
} execution;

static clscan_buffer at(const execution *e, size_t offset) {
  return (clscan_buffer){e->scratch.mem, e->scratch.offset + offset};
}

/* LENGTH_PARAMS: elements of the scan, how many of them an element of this level stands for. */
static void length_arguments(const execution *e, size_t unit, size_t tile) {
  clscan__batch_ulong(e->batch, e->args->n);
  clscan__batch_ulong(e->batch, unit);
  clscan__batch_place(e->batch, e->args->n_device);
  clscan__batch_ulong(e->batch, tile);
}

/* INITIAL_PARAMS. */
static void initial_arguments(const execution *e) {
  cl_ulong words[16] = {0};
  const size_t size = e->scan->acc.size;
  if (e->args->init)
    memcpy(words, e->args->init, size);
  clscan__batch_place(e->batch, e->args->init_device);
  for (size_t i = 0; i < (size + 7) / 8; ++i)
    clscan__batch_ulong(e->batch, words[i]);
}

static void add_small(const execution *e) {
  const clscan__shape *shape = &e->scan->base.shape;
  const bool reread = shape->storage == CLSCAN_STORAGE_REREAD;
  /* One work-item takes all as one tile, so that nothing is read twice. */
  const size_t whole = e->args->n ? e->args->n : 1;
  clscan__batch_add(e->batch, e->scan->small, 1, shape->group_size);
  clscan__batch_place(e->batch, e->args->in);
  clscan__batch_place(e->batch, e->args->out);
  length_arguments(e, 1, reread ? whole : e->layout.tile);
  clscan__batch_place(e->batch, e->args->total);
  clscan__batch_uint(e->batch, e->flags);
  initial_arguments(e);
}

static void add_lookback(const execution *e) {
  clscan__batch_add(e->batch, e->scan->tiles, e->layout.tiles, e->scan->base.shape.group_size);
  clscan__batch_place(e->batch, e->args->in);
  clscan__batch_place(e->batch, e->args->out);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, e->args->total);
  clscan__batch_place(e->batch, e->scratch);
  clscan__batch_uint(e->batch, e->flags);
  initial_arguments(e);
}

/* The offsets of level 0 from its aggregates: reduce downwards, one group at the top, scan upwards. */
static void add_totals(const execution *e) {
  clscan__scan *scan = e->scan;
  const clscan__scan_layout *l = &e->layout;
  const size_t group = scan->totals.group_size;
  const clscan_buffer none = {0};
  const cl_uint flags = e->flags & ~(cl_uint)FLAG_TOTAL;
  size_t units[CLSCAN__MAX_LEVELS];
  units[0] = l->tile;
  for (int i = 0; i + 1 < l->levels; ++i) {
    units[i + 1] = units[i] * l->totals_tile;
    clscan__batch_add(e->batch, scan->level_reduce[i], l->count[i + 1], group);
    clscan__batch_place(e->batch, at(e, l->aggregates[i]));
    length_arguments(e, units[i], l->totals_tile);
    clscan__batch_place(e->batch, at(e, l->aggregates[i + 1]));
    clscan__batch_uint(e->batch, flags);
  }
  const int top = l->levels - 1;
  const bool reread = scan->totals.storage == CLSCAN_STORAGE_REREAD;
  clscan__batch_add(e->batch, scan->totals_small, 1, group);
  clscan__batch_place(e->batch, at(e, l->aggregates[top]));
  clscan__batch_place(e->batch, at(e, l->offsets[top]));
  length_arguments(e, units[top], reread ? l->count[top] : l->totals_tile);
  clscan__batch_place(e->batch, none);
  clscan__batch_uint(e->batch, flags);
  initial_arguments(e);
  for (int i = top - 1; i >= 0; --i) {
    clscan__batch_add(e->batch, scan->level_scan[i], l->count[i + 1], group);
    clscan__batch_place(e->batch, at(e, l->aggregates[i]));
    clscan__batch_place(e->batch, at(e, l->offsets[i]));
    length_arguments(e, units[i], l->totals_tile);
    clscan__batch_place(e->batch, at(e, l->offsets[i + 1]));
    clscan__batch_place(e->batch, none);
    clscan__batch_uint(e->batch, flags);
    initial_arguments(e);
  }
}

static void add_reduce_then_scan(const execution *e) {
  const size_t group = e->scan->base.shape.group_size;
  clscan__batch_add(e->batch, e->scan->tiles, e->layout.tiles, group);
  clscan__batch_place(e->batch, e->args->in);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, at(e, e->layout.aggregates[0]));
  clscan__batch_uint(e->batch, e->flags);
  add_totals(e);
  clscan__batch_add(e->batch, e->scan->finish, e->layout.tiles, group);
  clscan__batch_place(e->batch, e->args->in);
  clscan__batch_place(e->batch, e->args->out);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, at(e, e->layout.offsets[0]));
  clscan__batch_place(e->batch, e->args->total);
  clscan__batch_uint(e->batch, e->flags);
  initial_arguments(e);
}

static void add_three_pass(const execution *e) {
  const size_t group = e->scan->base.shape.group_size;
  const clscan_buffer scanned = e->scan->out_is_acc ? e->args->out : at(e, e->layout.intermediate);
  clscan__batch_add(e->batch, e->scan->tiles, e->layout.tiles, group);
  clscan__batch_place(e->batch, e->args->in);
  clscan__batch_place(e->batch, scanned);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, at(e, e->layout.aggregates[0]));
  clscan__batch_place(e->batch, at(e, e->layout.last));
  clscan__batch_uint(e->batch, e->flags);
  add_totals(e);
  clscan__batch_add(e->batch, e->scan->finish, e->layout.tiles, group);
  clscan__batch_place(e->batch, scanned);
  clscan__batch_place(e->batch, e->args->out);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, at(e, e->layout.offsets[0]));
  clscan__batch_place(e->batch, at(e, e->layout.last));
  clscan__batch_place(e->batch, e->args->total);
  clscan__batch_uint(e->batch, e->flags);
  initial_arguments(e);
}

clscan_status clscan_scan_enqueue(clscan_plan *plan, cl_command_queue queue,
                                  const clscan_scan_args *args, cl_uint num_wait,
                                  const cl_event *wait, cl_event *event) {
  if (!plan)
    return CLSCAN_INVALID_ARGUMENT;
  clscan_context *ctx = plan->ctx;
  clscan__scan *scan = (clscan__scan *)plan;
  if (!args)
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "args is NULL");
  clscan__batch batch = {.ctx = ctx, .queue = queue, .num_wait = num_wait, .wait = wait};
  execution e = {.scan = scan, .args = args, .batch = &batch};
  clscan_scratch *scratch = NULL;
  size_t bytes = 0;

  clscan_status status = clscan__queue_check(ctx, queue, num_wait, wait, &batch.out_of_order);
  if (status == CLSCAN_SUCCESS)
    status = clscan_plan_scratch_size(plan, args->n, &bytes);
  if (status == CLSCAN_SUCCESS)
    status = clscan__scan_layout_make(scan, args->n, &e.layout);
  if (status == CLSCAN_SUCCESS)
    status = check_args(scan, args);
  if (status != CLSCAN_SUCCESS)
    return status;
  if (args->n == 0 && !args->total.mem)
    return clscan__batch_submit(&batch, event, NULL);

  if (bytes > 0) {
    status =
        clscan__scratch_acquire(plan, queue, batch.out_of_order, args->scratch, bytes, &scratch);
    if (status != CLSCAN_SUCCESS)
      return status;
    e.scratch = clscan__scratch_place(scratch);
  }
  if (args->n_device.mem)
    e.flags |= scan->n_device_64 ? FLAG_N64 : FLAG_N32;
  if (args->init)
    e.flags |= FLAG_INIT;
  if (args->init_device.mem)
    e.flags |= FLAG_INIT_DEVICE;
  if (args->total.mem)
    e.flags |= FLAG_TOTAL;

  const bool is_lookback = plan->shape.form != CLSCAN__DESC_NONE && !e.layout.small;
  if (is_lookback)
    clscan__scratch_prepare(scratch, plan, scan->clear, &batch);
  if (e.layout.small)
    add_small(&e);
  else if (is_lookback)
    add_lookback(&e);
  else if (plan->shape.algorithm == CLSCAN_ALGORITHM_REDUCE_THEN_SCAN)
    add_reduce_then_scan(&e);
  else
    add_three_pass(&e);
  if (batch.status != CL_SUCCESS)
    return clscan__fail(ctx, batch.status, "a kernel argument cannot be set: %s",
                        clscan_status_name(batch.status));
  status = scratch ? clscan__scratch_submit(scratch, plan, is_lookback, &batch, event)
                   : clscan__batch_submit(&batch, event, NULL);
  if (status != CL_SUCCESS)
    clscan__fail(ctx, status, "a command cannot be enqueued: %s", clscan_status_name(status));
  return status;
}
