/* SPDX-License-Identifier: Apache-2.0 */
/* Runs cplusplus.cpp. */
#include "readme.h"

#define N ((size_t)123457)

int cplusplus_scan(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem in,
                   cl_mem out, size_t n);

int main(void) {
  struct harness h;
  static float values[N], maxima[N];
  harness_open(&h);
  for (size_t i = 0; i < N; i++) {
    values[i] = (float)(i * i % 10007);
  }
  cl_mem in = readme_buffer(&h, sizeof values, values);
  cl_mem out = readme_buffer(&h, sizeof maxima, NULL);
  REQUIRE(cplusplus_scan(h.context, h.device, h.queue, in, out, N));
  readme_read(&h, out, sizeof maxima, maxima);
  float maximum = values[0];
  for (size_t i = 0; i < N; i++) {
    maximum = values[i] > maximum ? values[i] : maximum;
    REQUIRE(maxima[i] == maximum);
  }
  /* A missing buffer is refused, which is an exception there. */
  REQUIRE(!cplusplus_scan(h.context, h.device, h.queue, in, NULL, N));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  harness_close(&h);
  return EXIT_SUCCESS;
}
