/* SPDX-License-Identifier: Apache-2.0 */
/* The header in the company that BEFORE and AFTER name, and what a C caller writes against it. */
#ifdef BEFORE
#include BEFORE
#endif
#ifdef CL_TARGET_OPENCL_VERSION
#define VERSION_BEFORE CL_TARGET_OPENCL_VERSION
#endif
#include <clscan.h>
#if defined(CL_TARGET_OPENCL_VERSION) && !defined(VERSION_BEFORE)
#error "clscan.h chooses a version of OpenCL"
#endif
#ifdef AFTER
#include AFTER
#endif

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n);

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  return clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
}

#if defined(BEFORE) || defined(AFTER)
_Static_assert(_Generic((clscan_status)0, cl_int : 1, default : 0), "a status is a cl_int");

/* One function of each version that is targeted, and none is hidden. */
void header_calls(cl_context context, cl_device_id device, cl_command_queue *queue, cl_mem *mem);

void header_calls(cl_context context, cl_device_id device, cl_command_queue *queue, cl_mem *mem) {
  cl_int status;
#if CL_TARGET_OPENCL_VERSION >= 200
  *queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
#else
  *queue = clCreateCommandQueue(context, device, 0, &status);
#endif
#if CL_TARGET_OPENCL_VERSION >= 300
  *mem = clCreateBufferWithProperties(context, NULL, 0, 4, NULL, &status);
#else
  *mem = clCreateBuffer(context, 0, 4, NULL, &status);
#endif
}
#endif
