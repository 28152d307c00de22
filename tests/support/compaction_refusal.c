/* SPDX-License-Identifier: Apache-2.0 */
#include "support/compaction_refusal.h"

#include <string.h>

static int somewhere;
const cl_event untouched_event = (cl_event)&somewhere;

void compaction_refusal_open(struct compaction_refusal *f, struct harness *h) {
  memset(f, 0, sizeof *f);
  f->h = h;
  interpose_reset();
  clscan_context_options options = interpose_options(h);
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h->context, h->device, &options, &f->ctx));
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    guarded_create(h, &f->places[k], REFUSAL_N * 8, 0, NULL);
  }
}

void compaction_refusal_close(struct compaction_refusal *f) {
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    guarded_destroy(&f->places[k]);
  }
  clscan_context_destroy(f->ctx);
  assert_true(interpose_nothing_held());
  assert_null(interpose_unlisted());
}

void compaction_refusal_expect(struct compaction_refusal *f) {
  f->commands = interpose_commands();
  harness_log_reset(f->h);
}

void compaction_refusal_check(struct compaction_refusal *f, clscan_status actual,
                              clscan_status expected, cl_event event, const char *file, int line) {
  if (actual != expected && f->h->log.text != NULL) {
    print_error("%s", f->h->log.text);
  }
  harness_assert_status(actual, expected, file, line);
  if (!refusal_logged(f->h, expected)) {
    print_error("no sentence for %s\n", clscan_status_name(expected));
    _fail(file, line);
  }
  bool untouched = interpose_commands() == f->commands && event == untouched_event;
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    untouched = guarded_unchanged(f->h, &f->places[k], "an argument") && untouched;
  }
  if (!untouched) {
    print_error("something happened in spite of %s\n", clscan_status_name(expected));
    _fail(file, line);
  }
}

void compaction_refusal_accepted(struct compaction_refusal *f, clscan_status status,
                                 const char *file, int line) {
  if (status != CLSCAN_SUCCESS) {
    print_error("%s\n", f->h->log.text == NULL ? "no message" : f->h->log.text);
  }
  harness_assert_status(status, CLSCAN_SUCCESS, file, line);
  assert_int_equal(clFinish(f->h->queue), CL_SUCCESS);
}

void compaction_refusal_no_plan(struct compaction_refusal *f, clscan_status actual,
                                clscan_status expected, const clscan_plan *plan, const char *file,
                                int line) {
  if (actual != expected && f->h->log.text != NULL) {
    print_error("%s", f->h->log.text);
  }
  harness_assert_status(actual, expected, file, line);
  if (plan != NULL || !refusal_logged(f->h, expected)) {
    print_error("no sentence for %s, or a plan\n", clscan_status_name(expected));
    _fail(file, line);
  }
}

cl_mem compaction_refusal_buffer(cl_context context, cl_mem_flags flags, size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(context, flags, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

cl_context compaction_refusal_other_context(struct harness *h) {
  cl_int error = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h->platform, 0};
  cl_context other = clCreateContext(properties, 1, &h->device, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return other;
}
