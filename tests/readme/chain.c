/* SPDX-License-Identifier: Apache-2.0 */
/* Select, scan and select of what is left, without the host. */
#include "readme.h"

#define N ((size_t)100003)

static void find(clscan_context *ctx, cl_command_queue queue, cl_mem jobs, cl_mem lengths,
                 cl_mem starts, cl_mem early, cl_mem counts, size_t n, cl_uint deadline) {
  // Jobs of no length are dropped. When does each of the others start, and which are early?
  clscan_buffer left = {counts, 0}, found = {counts, sizeof(cl_uint)};

  clscan_select_desc not_zero = {.type = CLSCAN_UINT32};
  clscan_select_args first = {.in = {.mem = jobs}, .out = {.mem = lengths}, .count = left, .n = n};
  clscan_select(ctx, queue, &not_zero, &first, 0, NULL, NULL);

  clscan_scan_desc sum = {.type = CLSCAN_UINT32};
  clscan_scan_args second = {
      .in = {.mem = lengths}, .out = {.mem = starts}, .n = n, .n_device = left};
  clscan_scan(ctx, queue, &sum, &second, 0, NULL, NULL);

  clscan_select_desc in_time = {
      .type = CLSCAN_UINT32, .argument_type = CLSCAN_UINT32, .predicate = "x < u"};
  clscan_select_args third = {.in = {.mem = starts},
                              .out = {.mem = early},
                              .count = found,
                              .n = n,
                              .n_device = left,
                              .argument = &deadline};
  clscan_select(ctx, queue, &in_time, &third, 0, NULL, NULL);
}

int main(void) {
  struct harness h;
  static cl_uint lengths[N], early[N];
  cl_uint counts[2];
  harness_open(&h);
  for (size_t i = 0; i < N; i++) {
    lengths[i] = i % 3 == 0 ? 0 : (cl_uint)(i % 11);
  }
  cl_mem mems[4];
  for (size_t k = 0; k < 4; k++) {
    mems[k] = readme_buffer(&h, sizeof lengths, k == 0 ? lengths : NULL);
  }
  cl_mem numbers = readme_buffer(&h, sizeof counts, NULL);
  const cl_uint deadline = 70000;
  find(h.ctx, h.queue, mems[0], mems[1], mems[2], mems[3], numbers, N, deadline);
  readme_read(&h, numbers, sizeof counts, counts);
  readme_read(&h, mems[3], sizeof early, early);
  cl_uint left = 0, found = 0, start = 0;
  for (size_t i = 0; i < N; i++) {
    if (lengths[i] != 0) {
      left++;
      if (start < deadline) {
        REQUIRE(early[found] == start);
        found++;
      }
      start += lengths[i];
    }
  }
  REQUIRE(counts[0] == left);
  REQUIRE(counts[1] == found && found < left);
  for (size_t k = 0; k < 4; k++) {
    clReleaseMemObject(mems[k]);
  }
  clReleaseMemObject(numbers);
  harness_close(&h);
  return EXIT_SUCCESS;
}
