/* SPDX-License-Identifier: Apache-2.0 */
/* Scan plans: from a descriptor to compiled kernels. */
#include "scan/scan.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/layout.h"
#include "plan/scratch.h"
#include "program/prelude.h"

static clscan_status check_desc(clscan_context *ctx, const clscan_scan_desc *desc) {
  const clscan_status status = clscan__reserved_check(
      ctx, "desc", desc->reserved, sizeof desc->reserved / sizeof *desc->reserved);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if ((unsigned)desc->kind > CLSCAN_INCLUSIVE) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "kind has the unknown value %d", (int)desc->kind);
  }
  if ((unsigned)desc->algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "algorithm has the unknown value %d",
                        (int)desc->algorithm);
  }
  if (desc->flags & ~(uint32_t)CLSCAN_ALLOW_NONREPRODUCIBLE) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "flags has unknown bits: 0x%x",
                        (unsigned)desc->flags);
  }
  return clscan__count_type_check(ctx, "n_device_type", desc->n_device_type);
}

enum { STATELESS_SMALL_TILES = 8 };

/* The programs of one attempt. */
typedef struct scan_programs {
  clscan__program *small, *tiles, *finish, *totals, *totals_small;
} scan_programs;

/* Builds one program with its own prelude. `load` and `store` are the caller's or NULL. */
static clscan_status build(clscan__scan *scan, const char *name, const clscan__shape *shape,
                           const clscan__element *in, const clscan__element *out, const char *load,
                           const char *store, bool exclusive, clscan__program **program) {
  const clscan__element *acc = &scan->elements.acc;
  const clscan__element declared[] = {scan->elements.in, *acc, scan->elements.out};
  const clscan__prelude_config config = {.in = in,
                                         .acc = acc,
                                         .out = out,
                                         .declared = declared,
                                         .op = &scan->op,
                                         .load = load,
                                         .store = store,
                                         .shape = shape,
                                         .exclusive = exclusive};
  clscan__prelude prelude = {0};
  clscan__prelude_write(&prelude, &config);
  return clscan__plan_program(&scan->base, &prelude, name, shape, program);
}

static clscan_status build_all(clscan__scan *scan, const clscan_scan_desc *desc,
                               scan_programs *programs) {
  const bool exclusive = scan->kind == CLSCAN_EXCLUSIVE;
  const clscan__element *in = &scan->elements.in, *acc = &scan->elements.acc;
  const clscan__element *out = &scan->elements.out;
  const char *load = desc->load, *store = desc->store;
  const clscan__shape *shape = &scan->base.shape, *totals = &scan->totals;
  clscan_status status = CLSCAN_SUCCESS;
  if (scan->base.small_max > 0) {
    status =
        build(scan, "small_scan", &scan->alone, in, out, load, store, exclusive, &programs->small);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  switch (shape->algorithm) {
  case CLSCAN_ALGORITHM_LOOKBACK:
  case CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL:
    return build(scan, "lookback_scan", shape, in, out, load, store, exclusive, &programs->tiles);
  case CLSCAN_ALGORITHM_REDUCE_THEN_SCAN:
    status =
        build(scan, "reduce_then_scan", shape, in, out, load, store, exclusive, &programs->tiles);
    programs->finish = programs->tiles;
    break;
  case CLSCAN_ALGORITHM_THREE_PASS:
    status =
        build(scan, "three_pass_scan", shape, in, acc, load, NULL, exclusive, &programs->tiles);
    if (status == CLSCAN_SUCCESS) {
      status =
          build(scan, "three_pass_add", shape, acc, out, NULL, store, exclusive, &programs->finish);
    }
    break;
  default:
    return CLSCAN_SUCCESS; /* small */
  }
  if (status == CLSCAN_SUCCESS) {
    status = build(scan, "reduce_then_scan", totals, acc, acc, NULL, NULL, true, &programs->totals);
  }
  if (status == CLSCAN_SUCCESS) {
    status = build(scan, "small_scan", totals, acc, acc, NULL, NULL, true, &programs->totals_small);
  }
  return status;
}

static void release_kernels(clscan__scan *scan) {
  clscan_context *ctx = scan->base.ctx;
  clscan__kernel_release(ctx, &scan->small);
  clscan__kernel_release(ctx, &scan->totals_small);
  clscan__kernel_release(ctx, &scan->tiles);
  clscan__kernel_release(ctx, &scan->finish);
  for (int i = 0; i < CLSCAN__MAX_LEVELS; i++) {
    clscan__kernel_release(ctx, &scan->level_reduce[i]);
    clscan__kernel_release(ctx, &scan->level_scan[i]);
  }
}

static clscan_status create_kernels(clscan__scan *scan, const scan_programs *programs) {
  const char *tiles = "lookback_scan", *finish = NULL;
  if (scan->base.shape.algorithm == CLSCAN_ALGORITHM_REDUCE_THEN_SCAN) {
    tiles = "reduce_then_scan_reduce";
    finish = "reduce_then_scan_scan";
  } else if (scan->base.shape.algorithm == CLSCAN_ALGORITHM_THREE_PASS) {
    tiles = "three_pass_scan_tiles";
    finish = "three_pass_add_offsets";
  }
  clscan_context *ctx = scan->base.ctx;
  const struct {
    const clscan__program *program;
    const char *name;
    clscan__kernel *kernel;
  } wanted[] = {{programs->small, "small_scan", &scan->small},
                {programs->tiles, tiles, &scan->tiles},
                {programs->finish, finish, &scan->finish},
                {programs->totals_small, "small_scan", &scan->totals_small}};
  clscan_status status = CLSCAN_SUCCESS;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == CLSCAN_SUCCESS; i++) {
    if (wanted[i].program) {
      status = clscan__kernel_create(ctx, wanted[i].program, wanted[i].name, wanted[i].kernel);
    }
  }
  /* All levels, so that enqueueing makes nothing. */
  for (int i = 0; i < CLSCAN__MAX_LEVELS && programs->totals && status == CLSCAN_SUCCESS; i++) {
    status = clscan__kernel_create(ctx, programs->totals, "reduce_then_scan_reduce",
                                   &scan->level_reduce[i]);
    if (status == CLSCAN_SUCCESS) {
      status = clscan__kernel_create(ctx, programs->totals, "reduce_then_scan_scan",
                                     &scan->level_scan[i]);
    }
  }
  return status;
}

/* Whether elements can be added as they lie in memory. */
static bool is_narrow_sum(const clscan__scan *scan, const clscan_scan_desc *desc) {
  const clscan__element *in = &scan->elements.in, *acc = &scan->elements.acc;
  const clscan__element *out = &scan->elements.out;
  const bool integers = !in->custom && in->type <= CLSCAN_UINT16 && !acc->custom &&
                        acc->type <= CLSCAN_UINT16 && !out->custom && out->type <= CLSCAN_UINT16;
  return integers && in->size == acc->size && in->size == out->size && desc->op == CLSCAN_ADD &&
         !desc->load && !desc->store;
}

static clscan_status build_plan(clscan__scan *scan, const clscan_scan_desc *desc, bool stateless) {
  clscan_context *ctx = scan->base.ctx;
  const clscan__elements *elements = &scan->elements;
  clscan__shape_request request = {
      .stored_sizes = {elements->in.size, elements->acc.size, elements->out.size},
      .acc_size = elements->acc.acc_size,
      .acc_alignment = elements->acc.alignment,
      .exact = scan->op.exact,
      .flags = desc->flags,
      .algorithm = desc->algorithm,
      .max_group_size = ctx->caps->max_group_size,
      .narrow_sum = is_narrow_sum(scan, desc),
      .stateless = stateless};
  const clscan__kernel *kernels[] = {&scan->small,           &scan->tiles,
                                     &scan->finish,          &scan->totals_small,
                                     &scan->level_reduce[0], &scan->level_scan[0]};
  bool again = true;
  while (again) {
    scan_programs programs = {0};
    release_kernels(scan);
    clscan__plan_release_programs(&scan->base);
    clscan_status status = clscan__tune(ctx, &request, &scan->base.shape);
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    scan->base.small_max =
        desc->algorithm == CLSCAN_ALGORITHM_AUTO ? scan->base.shape.small_max : 0;
    /* The other choice is then several launches. */
    if (stateless) {
      scan->base.small_max *= STATELESS_SMALL_TILES;
    }
    if (scan->base.shape.algorithm == CLSCAN_ALGORITHM_SMALL) {
      scan->base.small_max = SIZE_MAX;
    }
    scan->alone = clscan__shape_alone(ctx, &scan->base.shape);
    scan->totals = scan->base.shape;
    scan->totals.form = CLSCAN__DESC_NONE;
    scan->totals.atomics = CLSCAN_ATOMICS_AUTO;
    status = build_all(scan, desc, &programs);
    if (status == CLSCAN_SUCCESS) {
      status = create_kernels(scan, &programs);
    }
    if (status == CLSCAN_SUCCESS) {
      status = clscan__plan_fits(&scan->base, kernels, sizeof kernels / sizeof *kernels, &request,
                                 &again);
    }
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
  }
  if (scan->base.shape.form == CLSCAN__DESC_NONE) {
    return CLSCAN_SUCCESS;
  }
  return clscan__plan_keep_state(&scan->base, CLSCAN__EPOCH_LIMIT - 1);
}

static void scan_free(clscan_plan *plan) {
  clscan__scan *scan = (clscan__scan *)plan;
  release_kernels(scan);
  free(scan);
}

const clscan__plan_class clscan__scan_class = {"scan", clscan__scan_scratch_bytes, scan_free};

clscan_status clscan_scan_plan_create(clscan_context *ctx, const clscan_scan_desc *desc,
                                      clscan_plan **out) {
  return ctx ? clscan__scan_plan_make(ctx, desc, false, out) : CLSCAN_INVALID_ARGUMENT;
}

clscan_status clscan__scan_plan_make(clscan_context *ctx, const clscan_scan_desc *desc,
                                     bool stateless, clscan_plan **out) {
  if (!desc || !out) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc and out must not be NULL");
  }
  clscan_status status = check_desc(ctx, desc);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__scan *scan = calloc(1, sizeof *scan);
  if (!scan) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for a plan");
  }
  status = clscan__plan_init(&scan->base, &clscan__scan_class, ctx);
  if (status != CLSCAN_SUCCESS) {
    free(scan);
    return status;
  }
  scan->kind = desc->kind;
  scan->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  const clscan__elements_request types = {desc->type,        desc->acc_type,   desc->out_type,
                                          desc->custom_type, desc->custom_acc, desc->custom_out,
                                          desc->load,        desc->store};
  status = clscan__elements_resolve(ctx, &types, &scan->elements);
  if (status == CLSCAN_SUCCESS) {
    status =
        clscan__operator_resolve(ctx, desc->op, desc->custom_op, &scan->elements.acc, &scan->op);
  }
  if (status == CLSCAN_SUCCESS) {
    status = build_plan(scan, desc, stateless);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan_plan_destroy(&scan->base);
    return status;
  }
  scan->out_is_acc = !desc->store && clscan__element_same(&scan->elements.out, &scan->elements.acc);
  scan->has_identity = scan->op.identity != NULL;
  /* What the descriptor pointed to is not needed any more and may go away. */
  scan->elements.in.custom = scan->elements.acc.custom = scan->elements.out.custom = NULL;
  scan->op.custom = NULL;
  *out = &scan->base;
  return CLSCAN_SUCCESS;
}
