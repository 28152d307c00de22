/* SPDX-License-Identifier: Apache-2.0 */
/* Scan plans: from a descriptor to compiled kernels. */
#include "scan/scan.h"

#include "plan/kernels.h"
#include "plan/scratch.h"
#include "program/prelude.h"
#include "scan/scan_class.h"
#include "scan/scan_tuning.h"

enum { STATELESS_SMALL_TILES = 8 };

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__scan *scan = (clscan__scan *)plan;
  const clscan_scan_desc *desc = descriptor;
  const clscan__elements_request types = CLSCAN__ELEMENTS_OF(desc);
  scan->kind = desc->kind;
  scan->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  const clscan__input_desc input = CLSCAN__INPUT_OF(desc);
  return clscan__input_elements(plan->ctx, &types, &input, &scan->elements, &scan->input);
}

/* Whether elements can be added as they lie in memory. */
static bool is_narrow_sum(const clscan__scan *scan, const clscan_scan_desc *desc) {
  const clscan__element *in = &scan->elements.in, *acc = &scan->elements.acc;
  const clscan__element *out = &scan->elements.out;
  const bool integers = !in->custom && in->type <= CLSCAN_UINT16 && !acc->custom &&
                        acc->type <= CLSCAN_UINT16 && !out->custom && out->type <= CLSCAN_UINT16;
  const bool plain = !scan->input.rows && !scan->input.has_flags && !desc->load && !desc->store;
  return integers && plain && in->size == acc->size && in->size == out->size &&
         desc->op == CLSCAN_ADD;
}

static void ask_shape(const clscan_plan *plan, const void *descriptor,
                      clscan__shape_request *request) {
  const clscan__scan *scan = (const clscan__scan *)plan;
  const clscan_scan_desc *desc = descriptor;
  const clscan__elements *elements = &scan->elements;
  request->class = &clscan__scan_tuning;
  request->stored_sizes[0] = elements->in.size;
  request->stored_sizes[1] = elements->acc.size;
  request->stored_sizes[2] = elements->out.size;
  request->acc_size = elements->acc.acc_size;
  request->acc_alignment = elements->acc.alignment;
  request->exact = scan->elements.op.exact;
  request->flags = desc->flags;
  request->algorithm = desc->algorithm;
  request->narrow_sum = is_narrow_sum(scan, desc);
}

/* What a program reads and writes, and the caller's expressions for them or NULL. */
typedef struct program_sides {
  const clscan__input *input;
  const clscan__element *out;
  const char *definition, *load, *store;
} program_sides;

/* Builds a program with a prelude of its own; its kernels have the number `kernel` and, unless
 * `second` is NULL, the next one. */
static clscan_status build_program(clscan__scan *scan, const char *name, const clscan__shape *shape,
                                   const program_sides *sides, bool exclusive, size_t kernel,
                                   const char *first, const char *second) {
  const clscan__element declared[] = {scan->elements.in, scan->elements.acc, scan->elements.out,
                                      scan->input.argument};
  const clscan__prelude_config config = {.acc = &scan->elements.acc,
                                         .out = sides->out,
                                         .op = &scan->elements.op,
                                         .store = sides->store,
                                         .shape = shape,
                                         .exclusive = exclusive};
  /* Those of all levels, so that enqueueing makes nothing. */
  const size_t levels = kernel == CLSCAN__SCAN_LEVELS ? CLSCAN__MAX_LEVELS : 1;
  clscan__prelude prelude = {0};
  clscan__program *program = NULL;
  clscan__input_write(&prelude, sides->input, sides->definition, sides->load, declared,
                      sizeof declared / sizeof *declared, &config);
  clscan_status status = clscan__plan_program(&scan->base, &prelude, name, shape, &program);
  for (size_t i = 0; i < levels && status == CLSCAN_SUCCESS; i++) {
    status = clscan__plan_kernel(&scan->base, kernel + 2 * i, program, first);
    if (status == CLSCAN_SUCCESS && second) {
      status = clscan__plan_kernel(&scan->base, kernel + 2 * i + 1, program, second);
    }
  }
  return status;
}

static clscan_status build_all(clscan__scan *scan, const clscan_scan_desc *desc) {
  const bool exclusive = scan->kind == CLSCAN_EXCLUSIVE;
  const clscan__input accs = {.in = scan->elements.acc};
  const clscan__element *acc = &scan->elements.acc, *out = &scan->elements.out;
  const program_sides all = {&scan->input, out, desc->definition, desc->load, desc->store};
  const program_sides first = {&scan->input, acc, desc->definition, desc->load, NULL};
  const program_sides last = {&accs, out, desc->definition, NULL, desc->store};
  const program_sides between = {&accs, acc, NULL, NULL, NULL};
  const clscan__shape *shape = &scan->base.shape, *totals = &scan->totals;
  clscan_status status = CLSCAN_SUCCESS;
  if (scan->base.small_max > 0) {
    status = build_program(scan, "small_scan", &scan->alone, &all, exclusive, CLSCAN__SCAN_SMALL,
                           "small_scan", NULL);
  }
  if (status != CLSCAN_SUCCESS || shape->algorithm == CLSCAN_SCAN_SMALL) {
    return status;
  }
  if (shape->form != CLSCAN__DESC_NONE) {
    return build_program(scan, "lookback_scan", shape, &all, exclusive, CLSCAN__SCAN_TILES,
                         "lookback_scan", NULL);
  }
  if (shape->algorithm == CLSCAN_SCAN_REDUCE_THEN_SCAN) {
    status = build_program(scan, "reduce_then_scan", shape, &all, exclusive, CLSCAN__SCAN_TILES,
                           "reduce_then_scan_reduce", "reduce_then_scan_scan");
  } else {
    status = build_program(scan, "three_pass_scan", shape, &first, exclusive, CLSCAN__SCAN_TILES,
                           "three_pass_scan_tiles", NULL);
    if (status == CLSCAN_SUCCESS) {
      status = build_program(scan, "three_pass_add", shape, &last, exclusive, CLSCAN__SCAN_FINISH,
                             "three_pass_add_offsets", NULL);
    }
  }
  if (status == CLSCAN_SUCCESS) {
    status = build_program(scan, "reduce_then_scan", totals, &between, true, CLSCAN__SCAN_LEVELS,
                           "reduce_then_scan_reduce", "reduce_then_scan_scan");
  }
  if (status == CLSCAN_SUCCESS) {
    status = build_program(scan, "small_scan", totals, &between, true, CLSCAN__SCAN_TOTALS_SMALL,
                           "small_scan", NULL);
  }
  return status;
}

static clscan_status build(clscan_plan *plan, const void *descriptor) {
  clscan__scan *scan = (clscan__scan *)plan;
  const clscan_scan_desc *desc = descriptor;
  plan->small_max = desc->algorithm == CLSCAN_SCAN_AUTO ? plan->shape.small_max : 0;
  /* The other choice is then several launches. */
  if (plan->stateless) {
    plan->small_max *= STATELESS_SMALL_TILES;
  }
  if (plan->shape.algorithm == CLSCAN_SCAN_SMALL) {
    plan->small_max = SIZE_MAX;
  }
  if (plan->shape.form != CLSCAN__DESC_NONE) {
    plan->max_executions = CLSCAN__EPOCH_LIMIT - 1;
  }
  scan->alone = clscan__shape_alone(plan->ctx, &plan->shape, scan->elements.acc.acc_size);
  scan->totals = plan->shape;
  scan->totals.form = CLSCAN__DESC_NONE;
  scan->totals.atomics = CLSCAN_ATOMICS_AUTO;
  return build_all(scan, desc);
}

static clscan_status finish(clscan_plan *plan, const void *descriptor) {
  clscan__scan *scan = (clscan__scan *)plan;
  const clscan_scan_desc *desc = descriptor;
  scan->out_is_acc = !desc->store && clscan__element_same(&scan->elements.out, &scan->elements.acc);
  scan->has_identity = scan->elements.op.identity != NULL;
  clscan__elements_forget(&scan->elements);
  clscan__input_forget(&scan->input);
  return CLSCAN_SUCCESS;
}

const clscan__plan_class clscan__scan_class = {
    CLSCAN__CLASS_OF(scan),
    .whose = "a scan's",
    .size = sizeof(clscan__scan),
    .num_kernels = CLSCAN__SCAN_KERNELS,
    .resolve = resolve,
    .request = ask_shape,
    .build = build,
    .finish = finish,
    .needs = clscan__scan_needs,
    .check = clscan__scan_check,
    .append = clscan__scan_append,
};
