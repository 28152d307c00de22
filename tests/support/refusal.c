/* SPDX-License-Identifier: Apache-2.0 */
#include "support/refusal.h"

#include <string.h>

void refusal_open(struct refusal *f, struct harness *h, const clscan_scan_desc *desc) {
  memset(f, 0, sizeof *f);
  f->h = h;
  interpose_reset();
  const clscan_context_options options = interpose_options(h);
  assert_success(clscan_context_create(h->context, h->device, &options, &f->ctx));
  assert_success(clscan_scan_plan_create(f->ctx, desc, &f->plan));
  guarded_create(h, &f->in, REFUSAL_N * 8, 0, NULL);
  guarded_create(h, &f->out, REFUSAL_N * 8, 0, NULL);
  guarded_create(h, &f->total, 16, 0, NULL);
  guarded_create(h, &f->init, 16, 0, NULL);
  guarded_create(h, &f->n_device, 16, 0, NULL);
  f->good = (clscan_scan_args){.in = f->in.place, .out = f->out.place, .n = REFUSAL_N};
}

void refusal_close(struct refusal *f) {
  guarded_destroy(&f->in);
  guarded_destroy(&f->out);
  guarded_destroy(&f->total);
  guarded_destroy(&f->init);
  guarded_destroy(&f->n_device);
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

void refusal_check(struct refusal *f, clscan_plan *plan, cl_command_queue queue,
                   const clscan_scan_args *args, clscan_status status, const char *file, int line) {
  const unsigned commands = interpose_commands();
  const cl_event untouched = (cl_event)&f->good;
  cl_event event = untouched;
  harness_log_reset(f->h);
  const clscan_status actual = clscan_scan_enqueue(plan, queue, args, 0, NULL, &event);
  harness_assert_status(actual, status, file, line);
  if (plan != NULL && !refusal_logged(f->h, status)) {
    print_error("no sentence for %s\n", clscan_status_name(status));
    _fail(file, line);
  }
  if (interpose_commands() != commands || event != untouched ||
      !guarded_unchanged(f->h, &f->out, "out") || !guarded_unchanged(f->h, &f->total, "total")) {
    print_error("something happened in spite of %s\n", clscan_status_name(status));
    _fail(file, line);
  }
}

void refusal_accept(struct refusal *f, const clscan_scan_args *args) {
  harness_log_reset(f->h);
  const clscan_status status = clscan_scan_enqueue(f->plan, f->h->queue, args, 0, NULL, NULL);
  if (status != CLSCAN_SUCCESS) {
    print_error("%s\n", f->h->log.text == NULL ? "no message" : f->h->log.text);
  }
  assert_success(status);
  assert_int_equal(clFinish(f->h->queue), CL_SUCCESS);
}

void refusal_no_plan(struct refusal *f, const clscan_scan_desc *desc, clscan_status status,
                     const char *file, int line) {
  clscan_plan *const untouched = (clscan_plan *)&f->good;
  clscan_plan *plan = untouched;
  harness_log_reset(f->h);
  harness_assert_status(clscan_scan_plan_create(f->ctx, desc, &plan), status, file, line);
  if (plan != untouched || !refusal_logged(f->h, status)) {
    print_error("no sentence for %s, or a plan\n", clscan_status_name(status));
    _fail(file, line);
  }
}
