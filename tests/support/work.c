/* SPDX-License-Identifier: Apache-2.0 */
#include "support/work.h"

#include <stdlib.h>
#include <string.h>

const struct work *work_named(const char *name) {
  const struct work *w = works;
  while (w->name != NULL && strcmp(w->name, name) != 0) {
    w++;
  }
  assert_non_null(w->name);
  return w;
}

clscan_context *work_open_context(struct harness *h, clscan_context_options options,
                                  const struct shape *shape, const struct work *work) {
  clscan_tuning tuning = shape->tuning;
  clscan_context *ctx = NULL;
  if (work->atomics != CLSCAN_ATOMICS_AUTO) {
    tuning.atomics = work->atomics;
  }
  options.tuning = &tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h->context, h->device, &options, &ctx));
  return ctx;
}

clscan_plan *work_plan(clscan_context *ctx, const struct work *work) {
  clscan_plan *plan = NULL;
  const clscan_status status = work->function->plan(ctx, work, &plan);
  if (status != CLSCAN_SUCCESS) {
    fail_msg("%s: %s", work->name, clscan_status_name(status));
  }
  return plan;
}

size_t work_length(const struct work *work, const clscan_plan *plan) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  const size_t n = work->function->tiles * shapes_tile(plan) + 5;
  return n > info.small_max || info.small_max == SIZE_MAX ? n : info.small_max + 5;
}

/* A reduction in one launch: its groups count themselves. */
static bool counts_groups(const struct work *work, const clscan_plan *plan) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  return work->function == &work_reduce && info.atomics != CLSCAN_ATOMICS_AUTO;
}

unsigned work_launches(const struct work *work, const clscan_plan *plan) {
  return counts_groups(work, plan) ? 1 : work->launches;
}

/* Whether that many marks are scanned by looking back. */
static bool marks_look_back(clscan_context *ctx, size_t n) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT8, .out_type = CLSCAN_UINT32};
  clscan_plan_info info;
  clscan_plan *part = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &part));
  assert_success(clscan_plan_describe(part, &info));
  clscan_plan_destroy(part);
  return info.algorithm == CLSCAN_SCAN_LOOKBACK && n > info.small_max;
}

bool work_keeps_state(clscan_context *ctx, const struct work *work, const clscan_plan *plan) {
  return work->keeps_state || counts_groups(work, plan) ||
         (work->scans_marks && marks_look_back(ctx, work_length(work, plan)));
}

bool work_is_unordered(const struct work *work) { return (work->flags & CLSCAN_UNORDERED) != 0; }

bool work_has(const struct work *work, unsigned place) {
  const enum work_presence presence = work->function->places[place].presence;
  return place < work->function->num_places && (presence != WORK_EXTRA || work->extra) &&
         (presence != WORK_SEPARATE || (work->flags & CLSCAN_SEPARATE) != 0);
}

/* --- arguments ------------------------------------------------------------------------------- */

static size_t place_words(const struct work_place *place, size_t n) {
  return place->per_element * n + place->words;
}

uint32_t *work_words(const struct work_run *run, unsigned place) {
  const struct guarded *g = &run->places[place];
  return (uint32_t *)(void *)(g->bands + g->place.offset);
}

static void make_content(const struct work_place *place, size_t n, uint64_t *random,
                         uint32_t *words) {
  for (size_t k = 0; k < place_words(place, n); k++) {
    words[k] = place->content == WORK_LENGTH     ? (uint32_t)n
               : place->content == WORK_ARGUMENT ? 5
                                                 : (uint32_t)(harness_random(random) >> 32);
  }
}

void work_open_at(struct work_run *run, struct harness *h, const struct work *work, size_t n,
                  uint64_t seed, const size_t shifts[WORK_PLACES]) {
  uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  memset(run, 0, sizeof *run);
  run->h = h;
  run->work = work;
  run->args.n = n;
  for (unsigned k = 0; k < work->function->num_places; k++) {
    const struct work_place *place = &work->function->places[k];
    const size_t count = place_words(place, n);
    if (!work_has(work, k)) {
      continue;
    }
    uint32_t *words = calloc(count + 1, sizeof *words);
    assert_non_null(words);
    make_content(place, n, &random, words);
    guarded_create(h, &run->places[k], count * sizeof *words, shifts == NULL ? 0 : shifts[k],
                   place->is_written ? NULL : words);
    if (place->is_written) {
      run->results[k].words = words;
    } else {
      free(words);
    }
    if (place->presence != WORK_SELDOM) {
      run->args.at[k] = run->places[k].place;
    }
  }
}

void work_open(struct work_run *run, struct harness *h, const struct work *work, size_t n,
               uint64_t seed) {
  work_open_at(run, h, work, n, seed, NULL);
}

void work_close(struct work_run *run) {
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    guarded_destroy(&run->places[k]);
    free(run->results[k].words);
  }
}

void work_give_all(struct work_run *run) {
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    run->args.at[k] = run->places[k].place;
  }
}

void work_refill(struct work_run *run, cl_command_queue queue, uint64_t seed) {
  const struct guarded *g = &run->places[WORK_IN];
  uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  make_content(&run->work->function->places[WORK_IN], run->args.n, &random,
               work_words(run, WORK_IN));
  assert_int_equal(clEnqueueWriteBuffer(queue, g->mem, CL_TRUE, g->place.offset, g->bytes,
                                        work_words(run, WORK_IN), 0, NULL, NULL),
                   CL_SUCCESS);
}

clscan_status work_enqueue(const struct work_run *run, clscan_plan *plan, cl_command_queue queue,
                           cl_uint num_wait, const cl_event *wait, cl_event *event) {
  return run->work->function->enqueue(plan, queue, run->work, &run->args, num_wait, wait, event);
}

clscan_status work_call(const struct work_run *run, clscan_context *ctx, cl_command_queue queue,
                        cl_uint num_wait, const cl_event *wait, cl_event *event) {
  return run->work->function->call(ctx, queue, run->work, &run->args, num_wait, wait, event);
}

/* --- results --------------------------------------------------------------------------------- */

void work_spoil(const struct work_run *run) {
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    if (run->results[k].words != NULL) {
      guarded_restore(run->h, &run->places[k]);
    }
  }
}

static int compare_words(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Whether the place has the words that it should, and behind them, if asked for, no others. */
static bool check_place(const struct work_run *run, unsigned place, bool whole) {
  const clscan_buffer at = run->args.at[place];
  const size_t count = run->results[place].count;
  const size_t words = whole ? run->places[place].bytes / 4 : count;
  const uint32_t *expected = run->results[place].words;
  bool right = true;
  if (words == 0) {
    return true;
  }
  uint32_t *actual = calloc(words, sizeof *actual);
  assert_non_null(actual);
  assert_int_equal(clEnqueueReadBuffer(run->h->queue, at.mem, CL_TRUE, at.offset,
                                       words * sizeof *actual, actual, 0, NULL, NULL),
                   CL_SUCCESS);
  if (work_is_unordered(run->work)) {
    qsort(actual, count, sizeof *actual, compare_words);
    qsort(run->results[place].words, count, sizeof *actual, compare_words);
  }
  for (size_t k = 0; k < words && right; k++) {
    const uint32_t should = k < count ? expected[k] : GUARDED_FILL * 0x01010101u;
    right = actual[k] == should;
    if (!right) {
      print_error("%s: %s[%zu] is %u instead of %u (n = %zu, %zu words are written)\n",
                  run->work->name, run->work->function->places[place].name, k, (unsigned)actual[k],
                  (unsigned)should, run->args.n, count);
    }
  }
  free(actual);
  return right;
}

static bool check_results(struct work_run *run, bool whole) {
  bool right = true;
  run->work->function->compute(run);
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    right = (run->results[k].words == NULL || run->args.at[k].mem == NULL ||
             check_place(run, k, whole)) &&
            right;
  }
  return right;
}

bool work_is_right(struct work_run *run) { return check_results(run, false); }

bool work_is_clean(struct work_run *run) {
  bool clean = check_results(run, true);
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    const struct guarded *g = &run->places[k];
    const char *name = run->work->function->places[k].name;
    if (g->mem != NULL) {
      clean = guarded_intact(run->h, g, name) && clean;
      clean = ((run->results[k].words != NULL && run->args.at[k].mem != NULL) ||
               guarded_unchanged(run->h, g, name)) &&
              clean;
    }
  }
  return clean;
}

void work_feed(struct work_run *from, struct work_run *to) {
  const struct work_function *function = from->work->function;
  function->compute(from);
  for (unsigned k = 0; k < function->num_fed; k++) {
    const unsigned source = function->fed[k].from, target = function->fed[k].to;
    const size_t count = from->results[source].count;
    const size_t room = to->places[target].bytes / sizeof(uint32_t);
    to->args.at[target] = from->args.at[source];
    memcpy(work_words(to, target), from->results[source].words,
           (count < room ? count : room) * sizeof(uint32_t));
  }
}

/* --- scratch --------------------------------------------------------------------------------- */

void work_scratch_open(struct work_scratch *s, struct harness *h, clscan_context *ctx,
                       const clscan_plan *plan, size_t n, size_t shift) {
  memset(s, 0, sizeof *s);
  assert_success(clscan_plan_scratch_size(plan, n, &s->bytes));
  uint8_t *ones = malloc(s->bytes + 1);
  assert_non_null(ones);
  memset(ones, 0xFF, s->bytes + 1);
  guarded_create(h, &s->memory, s->bytes, shift, ones);
  free(ones);
  assert_success(clscan_scratch_create(ctx, s->memory.place, s->bytes, &s->handle));
}

void work_scratch_close(struct work_scratch *s) {
  clscan_scratch_destroy(s->handle);
  guarded_destroy(&s->memory);
}
