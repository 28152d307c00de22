/* SPDX-License-Identifier: Apache-2.0 */
/* The header in the company that BEFORE and AFTER name, and what a C++ caller writes against it. */
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

#include <type_traits>

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n);

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n) {
  clscan_scan_desc desc = {};
  clscan_scan_args args = {};
  desc.type = CLSCAN_INT32;
  args.in.mem = in;
  args.out.mem = out;
  args.n = n;
  return clscan_scan(ctx, queue, &desc, &args, 0, nullptr, nullptr);
}

#if defined(BEFORE) || defined(AFTER)
static_assert(std::is_same<clscan_status, cl_int>::value, "a status is a cl_int");

/* One function of each version that is targeted, and none is hidden. */
void header_calls(cl_context context, cl_device_id device, cl_command_queue *queue, cl_mem *mem);

void header_calls(cl_context context, cl_device_id device, cl_command_queue *queue, cl_mem *mem) {
  cl_int status;
#if CL_TARGET_OPENCL_VERSION >= 200
  *queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
#else
  *queue = clCreateCommandQueue(context, device, 0, &status);
#endif
#if CL_TARGET_OPENCL_VERSION >= 300
  *mem = clCreateBufferWithProperties(context, nullptr, 0, 4, nullptr, &status);
#else
  *mem = clCreateBuffer(context, 0, 4, nullptr, &status);
#endif
}
#endif

#ifdef CL_HPP_TARGET_OPENCL_VERSION
clscan_status header_bindings(clscan_context *ctx, const cl::CommandQueue &queue,
                              const cl::Buffer &buffer, size_t n);

clscan_status header_bindings(clscan_context *ctx, const cl::CommandQueue &queue,
                              const cl::Buffer &buffer, size_t n) {
  return header_use(ctx, queue(), buffer(), buffer(), n);
}
#endif
