/* SPDX-License-Identifier: Apache-2.0 */
#include "support/refusal.h"

#include <string.h>

void refusal_open(struct refusal *f, struct harness *h, const struct work *work) {
  memset(f, 0, sizeof *f);
  f->h = h;
  interpose_reset();
  f->ctx = work_open_context(h, interpose_options(h), &shapes[SHAPE_OWN], work);
  f->plan = work_plan(f->ctx, work);
  work_open(&f->run, h, work, REFUSAL_N, 1);
  work_give_all(&f->run);
  f->good = f->run.args;
}

void refusal_close(struct refusal *f) {
  work_close(&f->run);
  clscan_plan_destroy(f->plan);
  clscan_context_destroy(f->ctx);
  assert_true(interpose_nothing_held());
  assert_null(interpose_unlisted());
}

bool refusal_logged(struct harness *h, clscan_status status) {
  const bool sentence = h->log.count == 1 && h->log.status == status && h->log.length > 10 &&
                        strchr(h->log.text, ' ') != NULL;
  if (!sentence) {
    print_error("%u messages, the last with %s: %s\n", h->log.count,
                clscan_status_name(h->log.status), h->log.text == NULL ? "" : h->log.text);
  }
  harness_log_reset(h);
  return sentence;
}

void refusal_expect(struct refusal *f) {
  f->commands = interpose_commands();
  f->event = (cl_event)f;
  f->none = (clscan_plan *)f;
  harness_log_reset(f->h);
}

static bool is_untouched(struct refusal *f) {
  bool untouched =
      interpose_commands() == f->commands && f->event == (cl_event)f && f->none == (clscan_plan *)f;
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    untouched = (f->run.places[k].mem == NULL ||
                 guarded_unchanged(f->h, &f->run.places[k], "an argument")) &&
                untouched;
  }
  return untouched;
}

void refusal_check(struct refusal *f, clscan_status actual, clscan_status expected,
                   const char *file, int line) {
  const char *name = f->run.work->name;
  if (actual != expected) {
    print_error("%s: %s\n", name, f->h->log.text == NULL ? "no message" : f->h->log.text);
  }
  harness_assert_status(actual, expected, file, line);
  if (!refusal_logged(f->h, expected)) {
    print_error("%s: no sentence for %s\n", name, clscan_status_name(expected));
    _fail(file, line);
  }
  if (!is_untouched(f)) {
    print_error("%s: something happened in spite of %s\n", name, clscan_status_name(expected));
    _fail(file, line);
  }
  f->run.args = f->good;
}

void refusal_accepted(struct refusal *f, clscan_status status, const char *file, int line) {
  if (status != CLSCAN_SUCCESS) {
    print_error("%s: %s\n", f->run.work->name,
                f->h->log.text == NULL ? "no message" : f->h->log.text);
  }
  harness_assert_status(status, CLSCAN_SUCCESS, file, line);
  assert_int_equal(clFinish(f->h->queue), CL_SUCCESS);
  work_spoil(&f->run);
  f->run.args = f->good;
}

void refusal_on_queue(struct harness *h, clscan_context *ctx, cl_context context,
                      cl_command_queue queue, clscan_status expected) {
  struct harness other = {.context = context, .queue = queue};
  for (const struct work *w = works; w->name != NULL; w++) {
    struct work_run r;
    work_open(&r, &other, w, 70000, 1);
    harness_log_reset(h);
    const unsigned commands = interpose_commands();
    assert_status(work_call(&r, ctx, queue, 0, NULL, NULL), expected);
    if (expected == CLSCAN_SUCCESS) {
      assert_true(work_is_clean(&r));
    } else {
      assert_true(refusal_logged(h, expected));
      assert_int_equal(interpose_commands(), commands);
    }
    work_close(&r);
  }
}

clscan_context *refusal_swap(struct refusal *f, const clscan_context_options *options) {
  clscan_context *const usual = f->ctx;
  assert_success(clscan_context_create(f->h->context, f->h->device, options, &f->ctx));
  return usual;
}

void refusal_swap_back(struct refusal *f, clscan_context *usual) {
  clscan_context_destroy(f->ctx);
  f->ctx = usual;
}

const clscan_custom_type refusal_pair = {
    .name = "pair", .definition = "typedef struct { int a, b; } pair;", .size = 8, .alignment = 4};

const clscan_custom_type refusal_layouts[REFUSAL_LAYOUTS] = {
    {.name = NULL, .size = 8, .alignment = 4},     {.name = "", .size = 8, .alignment = 4},
    {.name = "pair", .size = 0, .alignment = 4},   {.name = "pair", .size = 129, .alignment = 1},
    {.name = "pair", .size = 256, .alignment = 4}, {.name = "pair", .size = 8, .alignment = 0},
    {.name = "pair", .size = 12, .alignment = 3},  {.name = "pair", .size = 12, .alignment = 8},
    {.name = "pair", .size = 8, .alignment = 16},
};

cl_mem refusal_buffer(cl_context context, cl_mem_flags flags, size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(context, flags, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

clscan_buffer refusal_moved(clscan_buffer place, size_t bytes) {
  place.offset += bytes;
  return place;
}

cl_context refusal_other_context(struct harness *h) {
  cl_int error = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h->platform, 0};
  cl_context other = clCreateContext(properties, 1, &h->device, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return other;
}
