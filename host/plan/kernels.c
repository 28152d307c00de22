/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/kernels.h"

#include "base/context.h"
#include "base/fail.h"
#include "base/text.h"
#include "device/caps.h"

clscan_status clscan__plan_program(clscan_plan *plan, clscan__prelude *prelude, const char *name,
                                   const clscan__shape *shape, clscan__program **program) {
  clscan__program *acquired = NULL;
  clscan__build_options options = {"CL1.2", 0};
  if (shape) {
    options.standard = clscan__language(plan->ctx, shape->backend, shape->atomics);
    options.registers = shape->registers;
  }
  const clscan_status status =
      clscan__program_acquire(plan->ctx, prelude, name, options, &acquired);
  if (prelude) {
    clscan__prelude_free(prelude);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(plan->ctx, status, "the program %s did not build: %s", name,
                 clscan_status_name(status));
    return status;
  }
  plan->programs[plan->num_programs] = acquired;
  plan->sources[plan->num_programs] = acquired->text;
  plan->num_programs++;
  *program = acquired;
  return CLSCAN_SUCCESS;
}

static clscan_status create(clscan_context *ctx, const clscan__program *program, const char *name,
                            clscan__kernel *kernel) {
  clscan_status status = CL_OUT_OF_HOST_MEMORY;
  cl_kernel made = NULL;
  clscan__text full_name = {0};
  clscan__text_printf(&full_name, CLSCAN__NAME_PREFIX "_%s", name);
  if (!full_name.failed) {
    made = ctx->cl.clCreateKernel(program->program, full_name.data, &status);
  }
  clscan__text_free(&full_name);
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "the kernel %s cannot be made: %s", name,
                        clscan_status_name(status));
  }
  *kernel = (clscan__kernel){made, name};
  return CLSCAN_SUCCESS;
}

clscan_status clscan__plan_kernel(clscan_plan *plan, size_t number, const clscan__program *program,
                                  const char *name) {
  return create(plan->ctx, program, name, &plan->kernels[number]);
}

clscan_status clscan__plan_clear_apart(clscan_plan *plan) {
  clscan__program *clear = NULL;
  const clscan_status status = clscan__plan_program(plan, NULL, "clear", NULL, &clear);
  return status == CLSCAN_SUCCESS ? create(plan->ctx, clear, "clear_bytes", &plan->clear) : status;
}

clscan_status clscan__plan_clear_inside(clscan_plan *plan) {
  return create(plan->ctx, plan->programs[plan->num_programs - 1], "clear_bytes", &plan->clear);
}

static void release(clscan_context *ctx, clscan__kernel *kernel) {
  if (kernel->kernel) {
    ctx->cl.clReleaseKernel(kernel->kernel);
  }
  *kernel = (clscan__kernel){0};
}

void clscan__plan_release(clscan_plan *plan) {
  release(plan->ctx, &plan->clear);
  for (size_t i = 0; i < CLSCAN__MAX_KERNELS; i++) {
    release(plan->ctx, &plan->kernels[i]);
  }
  for (size_t i = 0; i < plan->num_programs; i++) {
    clscan__program_release(plan->ctx, plan->programs[i]);
  }
  plan->num_programs = 0;
}

/* From OpenCL 2.1, which not every header has. */
#define KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE 0x2033

clscan_status clscan__plan_fits(const clscan_plan *plan, clscan__shape_request *request,
                                bool *again) {
  const clscan_context *ctx = plan->ctx;
  const size_t group = plan->shape.group_size;
  *again = false;
  for (size_t i = 0; i < plan->class->num_kernels; i++) {
    const cl_kernel kernel = plan->kernels[i].kernel;
    if (!kernel) {
      continue;
    }
    size_t most = 0, width = 1;
    clscan_status status = ctx->cl.clGetKernelWorkGroupInfo(
        kernel, ctx->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
    if (status != CL_SUCCESS) {
      return clscan__fail(ctx, status, "the kernel %s cannot be queried: %s", plan->kernels[i].name,
                          clscan_status_name(status));
    }
    /* NVIDIA's driver compiles for the group size that a kernel requires and reports 256 all the
     * same; a limit of registers fits the group. */
    if (most < group && !ctx->caps->has_ptx) {
      if (group == 1) {
        return clscan__fail(ctx, CL_OUT_OF_RESOURCES, "the kernel %s cannot run",
                            plan->kernels[i].name);
      }
      request->max_group_size = most < group / 2 ? (most ? most : 1) : group / 2;
      *again = true;
    }
    if (plan->shape.backend != CLSCAN_BACKEND_KHR) {
      continue;
    }
    if (ctx->cl.clGetKernelSubGroupInfo) {
      status = ctx->cl.clGetKernelSubGroupInfo(kernel, ctx->device,
                                               KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof group,
                                               &group, sizeof width, &width, NULL);
    }
    if (!ctx->cl.clGetKernelSubGroupInfo || status != CL_SUCCESS || !width || group % width) {
      request->forget_subgroups = true;
      *again = true;
    }
  }
  return CLSCAN_SUCCESS;
}
