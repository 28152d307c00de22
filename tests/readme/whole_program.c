/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clscan.h>

#include <stdio.h>
#include <stdlib.h>

#define N ((size_t)1000000)

/* OpenCL's own codes and clscan's are of one type. */
static void check(clscan_status status, const char *what) {
  if (status != CLSCAN_SUCCESS) {
    fprintf(stderr, "%s: %s\n", what, clscan_status_name(status));
    exit(EXIT_FAILURE);
  }
}

static void print_log(void *user, clscan_status status, const char *message) {
  (void)user;
  (void)status;
  fprintf(stderr, "%s\n", message);
}

/* From the lengths of a million lists: where each begins when they lie one after the other. */
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

  static cl_uint lengths[N], begins[N];
  for (size_t i = 0; i < N; i++) {
    lengths[i] = (cl_uint)(i % 7);
  }
  cl_mem lists = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof lengths,
                                lengths, &status);
  check(status, "clCreateBuffer");
  cl_mem total = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &status);
  check(status, "clCreateBuffer");

  clscan_context *ctx;
  clscan_context_options options = {.log = print_log};
  check(clscan_context_create(context, device, &options, &ctx), "clscan_context_create");
  clscan_scan_desc desc = {.type = CLSCAN_UINT32}; /* exclusive sum: the defaults */
  clscan_scan_args args = {
      .in = {.mem = lists}, .out = {.mem = lists}, .n = N, .total = {.mem = total}};
  check(clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL), "clscan_scan");

  cl_uint items, sum = 0;
  check(clEnqueueReadBuffer(queue, lists, CL_TRUE, 0, sizeof begins, begins, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof items, &items, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  for (size_t i = 0; i < N; i++) {
    if (begins[i] != sum) {
      return EXIT_FAILURE;
    }
    sum += lengths[i];
  }
  printf("%u items in %zu lists\n", items, N);

  clscan_context_destroy(ctx);
  clReleaseMemObject(total);
  clReleaseMemObject(lists);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return items == sum ? EXIT_SUCCESS : EXIT_FAILURE;
}
