// SPDX-License-Identifier: Apache-2.0
// Clscan from C++11.
#include <CL/cl.h>
#include <clscan.h>

#include <memory>
#include <stdexcept>

struct clscan_deleter {
  void operator()(clscan_context *ctx) const { clscan_context_destroy(ctx); }
  void operator()(clscan_plan *plan) const { clscan_plan_destroy(plan); }
};

inline void check(clscan_status status) {
  if (status != CLSCAN_SUCCESS)
    throw std::runtime_error(clscan_status_name(status));
}

class running_maximum {
public:
  running_maximum(cl_context context, cl_device_id device) {
    clscan_context *ctx;
    check(clscan_context_create(context, device, nullptr, &ctx));
    ctx_.reset(ctx);
    clscan_scan_desc desc = {}; // all zero: the defaults
    desc.type = CLSCAN_FLOAT32;
    desc.op = CLSCAN_MAX;
    desc.kind = CLSCAN_INCLUSIVE;
    clscan_plan *plan;
    check(clscan_scan_plan_create(ctx, &desc, &plan));
    plan_.reset(plan);
  }

  void enqueue(cl_command_queue queue, cl_mem in, cl_mem out, size_t n) {
    clscan_scan_args args = {};
    args.in.mem = in;
    args.out.mem = out;
    args.n = n;
    check(clscan_scan_enqueue(plan_.get(), queue, &args, 0, nullptr, nullptr));
  }

private:
  std::unique_ptr<clscan_context, clscan_deleter> ctx_; // outlives the plan
  std::unique_ptr<clscan_plan, clscan_deleter> plan_;
};

// For cplusplus_run.c: false if something went wrong.
extern "C" int cplusplus_scan(cl_context context, cl_device_id device, cl_command_queue queue,
                              cl_mem in, cl_mem out, size_t n) {
  try {
    running_maximum scan(context, device);
    scan.enqueue(queue, in, out, n);
    return 1;
  } catch (const std::exception &) {
    return 0;
  }
}
