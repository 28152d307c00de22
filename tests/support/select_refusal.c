/* SPDX-License-Identifier: Apache-2.0 */
#include "support/select_refusal.h"

#include <string.h>

static const int32_t argument = 3;

const size_t select_refusal_bytes[REFUSAL_PLACES] = {
    REFUSAL_N * 4, REFUSAL_N * 4, 4, REFUSAL_N * 4, 4, 4, REFUSAL_N * 4, REFUSAL_N * 4};
const bool select_refusal_is_written[REFUSAL_PLACES] = {
    [PLACE_OUT] = true, [PLACE_COUNT] = true, [PLACE_MORE] = true};

void select_refusal_open(struct select_refusal *f, struct harness *h) {
  const clscan_select_output more = {.type = CLSCAN_INT32};
  const clscan_select_desc desc = {.type = CLSCAN_INT32,
                                   .flag_type = CLSCAN_UINT32,
                                   .argument_type = CLSCAN_INT32,
                                   .predicate = "f == u",
                                   .more = &more,
                                   .num_more = 1};
  memset(f, 0, sizeof *f);
  f->h = h;
  compaction_refusal_open(&f->common, h);
  assert_success(clscan_select_plan_create(f->common.ctx, &desc, &f->plan));
  const struct guarded *places = f->common.places;
  f->good_more =
      (clscan_select_arrays){.in = places[PLACE_ARRAY].place, .out = places[PLACE_MORE].place};
  f->good = (clscan_select_args){.in = places[PLACE_IN].place,
                                 .out = places[PLACE_OUT].place,
                                 .count = places[PLACE_COUNT].place,
                                 .n = REFUSAL_N,
                                 .flags = places[PLACE_FLAGS].place,
                                 .argument = &argument,
                                 .more = &f->good_more};
}

void select_refusal_close(struct select_refusal *f) {
  clscan_plan_destroy(f->plan);
  compaction_refusal_close(&f->common);
}

void select_refusal_check(struct select_refusal *f, clscan_plan *plan, cl_command_queue queue,
                          const clscan_select_args *args, clscan_status status, const char *file,
                          int line) {
  cl_event event = untouched_event;
  compaction_refusal_expect(&f->common);
  const clscan_status actual = clscan_select_enqueue(plan, queue, args, 0, NULL, &event);
  compaction_refusal_check(&f->common, actual, status, event, file, line);
}

void select_refusal_accept(struct select_refusal *f, clscan_plan *plan,
                           const clscan_select_args *args, const char *file, int line) {
  compaction_refusal_expect(&f->common);
  const clscan_status status = clscan_select_enqueue(plan, f->h->queue, args, 0, NULL, NULL);
  compaction_refusal_accepted(&f->common, status, file, line);
}

void select_refusal_change(const struct select_refusal *f, struct select_changed *c, unsigned place,
                           clscan_buffer to) {
  c->args = f->good;
  c->more = f->good_more;
  c->args.more = &c->more;
  clscan_buffer *const at[REFUSAL_PLACES] = {
      &c->args.in,       &c->args.out, &c->args.count, &c->args.flags, &c->args.argument_device,
      &c->args.n_device, &c->more.in,  &c->more.out};
  if (place == PLACE_ARGUMENT) {
    c->args.argument = NULL;
  }
  *at[place] = to;
}

clscan_buffer select_refusal_moved(clscan_buffer place, size_t bytes) {
  place.offset += bytes;
  return place;
}
