/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/handle.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/buffers.h"
#include "plan/kernels.h"
#include "plan/pool.h"

clscan_status clscan__plan_init(clscan_plan *plan, const clscan__plan_class *class,
                                clscan_context *ctx) {
  plan->class = class;
  plan->ctx = ctx;
  plan->users = 1;
  if (!clscan__mutex_init(&plan->mutex)) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "a plan's mutex cannot be made");
  }
  clscan__mutex_lock(&ctx->mutex);
  plan->id = ++ctx->last_plan_id;
  plan->next = ctx->plans;
  ctx->plans = plan;
  clscan__mutex_unlock(&ctx->mutex);
  return CLSCAN_SUCCESS;
}

void clscan_plan_destroy(clscan_plan *plan) {
  if (!plan) {
    return;
  }
  clscan_context *ctx = plan->ctx;
  clscan__mutex_lock(&ctx->mutex);
  const bool unused = --plan->users == 0;
  if (unused) {
    clscan_plan **p = &ctx->plans;
    while (*p != plan) {
      p = &(*p)->next;
    }
    *p = plan->next;
  }
  clscan__mutex_unlock(&ctx->mutex);
  if (!unused) {
    return;
  }
  clscan__pool_trim(plan, NULL);
  clscan__mutex_destroy(&plan->mutex);
  for (size_t i = 0; i < plan->num_parts; i++) {
    clscan_plan_destroy(plan->parts[i]);
  }
  clscan__plan_release(plan);
  free(plan);
}

/* Makes the plan stay, and with it its place in the list. The caller holds the mutex. */
static clscan_plan *pin(clscan_plan *plan) {
  if (plan) {
    plan->users++;
  }
  return plan;
}

void clscan__plans_trim(clscan_context *ctx, cl_command_queue queue) {
  clscan__mutex_lock(&ctx->mutex);
  clscan_plan *plan = pin(ctx->plans);
  clscan__mutex_unlock(&ctx->mutex);
  while (plan) {
    clscan__mutex_lock(&plan->mutex);
    clscan__pool_trim(plan, queue);
    clscan__mutex_unlock(&plan->mutex);
    clscan__mutex_lock(&ctx->mutex);
    clscan_plan *next = pin(plan->next);
    clscan__mutex_unlock(&ctx->mutex);
    clscan_plan_destroy(plan);
    plan = next;
  }
}

clscan_status clscan__plan_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  const clscan_status status = plan->class->needs(plan, n, needs);
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(plan->ctx, status, "n is %zu, which is more than %s (%s)", n, needs->why,
                 plan->ctx->caps->name);
  }
  return status;
}

clscan_status clscan_plan_scratch_size(const clscan_plan *plan, size_t n, size_t *bytes) {
  if (!plan) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!bytes) {
    return clscan__fail(plan->ctx, CLSCAN_INVALID_ARGUMENT, "bytes is NULL");
  }
  clscan__needs needs;
  const clscan_status status = clscan__plan_needs(plan, n, &needs);
  if (status == CLSCAN_SUCCESS) {
    *bytes = needs.bytes;
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
  clscan__mutex_lock(&plan->mutex);
  status = clscan__pool_acquire(plan, queue, bytes, &scratch);
  clscan__mutex_unlock(&plan->mutex);
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
      .window = s->algorithm == CLSCAN_SCAN_LOOKBACK_TWO_LEVEL ? s->window : 0,
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
