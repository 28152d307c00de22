/* SPDX-License-Identifier: Apache-2.0 */
#include "support/reduce_work.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

void reduce_work_open(struct harness *h, struct reduce_work *w, size_t n, uint64_t seed) {
  memset(w, 0, sizeof *w);
  uint32_t *values = arrays_host(n);
  w->in = arrays_random(h, n, seed, values);
  w->out = arrays_create(h, 1);
  for (size_t k = 0; k < n; k++) {
    w->expected += values[k];
  }
  w->args = (clscan_reduce_args){.in = {w->in, 0}, .out = {w->out, 0}, .n = n};
  free(values);
}

void reduce_work_close(struct reduce_work *w) {
  clReleaseMemObject(w->in);
  clReleaseMemObject(w->out);
  if (w->init != NULL) {
    clReleaseMemObject(w->init);
    clReleaseMemObject(w->n_device);
  }
}

void reduce_work_extend(struct harness *h, struct reduce_work *w) {
  uint32_t init = 0;
  uint32_t length = (uint32_t)w->args.n;
  cl_int error = CL_SUCCESS;
  w->init = arrays_random(h, 1, 12, &init);
  w->n_device = clCreateBuffer(h->context, CL_MEM_COPY_HOST_PTR, sizeof length, &length, &error);
  assert_int_equal(error, CL_SUCCESS);
  w->args.init_device = (clscan_buffer){w->init, 0};
  w->args.n_device = (clscan_buffer){w->n_device, 0};
  w->expected += init;
}

bool reduce_work_check(struct harness *h, const struct reduce_work *w) {
  const uint32_t spoilt = ~w->expected;
  const bool equal = arrays_equal(h, w->out, &w->expected, 1);
  assert_int_equal(
      clEnqueueWriteBuffer(h->queue, w->out, CL_TRUE, 0, sizeof spoilt, &spoilt, 0, NULL, NULL),
      CL_SUCCESS);
  return equal;
}

clscan_plan *reduce_work_plan(clscan_context *ctx) {
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  clscan_plan *plan = NULL;
  assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
  return plan;
}

size_t reduce_work_length(const clscan_plan *plan) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  const size_t n = 9 * shapes_tile(plan) + 5;
  return n > info.small_max ? n : info.small_max + 5;
}
