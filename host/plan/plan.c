/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/buffers.h"
#include "plan/pool.h"
#include "plan/scratch.h"

clscan_status clscan__plan_init(clscan_plan *plan, const clscan__plan_class *class,
                                clscan_context *ctx) {
  plan->class = class;
  plan->ctx = ctx;
  plan->users = 1;
  if (pthread_mutex_init(&plan->mutex, NULL) != 0) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "a plan's mutex cannot be made");
  }
  pthread_mutex_lock(&ctx->mutex);
  plan->id = ++ctx->last_plan_id;
  plan->next = ctx->plans;
  ctx->plans = plan;
  pthread_mutex_unlock(&ctx->mutex);
  return CLSCAN_SUCCESS;
}

void clscan_plan_destroy(clscan_plan *plan) {
  if (!plan) {
    return;
  }
  clscan_context *ctx = plan->ctx;
  pthread_mutex_lock(&ctx->mutex);
  const bool unused = --plan->users == 0;
  if (unused) {
    clscan_plan **p = &ctx->plans;
    while (*p != plan) {
      p = &(*p)->next;
    }
    *p = plan->next;
  }
  pthread_mutex_unlock(&ctx->mutex);
  if (!unused) {
    return;
  }
  clscan__pool_trim(plan, NULL);
  pthread_mutex_destroy(&plan->mutex);
  clscan__plan_release_programs(plan);
  clscan__kernel_release(ctx, &plan->clear);
  plan->class->free(plan);
}

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

void clscan__plan_release_programs(clscan_plan *plan) {
  for (size_t i = 0; i < plan->num_programs; i++) {
    clscan__program_release(plan->ctx, plan->programs[i]);
  }
  plan->num_programs = 0;
}

clscan_status clscan__plan_keep_state(clscan_plan *plan, uint32_t max_executions) {
  if (plan->shape.backend != CLSCAN_BACKEND_PTX) {
    return clscan__plan_keep_state_apart(plan, max_executions);
  }
  plan->max_executions = max_executions;
  return clscan__kernel_create(plan->ctx, plan->programs[plan->num_programs - 1], "clear_bytes",
                               &plan->clear);
}

clscan_status clscan__plan_keep_state_apart(clscan_plan *plan, uint32_t max_executions) {
  clscan__program *clear = NULL;
  clscan_status status = clscan__plan_program(plan, NULL, "clear", NULL, &clear);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__kernel_create(plan->ctx, clear, "clear_bytes", &plan->clear);
  }
  plan->max_executions = max_executions;
  return status;
}

/* From OpenCL 2.1, which not every header has. */
#define KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE 0x2033

clscan_status clscan__plan_fits(const clscan_plan *plan, const clscan__kernel *const *kernels,
                                size_t count, clscan__shape_request *request, bool *again) {
  const clscan_context *ctx = plan->ctx;
  const size_t group = plan->shape.group_size;
  *again = false;
  for (size_t i = 0; i < count; i++) {
    const cl_kernel kernel = kernels[i]->kernel;
    if (!kernel) {
      continue;
    }
    size_t most = 0, width = 1;
    clscan_status status = ctx->cl.clGetKernelWorkGroupInfo(
        kernel, ctx->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
    if (status != CL_SUCCESS) {
      return clscan__fail(ctx, status, "the kernel %s cannot be queried: %s", kernels[i]->name,
                          clscan_status_name(status));
    }
    /* NVIDIA's driver compiles for the group size that a kernel requires and reports 256 all the
     * same; a limit of registers fits the group. */
    if (most < group && !ctx->caps->has_ptx) {
      if (group == 1) {
        return clscan__fail(ctx, CL_OUT_OF_RESOURCES, "the kernel %s cannot run", kernels[i]->name);
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

clscan_status clscan__kernel_create(clscan_context *ctx, const clscan__program *program,
                                    const char *name, clscan__kernel *kernel) {
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

void clscan__kernel_release(clscan_context *ctx, clscan__kernel *kernel) {
  if (kernel->kernel) {
    ctx->cl.clReleaseKernel(kernel->kernel);
  }
  *kernel = (clscan__kernel){0};
}

clscan_status clscan__plan_submit(clscan_plan *plan, clscan_scratch *scratch, bool keeps_state,
                                  clscan__batch *batch, cl_event *event) {
  if (batch->status != CL_SUCCESS) {
    return clscan__fail(plan->ctx, batch->status, "a kernel argument cannot be set: %s",
                        clscan_status_name(batch->status));
  }
  return scratch ? clscan__scratch_submit(scratch, plan, keeps_state, batch, event)
                 : clscan__batch_submit(batch, event, NULL);
}

/* Makes the plan stay, and with it its place in the list. The caller holds the mutex. */
static clscan_plan *pin(clscan_plan *plan) {
  if (plan) {
    plan->users++;
  }
  return plan;
}

void clscan__plans_trim(clscan_context *ctx, cl_command_queue queue) {
  pthread_mutex_lock(&ctx->mutex);
  clscan_plan *plan = pin(ctx->plans);
  pthread_mutex_unlock(&ctx->mutex);
  while (plan) {
    pthread_mutex_lock(&plan->mutex);
    clscan__pool_trim(plan, queue);
    pthread_mutex_unlock(&plan->mutex);
    pthread_mutex_lock(&ctx->mutex);
    clscan_plan *next = pin(plan->next);
    pthread_mutex_unlock(&ctx->mutex);
    clscan_plan_destroy(plan);
    plan = next;
  }
}

clscan_status clscan_plan_scratch_size(const clscan_plan *plan, size_t n, size_t *bytes) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!bytes) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "bytes is NULL");
  }
  const char *why = NULL;
  const clscan_status status = plan->class->scratch_bytes(plan, n, bytes, &why);
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(plan->ctx, status, "n is %zu, which is more than %s (%s)", n, why,
                 plan->ctx->caps->name);
  }
  return status;
}

clscan_status clscan_plan_reserve(clscan_plan *plan, cl_command_queue queue, size_t n) {
  size_t bytes = 0;
  bool out_of_order = false;
  clscan_scratch *scratch = NULL;
  clscan_status status = clscan_plan_scratch_size(plan, n, &bytes);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__queue_check(plan->ctx, queue, 0, NULL, &out_of_order);
  }
  if (status != CLSCAN_SUCCESS || bytes == 0) {
    return status;
  }
  pthread_mutex_lock(&plan->mutex);
  status = clscan__pool_acquire(plan, queue, NULL, bytes, &scratch);
  pthread_mutex_unlock(&plan->mutex);
  return status;
}

clscan_status clscan_plan_describe(const clscan_plan *plan, clscan_plan_info *info) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!info) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "info is NULL");
  }
  const clscan__shape *s = &plan->shape;
  const bool is_lookback = s->form != CLSCAN__DESC_NONE;
  const size_t tile = (size_t)s->group_size * s->vec * s->steps;
  *info = (clscan_plan_info){
      .algorithm = s->algorithm,
      .small_max = plan->small_max,
      .tile = s->storage == CLSCAN_STORAGE_REREAD ? s->reread_tile : tile,
      .group_size = s->group_size,
      .registers = s->registers,
      .items = s->storage == CLSCAN_STORAGE_REREAD ? s->reread_tile : s->vec * s->steps,
      .window = s->algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL ? s->window : 0,
      .descriptor_spacing = is_lookback ? s->spacing : 0,
      .poll_delay = is_lookback ? s->poll_delay : 0,
      .backend = s->backend,
      .atomics = s->atomics,
      .storage = s->storage,
      .method = s->method,
      .reproducible = s->reproducible,
      .reason = s->reason,
      .num_sources = plan->num_programs,
      .sources = plan->sources,
  };
  return CLSCAN_SUCCESS;
}
