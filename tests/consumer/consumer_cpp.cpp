// SPDX-License-Identifier: Apache-2.0
// The inclusive maximum of 1000 floats on the first device of the first platform.
#include <clscan.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(cl_int status, const char *what) {
  if (status != CLSCAN_SUCCESS) {
    throw std::runtime_error(std::string(what) + ": " + clscan_status_name(status));
  }
}

struct context_deleter {
  void operator()(clscan_context *ctx) const { clscan_context_destroy(ctx); }
};

std::vector<float> running_maximum(cl_context context, cl_device_id device, cl_command_queue queue,
                                   std::vector<float> values) {
  const size_t bytes = values.size() * sizeof(float);
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 values.data(), &status);
  check(status, "clCreateBuffer");

  clscan_context *made = nullptr;
  check(clscan_context_create(context, device, nullptr, &made), "clscan_context_create");
  const std::unique_ptr<clscan_context, context_deleter> ctx(made);

  clscan_scan_desc desc = {};
  desc.type = CLSCAN_FLOAT32;
  desc.op = CLSCAN_MAX;
  desc.kind = CLSCAN_INCLUSIVE;
  clscan_scan_args args = {};
  args.in.mem = buffer;
  args.out.mem = buffer;
  args.n = values.size();
  check(clscan_scan(ctx.get(), queue, &desc, &args, 0, nullptr, nullptr), "clscan_scan");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  return values;
}

} // namespace

int main() try {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_context context = clCreateContext(properties, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");

  std::vector<float> values(1000);
  for (size_t i = 0; i < values.size(); i++) {
    values[i] = static_cast<float>(i * 37 % 101 + i / 10);
  }
  const std::vector<float> maxima = running_maximum(context, device, queue, values);
  for (size_t i = 1; i < values.size(); i++) {
    values[i] = std::max(values[i], values[i - 1]);
  }
  if (maxima != values) {
    throw std::runtime_error("the scan is wrong");
  }
  std::printf("clscan %s: the scan is right\n", clscan_version());

  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
