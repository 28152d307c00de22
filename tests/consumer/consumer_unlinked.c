/* SPDX-License-Identifier: Apache-2.0 */
/* Scans 1000 ones with an OpenCL that is loaded at run time, through a clscan that links none. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clscan.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N ((size_t)1000)

/* The function `name` of the loaded library, with the type that OpenCL's header gives it. */
#define LOADED(name) ((__typeof__(&name))get_proc(opencl, #name))

static clscan_proc get_proc(void *library, const char *name) {
  void *address = dlsym(library, name);
  clscan_proc proc;
  memcpy(&proc, &address, sizeof proc);
  return proc;
}

static void check(cl_int status, const char *what) {
  if (status != CLSCAN_SUCCESS) {
    fprintf(stderr, "%s: %s\n", what, clscan_status_name(status));
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  void *opencl = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (opencl == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return EXIT_FAILURE;
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(LOADED(clGetPlatformIDs)(1, &platform, NULL), "clGetPlatformIDs");
  check(LOADED(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                              0};
  cl_context context = LOADED(clCreateContext)(properties, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = LOADED(clCreateCommandQueue)(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  cl_int values[N];
  for (size_t i = 0; i < N; i++) {
    values[i] = 1;
  }
  cl_mem buffer = LOADED(clCreateBuffer)(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                         sizeof values, values, &status);
  check(status, "clCreateBuffer");

  clscan_context *ctx;
  if (clscan_context_create(context, device, NULL, &ctx) != CLSCAN_NO_OPENCL) {
    fprintf(stderr, "clscan found an OpenCL without get_proc\n");
    return EXIT_FAILURE;
  }
  const clscan_context_options options = {.get_proc = get_proc, .get_proc_user = opencl};
  check(clscan_context_create(context, device, &options, &ctx), "clscan_context_create");
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  const clscan_scan_args args = {.in = {.mem = buffer}, .out = {.mem = buffer}, .n = N};
  check(clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL), "clscan_scan");
  check(
      LOADED(clEnqueueReadBuffer)(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
      "clEnqueueReadBuffer");
  for (size_t i = 0; i < N; i++) {
    if (values[i] != (cl_int)i) {
      fprintf(stderr, "element %zu is %d\n", i, values[i]);
      return EXIT_FAILURE;
    }
  }
  printf("clscan %s: the scan is right\n", clscan_version());

  clscan_context_destroy(ctx);
  LOADED(clReleaseMemObject)(buffer);
  LOADED(clReleaseCommandQueue)(queue);
  LOADED(clReleaseContext)(context);
  return EXIT_SUCCESS;
}
