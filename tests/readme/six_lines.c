/* SPDX-License-Identifier: Apache-2.0 */
/* The six lines that scan an array. */
#include "readme.h"

#include <string.h>

#define N ((size_t)100003)

static void scan(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem in,
                 cl_mem out, size_t n) {
  clscan_context *ctx;
  clscan_context_create(context, device, NULL, &ctx);
  clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_scan_args args = {.in = {.mem = in}, .out = {.mem = out}, .n = n};
  clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
  clscan_context_destroy(ctx);
}

/* As clscan.h's first comment has them. */
static void scan_again(cl_context cl_ctx, cl_device_id device, cl_command_queue queue, cl_mem in,
                       cl_mem out, size_t n) {
  /* clang-format off */
  clscan_context *ctx;
  clscan_context_create(cl_ctx, device, NULL, &ctx);
  clscan_scan_desc desc = { .type = CLSCAN_INT32 };            // exclusive sum: the defaults
  clscan_scan_args args = { .in = {.mem = in}, .out = {.mem = out}, .n = n };
  clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
  clscan_context_destroy(ctx);
  /* clang-format on */
}

int main(void) {
  struct harness h;
  static cl_int values[N], sums[N];
  harness_open(&h);
  for (size_t i = 0; i < N; i++) {
    values[i] = (cl_int)(i % 11) - 4;
  }
  cl_mem in = readme_buffer(&h, sizeof values, values);
  cl_mem out = readme_buffer(&h, sizeof sums, NULL);
  for (int again = 0; again < 2; again++) {
    (again ? scan_again : scan)(h.context, h.device, h.queue, in, out, N);
    readme_read(&h, out, sizeof sums, sums);
    cl_int sum = 0;
    for (size_t i = 0; i < N; i++) {
      REQUIRE(sums[i] == sum);
      sum += values[i];
    }
    memset(sums, 0xa5, sizeof sums);
    REQUIRE(clEnqueueWriteBuffer(h.queue, out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL) ==
            CL_SUCCESS);
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  harness_close(&h);
  return EXIT_SUCCESS;
}
