/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a scan plan: argument checks, kernel arguments, launches. */
#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/arguments.h"
#include "plan/layout.h"
#include "scan/scan.h"

clscan_status clscan__scan_check(const clscan_plan *plan, clscan__call *call) {
  const clscan__scan *scan = (const clscan__scan *)plan;
  const clscan_scan_args *args = call->args;
  clscan_context *ctx = plan->ctx;
  const clscan__element *in = &scan->elements.in, *acc = &scan->elements.acc;
  const clscan__element *out = &scan->elements.out;
  if (args->init && args->init_device.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "init and init_device are both given");
  }
  if (scan->kind == CLSCAN_EXCLUSIVE && !scan->has_identity && !args->init &&
      !args->init_device.mem) {
    return clscan__fail(ctx, CLSCAN_NO_IDENTITY,
                        "an exclusive scan with an operator without identity needs init");
  }
  call->idle = args->n == 0 && !args->total.mem;

  clscan__arguments checked;
  clscan__arguments_begin(&checked, ctx);
  const clscan__input_args input = CLSCAN__INPUT_ARGS_OF(args);
  const bool has_arrays = args->n > 0 || (args->in.mem && args->out.mem);
  clscan_status status = clscan__input_check(&scan->input, &input, has_arrays, &checked);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (has_arrays) {
    /* The three-pass scan reads back what its first pass wrote, if that went to the output. */
    if (scan->base.shape.algorithm == CLSCAN_SCAN_THREE_PASS && scan->out_is_acc) {
      clscan__arguments_add_both(&checked, "out", args->out, args->n, out->size, out->alignment);
    } else {
      clscan__arguments_add(&checked, "out", args->out, args->n, out->size, out->alignment, true);
    }
  }
  if (args->total.mem) {
    clscan__arguments_add(&checked, "total", args->total, 1, out->size, out->alignment, true);
  }
  if (args->init_device.mem) {
    clscan__arguments_add(&checked, "init_device", args->init_device, 1, acc->size, acc->alignment,
                          false);
  }
  status = clscan__input_check_rest(&scan->input, &input, &checked);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__arguments_add_n_device(&checked, args->n_device, scan->n_device_64, args->n);
  clscan__arguments_add_scratch(&checked, args->scratch);
  /* Rows that are apart do not lie where the output does. */
  const bool may_share = has_arrays && !args->row_pitch;
  return clscan__arguments_check(&checked, may_share ? 0 : -1, in->size == out->size);
}

/* What the kernels of one execution share. */
typedef struct execution {
  const clscan__scan *scan;
  const clscan_scan_args *args;
  clscan__input_args input;
  clscan__scan_layout layout;
  clscan_buffer scratch; /* where the layout begins */
  clscan__batch *batch;
  cl_uint flags;
} execution;

static clscan_buffer at(const execution *e, size_t offset) {
  return (clscan_buffer){e->scratch.mem, e->scratch.offset + offset};
}

/* The number of elements, how many of them an element of this level stands for, a tile's length. */
static void length_arguments(const execution *e, size_t unit, size_t tile) {
  clscan__batch_length(e->batch, e->args->n, unit, e->args->n_device);
  clscan__batch_ulong(e->batch, "tile_length", tile);
}

static void input_arguments(const execution *e) {
  clscan__batch_input(e->batch, &e->scan->input, &e->input);
}

/* What follows the input in AGENT_PARAMS. */
static void result_arguments(const execution *e, clscan_buffer out, clscan_buffer total) {
  clscan__batch_place(e->batch, "out", out);
  clscan__batch_place(e->batch, "total", total);
  clscan__batch_value(e->batch, "init", e->args->init, e->args->init_device,
                      e->scan->elements.acc.size);
}

static void add_small(const execution *e) {
  const clscan__shape *shape = &e->scan->base.shape;
  const bool reread = shape->storage == CLSCAN_STORAGE_REREAD;
  /* One work-item takes all as one tile, so that nothing is read twice. */
  const size_t whole = e->args->n ? e->args->n : 1;
  clscan__batch_add(e->batch, e->scan->base.kernels[CLSCAN__SCAN_SMALL], 1,
                    e->scan->alone.group_size);
  input_arguments(e);
  result_arguments(e, e->args->out, e->args->total);
  length_arguments(e, 1, reread ? whole : e->layout.tile);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

static void add_lookback(const execution *e) {
  const clscan__shape *shape = &e->scan->base.shape;
  clscan__batch_add(
      e->batch, e->scan->base.kernels[CLSCAN__SCAN_TILES],
      clscan__lookback_groups(shape, e->scan->base.ctx->caps->compute_units, e->layout.tiles),
      shape->group_size);
  input_arguments(e);
  result_arguments(e, e->args->out, e->args->total);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, "scratch", e->scratch);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

/* The offsets of level 0 from its aggregates: reduce downwards, one group at the top, scan upwards.
 */
static void add_totals(const execution *e) {
  const clscan__scan *scan = e->scan;
  const clscan__kernel *kernels = scan->base.kernels;
  const clscan__scan_layout *l = &e->layout;
  const size_t group = scan->totals.group_size;
  const clscan_buffer none = {0};
  const cl_uint flags = e->flags & ~(cl_uint)FLAG_TOTAL;
  size_t units[CLSCAN__MAX_LEVELS];
  units[0] = l->tile;
  for (int i = 0; i + 1 < l->levels; i++) {
    units[i + 1] = units[i] * l->totals_tile;
    clscan__batch_add(e->batch, kernels[CLSCAN__SCAN_LEVELS + 2 * i], l->count[i + 1], group);
    clscan__batch_place(e->batch, "in", at(e, l->aggregates[i]));
    length_arguments(e, units[i], l->totals_tile);
    clscan__batch_place(e->batch, "totals", at(e, l->aggregates[i + 1]));
    clscan__batch_uint(e->batch, "flags", flags);
  }
  const int top = l->levels - 1;
  const bool reread = scan->totals.storage == CLSCAN_STORAGE_REREAD;
  clscan__batch_add(e->batch, kernels[CLSCAN__SCAN_TOTALS_SMALL], 1, group);
  clscan__batch_place(e->batch, "in", at(e, l->aggregates[top]));
  result_arguments(e, at(e, l->offsets[top]), none);
  length_arguments(e, units[top], reread ? l->count[top] : l->totals_tile);
  clscan__batch_uint(e->batch, "flags", flags);
  for (int i = top - 1; i >= 0; --i) {
    clscan__batch_add(e->batch, kernels[CLSCAN__SCAN_LEVELS + 2 * i + 1], l->count[i + 1], group);
    clscan__batch_place(e->batch, "in", at(e, l->aggregates[i]));
    result_arguments(e, at(e, l->offsets[i]), none);
    length_arguments(e, units[i], l->totals_tile);
    clscan__batch_place(e->batch, "offsets", at(e, l->offsets[i + 1]));
    clscan__batch_uint(e->batch, "flags", flags);
  }
}

static void add_reduce_then_scan(const execution *e) {
  const size_t group = e->scan->base.shape.group_size;
  clscan__batch_add(e->batch, e->scan->base.kernels[CLSCAN__SCAN_TILES], e->layout.tiles, group);
  input_arguments(e);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, "totals", at(e, e->layout.aggregates[0]));
  clscan__batch_uint(e->batch, "flags", e->flags);
  add_totals(e);
  clscan__batch_add(e->batch, e->scan->base.kernels[CLSCAN__SCAN_FINISH], e->layout.tiles, group);
  input_arguments(e);
  result_arguments(e, e->args->out, e->args->total);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, "offsets", at(e, e->layout.offsets[0]));
  clscan__batch_uint(e->batch, "flags", e->flags);
}

static void add_three_pass(const execution *e) {
  const size_t group = e->scan->base.shape.group_size;
  const clscan_buffer scanned = e->scan->out_is_acc ? e->args->out : at(e, e->layout.intermediate);
  const clscan_buffer last = at(e, e->layout.last);
  clscan__batch_add(e->batch, e->scan->base.kernels[CLSCAN__SCAN_TILES], e->layout.tiles, group);
  input_arguments(e);
  result_arguments(e, scanned, last);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, "totals", at(e, e->layout.aggregates[0]));
  clscan__batch_uint(e->batch, "flags", e->flags | FLAG_TOTAL);
  add_totals(e);
  clscan__batch_add(e->batch, e->scan->base.kernels[CLSCAN__SCAN_FINISH], e->layout.tiles, group);
  clscan__batch_place(e->batch, "in", scanned);
  result_arguments(e, e->args->out, e->args->total);
  length_arguments(e, 1, e->layout.tile);
  clscan__batch_place(e->batch, "offsets", at(e, e->layout.offsets[0]));
  clscan__batch_place(e->batch, "last", last);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

void clscan__scan_append(const clscan_plan *plan, const clscan__call *call) {
  const clscan_scan_args *args = call->args;
  execution e = {(const clscan__scan *)plan, args, CLSCAN__INPUT_ARGS_OF(args),
                 .scratch = call->scratch, .batch = call->batch};
  const clscan_status status = clscan__scan_layout_make(e.scan, call->n, &e.layout);
  if (status != CLSCAN_SUCCESS) {
    call->batch->status = status;
    return;
  }
  e.flags = clscan__n_device_flag(e.args->n_device, e.scan->n_device_64) |
            clscan__init_flag(e.args->init, e.args->init_device) | clscan__input_flags(&e.input);
  if (e.args->total.mem) {
    e.flags |= FLAG_TOTAL;
  }
  if (e.layout.small) {
    add_small(&e);
  } else if (plan->shape.form != CLSCAN__DESC_NONE) {
    add_lookback(&e);
  } else if (plan->shape.algorithm == CLSCAN_SCAN_REDUCE_THEN_SCAN) {
    add_reduce_then_scan(&e);
  } else {
    add_three_pass(&e);
  }
}
