/* SPDX-License-Identifier: Apache-2.0 */
#include "support/execution.h"
#include "support/guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_hexadecimal(const void *element, size_t size, char *text, size_t capacity) {
  const uint8_t *bytes = element;
  size_t used = 0;
  for (size_t k = 0; k < size && used + 3 < capacity; k++) {
    used += (size_t)snprintf(text + used, capacity - used, "%02x", bytes[k]);
  }
}

static void print_element(const struct execution *e, const void *element, char *text,
                          size_t capacity) {
  if (e->print != NULL) {
    e->print(element, text, capacity);
  } else {
    print_hexadecimal(element, e->out_size, text, capacity);
  }
}

static bool same(const struct execution *e, const void *actual, const void *expected) {
  return e->equal != NULL ? e->equal(actual, expected) : memcmp(actual, expected, e->out_size) == 0;
}

size_t execution_compare(const struct execution *e, const void *actual, const void *expected,
                         size_t n, const char *what) {
  const uint8_t *a = actual;
  const uint8_t *b = expected;
  if (n == 0 || (e->equal == NULL && memcmp(a, b, n * e->out_size) == 0)) {
    return n;
  }
  for (size_t k = 0; k < n; k++) {
    if (!same(e, a + k * e->out_size, b + k * e->out_size)) {
      char is[300] = "";
      char should[300] = "";
      print_element(e, a + k * e->out_size, is, sizeof is);
      print_element(e, b + k * e->out_size, should, sizeof should);
      print_error("%s[%zu] is %s instead of %s (n = %zu)\n", what, k, is, should, e->n);
      return k;
    }
  }
  return n;
}

/* The buffers of one execution; absent ones are all zero. */
struct buffers {
  struct guarded in, out, total, init, n_device, scratch;
  clscan_scratch *handle;
};

static size_t num_outputs(const struct execution *e) { return e->reduces ? 1 : e->n; }

/* Outputs that are written. */
static size_t num_written(const struct execution *e) {
  return e->expected == NULL ? 0 : e->n_device != NULL && !e->reduces ? e->covered : num_outputs(e);
}

static void create_buffers(struct harness *h, const struct execution *e, struct buffers *b) {
  memset(b, 0, sizeof *b);
  guarded_create(h, &b->in, e->n * e->in_size, e->in_shift, e->input);
  if (!e->in_place) {
    guarded_create(h, &b->out, num_outputs(e) * e->out_size, e->out_shift, NULL);
  }
  if (e->expected_total != NULL || e->total_untouched) {
    guarded_create(h, &b->total, e->out_size, 0, NULL);
  }
  if (e->init != NULL && e->init_on_device) {
    guarded_create(h, &b->init, e->acc_size, 0, e->init);
  }
  if (e->n_device != NULL) {
    guarded_create(h, &b->n_device, e->n_device_size, 0, e->n_device);
  }
  if (e->own_scratch) {
    size_t bytes = 0;
    assert_success(clscan_plan_scratch_size(e->plan, e->n, &bytes));
    guarded_create(h, &b->scratch, bytes, e->scratch_shift, NULL);
    assert_success(clscan_scratch_create(h->ctx, b->scratch.place, bytes, &b->handle));
  }
}

static void destroy_buffers(struct buffers *b) {
  clscan_scratch_destroy(b->handle);
  guarded_destroy(&b->in);
  guarded_destroy(&b->out);
  guarded_destroy(&b->total);
  guarded_destroy(&b->init);
  guarded_destroy(&b->n_device);
  guarded_destroy(&b->scratch);
}

/* Enqueues and waits for the end. */
static bool enqueue(struct harness *h, const struct execution *e, const struct buffers *b) {
  const bool on_host = e->init != NULL && !e->init_on_device;
  const cl_command_queue queue = e->queue != NULL ? e->queue : h->queue;
  const clscan_scan_args args = {
      .in = b->in.place,
      .out = e->in_place ? b->in.place : b->out.place,
      .n = e->n,
      .init = on_host ? e->init : NULL,
      .init_device = b->init.place,
      .total = b->total.place,
      .n_device = b->n_device.place,
      .scratch = b->handle,
  };
  const clscan_reduce_args reduced = {
      .in = args.in,
      .out = args.out,
      .n = args.n,
      .init = args.init,
      .init_device = args.init_device,
      .n_device = args.n_device,
      .scratch = args.scratch,
  };
  cl_event event = NULL;
  const clscan_status status =
      e->reduces ? clscan_reduce_enqueue(e->plan, queue, &reduced, 0, NULL, &event)
                 : clscan_scan_enqueue(e->plan, queue, &args, 0, NULL, &event);
  if (status != CLSCAN_SUCCESS) {
    print_error("the enqueue gave %s (n = %zu)\n", clscan_status_name(status), e->n);
    return false;
  }
  const cl_int waited = clWaitForEvents(1, &event);
  clReleaseEvent(event);
  if (waited != CL_SUCCESS || clFinish(queue) != CL_SUCCESS) {
    print_error("the execution failed: %d (n = %zu)\n", (int)waited, e->n);
    return false;
  }
  return true;
}

static bool check_output(struct harness *h, const struct execution *e, const struct buffers *b) {
  const struct guarded *out = e->in_place ? &b->in : &b->out;
  const size_t covered = num_written(e), outputs = num_outputs(e);
  uint8_t *actual = malloc(outputs * e->out_size + 1);
  assert_non_null(actual);
  guarded_read(h, out, actual);
  bool good = execution_compare(e, actual, e->expected, covered, "out") == covered;
  const uint8_t *rest = out->bands + out->place.offset;
  if (memcmp(actual + covered * e->out_size, rest + covered * e->out_size,
             (outputs - covered) * e->out_size) != 0) {
    print_error("an output was written that may not be (n = %zu, covered = %zu)\n", e->n, covered);
    good = false;
  }
  free(actual);
  return good;
}

static bool check_total(struct harness *h, const struct execution *e, const struct buffers *b) {
  if (e->total_untouched) {
    return guarded_unchanged(h, &b->total, "total");
  }
  if (e->expected_total == NULL) {
    return true;
  }
  uint8_t actual[128];
  guarded_read(h, &b->total, actual);
  return execution_compare(e, actual, e->expected_total, 1, "total") == 1;
}

static bool check_surroundings(struct harness *h, const struct buffers *b, bool in_place) {
  static const char *const names[] = {"in", "out", "total", "init", "n_device", "scratch"};
  const struct guarded *const all[] = {&b->in,   &b->out,      &b->total,
                                       &b->init, &b->n_device, &b->scratch};
  bool good = true;
  for (size_t k = 0; k < HARNESS_COUNT(all); k++) {
    good = (all[k]->mem == NULL || guarded_intact(h, all[k], names[k])) && good;
  }
  good = (in_place || guarded_unchanged(h, &b->in, "in")) && good;
  good = (b->init.mem == NULL || guarded_unchanged(h, &b->init, "init")) && good;
  return (b->n_device.mem == NULL || guarded_unchanged(h, &b->n_device, "n_device")) && good;
}

bool execution_run(struct harness *h, const struct execution *e) {
  struct buffers b;
  create_buffers(h, e, &b);
  bool good = true;
  for (unsigned k = 0; good && (k == 0 || k < e->runs); k++) {
    good = enqueue(h, e, &b) && check_output(h, e, &b);
    good = good && check_total(h, e, &b);
  }
  good = check_surroundings(h, &b, e->in_place) && good;
  destroy_buffers(&b);
  return good;
}
