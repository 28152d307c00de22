/* SPDX-License-Identifier: Apache-2.0 */
#include "support/reduction.h"
#include "support/guarded.h"

#include <stdio.h>
#include <string.h>

#define MAX_SIZE 128

/* The buffers of one execution; absent ones are all zero. */
struct buffers {
  struct guarded in, out, init, n_device, scratch;
  clscan_scratch *handle;
};

static void create_buffers(struct harness *h, const struct reduction *r, struct buffers *b) {
  memset(b, 0, sizeof *b);
  guarded_create(h, &b->in, r->n * r->in_size, r->in_shift, r->input);
  guarded_create(h, &b->out, r->out_size, r->out_shift, NULL);
  if (r->init != NULL && r->init_on_device) {
    guarded_create(h, &b->init, r->acc_size, 0, r->init);
  }
  if (r->n_device != NULL) {
    guarded_create(h, &b->n_device, r->n_device_size, 0, r->n_device);
  }
  if (r->own_scratch) {
    size_t bytes = 0;
    assert_success(clscan_plan_scratch_size(r->plan, r->n, &bytes));
    if (bytes != 0) {
      guarded_create(h, &b->scratch, bytes, r->scratch_shift, NULL);
      assert_success(clscan_scratch_create(h->ctx, b->scratch.place, bytes, &b->handle));
    }
  }
}

static void destroy_buffers(struct buffers *b) {
  clscan_scratch_destroy(b->handle);
  guarded_destroy(&b->in);
  guarded_destroy(&b->out);
  guarded_destroy(&b->init);
  guarded_destroy(&b->n_device);
  guarded_destroy(&b->scratch);
}

static bool enqueue(struct harness *h, const struct reduction *r, const struct buffers *b) {
  const bool on_host = r->init != NULL && !r->init_on_device;
  const cl_command_queue queue = r->queue != NULL ? r->queue : h->queue;
  const clscan_reduce_args args = {
      .in = b->in.place,
      .out = b->out.place,
      .n = r->n,
      .init = on_host ? r->init : NULL,
      .init_device = b->init.place,
      .n_device = b->n_device.place,
      .scratch = b->handle,
  };
  cl_event event = NULL;
  const clscan_status status = clscan_reduce_enqueue(r->plan, queue, &args, 0, NULL, &event);
  if (status != CLSCAN_SUCCESS) {
    print_error("clscan_reduce_enqueue gave %s (n = %zu)\n", clscan_status_name(status), r->n);
    return false;
  }
  const cl_int waited = clWaitForEvents(1, &event);
  clReleaseEvent(event);
  if (waited != CL_SUCCESS) {
    print_error("the execution failed: %d (n = %zu)\n", (int)waited, r->n);
  }
  return waited == CL_SUCCESS;
}

static void print_element(const struct reduction *r, const uint8_t *element, char *text,
                          size_t capacity) {
  if (r->print != NULL) {
    r->print(element, text, capacity);
    return;
  }
  size_t used = 0;
  for (size_t k = 0; k < r->out_size && used + 3 < capacity; k++) {
    used += (size_t)snprintf(text + used, capacity - used, "%02x", element[k]);
  }
}

static bool check_result(struct harness *h, const struct reduction *r, const struct buffers *b) {
  uint8_t actual[MAX_SIZE];
  if (r->expected == NULL) {
    return guarded_unchanged(h, &b->out, "out");
  }
  guarded_read(h, &b->out, actual);
  if (memcmp(actual, r->expected, r->out_size) != 0) {
    char is[300] = "";
    char should[300] = "";
    print_element(r, actual, is, sizeof is);
    print_element(r, r->expected, should, sizeof should);
    print_error("the result is %s instead of %s (n = %zu)\n", is, should, r->n);
    return false;
  }
  return true;
}

static bool check_surroundings(struct harness *h, const struct buffers *b) {
  static const char *const names[] = {"in", "out", "init", "n_device", "scratch"};
  const struct guarded *const all[] = {&b->in, &b->out, &b->init, &b->n_device, &b->scratch};
  bool good = guarded_unchanged(h, &b->in, "in");
  for (size_t k = 0; k < HARNESS_COUNT(all); k++) {
    good = (all[k]->mem == NULL || guarded_intact(h, all[k], names[k])) && good;
  }
  good = (b->init.mem == NULL || guarded_unchanged(h, &b->init, "init")) && good;
  return (b->n_device.mem == NULL || guarded_unchanged(h, &b->n_device, "n_device")) && good;
}

bool reduction_run(struct harness *h, const struct reduction *r) {
  struct buffers b;
  bool good = true;
  create_buffers(h, r, &b);
  for (unsigned k = 0; good && (k == 0 || k < r->runs); k++) {
    good = enqueue(h, r, &b) && check_result(h, r, &b);
  }
  good = check_surroundings(h, &b) && good;
  destroy_buffers(&b);
  return good;
}
