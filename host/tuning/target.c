/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/target.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"

clscan__device_class clscan__device_classify(const clscan_context *ctx) {
  const clscan__caps *caps = ctx->caps;
  if (caps->is_cpu || clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD) {
    return CLSCAN__CLASS_CPU;
  }
  return caps->is_nvidia && caps->has_ptx ? CLSCAN__CLASS_NVIDIA : CLSCAN__CLASS_GPU;
}

clscan__tuning_row clscan__tuning_values(const clscan_context *ctx,
                                         const clscan__shape_request *request,
                                         const clscan__work *work) {
  const size_t size = work->by_element ? request->stored_sizes[0] : request->acc_size;
  return clscan__row_values(ctx->rows, ctx->num_rows, clscan__device_classify(ctx), work, size);
}

clscan_status clscan__backend_choose(const clscan_context *ctx, clscan_backend wanted,
                                     clscan_backend *backend) {
  const clscan__caps *caps = ctx->caps;
  if ((wanted == CLSCAN_BACKEND_PTX && !caps->has_ptx) ||
      (wanted == CLSCAN_BACKEND_KHR && !caps->has_subgroups)) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND, "%s has no %s sub-groups", caps->name,
                        wanted == CLSCAN_BACKEND_PTX ? "PTX" : "OpenCL");
  }
  *backend = wanted != CLSCAN_BACKEND_AUTO ? wanted
             : caps->has_ptx               ? CLSCAN_BACKEND_PTX
             : caps->has_subgroups         ? CLSCAN_BACKEND_KHR
                                           : CLSCAN_BACKEND_LOCAL;
  return CLSCAN_SUCCESS;
}

clscan_storage clscan__storage_choose(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  if (t->storage) {
    return t->storage;
  }
  return ctx->caps->is_cpu && t->group_size <= 1 ? CLSCAN_STORAGE_REREAD : CLSCAN_STORAGE_REGISTERS;
}

const char *clscan__language(const clscan_context *ctx, clscan_backend backend,
                             clscan_atomics atomics) {
  if (backend != CLSCAN_BACKEND_KHR && atomics != CLSCAN_ATOMICS_OPENCL3) {
    return "CL1.2";
  }
  return ctx->caps->version >= 300 ? "CL3.0" : "CL2.0";
}
