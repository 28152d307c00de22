/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a select or a partition: places in scratch, launches. */
#include "base/context.h"
#include "compact/compact.h"
#include "device/caps.h"
#include "plan/arguments.h"
#include "plan/layout.h"
#include "plan/pool.h"
#include "plan/scratch.h"
#include "scan/scan.h"

/* The bits of the kernels' `flags` beside n_device's, as in cl/core/source.cl and boundaries.cl. */
enum { FLAG_ARGUMENT_DEVICE = 4, FLAG_COUNTS = 8, FLAG_OFFSETS = 16 };

/* The places of an execution in scratch; all of it follows from the plan and n. */
typedef struct layout {
  size_t tile, tiles; /* 1 tile at least */
  size_t state_end;   /* three-pass: where the state of the scan ends */
  size_t numbers;     /* the tiles' numbers, or the marks */
  size_t ranks;       /* three-pass */
  size_t bytes;
  const char *why; /* what clscan__too_large() says */
} layout;

static bool is_three_pass(const clscan__compact *c) {
  return c->base.shape.algorithm == CLSCAN_ALGORITHM_THREE_PASS;
}

/* Elements of the scan between the two kernels. */
static size_t numbers_length(const clscan__compact *c, size_t n, size_t tiles) {
  return is_three_pass(c) ? n : tiles * (c->num_buckets ? c->num_buckets : 1);
}

static clscan_status make_layout(const clscan__compact *c, size_t n, size_t tile, size_t tiles,
                                 layout *l) {
  const clscan__shape *shape = &c->base.shape;
  const size_t size = c->count_64 ? 8 : 4, buckets = c->num_buckets ? c->num_buckets : 1;
  *l = (layout){.tile = tile, .tiles = tiles ? tiles : 1};
  if (!c->count_64 && n > UINT32_MAX) {
    return clscan__too_large(&l->why, "a 32-bit count can hold");
  }
  size_t widest = c->in.size > c->out.size ? c->in.size : c->out.size;
  for (uint32_t k = 0; k < c->num_more; k++) {
    widest = c->more[k].size > widest ? c->more[k].size : widest;
  }
  clscan_status status = clscan__check_addresses(c->base.ctx, n, widest, &l->why);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (l->tiles > clscan__max_groups) {
    return clscan__too_large(&l->why, clscan__too_many_groups);
  }
  if (l->tiles > SIZE_MAX / 8 / buckets) {
    return clscan__too_large(&l->why, clscan__too_much_scratch);
  }
  size_t end = 0;
  bool fits = true;
  if (shape->form != CLSCAN__DESC_NONE) {
    fits = clscan__place_records(shape, l->tiles, &end);
  }
  if (c->numbers) {
    const size_t length = numbers_length(c, n, l->tiles);
    status = c->numbers->class->scratch_bytes(c->numbers, length, &end, &l->why);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    l->state_end = is_three_pass(c) ? end : 0;
    fits = clscan__place(&end, length, is_three_pass(c) ? 1 : size, &l->numbers) &&
           (!is_three_pass(c) || clscan__place(&end, length, size, &l->ranks));
  }
  if (!fits || end > SIZE_MAX - CLSCAN__SCRATCH_ALIGN) {
    return clscan__too_large(&l->why, clscan__too_much_scratch);
  }
  l->bytes = end ? end + CLSCAN__SCRATCH_ALIGN - 1 : 0;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__compact_scratch_bytes(const clscan_plan *plan, size_t n, size_t *bytes,
                                            const char **why) {
  const clscan__compact *c = (const clscan__compact *)plan;
  const cl_uint units = plan->ctx->caps->compute_units;
  layout l;
  const clscan_status status = make_layout(c, n, clscan__tile_length(&plan->shape, units, n),
                                           clscan__most_tiles(&plan->shape, units, n), &l);
  *why = l.why;
  if (status == CLSCAN_SUCCESS) {
    *bytes = l.bytes;
  }
  return status;
}

typedef struct execution {
  clscan__compact *compact;
  const clscan__compact_args *args;
  layout layout;
  clscan_buffer scratch; /* where the layout begins */
  clscan__batch *batch;
  cl_uint flags;
  size_t room; /* elements that each output has room for */
} execution;

static clscan_buffer at(const execution *e, size_t offset) {
  return (clscan_buffer){e->scratch.mem, e->scratch.offset + offset};
}

/* SOURCE_PARAMS. */
static void source_arguments(const execution *e) {
  const clscan__compact *c = e->compact;
  const clscan__compact_args *args = e->args;
  clscan__batch_place(e->batch, args->in);
  if (c->flags & CLSCAN_ROWS) {
    clscan__batch_ulong(e->batch, args->width ? args->width : 1); /* 0: there are no elements */
    clscan__batch_ulong(e->batch, args->row_pitch ? args->row_pitch : args->width * c->in.size);
  }
  if (c->has_flags) {
    clscan__batch_place(e->batch, args->flags);
  }
  if (c->has_argument) {
    clscan__batch_initial(e->batch, args->argument, args->argument_device, c->argument.size);
  }
}

/* OUTPUT_PARAMS. */
static void output_arguments(const execution *e) {
  const clscan__compact *c = e->compact;
  clscan__batch_place(e->batch, e->args->out);
  for (uint32_t k = 0; k < c->num_more; k++) {
    if (c->more_copies[k]) {
      clscan__batch_place(e->batch, e->args->more[k].in);
    }
    clscan__batch_place(e->batch, e->args->more[k].out);
  }
}

/* OUTS_PARAMS. */
static void outs_arguments(const execution *e) {
  const clscan__compact *c = e->compact;
  if (!(c->flags & CLSCAN_SEPARATE)) {
    clscan__batch_place(e->batch, e->args->out);
    return;
  }
  for (uint32_t b = 0; b < c->num_buckets; b++) {
    clscan__batch_place(e->batch, e->args->outs ? e->args->outs[b] : (clscan_buffer){0});
  }
}

static void length_arguments(const execution *e) {
  clscan__batch_length(e->batch, e->args->n, 1, e->args->n_device);
  clscan__batch_ulong(e->batch, e->layout.tile);
}

static void boundary_arguments(const execution *e) {
  clscan__batch_place(e->batch, e->args->counts);
  clscan__batch_place(e->batch, e->args->offsets);
}

static void add_lookback(const execution *e) {
  const clscan__compact *c = e->compact;
  const clscan__shape *shape = &c->base.shape;
  clscan__batch_add(
      e->batch, c->first,
      clscan__lookback_groups(shape, c->base.ctx->caps->compute_units, e->layout.tiles),
      shape->group_size);
  source_arguments(e);
  if (c->num_buckets) {
    outs_arguments(e);
  } else {
    output_arguments(e);
  }
  length_arguments(e);
  clscan__batch_ulong(e->batch, e->room);
  if (c->num_buckets) {
    boundary_arguments(e);
  } else {
    clscan__batch_place(e->batch, e->args->counts);
  }
  clscan__batch_place(e->batch, e->scratch);
  clscan__batch_uint(e->batch, e->flags);
}

static void add_atomic(const execution *e) {
  const clscan__compact *c = e->compact;
  clscan__batch_add(e->batch, c->base.clear, 8, 1); /* a work-item for each byte */
  clscan__batch_place(e->batch, e->args->counts);
  clscan__batch_ulong(e->batch, c->count_64 ? 8 : 4);
  clscan__batch_add(e->batch, c->first, e->layout.tiles, c->base.shape.group_size);
  source_arguments(e);
  output_arguments(e);
  length_arguments(e);
  clscan__batch_ulong(e->batch, e->room);
  clscan__batch_place(e->batch, e->args->counts);
  clscan__batch_uint(e->batch, e->flags);
}

/* Count, scan, write; for a partition the matrix of numbers has a row for each bucket. */
static void add_tiles(const execution *e) {
  const clscan__compact *c = e->compact;
  const size_t group = c->base.shape.group_size;
  const clscan_buffer numbers = at(e, e->layout.numbers);
  clscan__batch_add(e->batch, c->first, e->layout.tiles, group);
  source_arguments(e);
  length_arguments(e);
  if (c->num_buckets) {
    clscan__batch_ulong(e->batch, e->layout.tiles);
  }
  clscan__batch_place(e->batch, numbers);
  clscan__batch_uint(e->batch, e->flags);
  const clscan_scan_args scan = {.in = numbers,
                                 .out = numbers,
                                 .n = numbers_length(c, e->args->n, e->layout.tiles),
                                 .total = c->num_buckets ? (clscan_buffer){0} : e->args->counts};
  clscan__scan_append((clscan__scan *)c->numbers, &scan, e->scratch, e->batch);
  clscan__batch_add(e->batch, c->last, e->layout.tiles, group);
  source_arguments(e);
  if (c->num_buckets) {
    outs_arguments(e);
  } else {
    output_arguments(e);
  }
  length_arguments(e);
  if (c->num_buckets) {
    clscan__batch_ulong(e->batch, e->layout.tiles);
  }
  clscan__batch_ulong(e->batch, e->room);
  if (c->num_buckets) {
    boundary_arguments(e);
  }
  clscan__batch_place(e->batch, numbers);
  clscan__batch_uint(e->batch, e->flags);
}

/* Mark, scan, scatter. */
static void add_three_pass(const execution *e) {
  const clscan__compact *c = e->compact;
  const size_t group = c->base.shape.group_size;
  const clscan_buffer marks = at(e, e->layout.numbers), ranks = at(e, e->layout.ranks);
  clscan__batch_add(e->batch, c->first, e->layout.tiles, group);
  source_arguments(e);
  length_arguments(e);
  clscan__batch_place(e->batch, marks);
  clscan__batch_uint(e->batch, e->flags);
  const clscan_scan_args scan = {.in = marks,
                                 .out = ranks,
                                 .n = e->args->n,
                                 .total = e->args->counts,
                                 .n_device = e->args->n_device};
  clscan__scan_append((clscan__scan *)c->numbers, &scan, e->scratch, e->batch);
  clscan__batch_add(e->batch, c->last, e->layout.tiles, group);
  source_arguments(e);
  output_arguments(e);
  length_arguments(e);
  clscan__batch_ulong(e->batch, e->room);
  clscan__batch_place(e->batch, marks);
  clscan__batch_place(e->batch, ranks);
  clscan__batch_uint(e->batch, e->flags);
}

/* Takes scratch and enqueues; the caller holds the plan's mutex. */
static clscan_status execute(execution *e, size_t bytes, cl_event *event) {
  clscan__compact *c = e->compact;
  clscan_plan *plan = &c->base;
  clscan_scratch *scratch = NULL;
  if (bytes > 0) {
    const clscan_status status =
        clscan__pool_acquire(plan, e->batch->queue, e->args->scratch, bytes, &scratch);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    e->scratch = clscan__scratch_place(scratch);
  }
  const bool keeps_state =
      plan->shape.form != CLSCAN__DESC_NONE ||
      (is_three_pass(c) && clscan__scan_keeps_state((clscan__scan *)c->numbers, e->args->n));
  if (keeps_state) {
    clscan__scratch_prepare(scratch, plan, e->layout.state_end, e->batch);
  }
  if (plan->shape.form != CLSCAN__DESC_NONE) {
    add_lookback(e);
  } else if (clscan__is_atomic(plan->shape.algorithm)) {
    add_atomic(e);
  } else if (is_three_pass(c)) {
    add_three_pass(e);
  } else {
    add_tiles(e);
  }
  return clscan__plan_submit(plan, scratch, keeps_state, e->batch, event);
}

clscan_status clscan__compact_enqueue(clscan_plan *plan, cl_command_queue queue,
                                      const clscan__compact_args *args, cl_uint num_wait,
                                      const cl_event *wait, cl_event *event) {
  clscan_context *ctx = plan->ctx;
  clscan__compact *c = (clscan__compact *)plan;
  clscan__batch batch = {.ctx = ctx, .queue = queue, .num_wait = num_wait, .wait = wait};
  execution e = {.compact = c, .args = args, .batch = &batch};
  size_t bytes = 0;

  clscan_status status = clscan__queue_check(ctx, queue, num_wait, wait, &batch.out_of_order);
  if (status == CLSCAN_SUCCESS) {
    status = clscan_plan_scratch_size(plan, args->n, &bytes);
  }
  const size_t tile = clscan__tile_length(&plan->shape, ctx->caps->compute_units, args->n);
  if (status == CLSCAN_SUCCESS) {
    status = make_layout(c, args->n, tile, clscan__divide_up(args->n, tile), &e.layout);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__compact_check(c, args, &e.room);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  e.flags = clscan__n_device_flag(args->n_device, c->n_device_64);
  if (args->argument_device.mem) {
    e.flags |= FLAG_ARGUMENT_DEVICE;
  }
  if (c->num_buckets && args->counts.mem) {
    e.flags |= FLAG_COUNTS;
  }
  if (args->offsets.mem) {
    e.flags |= FLAG_OFFSETS;
  }

  pthread_mutex_lock(&plan->mutex);
  status = execute(&e, bytes, event);
  pthread_mutex_unlock(&plan->mutex);
  return status;
}
