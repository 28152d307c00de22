/* SPDX-License-Identifier: Apache-2.0 */
/* Executing a select or a partition: places in scratch, launches. */
#include "base/context.h"
#include "compact/compact.h"
#include "device/caps.h"
#include "plan/arguments.h"
#include "plan/driver.h"
#include "plan/layout.h"
#include "plan/scratch.h"

/* The places in scratch for n elements. */
typedef struct layout {
  size_t numbers; /* the tiles' numbers, or the marks; the part's layout lies before */
  size_t ranks;   /* three-pass */
  bool keeps_state;
  size_t bytes;
  const char *why; /* what clscan__too_large() says */
} layout;

static bool is_three_pass(const clscan__compact *c) {
  return c->base.shape.algorithm == CLSCAN_SELECT_THREE_PASS;
}

/* Elements of the scan between the two kernels. */
static size_t numbers_length(const clscan__compact *c, size_t n, size_t tiles) {
  return is_three_pass(c) ? n : tiles * (c->num_buckets ? c->num_buckets : 1);
}

/* An empty input has one tile too. */
static size_t at_least_one(size_t tiles) { return tiles ? tiles : 1; }

static clscan_status make_layout(const clscan__compact *c, size_t n, layout *l) {
  const clscan__shape *shape = &c->base.shape;
  const size_t size = c->count_64 ? 8 : 4, buckets = c->num_buckets ? c->num_buckets : 1;
  const size_t tiles = at_least_one(clscan__most_tiles(shape, c->base.ctx->caps->compute_units, n));
  *l = (layout){.keeps_state = shape->form != CLSCAN__DESC_NONE};
  if (!c->count_64 && n > UINT32_MAX) {
    return clscan__too_large(&l->why, "a 32-bit count can hold");
  }
  size_t widest = c->input.in.size > c->out.size ? c->input.in.size : c->out.size;
  for (uint32_t k = 0; k < c->num_more; k++) {
    widest = c->more[k].size > widest ? c->more[k].size : widest;
  }
  clscan_status status = clscan__check_addresses(c->base.ctx, n, widest, &l->why);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (tiles > clscan__max_groups) {
    return clscan__too_large(&l->why, clscan__too_many_groups);
  }
  if (tiles > SIZE_MAX / 8 / buckets) {
    return clscan__too_large(&l->why, clscan__too_much_scratch);
  }
  size_t end = 0;
  bool fits = true;
  if (shape->form != CLSCAN__DESC_NONE) {
    fits = clscan__place_records(shape, tiles, &end);
  }
  if (c->base.num_parts) {
    const clscan_plan *scan = c->base.parts[0];
    const size_t length = numbers_length(c, n, tiles);
    clscan__needs needs;
    status = scan->class->needs(scan, length, &needs);
    if (status != CLSCAN_SUCCESS) {
      l->why = needs.why;
      return status;
    }
    end = needs.bytes;
    l->keeps_state = needs.keeps_state;
    fits = clscan__place(&end, length, is_three_pass(c) ? 1 : size, &l->numbers) &&
           (!is_three_pass(c) || clscan__place(&end, length, size, &l->ranks));
  }
  if (!fits || end > SIZE_MAX - CLSCAN__SCRATCH_ALIGN) {
    return clscan__too_large(&l->why, clscan__too_much_scratch);
  }
  l->bytes = end ? end + CLSCAN__SCRATCH_ALIGN - 1 : 0;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__compact_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  layout l;
  const clscan_status status = make_layout((const clscan__compact *)plan, n, &l);
  *needs = (clscan__needs){.bytes = l.bytes, .keeps_state = l.keeps_state, .why = l.why};
  return status;
}

typedef struct execution {
  const clscan__compact *compact;
  clscan__compact_args args;
  size_t tile, tiles; /* 1 tile at least */
  layout layout;
  clscan_buffer scratch; /* where the layout begins */
  clscan__batch *batch;
  cl_uint flags;
  size_t room; /* elements that each output has room for */
} execution;

static clscan_buffer at(const execution *e, size_t offset) {
  return (clscan_buffer){e->scratch.mem, e->scratch.offset + offset};
}

static void source_arguments(const execution *e) {
  clscan__batch_input(e->batch, &e->compact->input, &e->args.input);
}

/* OUTPUT_PARAMS, or OUTS_PARAMS. */
static void output_arguments(const execution *e) {
  const clscan__compact *c = e->compact;
  if (!c->num_buckets) {
    clscan__batch_place(e->batch, "out", e->args.out);
  } else if (!(c->flags & CLSCAN_SEPARATE)) {
    clscan__batch_place_of(e->batch, "out", 0, e->args.out);
  }
  for (uint32_t k = 0; k < c->num_more; k++) {
    if (c->more_copies[k]) {
      clscan__batch_place_of(e->batch, "more_in", k, e->args.more[k].in);
    }
    clscan__batch_place_of(e->batch, "more_out", k, e->args.more[k].out);
  }
  for (uint32_t b = 0; (c->flags & CLSCAN_SEPARATE) && b < c->num_buckets; b++) {
    clscan__batch_place_of(e->batch, "out", b, e->args.outs ? e->args.outs[b] : (clscan_buffer){0});
  }
}

/* AGENT_PARAMS. */
static void agent_arguments(const execution *e) {
  source_arguments(e);
  output_arguments(e);
  clscan__batch_ulong(e->batch, "capacity", e->room);
  clscan__batch_place(e->batch, e->compact->num_buckets ? "counts" : "count", e->args.counts);
  if (e->compact->num_buckets) {
    clscan__batch_place(e->batch, "offsets", e->args.offsets);
  }
}

static void length_arguments(const execution *e) {
  clscan__batch_length(e->batch, e->args.input.n, 1, e->args.n_device);
  clscan__batch_ulong(e->batch, "tile_length", e->tile);
}

static void add_lookback(const execution *e) {
  const clscan__compact *c = e->compact;
  const clscan__shape *shape = &c->base.shape;
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_FIRST],
                    clscan__lookback_groups(shape, c->base.ctx->caps->compute_units, e->tiles),
                    shape->group_size);
  agent_arguments(e);
  length_arguments(e);
  clscan__batch_place(e->batch, "scratch", e->scratch);
  clscan__batch_uint(e->batch, "flags", c->num_buckets ? e->flags : e->flags | FLAG_COUNTS);
}

static void add_atomic(const execution *e) {
  const clscan__compact *c = e->compact;
  clscan__batch_add(e->batch, c->base.clear, 8, 1); /* a work-item for each byte */
  clscan__batch_place(e->batch, "region", e->args.counts);
  clscan__batch_ulong(e->batch, "bytes", c->count_64 ? 8 : 4);
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_FIRST], e->tiles,
                    c->base.shape.group_size);
  agent_arguments(e);
  length_arguments(e);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

/* Count, scan, write; for a partition the matrix of numbers has a row for each bucket. */
static void add_tiles(const execution *e) {
  const clscan__compact *c = e->compact;
  const size_t group = c->base.shape.group_size;
  const clscan_buffer numbers = at(e, e->layout.numbers);
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_FIRST], e->tiles, group);
  source_arguments(e);
  length_arguments(e);
  if (c->num_buckets) {
    clscan__batch_ulong(e->batch, "tiles", e->tiles);
  }
  clscan__batch_place(e->batch, c->num_buckets ? "matrix" : "totals", numbers);
  clscan__batch_uint(e->batch, "flags", e->flags);
  const clscan_scan_args scan = {.in = numbers,
                                 .out = numbers,
                                 .n = numbers_length(c, e->args.input.n, e->tiles),
                                 .total = c->num_buckets ? (clscan_buffer){0} : e->args.counts};
  clscan__plan_append(c->base.parts[0], &scan, e->scratch, e->batch);
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_LAST], e->tiles, group);
  agent_arguments(e);
  length_arguments(e);
  if (c->num_buckets) {
    clscan__batch_ulong(e->batch, "tiles", e->tiles);
  }
  clscan__batch_place(e->batch, c->num_buckets ? "matrix" : "offsets", numbers);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

/* Mark, scan, scatter. */
static void add_three_pass(const execution *e) {
  const clscan__compact *c = e->compact;
  const size_t group = c->base.shape.group_size;
  const clscan_buffer marks = at(e, e->layout.numbers), ranks = at(e, e->layout.ranks);
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_FIRST], e->tiles, group);
  source_arguments(e);
  length_arguments(e);
  clscan__batch_place(e->batch, "marks", marks);
  clscan__batch_uint(e->batch, "flags", e->flags);
  const clscan_scan_args scan = {.in = marks,
                                 .out = ranks,
                                 .n = e->args.input.n,
                                 .total = e->args.counts,
                                 .n_device = e->args.n_device};
  clscan__plan_append(c->base.parts[0], &scan, e->scratch, e->batch);
  clscan__batch_add(e->batch, c->base.kernels[CLSCAN__COMPACT_LAST], e->tiles, group);
  source_arguments(e);
  output_arguments(e);
  length_arguments(e);
  clscan__batch_ulong(e->batch, "capacity", e->room);
  clscan__batch_place(e->batch, "marks", marks);
  clscan__batch_place(e->batch, "ranks", ranks);
  clscan__batch_uint(e->batch, "flags", e->flags);
}

void clscan__compact_append(const clscan_plan *plan, const clscan__call *call) {
  const clscan__compact *c = (const clscan__compact *)plan;
  execution e = {.compact = c, .scratch = call->scratch, .batch = call->batch, .room = call->room};
  c->read_args(call->args, &e.args);
  e.tile = clscan__tile_length(&plan->shape, plan->ctx->caps->compute_units, call->n);
  e.tiles = at_least_one(clscan__divide_up(call->n, e.tile));
  const clscan_status status =
      plan->num_parts ? make_layout(c, call->capacity, &e.layout) : CLSCAN_SUCCESS;
  if (status != CLSCAN_SUCCESS) {
    call->batch->status = status;
    return;
  }
  e.flags =
      clscan__n_device_flag(e.args.n_device, c->n_device_64) | clscan__input_flags(&e.args.input);
  if (c->num_buckets && e.args.counts.mem) {
    e.flags |= FLAG_COUNTS;
  }
  if (e.args.offsets.mem) {
    e.flags |= FLAG_OFFSETS;
  }
  if (plan->shape.form != CLSCAN__DESC_NONE) {
    add_lookback(&e);
  } else if (clscan__is_atomic(plan->shape.algorithm)) {
    add_atomic(&e);
  } else if (is_three_pass(c)) {
    add_three_pass(&e);
  } else {
    add_tiles(&e);
  }
}
