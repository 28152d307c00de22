/* SPDX-License-Identifier: Apache-2.0 */
/* Scan plans: from a descriptor to compiled kernels. */
#include "scan.h"

#include <stdlib.h>

#include "context.h"
#include "prelude.h"

static clscan_status check_desc(clscan_context *ctx, const clscan_scan_desc *desc) {
  for (size_t i = 0; i < sizeof desc->reserved / sizeof *desc->reserved; ++i)
    if (desc->reserved[i])
      return clscan__fail(ctx, CLSCAN_RESERVED_NOT_ZERO, "desc: reserved[%zu] is not zero", i);
  if ((unsigned)desc->kind > CLSCAN_INCLUSIVE)
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "kind has the unknown value %d", (int)desc->kind);
  if ((unsigned)desc->algorithm > CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL)
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "algorithm has the unknown value %d",
                        (int)desc->algorithm);
  if (desc->flags & ~(uint32_t)CLSCAN_ALLOW_NONREPRODUCIBLE)
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "flags has unknown bits: 0x%x",
                        (unsigned)desc->flags);
  if (desc->n_device_type != CLSCAN_TYPE_NONE && desc->n_device_type != CLSCAN_UINT32 &&
      desc->n_device_type != CLSCAN_UINT64)
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "n_device_type is neither CLSCAN_UINT32 nor CLSCAN_UINT64");
  return CLSCAN_SUCCESS;
}

/* The three element types, with their defaults. */
static clscan_status resolve_types(clscan_context *ctx, const clscan_scan_desc *desc,
                                   clscan__scan *scan) {
  const bool out_given = desc->out_type != CLSCAN_TYPE_NONE;
  const clscan_type out = out_given ? desc->out_type : desc->type;
  const clscan_custom_type *custom_out = desc->custom_out ? desc->custom_out : desc->custom_type;
  const clscan_custom_type *custom_acc = desc->custom_acc ? desc->custom_acc : custom_out;
  clscan_type acc = desc->acc_type != CLSCAN_TYPE_NONE ? desc->acc_type : out;
  if (desc->acc_type == CLSCAN_TYPE_NONE && (out == CLSCAN_FLOAT16 || out == CLSCAN_BFLOAT16))
    acc = CLSCAN_FLOAT32;
  clscan_status status =
      clscan__element_resolve(ctx, "type", desc->type, desc->custom_type, &scan->in);
  if (status == CLSCAN_SUCCESS)
    status = clscan__element_resolve(ctx, "out_type", out, custom_out, &scan->out);
  if (status == CLSCAN_SUCCESS)
    status = clscan__element_resolve(ctx, "acc_type", acc, custom_acc, &scan->acc);
  if (status != CLSCAN_SUCCESS)
    return status;
  const bool custom_load = scan->in.custom || scan->acc.custom;
  if (!desc->load && custom_load && !clscan__element_same(&scan->in, &scan->acc))
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "%s does not convert to the accumulator %s: a load expression is needed",
                        scan->in.value, scan->acc.value);
  const bool custom_store = scan->out.custom || scan->acc.custom;
  if (!desc->store && custom_store && !clscan__element_same(&scan->out, &scan->acc))
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "the accumulator %s does not convert to %s: a store expression is needed",
                        scan->acc.value, scan->out.value);
  scan->out_is_acc = !desc->store && clscan__element_same(&scan->out, &scan->acc);
  return CLSCAN_SUCCESS;
}

/* From OpenCL 2.1, which not every header has. */
#define KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE 0x2033

/* The programs of one attempt. */
typedef struct scan_programs {
  clscan__program *small, *tiles, *finish, *totals, *totals_small;
} scan_programs;

/* Builds one program with its own prelude. `load` and `store` are the caller's or NULL. */
static clscan_status build(clscan__scan *scan, const char *name, const clscan__element *in,
                           const clscan__element *out, const char *load, const char *store,
                           bool exclusive, clscan__program **program) {
  const clscan__element declared[] = {scan->in, scan->acc, scan->out};
  /* Totals and intermediates are accumulators: they do not look back, whatever the input's shape. */
  const bool lookback = scan->base.shape.form != CLSCAN__DESC_NONE;
  const bool is_totals = in == &scan->acc && out == &scan->acc;
  const clscan__shape *shape = is_totals ? &scan->totals : &scan->base.shape;
  const clscan__prelude_config config = {.in = in,
                                         .acc = &scan->acc,
                                         .out = out,
                                         .declared = declared,
                                         .op = &scan->op,
                                         .load = load,
                                         .store = store,
                                         .shape = shape,
                                         .exclusive = exclusive};
  clscan__text prelude = {0};
  clscan__prelude_write(&prelude, &config);
  clscan_status status = CL_OUT_OF_HOST_MEMORY;
  if (!prelude.failed)
    status = clscan__plan_program(
        &scan->base, prelude.data, name,
        clscan__language(scan->base.ctx, shape->backend,
                         lookback && !is_totals ? shape->atomics : CLSCAN_ATOMICS_AUTO),
        program);
  clscan__text_free(&prelude);
  return status;
}

static clscan_status build_all(clscan__scan *scan, const clscan_scan_desc *desc,
                               scan_programs *programs) {
  const bool exclusive = scan->kind == CLSCAN_EXCLUSIVE;
  const clscan__element *in = &scan->in, *acc = &scan->acc, *out = &scan->out;
  const char *load = desc->load, *store = desc->store;
  clscan_status status = CLSCAN_SUCCESS;
  if (scan->base.small_max > 0)
    status = build(scan, "small_scan", in, out, load, store, exclusive, &programs->small);
  if (status != CLSCAN_SUCCESS)
    return status;
  switch (scan->base.shape.algorithm) {
  case CLSCAN_ALGORITHM_LOOKBACK:
  case CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL:
    return build(scan, "lookback_scan", in, out, load, store, exclusive, &programs->tiles);
  case CLSCAN_ALGORITHM_REDUCE_THEN_SCAN:
    status = build(scan, "reduce_then_scan", in, out, load, store, exclusive, &programs->tiles);
    programs->finish = programs->tiles;
    break;
  case CLSCAN_ALGORITHM_THREE_PASS:
    status = build(scan, "three_pass_scan", in, acc, load, NULL, exclusive, &programs->tiles);
    if (status == CLSCAN_SUCCESS)
      status = build(scan, "three_pass_add", acc, out, NULL, store, exclusive, &programs->finish);
    break;
  default:
    return CLSCAN_SUCCESS; /* small */
  }
  if (status == CLSCAN_SUCCESS)
    status = build(scan, "reduce_then_scan", acc, acc, NULL, NULL, true, &programs->totals);
  if (status == CLSCAN_SUCCESS)
    status = build(scan, "small_scan", acc, acc, NULL, NULL, true, &programs->totals_small);
  scan->totals_program = programs->totals;
  return status;
}

static void release_kernels(clscan__scan *scan) {
  clscan_context *ctx = scan->base.ctx;
  clscan__kernel_release(ctx, &scan->clear);
  clscan__kernel_release(ctx, &scan->small);
  clscan__kernel_release(ctx, &scan->totals_small);
  clscan__kernel_release(ctx, &scan->tiles);
  clscan__kernel_release(ctx, &scan->finish);
  for (int i = 0; i < CLSCAN__MAX_LEVELS; ++i) {
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
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == CLSCAN_SUCCESS; ++i)
    if (wanted[i].program)
      status = clscan__kernel_create(ctx, wanted[i].program, wanted[i].name, wanted[i].kernel);
  /* All levels, so that enqueueing makes nothing. */
  for (int i = 0; i < CLSCAN__MAX_LEVELS && programs->totals && status == CLSCAN_SUCCESS; ++i) {
    status = clscan__kernel_create(ctx, programs->totals, "reduce_then_scan_reduce",
                                   &scan->level_reduce[i]);
    if (status == CLSCAN_SUCCESS)
      status = clscan__kernel_create(ctx, programs->totals, "reduce_then_scan_scan",
                                     &scan->level_scan[i]);
  }
  return status;
}

/* Lowers request->max_group_size or drops sub-groups if the built kernels cannot run in groups of the
 * shape's size; *again tells whether it did. */
static clscan_status check_groups(clscan__scan *scan, clscan__shape_request *request, bool *again) {
  const clscan_context *ctx = scan->base.ctx;
  const clscan__shape *shape = &scan->base.shape;
  const clscan__kernel *kernels[] = {&scan->small,           &scan->tiles,
                                     &scan->finish,          &scan->totals_small,
                                     &scan->level_reduce[0], &scan->level_scan[0]};
  *again = false;
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) {
    const cl_kernel kernel = kernels[i]->kernel;
    if (!kernel)
      continue;
    size_t most = 0, width = 1;
    const size_t group = shape->group_size;
    clscan_status status = ctx->cl.clGetKernelWorkGroupInfo(
        kernel, ctx->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
    if (status != CL_SUCCESS)
      return status;
    /* NVIDIA's driver compiles for the group size that a kernel requires, and reports 256 all the same. */
    if (most < group && !ctx->caps.has_ptx) {
      if (group == 1)
        return clscan__fail(ctx, CL_OUT_OF_RESOURCES, "the kernel %s cannot run", kernels[i]->name);
      request->max_group_size = most < group / 2 ? (most ? most : 1) : group / 2;
      *again = true;
    }
    if (shape->backend != CLSCAN_BACKEND_KHR)
      continue;
    if (ctx->cl.clGetKernelSubGroupInfo)
      status = ctx->cl.clGetKernelSubGroupInfo(kernel, ctx->device,
                                               KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof group,
                                               &group, sizeof width, &width, NULL);
    if (!ctx->cl.clGetKernelSubGroupInfo || status != CL_SUCCESS || !width || group % width) {
      request->forget_subgroups = true;
      *again = true;
    }
  }
  return CLSCAN_SUCCESS;
}

static clscan_status build_plan(clscan__scan *scan, const clscan_scan_desc *desc) {
  clscan_context *ctx = scan->base.ctx;
  clscan__shape_request request = {.stored_sizes = {scan->in.size, scan->acc.size, scan->out.size},
                                   .acc_size = scan->acc.acc_size,
                                   .acc_alignment = scan->acc.alignment,
                                   .exact = scan->op.exact,
                                   .flags = desc->flags,
                                   .algorithm = desc->algorithm,
                                   .max_group_size = ctx->caps.max_group_size};
  bool again = true;
  while (again) {
    scan_programs programs = {0};
    release_kernels(scan);
    clscan__plan_release_programs(&scan->base);
    clscan_status status = clscan__tune(ctx, &request, &scan->base.shape);
    if (status != CLSCAN_SUCCESS)
      return status;
    scan->base.small_max =
        desc->algorithm == CLSCAN_ALGORITHM_AUTO ? scan->base.shape.small_max : 0;
    if (scan->base.shape.algorithm == CLSCAN_ALGORITHM_SMALL)
      scan->base.small_max = SIZE_MAX;
    scan->totals = scan->base.shape;
    scan->totals.form = CLSCAN__DESC_NONE;
    status = build_all(scan, desc, &programs);
    if (status == CLSCAN_SUCCESS)
      status = create_kernels(scan, &programs);
    if (status == CLSCAN_SUCCESS)
      status = check_groups(scan, &request, &again);
    if (status != CLSCAN_SUCCESS)
      return status;
  }
  if (scan->base.shape.form == CLSCAN__DESC_NONE)
    return CLSCAN_SUCCESS;
  clscan__program *clear = NULL;
  clscan_status status = clscan__plan_program(&scan->base, "", "clear", "CL1.2", &clear);
  if (status == CLSCAN_SUCCESS)
    status = clscan__kernel_create(ctx, clear, "clear_bytes", &scan->clear);
  return status;
}

static void scan_free(clscan_plan *plan) {
  clscan__scan *scan = (clscan__scan *)plan;
  release_kernels(scan);
  free(scan);
}

static const clscan__plan_class scan_class = {"scan", clscan__scan_scratch_bytes, scan_free};

clscan_status clscan_scan_plan_create(clscan_context *ctx, const clscan_scan_desc *desc,
                                      clscan_plan **out) {
  if (!ctx)
    return CLSCAN_INVALID_ARGUMENT;
  if (!desc || !out)
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc and out must not be NULL");
  clscan_status status = check_desc(ctx, desc);
  if (status != CLSCAN_SUCCESS)
    return status;
  clscan__scan *scan = calloc(1, sizeof *scan);
  if (!scan)
    return CL_OUT_OF_HOST_MEMORY;
  clscan__plan_init(&scan->base, &scan_class, ctx);
  scan->kind = desc->kind;
  scan->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  status = resolve_types(ctx, desc, scan);
  if (status == CLSCAN_SUCCESS)
    status = clscan__operator_resolve(ctx, desc->op, desc->custom_op, &scan->acc, &scan->op);
  if (status == CLSCAN_SUCCESS)
    status = build_plan(scan, desc);
  if (status != CLSCAN_SUCCESS) {
    clscan_plan_destroy(&scan->base);
    return status;
  }
  scan->has_identity = scan->op.identity != NULL;
  /* What the descriptor pointed to is not needed any more and may go away. */
  scan->in.custom = scan->acc.custom = scan->out.custom = NULL;
  scan->op.custom = NULL;
  *out = &scan->base;
  return CLSCAN_SUCCESS;
}
