/* SPDX-License-Identifier: Apache-2.0 */
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const clscan_select_algorithm select_case_algorithms[SELECT_CASE_ALGORITHMS] = {
    CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS};

clscan_plan *select_case_plan(struct harness *h, const clscan_select_desc *desc) {
  clscan_plan *plan = NULL;
  harness_log_reset(h);
  const clscan_status status = clscan_select_plan_create(h->ctx, desc, &plan);
  compaction_print(h, status);
  assert_success(status);
  return plan;
}

/* --- the serial select ----------------------------------------------------------------------- */

struct expected {
  size_t kept;
  unsigned outputs;
  uint8_t *values[SELECT_CASE_OUTPUTS];
};

static bool is_kept(const struct select_case *c, const struct compaction_item *item) {
  return c->kept != NULL ? c->kept[item->i] != 0 : c->keep(item);
}

static void write_output(const struct select_case *c, unsigned k,
                         const struct compaction_item *item, uint8_t *out) {
  const struct select_case_output *output = &c->outputs[k];
  if (output->write != NULL) {
    output->write(item, out);
  } else if (k == 0) {
    memcpy(out, item->x, output->size);
  } else {
    memcpy(out, (const uint8_t *)output->array + item->i * output->size, output->size);
  }
}

static void select_serially(const struct select_case *c, struct expected *e) {
  const size_t covered = compaction_covered(&c->input);
  memset(e, 0, sizeof *e);
  e->outputs = c->count_only ? 0 : 1 + c->desc.num_more;
  for (unsigned k = 0; k < e->outputs; k++) {
    e->values[k] = compaction_alloc(covered * c->outputs[k].size);
  }
  for (size_t i = 0; i < covered; i++) {
    const struct compaction_item item = compaction_item(&c->input, i);
    if (is_kept(c, &item)) {
      for (unsigned k = 0; k < e->outputs; k++) {
        write_output(c, k, &item, e->values[k] + e->kept * c->outputs[k].size);
      }
      e->kept++;
    }
  }
}

/* --- on the device --------------------------------------------------------------------------- */

struct buffers {
  struct compaction_buffers read;
  struct guarded arrays[SELECT_CASE_OUTPUTS];
  struct guarded outs[SELECT_CASE_OUTPUTS];
  struct guarded count;
};

static bool is_copied(const struct select_case *c, unsigned k) {
  return k > 0 && c->desc.more[k - 1].expression == NULL;
}

static size_t room(const struct select_case *c) {
  return compaction_room(c->capacity, c->options, c->input.n);
}

/* Where there is less room than elements, the buffer is as long as if there were, so that what is
 * written too far is seen and harms nothing. */
static size_t length_of_outputs(const struct select_case *c) {
  return room(c) > c->input.n ? room(c) : c->input.n;
}

static bool wide_count(const struct select_case *c) { return c->desc.count_type == CLSCAN_UINT64; }

static void open_buffers(struct harness *h, clscan_plan *plan, const struct select_case *c,
                         unsigned outputs, struct buffers *b) {
  memset(b, 0, sizeof *b);
  compaction_open(h, plan, &c->input, &b->read);
  compaction_number_create(h, &b->count, 1, wide_count(c));
  for (unsigned k = 0; k < outputs; k++) {
    const struct select_case_output *output = &c->outputs[k];
    guarded_create(h, &b->outs[k], length_of_outputs(c) * output->size, output->out_shift, NULL);
    if (is_copied(c, k)) {
      guarded_create(h, &b->arrays[k], c->input.n * output->size, output->in_shift, output->array);
    }
  }
}

static void close_buffers(struct buffers *b) {
  compaction_close(&b->read);
  guarded_destroy(&b->count);
  for (unsigned k = 0; k < SELECT_CASE_OUTPUTS; k++) {
    guarded_destroy(&b->arrays[k]);
    guarded_destroy(&b->outs[k]);
  }
}

static bool enqueue(struct harness *h, clscan_plan *plan, const struct select_case *c,
                    const struct buffers *b) {
  const struct compaction_input *input = &c->input;
  const cl_command_queue queue = c->queue != NULL ? c->queue : h->queue;
  clscan_select_arrays more[CLSCAN_MAX_OUTPUTS];
  cl_event event = NULL;
  for (unsigned k = 0; k < CLSCAN_MAX_OUTPUTS; k++) {
    more[k] = (clscan_select_arrays){.in = b->arrays[k + 1].place, .out = b->outs[k + 1].place};
  }
  const clscan_select_args args = {
      .in = b->read.in.place,
      .out = b->outs[0].place,
      .count = b->count.place,
      .n = input->n,
      .capacity = c->capacity,
      .flags = b->read.flags.place,
      .argument = input->argument_on_device ? NULL : input->argument,
      .argument_device = b->read.argument.place,
      .width = input->width,
      .row_pitch = input->row_pitch,
      .more = c->desc.num_more != 0 ? more : NULL,
      .n_device = b->read.n_device.place,
      .scratch = b->read.handle,
      .options = c->options,
  };
  harness_log_reset(h);
  const clscan_status status = c->one_call
                                   ? clscan_select(h->ctx, queue, &c->desc, &args, 0, NULL, &event)
                                   : clscan_select_enqueue(plan, queue, &args, 0, NULL, &event);
  compaction_print(h, status);
  return compaction_wait(status, event, queue);
}

/* --- in any order ---------------------------------------------------------------------------- */

static size_t tuple_size;

static int compare_tuples(const void *a, const void *b) { return memcmp(a, b, tuple_size); }

/* The outputs side by side, so that elements of one input stay together. */
static uint8_t *make_tuples(const struct select_case *c, unsigned outputs,
                            uint8_t *const values[SELECT_CASE_OUTPUTS], size_t count) {
  tuple_size = 0;
  for (unsigned k = 0; k < outputs; k++) {
    tuple_size += c->outputs[k].size;
  }
  uint8_t *tuples = compaction_alloc(count * tuple_size);
  for (size_t i = 0; i < count; i++) {
    uint8_t *at = tuples + i * tuple_size;
    for (unsigned k = 0; k < outputs; k++) {
      memcpy(at, values[k] + i * c->outputs[k].size, c->outputs[k].size);
      at += c->outputs[k].size;
    }
  }
  return tuples;
}

/* Whether each of the sorted tuples is one of the sorted kept ones, and none more often. */
static bool is_contained(const uint8_t *actual, size_t count, const uint8_t *kept,
                         size_t num_kept) {
  size_t next = 0;
  for (size_t i = 0; i < count; i++) {
    while (next < num_kept &&
           memcmp(kept + next * tuple_size, actual + i * tuple_size, tuple_size) < 0) {
      next++;
    }
    if (next == num_kept ||
        memcmp(kept + next * tuple_size, actual + i * tuple_size, tuple_size) != 0) {
      print_error("the %zu. of the %zu written, sorted, is not among the %zu kept, or too often\n",
                  i, count, num_kept);
      return false;
    }
    next++;
  }
  return true;
}

static bool check_multiset(struct harness *h, const struct select_case *c, const struct buffers *b,
                           const struct expected *e, size_t written, size_t *out_of_order) {
  uint8_t *actual[SELECT_CASE_OUTPUTS] = {NULL};
  bool good = true;
  for (unsigned k = 0; k < e->outputs; k++) {
    actual[k] = compaction_alloc(b->outs[k].bytes);
    guarded_read(h, &b->outs[k], actual[k]);
    /* What lies behind is untouched; what was written is looked at as a whole, below. */
    good =
        compaction_compare(h, &b->outs[k], actual[k], written, c->outputs[k].size, "out") && good;
  }
  if (e->outputs != 0) {
    uint8_t *is = make_tuples(c, e->outputs, actual, written);
    uint8_t *should = make_tuples(c, e->outputs, e->values, e->kept);
    for (size_t i = 0; i < written && out_of_order != NULL; i++) {
      *out_of_order += memcmp(is + i * tuple_size, should + i * tuple_size, tuple_size) != 0;
    }
    qsort(is, written, tuple_size, compare_tuples);
    qsort(should, e->kept, tuple_size, compare_tuples);
    good = is_contained(is, written, should, e->kept) && good;
    free(is);
    free(should);
  }
  for (unsigned k = 0; k < e->outputs; k++) {
    free(actual[k]);
  }
  return good;
}

/* --- together -------------------------------------------------------------------------------- */

static bool check(struct harness *h, const struct select_case *c, const struct buffers *b,
                  const struct expected *e, size_t *out_of_order) {
  const size_t written = e->kept < room(c) ? e->kept : room(c);
  const uint64_t kept = e->kept;
  bool good = compaction_numbers(h, &b->count, &kept, 1, wide_count(c), "count");
  if ((c->desc.flags & CLSCAN_UNORDERED) != 0) {
    good = check_multiset(h, c, b, e, written, out_of_order) && good;
  }
  for (unsigned k = 0; k < e->outputs; k++) {
    char what[16];
    snprintf(what, sizeof what, "out %u", k);
    if ((c->desc.flags & CLSCAN_UNORDERED) == 0) {
      good = compaction_compare(h, &b->outs[k], e->values[k], written, c->outputs[k].size, what) &&
             good;
    }
    good = (b->arrays[k].mem == NULL || (guarded_unchanged(h, &b->arrays[k], "array") &&
                                         guarded_intact(h, &b->arrays[k], "array"))) &&
           good;
  }
  return compaction_unharmed(h, &b->read) && good;
}

/* The sizes and types that the descriptor says and the case does not. */
static struct select_case complete(const struct select_case *given) {
  struct select_case c = *given;
  const clscan_select_desc *desc = &c.desc;
  c.input.size = compaction_type_size(desc->type, desc->custom_type);
  c.input.argument_size = compaction_type_size(desc->argument_type, desc->custom_argument);
  c.input.flag_type = desc->flag_type;
  c.input.flag_bits = (desc->flags & CLSCAN_FLAG_BITS) != 0;
  c.input.wide_n_device = desc->n_device_type == CLSCAN_UINT64;
  c.outputs[0].size = desc->out_type != CLSCAN_TYPE_NONE
                          ? compaction_type_size(desc->out_type, desc->custom_out)
                          : c.input.size;
  for (uint32_t k = 0; k < desc->num_more; k++) {
    c.outputs[k + 1].size = compaction_type_size(desc->more[k].type, desc->more[k].custom_type);
  }
  return c;
}

bool select_case_run(struct harness *h, clscan_plan *plan, const struct select_case *given,
                     size_t *out_of_order) {
  const struct select_case complete_case = complete(given), *c = &complete_case;
  struct expected e;
  struct buffers b;
  select_serially(c, &e);
  open_buffers(h, plan, c, e.outputs, &b);
  const bool good = enqueue(h, plan, c, &b) && check(h, c, &b, &e, out_of_order);
  if (!good) {
    print_error(
        "  in %s: algorithm %d, flags %u, n %zu, covered %zu, kept %zu, capacity %zu, width "
        "%zu, shifts %zu and %zu, scratch %d at %zu\n",
        c->name, (int)c->desc.algorithm, (unsigned)c->desc.flags, c->input.n,
        compaction_covered(&c->input), e.kept, c->capacity, c->input.width, c->input.shift,
        c->outputs[0].out_shift, c->input.own_scratch, c->input.scratch_shift);
  }
  close_buffers(&b);
  for (unsigned k = 0; k < e.outputs; k++) {
    free(e.values[k]);
  }
  return good;
}

void select_case_check(struct harness *h, const struct select_case *c) {
  clscan_plan *plan = select_case_plan(h, &c->desc);
  assert_true(select_case_run(h, plan, c, NULL));
  clscan_plan_destroy(plan);
}

void select_case_in_shapes(struct harness *h, const unsigned *used, size_t count, bool all,
                           void (*run)(clscan_select_algorithm algorithm)) {
  for (size_t s = 0; s < count; s++) {
    if (!shapes_enter(h, &shapes[used[s]])) {
      continue;
    }
    for (size_t a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
      if (all || harness_slow() || s == 0 || a == s) {
        run(select_case_algorithms[a]);
      }
    }
    shapes_leave(h);
  }
}
