/* SPDX-License-Identifier: Apache-2.0 */
/* A plan, scratch of the caller's own, a place in an arena, a wait list and an event. */
#include "readme.h"

#define MAX_N ((size_t)200000)
#define N ((size_t)123457)
#define ALIGNED ((size_t)1 << 20) /* bytes; where the arena's second half begins */

static void scan(clscan_context *ctx, cl_command_queue queue, cl_mem arena, cl_mem scratch_mem,
                 size_t max_n, size_t n, cl_event ready, cl_event *done) {
  // Once. Compiles all that this plan can need, whatever n will be.
  clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *plan;
  clscan_scan_plan_create(ctx, &desc, &plan);

  // The caller's own scratch. Without it: clscan_plan_reserve(plan, queue, max_n).
  size_t bytes;
  clscan_scratch *scratch;
  clscan_plan_scratch_size(plan, max_n, &bytes);
  clscan_scratch_create(ctx, (clscan_buffer){scratch_mem, 0}, bytes, &scratch);

  // Each time, for any n up to max_n; here in place, from byte 2^20 of `arena` on.
  float first = 0.5f;
  clscan_buffer place = {arena, (size_t)1 << 20};
  clscan_scan_args args = {.in = place, .out = place, .n = n, .init = &first, .scratch = scratch};
  clscan_scan_enqueue(plan, queue, &args, 1, &ready, done);

  clscan_scratch_destroy(scratch);
  clscan_plan_destroy(plan);
}

/* The bytes that the block's plan asks for. */
static size_t scratch_bytes(clscan_context *ctx) {
  const clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE};
  clscan_plan *plan;
  size_t bytes;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_plan_scratch_size(plan, MAX_N, &bytes));
  clscan_plan_destroy(plan);
  return bytes;
}

int main(void) {
  struct harness h;
  static float values[N];
  harness_open(&h);
  cl_int status = CL_SUCCESS;
  cl_event ready = clCreateUserEvent(h.context, &status);
  REQUIRE(status == CL_SUCCESS);
  cl_mem arena = readme_buffer(&h, ALIGNED + MAX_N * sizeof(float), NULL);
  cl_mem scratch = readme_buffer(&h, scratch_bytes(h.ctx), NULL);
  for (size_t i = 0; i < N; i++) {
    values[i] = (float)(i % 3);
  }
  REQUIRE(clEnqueueWriteBuffer(h.queue, arena, CL_TRUE, ALIGNED, sizeof values, values, 0, NULL,
                               NULL) == CL_SUCCESS);
  cl_event done = NULL;
  scan(h.ctx, h.queue, arena, scratch, MAX_N, N, ready, &done);
  REQUIRE(done != NULL);
  REQUIRE(clSetUserEventStatus(ready, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(h.queue, arena, CL_TRUE, ALIGNED, sizeof values, values, 1, &done,
                              NULL) == CL_SUCCESS);
  float sum = 0.5f;
  for (size_t i = 0; i < N; i++) {
    sum += (float)(i % 3);
    REQUIRE(values[i] == sum); /* halves are exact up to 2^23 */
  }
  clReleaseEvent(done);
  clReleaseEvent(ready);
  clReleaseMemObject(arena);
  clReleaseMemObject(scratch);
  harness_close(&h);
  return EXIT_SUCCESS;
}
