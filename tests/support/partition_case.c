/* SPDX-License-Identifier: Apache-2.0 */
#include "support/partition_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

clscan_plan *partition_case_plan(struct harness *h, const clscan_partition_desc *desc) {
  clscan_plan *plan = NULL;
  harness_log_reset(h);
  const clscan_status status = clscan_partition_plan_create(h->ctx, desc, &plan);
  compaction_print(h, status);
  assert_success(status);
  return plan;
}

/* --- the serial partition -------------------------------------------------------------------- */

struct expected {
  uint8_t *values; /* the buckets one after the other */
  uint64_t counts[CLSCAN_MAX_BUCKETS];
  uint64_t offsets[CLSCAN_MAX_BUCKETS + 1];
};

static uint32_t num_buckets(const struct partition_case *c) {
  return c->desc.num_buckets != 0 ? c->desc.num_buckets : 2;
}

static uint32_t bucket_of(const struct partition_case *c, size_t i) {
  const struct compaction_item item = compaction_item(&c->input, i);
  const uint32_t bucket = c->buckets != NULL ? c->buckets[i] : c->bucket(&item);
  return bucket < num_buckets(c) ? bucket : num_buckets(c) - 1;
}

static void partition_serially(const struct partition_case *c, struct expected *e) {
  const size_t covered = compaction_covered(&c->input);
  const size_t size = c->input.size;
  uint64_t next[CLSCAN_MAX_BUCKETS];
  memset(e, 0, sizeof *e);
  e->values = compaction_alloc(covered * size);
  for (size_t i = 0; i < covered; i++) {
    e->counts[bucket_of(c, i)]++;
  }
  for (uint32_t b = 0; b < num_buckets(c); b++) {
    next[b] = e->offsets[b];
    e->offsets[b + 1] = e->offsets[b] + e->counts[b];
  }
  for (size_t i = 0; i < covered; i++) {
    const uint64_t at = next[bucket_of(c, i)]++;
    memcpy(e->values + at * size, (const uint8_t *)c->input.elements + i * size, size);
  }
}

/* --- on the device --------------------------------------------------------------------------- */

struct buffers {
  struct compaction_buffers read;
  struct guarded outs[CLSCAN_MAX_SEPARATE]; /* only the first, if they are not separate */
  struct guarded counts, offsets;
};

static bool is_separate(const struct partition_case *c) {
  return (c->desc.flags & CLSCAN_SEPARATE) != 0;
}

static bool wide_counts(const struct partition_case *c) {
  return c->desc.count_type == CLSCAN_UINT64;
}

static size_t room(const struct partition_case *c) {
  return is_separate(c) ? compaction_room(c->capacity, c->options, c->input.n) : c->input.n;
}

/* Where there is less room than elements, the buffers are as long as if there were, so that what is
 * written too far is seen and harms nothing. */
static size_t length_of_outputs(const struct partition_case *c) {
  return room(c) > c->input.n ? room(c) : c->input.n;
}

static uint32_t num_outs(const struct partition_case *c) {
  return is_separate(c) ? num_buckets(c) : 1;
}

static void open_buffers(struct harness *h, clscan_plan *plan, const struct partition_case *c,
                         struct buffers *b) {
  memset(b, 0, sizeof *b);
  compaction_open(h, plan, &c->input, &b->read);
  for (uint32_t k = 0; k < num_outs(c); k++) {
    guarded_create(h, &b->outs[k], length_of_outputs(c) * c->input.size, c->out_shift, NULL);
  }
  if (!c->no_counts) {
    compaction_number_create(h, &b->counts, num_buckets(c), wide_counts(c));
  }
  if (!c->no_offsets) {
    compaction_number_create(h, &b->offsets, num_buckets(c) + 1, wide_counts(c));
  }
}

static void close_buffers(struct buffers *b) {
  compaction_close(&b->read);
  guarded_destroy(&b->counts);
  guarded_destroy(&b->offsets);
  for (unsigned k = 0; k < CLSCAN_MAX_SEPARATE; k++) {
    guarded_destroy(&b->outs[k]);
  }
}

static bool enqueue(struct harness *h, clscan_plan *plan, const struct partition_case *c,
                    const struct buffers *b) {
  const struct compaction_input *input = &c->input;
  const cl_command_queue queue = c->queue != NULL ? c->queue : h->queue;
  const clscan_buffer absent = {NULL, 0};
  clscan_buffer outs[CLSCAN_MAX_SEPARATE];
  cl_event event = NULL;
  for (unsigned k = 0; k < CLSCAN_MAX_SEPARATE; k++) {
    outs[k] = b->outs[k].place;
  }
  const clscan_partition_args args = {
      .in = b->read.in.place,
      .out = is_separate(c) ? absent : outs[0],
      .outs = is_separate(c) ? outs : NULL,
      .capacity = c->capacity,
      .counts = b->counts.place,
      .offsets = b->offsets.place,
      .n = input->n,
      .flags = b->read.flags.place,
      .argument = input->argument_on_device ? NULL : input->argument,
      .argument_device = b->read.argument.place,
      .width = input->width,
      .row_pitch = input->row_pitch,
      .n_device = b->read.n_device.place,
      .scratch = b->read.handle,
      .options = c->options,
  };
  harness_log_reset(h);
  const clscan_status status =
      c->one_call ? clscan_partition(h->ctx, queue, &c->desc, &args, 0, NULL, &event)
                  : clscan_partition_enqueue(plan, queue, &args, 0, NULL, &event);
  compaction_print(h, status);
  return compaction_wait(status, event, queue);
}

/* Each bucket with its number, and all numbers. */
static bool check(struct harness *h, const struct partition_case *c, const struct buffers *b,
                  const struct expected *e) {
  const bool wide = wide_counts(c);
  const uint32_t buckets = num_buckets(c);
  bool good = true;
  if (!c->no_counts) {
    good = compaction_numbers(h, &b->counts, e->counts, buckets, wide, "counts");
  }
  if (!c->no_offsets) {
    good = compaction_numbers(h, &b->offsets, e->offsets, buckets + 1, wide, "offsets") && good;
  }
  for (uint32_t k = 0; k < num_outs(c); k++) {
    char what[16];
    const size_t count = (size_t)(is_separate(c) ? e->counts[k] : e->offsets[buckets]);
    const uint8_t *values = e->values + (is_separate(c) ? e->offsets[k] * c->input.size : 0);
    snprintf(what, sizeof what, "out %u", k);
    good = compaction_compare(h, &b->outs[k], values, count < room(c) ? count : room(c),
                              c->input.size, what) &&
           good;
  }
  return compaction_unharmed(h, &b->read) && good;
}

/* The sizes and types that the descriptor says and the case does not. */
static struct partition_case complete(const struct partition_case *given) {
  struct partition_case c = *given;
  const clscan_partition_desc *desc = &c.desc;
  c.input.size = compaction_type_size(desc->type, desc->custom_type);
  c.input.argument_size = compaction_type_size(desc->argument_type, desc->custom_argument);
  c.input.flag_type = desc->flag_type;
  c.input.flag_bits = (desc->flags & CLSCAN_FLAG_BITS) != 0;
  c.input.wide_n_device = desc->n_device_type == CLSCAN_UINT64;
  return c;
}

bool partition_case_run(struct harness *h, clscan_plan *plan, const struct partition_case *given) {
  const struct partition_case complete_case = complete(given), *c = &complete_case;
  struct expected e;
  struct buffers b;
  partition_serially(c, &e);
  open_buffers(h, plan, c, &b);
  const bool good = enqueue(h, plan, c, &b) && check(h, c, &b, &e);
  if (!good) {
    print_error("  in %s: %u buckets, algorithm %d, flags %u, n %zu, covered %zu, capacity %zu, "
                "width %zu, shifts %zu and %zu, scratch %d at %zu\n",
                c->name, (unsigned)num_buckets(c), (int)c->desc.algorithm, (unsigned)c->desc.flags,
                c->input.n, compaction_covered(&c->input), c->capacity, c->input.width,
                c->input.shift, c->out_shift, c->input.own_scratch, c->input.scratch_shift);
  }
  close_buffers(&b);
  free(e.values);
  return good;
}
