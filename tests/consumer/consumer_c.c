/* SPDX-License-Identifier: Apache-2.0 */
/* Scans 1000 integers on the first device of the first platform. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clscan.h>

#include <stdio.h>
#include <stdlib.h>

#define N ((size_t)1000)

static void check(cl_int status, const char *what) {
  if (status != CLSCAN_SUCCESS) {
    fprintf(stderr, "%s: %s\n", what, clscan_status_name(status));
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                              0};
  cl_context context = clCreateContext(properties, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");

  cl_int values[N];
  for (size_t i = 0; i < N; i++) {
    values[i] = (cl_int)(i % 7) - 2;
  }
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values,
                                 values, &status);
  check(status, "clCreateBuffer");

  clscan_context *ctx;
  check(clscan_context_create(context, device, NULL, &ctx), "clscan_context_create");
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  const clscan_scan_args args = {.in = {.mem = buffer}, .out = {.mem = buffer}, .n = N};
  check(clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL), "clscan_scan");

  cl_int sums[N];
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  cl_int sum = 0;
  for (size_t i = 0; i < N; i++) {
    if (sums[i] != sum) {
      fprintf(stderr, "element %zu is %d instead of %d\n", i, sums[i], sum);
      return EXIT_FAILURE;
    }
    sum += values[i];
  }
  printf("clscan %s: the scan is right\n", clscan_version());

  clscan_context_destroy(ctx);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return EXIT_SUCCESS;
}
