/* SPDX-License-Identifier: Apache-2.0 */
#include "support/work.h"

const struct work works[] = {
    {"scan, small", &work_scan, CLSCAN_SCAN_SMALL, .launches = 1},
    {"scan, three-pass", &work_scan, CLSCAN_SCAN_THREE_PASS, .exclusive = true, .launches = 3},
    {"scan, reduce-then-scan", &work_scan, CLSCAN_SCAN_REDUCE_THEN_SCAN, .launches = 3},
    {"scan, look-back", &work_scan, CLSCAN_SCAN_LOOKBACK, .keeps_state = true, .launches = 1},
    {"scan, two-level look-back", &work_scan, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, .exclusive = true,
     .keeps_state = true, .launches = 1},
    {"scan, small or not", &work_scan, CLSCAN_SCAN_AUTO, .launches = 0},
    {"scan, flags and an argument", &work_scan, CLSCAN_SCAN_LOOKBACK, .extra = true,
     .is_like = true, .keeps_state = true, .launches = 1},
    {"scan, three-pass, flags and an argument", &work_scan, CLSCAN_SCAN_THREE_PASS, .extra = true,
     .is_like = true, .launches = 3},
    {"select, look-back", &work_select, CLSCAN_SCAN_LOOKBACK, .keeps_state = true, .launches = 1},
    {"select, reduce-then-scan", &work_select, CLSCAN_SCAN_REDUCE_THEN_SCAN, .is_like = true,
     .launches = 3},
    {"select, three-pass", &work_select, CLSCAN_SCAN_THREE_PASS, .scans_marks = true,
     .launches = 3},
    {"select, unordered", &work_select, CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_UNORDERED,
     .launches = 2},
    {"select, flags and another array", &work_select, CLSCAN_SCAN_LOOKBACK, .extra = true,
     .is_like = true, .keeps_state = true, .launches = 1},
    {"partition", &work_partition, CLSCAN_SCAN_REDUCE_THEN_SCAN, .launches = 3},
    {"partition, separate, look-back", &work_partition, CLSCAN_SCAN_LOOKBACK, CLSCAN_SEPARATE,
     .keeps_state = true, .launches = 1},
    {"partition, separate, reduce-then-scan", &work_partition, CLSCAN_SCAN_REDUCE_THEN_SCAN,
     CLSCAN_SEPARATE, .is_like = true, .launches = 3},
    {"partition, separate, flags", &work_partition, CLSCAN_SCAN_LOOKBACK, CLSCAN_SEPARATE,
     .extra = true, .is_like = true, .keeps_state = true, .launches = 1},
    {"reduce", &work_reduce, .launches = 2},
    {"reduce, flags and an argument", &work_reduce, .extra = true, .is_like = true, .launches = 2},
    {"reduce, two launches", &work_reduce, .atomics = CLSCAN_ATOMICS_OPENCL1, .launches = 2},
    {"adjacent difference", &work_adjacent_difference, .launches = 1},
    {"adjacent difference, reverse", &work_adjacent_difference, .flags = CLSCAN_REVERSE,
     .is_like = true, .launches = 1},
    {.name = NULL},
};

static const uint32_t *words_at(const struct work_run *r, unsigned place) {
  return r->args.at[place].mem != NULL ? work_words(r, place) : NULL;
}

/* Elements that count: min(*n_device, n), if there is one. */
static size_t covered(const struct work_run *r, unsigned n_device) {
  const uint32_t *length = words_at(r, n_device);
  return length != NULL && *length < r->args.n ? *length : r->args.n;
}

/* Element i of a sum, where flags and an argument are read beside it. */
#define LOAD_EXTRA "(x ^ f) + u"

static uint32_t loaded(const struct work_run *r, size_t i, unsigned flags, unsigned argument) {
  const uint32_t x = work_words(r, WORK_IN)[i];
  return r->work->extra ? (x ^ work_words(r, flags)[i]) + *work_words(r, argument) : x;
}

static void set_reserved(uintptr_t *reserved, unsigned k) {
  if (k != 0) {
    reserved[k - 1] = 1;
  }
}

/* A function's plan, enqueue and call, from its <name>_desc(). `args` are those of the arguments
 * `a` of the work `w`; what they point to is in `behind`. */
#define WORK_CALLS(name, behind, args)                                                             \
  static clscan_status name##_plan(clscan_context *ctx, const struct work *w,                      \
                                   clscan_plan **plan) {                                           \
    const clscan_##name##_desc desc = name##_desc(w);                                              \
    return clscan_##name##_plan_create(ctx, w != NULL ? &desc : NULL, plan);                       \
  }                                                                                                \
  static clscan_status name##_enqueue(clscan_plan *plan, cl_command_queue queue,                   \
                                      const struct work *w, const struct work_args *a,             \
                                      cl_uint num_wait, const cl_event *wait, cl_event *event) {   \
    behind;                                                                                        \
    const clscan_##name##_args given = args;                                                       \
    (void)w;                                                                                       \
    return clscan_##name##_enqueue(plan, queue, a->is_null ? NULL : &given, num_wait, wait,        \
                                   event);                                                         \
  }                                                                                                \
  static clscan_status name##_call(clscan_context *ctx, cl_command_queue queue,                    \
                                   const struct work *w, const struct work_args *a,                \
                                   cl_uint num_wait, const cl_event *wait, cl_event *event) {      \
    behind;                                                                                        \
    const clscan_##name##_desc desc = name##_desc(w);                                              \
    const clscan_##name##_args given = args;                                                       \
    return clscan_##name(ctx, queue, w != NULL ? &desc : NULL, a->is_null ? NULL : &given,         \
                         num_wait, wait, event);                                                   \
  }

/* --- scan: sums ------------------------------------------------------------------------------- */

enum { SCAN_TOTAL = 2, SCAN_INIT, SCAN_N_DEVICE, SCAN_FLAGS, SCAN_ARGUMENT };

static clscan_scan_desc scan_desc(const struct work *w) {
  clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  if (w != NULL) {
    desc.kind = w->exclusive ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE;
    if (w->extra) {
      desc.flag_type = desc.argument_type = CLSCAN_UINT32;
      desc.load = LOAD_EXTRA;
    }
    desc.algorithm = w->algorithm;
    desc.flags = w->flags;
    set_reserved(desc.reserved, w->reserved);
  }
  return desc;
}

static clscan_scan_args scan_args(const struct work_args *a) {
  clscan_scan_args args = {.in = a->at[WORK_IN],
                           .out = a->at[WORK_OUT],
                           .n = a->n,
                           .init_device = a->at[SCAN_INIT],
                           .total = a->at[SCAN_TOTAL],
                           .flags = a->at[SCAN_FLAGS],
                           .argument_device = a->at[SCAN_ARGUMENT],
                           .n_device = a->at[SCAN_N_DEVICE],
                           .scratch = a->scratch};
  set_reserved(args.reserved, a->reserved);
  return args;
}

WORK_CALLS(scan, , scan_args(a))

static void scan_compute(struct work_run *r) {
  const uint32_t *init = words_at(r, SCAN_INIT);
  uint32_t *out = r->results[WORK_OUT].words;
  uint32_t sum = init != NULL ? *init : 0;
  r->results[WORK_OUT].count = covered(r, SCAN_N_DEVICE);
  r->results[SCAN_TOTAL].count = 1;
  for (size_t k = 0; k < r->results[WORK_OUT].count; k++) {
    const uint32_t x = loaded(r, k, SCAN_FLAGS, SCAN_ARGUMENT);
    out[k] = r->work->exclusive ? sum : sum + x;
    sum += x;
  }
  r->results[SCAN_TOTAL].words[0] = sum;
}

const struct work_function work_scan = {
    .name = "clscan_scan",
    .num_places = 7,
    .places = {{"in", .per_element = 1},
               {"out", .per_element = 1, .is_written = true},
               {"total", .words = 1, .is_written = true, .presence = WORK_SELDOM},
               {"init_device", .words = 1, .presence = WORK_SELDOM},
               {"n_device", .words = 1, .presence = WORK_SELDOM, .content = WORK_LENGTH},
               {"flags", .per_element = 1, .presence = WORK_EXTRA},
               {"argument_device", .words = 1, .presence = WORK_EXTRA, .content = WORK_ARGUMENT}},
    .tiles = 3,
    .in_place = true,
    .num_fed = 1,
    .fed = {{WORK_OUT, WORK_IN}},
    .plan = scan_plan,
    .enqueue = scan_enqueue,
    .call = scan_call,
    .compute = scan_compute,
};

/* --- reduce: a sum ---------------------------------------------------------------------------- */

enum { REDUCE_INIT = 2, REDUCE_N_DEVICE, REDUCE_FLAGS, REDUCE_ARGUMENT };

static clscan_reduce_desc reduce_desc(const struct work *w) {
  clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  if (w != NULL) {
    if (w->extra) {
      desc.flag_type = desc.argument_type = CLSCAN_UINT32;
      desc.load = LOAD_EXTRA;
    }
    desc.flags = w->flags;
    set_reserved(desc.reserved, w->reserved);
  }
  return desc;
}

static clscan_reduce_args reduce_args(const struct work_args *a) {
  clscan_reduce_args args = {.in = a->at[WORK_IN],
                             .out = a->at[WORK_OUT],
                             .n = a->n,
                             .init_device = a->at[REDUCE_INIT],
                             .flags = a->at[REDUCE_FLAGS],
                             .argument_device = a->at[REDUCE_ARGUMENT],
                             .n_device = a->at[REDUCE_N_DEVICE],
                             .scratch = a->scratch};
  set_reserved(args.reserved, a->reserved);
  return args;
}

WORK_CALLS(reduce, , reduce_args(a))

static void reduce_compute(struct work_run *r) {
  const uint32_t *init = words_at(r, REDUCE_INIT);
  const size_t count = covered(r, REDUCE_N_DEVICE);
  uint32_t sum = init != NULL ? *init : 0;
  for (size_t k = 0; k < count; k++) {
    sum += loaded(r, k, REDUCE_FLAGS, REDUCE_ARGUMENT);
  }
  r->results[WORK_OUT].count = 1;
  r->results[WORK_OUT].words[0] = sum;
}

const struct work_function work_reduce = {
    .name = "clscan_reduce",
    .num_places = 6,
    .places = {{"in", .per_element = 1},
               {"out", .words = 1, .is_written = true},
               {"init_device", .words = 1, .presence = WORK_SELDOM},
               {"n_device", .words = 1, .presence = WORK_SELDOM, .content = WORK_LENGTH},
               {"flags", .per_element = 1, .presence = WORK_EXTRA},
               {"argument_device", .words = 1, .presence = WORK_EXTRA, .content = WORK_ARGUMENT}},
    .tiles = 9,
    .num_fed = 1,
    .fed = {{WORK_OUT, REDUCE_INIT}},
    .plan = reduce_plan,
    .enqueue = reduce_enqueue,
    .call = reduce_call,
    .compute = reduce_compute,
};

/* --- adjacent difference ---------------------------------------------------------------------- */

enum { DIFFERENCE_N_DEVICE = 2 };

static clscan_adjacent_difference_desc adjacent_difference_desc(const struct work *w) {
  clscan_adjacent_difference_desc desc = {.type = CLSCAN_UINT32};
  if (w != NULL) {
    desc.flags = w->flags;
    set_reserved(desc.reserved, w->reserved);
  }
  return desc;
}

static clscan_adjacent_difference_args adjacent_difference_args(const struct work_args *a) {
  clscan_adjacent_difference_args args = {.in = a->at[WORK_IN],
                                          .out = a->at[WORK_OUT],
                                          .n = a->n,
                                          .n_device = a->at[DIFFERENCE_N_DEVICE],
                                          .scratch = a->scratch};
  set_reserved(args.reserved, a->reserved);
  return args;
}

WORK_CALLS(adjacent_difference, , adjacent_difference_args(a))

static void adjacent_difference_compute(struct work_run *r) {
  const uint32_t *in = work_words(r, WORK_IN);
  const size_t count = covered(r, DIFFERENCE_N_DEVICE);
  const bool reverse = (r->work->flags & CLSCAN_REVERSE) != 0;
  r->results[WORK_OUT].count = count;
  for (size_t k = 0; k < count; k++) {
    const bool has_neighbour = reverse ? k + 1 < count : k > 0;
    const uint32_t neighbour = has_neighbour ? in[reverse ? k + 1 : k - 1] : 0;
    r->results[WORK_OUT].words[k] = in[k] - neighbour;
  }
}

const struct work_function work_adjacent_difference = {
    .name = "clscan_adjacent_difference",
    .num_places = 3,
    .places = {{"in", .per_element = 1},
               {"out", .per_element = 1, .is_written = true},
               {"n_device", .words = 1, .presence = WORK_SELDOM, .content = WORK_LENGTH}},
    .tiles = 3,
    .num_fed = 1,
    .fed = {{WORK_OUT, WORK_IN}},
    .plan = adjacent_difference_plan,
    .enqueue = adjacent_difference_enqueue,
    .call = adjacent_difference_call,
    .compute = adjacent_difference_compute,
};

/* --- select and partition: most elements, by their values and places -------------------------- */

#define PREDICATE "(x ^ (uint)i) % 13 != 5"
#define PREDICATE_EXTRA "(x ^ f ^ (uint)i) % 13 != u"

/* Whether element i is among the first. */
static bool is_kept(const struct work_run *r, size_t i, unsigned flags, unsigned argument) {
  const uint32_t x = work_words(r, WORK_IN)[i] ^ (uint32_t)i;
  return r->work->extra ? (x ^ work_words(r, flags)[i]) % 13 != *work_words(r, argument)
                        : x % 13 != 5;
}

enum { SELECT_COUNT = 2, SELECT_FLAGS, SELECT_ARGUMENT, SELECT_N_DEVICE, SELECT_IN2, SELECT_OUT2 };

static clscan_select_desc select_desc(const struct work *w) {
  static const clscan_select_output more = {.type = CLSCAN_UINT32};
  clscan_select_desc desc = {.type = CLSCAN_UINT32, .predicate = PREDICATE};
  if (w != NULL) {
    desc.algorithm = w->algorithm;
    desc.flags = w->flags;
    set_reserved(desc.reserved, w->reserved);
    if (w->extra) {
      desc.flag_type = CLSCAN_UINT32;
      desc.argument_type = CLSCAN_UINT32;
      desc.predicate = PREDICATE_EXTRA;
      desc.more = &more;
      desc.num_more = 1;
    }
  }
  return desc;
}

clscan_select_args work_select_args(const struct work *w, const struct work_args *a,
                                    clscan_select_arrays *more) {
  clscan_select_args args = {.in = a->at[WORK_IN],
                             .out = a->at[WORK_OUT],
                             .count = a->at[SELECT_COUNT],
                             .n = a->n,
                             .flags = a->at[SELECT_FLAGS],
                             .argument_device = a->at[SELECT_ARGUMENT],
                             .more = w != NULL && w->extra ? more : NULL,
                             .n_device = a->at[SELECT_N_DEVICE],
                             .scratch = a->scratch};
  *more = (clscan_select_arrays){.in = a->at[SELECT_IN2], .out = a->at[SELECT_OUT2]};
  set_reserved(args.reserved, a->reserved);
  return args;
}

WORK_CALLS(select, clscan_select_arrays more, work_select_args(w, a, &more))

static void select_compute(struct work_run *r) {
  const size_t count = covered(r, SELECT_N_DEVICE);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (is_kept(r, i, SELECT_FLAGS, SELECT_ARGUMENT)) {
      r->results[WORK_OUT].words[kept] = work_words(r, WORK_IN)[i];
      if (r->work->extra) {
        r->results[SELECT_OUT2].words[kept] = work_words(r, SELECT_IN2)[i];
      }
      kept++;
    }
  }
  r->results[WORK_OUT].count = r->results[SELECT_OUT2].count = kept;
  r->results[SELECT_COUNT].count = 1;
  r->results[SELECT_COUNT].words[0] = (uint32_t)kept;
}

const struct work_function work_select = {
    .name = "clscan_select",
    .num_places = 8,
    .places = {{"in", .per_element = 1},
               {"out", .per_element = 1, .is_written = true, .presence = WORK_USUAL},
               {"count", .words = 1, .is_written = true},
               {"flags", .per_element = 1, .presence = WORK_EXTRA},
               {"argument_device", .words = 1, .presence = WORK_EXTRA, .content = WORK_ARGUMENT},
               {"n_device", .words = 1, .presence = WORK_SELDOM, .content = WORK_LENGTH},
               {"more[0].in", .per_element = 1, .presence = WORK_EXTRA},
               {"more[0].out", .per_element = 1, .is_written = true, .presence = WORK_EXTRA}},
    .tiles = 3,
    .num_fed = 2,
    .fed = {{WORK_OUT, WORK_IN}, {SELECT_COUNT, SELECT_N_DEVICE}},
    .plan = select_plan,
    .enqueue = select_enqueue,
    .call = select_call,
    .compute = select_compute,
};

enum {
  PARTITION_COUNTS = 2,
  PARTITION_FLAGS,
  PARTITION_ARGUMENT,
  PARTITION_N_DEVICE,
  PARTITION_OFFSETS,
  PARTITION_OUT2
};

static clscan_partition_desc partition_desc(const struct work *w) {
  clscan_partition_desc desc = {.type = CLSCAN_UINT32, .predicate = PREDICATE};
  if (w != NULL) {
    desc.algorithm = w->algorithm;
    desc.flags = w->flags;
    set_reserved(desc.reserved, w->reserved);
    if (w->extra) {
      desc.flag_type = CLSCAN_UINT32;
      desc.argument_type = CLSCAN_UINT32;
      desc.predicate = PREDICATE_EXTRA;
    }
  }
  return desc;
}

clscan_partition_args work_partition_args(const struct work *w, const struct work_args *a,
                                          clscan_buffer outs[2]) {
  clscan_partition_args args = {.in = a->at[WORK_IN],
                                .counts = a->at[PARTITION_COUNTS],
                                .offsets = a->at[PARTITION_OFFSETS],
                                .n = a->n,
                                .flags = a->at[PARTITION_FLAGS],
                                .argument_device = a->at[PARTITION_ARGUMENT],
                                .n_device = a->at[PARTITION_N_DEVICE],
                                .scratch = a->scratch};
  outs[0] = a->at[WORK_OUT];
  outs[1] = a->at[PARTITION_OUT2];
  if (w != NULL && (w->flags & CLSCAN_SEPARATE) != 0) {
    args.outs = outs;
  } else {
    args.out = outs[0];
  }
  set_reserved(args.reserved, a->reserved);
  return args;
}

WORK_CALLS(partition, clscan_buffer outs[2], work_partition_args(w, a, outs))

static void partition_compute(struct work_run *r) {
  const bool separate = (r->work->flags & CLSCAN_SEPARATE) != 0;
  const size_t count = covered(r, PARTITION_N_DEVICE);
  uint32_t *counts = r->results[PARTITION_COUNTS].words;
  uint32_t *offsets = r->results[PARTITION_OFFSETS].words;
  size_t sizes[2] = {0, 0};
  /* The first bucket, then the second one behind it or elsewhere. */
  for (unsigned bucket = 0; bucket < 2; bucket++) {
    uint32_t *to = bucket == 0 ? r->results[WORK_OUT].words
                   : separate  ? r->results[PARTITION_OUT2].words
                               : r->results[WORK_OUT].words + sizes[0];
    for (size_t i = 0; i < count; i++) {
      if (is_kept(r, i, PARTITION_FLAGS, PARTITION_ARGUMENT) == (bucket == 0)) {
        to[sizes[bucket]++] = work_words(r, WORK_IN)[i];
      }
    }
    counts[bucket] = (uint32_t)sizes[bucket];
  }
  r->results[WORK_OUT].count = separate ? sizes[0] : count;
  r->results[PARTITION_OUT2].count = sizes[1];
  r->results[PARTITION_COUNTS].count = 2;
  r->results[PARTITION_OFFSETS].count = 3;
  offsets[0] = 0;
  offsets[1] = counts[0];
  offsets[2] = (uint32_t)count;
}

const struct work_function work_partition = {
    .name = "clscan_partition",
    .num_places = 8,
    .places = {{"in", .per_element = 1},
               {"out", .per_element = 1, .is_written = true},
               {"counts", .words = 2, .is_written = true, .presence = WORK_USUAL},
               {"flags", .per_element = 1, .presence = WORK_EXTRA},
               {"argument_device", .words = 1, .presence = WORK_EXTRA, .content = WORK_ARGUMENT},
               {"n_device", .words = 1, .presence = WORK_SELDOM, .content = WORK_LENGTH},
               {"offsets", .words = 3, .is_written = true, .presence = WORK_SELDOM},
               {"outs[1]", .per_element = 1, .is_written = true, .presence = WORK_SEPARATE}},
    .tiles = 3,
    .num_fed = 2,
    .fed = {{WORK_OUT, WORK_IN}, {PARTITION_COUNTS, PARTITION_N_DEVICE}},
    .plan = partition_plan,
    .enqueue = partition_enqueue,
    .call = partition_call,
    .compute = partition_compute,
};
