/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of selects and partitions: from a descriptor to compiled kernels. */
#include "compact/compact.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "plan/scratch.h"
#include "program/prelude.h"
#include "scan/scan.h"

/* Outputs up to this size pass through local memory themselves. */
enum { MAX_STAGED_BYTES = 16 };

bool clscan__is_atomic(clscan_algorithm algorithm) {
  return algorithm == CLSCAN_ALGORITHM_ATOMIC_SUBGROUP ||
         algorithm == CLSCAN_ALGORITHM_ATOMIC_WORKGROUP ||
         algorithm == CLSCAN_ALGORITHM_ATOMIC_ELEMENT;
}

/* Whether the function that the descriptor describes has that algorithm. */
static bool has_algorithm(const clscan__compact_desc *desc, clscan_algorithm algorithm) {
  if (desc->flags & CLSCAN_UNORDERED) {
    return clscan__is_atomic(algorithm);
  }
  switch (algorithm) {
  case CLSCAN_ALGORITHM_LOOKBACK:
    return desc->num_buckets == 0 || (desc->flags & CLSCAN_SEPARATE) != 0;
  case CLSCAN_ALGORITHM_REDUCE_THEN_SCAN:
    return true;
  case CLSCAN_ALGORITHM_THREE_PASS:
    return desc->num_buckets == 0;
  default:
    return false;
  }
}

static clscan_status check_algorithm(clscan_context *ctx, const clscan__compact_desc *desc) {
  if ((unsigned)desc->algorithm > CLSCAN_ALGORITHM_ATOMIC_ELEMENT) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "algorithm has the unknown value %d",
                        (int)desc->algorithm);
  }
  if (desc->algorithm == CLSCAN_ALGORITHM_AUTO || has_algorithm(desc, desc->algorithm)) {
    return CLSCAN_SUCCESS;
  }
  if (clscan__is_atomic(desc->algorithm) && desc->num_buckets == 0) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "an atomic algorithm does not keep the order: set CLSCAN_UNORDERED");
  }
  if (desc->flags & CLSCAN_UNORDERED) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "CLSCAN_UNORDERED goes with AUTO and the atomic algorithms");
  }
  return clscan__fail(ctx, CLSCAN_UNSUPPORTED_ALGORITHM, "%s has no algorithm %d",
                      desc->num_buckets == 0                 ? "a select"
                      : (desc->flags & CLSCAN_SEPARATE) != 0 ? "a partition"
                                                             : "a partition into one buffer",
                      (int)desc->algorithm);
}

static clscan_status check_expressions(clscan_context *ctx, const clscan__compact_desc *desc) {
  const bool unique = (desc->flags & CLSCAN_UNIQUE) != 0;
  if (unique && desc->predicate) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "CLSCAN_UNIQUE and a predicate are both given");
  }
  if (!unique && desc->equal) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "equal is given without CLSCAN_UNIQUE");
  }
  if (unique && !desc->equal && desc->type == CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "CLSCAN_UNIQUE of a custom type needs an expression `equal`");
  }
  if (desc->bucket && desc->predicate) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "bucket and predicate are both given");
  }
  if (desc->num_buckets > 2 && !desc->bucket) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "%u buckets need a bucket expression",
                        desc->num_buckets);
  }
  const bool by_default = !unique && !desc->predicate && !desc->bucket;
  if (by_default && desc->flag_type == CLSCAN_TYPE_NONE && desc->type == CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "a custom type without flags needs a predicate");
  }
  return CLSCAN_SUCCESS;
}

static clscan_status check_desc(clscan_context *ctx, const clscan__compact_desc *desc) {
  const uint32_t known = desc->num_buckets
                             ? CLSCAN_FLAG_BITS | CLSCAN_ROWS | CLSCAN_SEPARATE
                             : CLSCAN_UNORDERED | CLSCAN_UNIQUE | CLSCAN_FLAG_BITS | CLSCAN_ROWS;
  if (desc->flags & ~known) {
    return clscan__fail(ctx, CLSCAN_INVALID_ENUM, "flags has bits that do not belong here: 0x%x",
                        (unsigned)(desc->flags & ~known));
  }
  clscan_status status = clscan__count_type_check(ctx, "count_type", desc->count_type);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__count_type_check(ctx, "n_device_type", desc->n_device_type);
  }
  if (status == CLSCAN_SUCCESS) {
    status = check_algorithm(ctx, desc);
  }
  if (status == CLSCAN_SUCCESS) {
    status = check_expressions(ctx, desc);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  const uint32_t most = desc->flags & CLSCAN_SEPARATE ? CLSCAN_MAX_SEPARATE : CLSCAN_MAX_BUCKETS;
  if (desc->num_buckets == 1 || desc->num_buckets > most) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "num_buckets is %u; 2 to %u are allowed",
                        desc->num_buckets, most);
  }
  if ((desc->flags & CLSCAN_FLAG_BITS) && desc->flag_type != CLSCAN_UINT32) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "CLSCAN_FLAG_BITS needs the flag_type CLSCAN_UINT32");
  }
  if (desc->flag_type > CLSCAN_UINT64 && desc->flag_type <= CLSCAN_CUSTOM) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE, "flag_type is not an integer type");
  }
  if (desc->num_more > CLSCAN_MAX_OUTPUTS) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "num_more is %u; up to %d are allowed",
                        desc->num_more, (int)CLSCAN_MAX_OUTPUTS);
  }
  if (desc->num_more && !desc->more) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "num_more is %u but more is NULL",
                        desc->num_more);
  }
  return CLSCAN_SUCCESS;
}

static clscan_status resolve_more(clscan_context *ctx, const clscan__compact_desc *desc,
                                  clscan__compact *c) {
  for (uint32_t k = 0; k < desc->num_more; k++) {
    const clscan_select_output *more = &desc->more[k];
    clscan_status status = clscan__reserved_check(ctx, "more", more->reserved,
                                                  sizeof more->reserved / sizeof *more->reserved);
    if (status == CLSCAN_SUCCESS) {
      status =
          clscan__element_resolve(ctx, "more: type", more->type, more->custom_type, &c->more[k]);
    }
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
    c->more_copies[k] = !more->expression;
  }
  c->num_more = desc->num_more;
  return CLSCAN_SUCCESS;
}

size_t clscan__compact_elements(const clscan__compact *c,
                                clscan__element elements[CLSCAN__COMPACT_ELEMENTS]) {
  size_t count = 0;
  elements[count++] = c->in;
  elements[count++] = c->out;
  if (c->has_argument) {
    elements[count++] = c->argument;
  }
  for (uint32_t k = 0; k < c->num_more; k++) {
    elements[count++] = c->more[k];
  }
  return count;
}

static clscan_status resolve_types(clscan_context *ctx, const clscan__compact_desc *desc,
                                   clscan__compact *c) {
  const clscan_type out = desc->out_type != CLSCAN_TYPE_NONE ? desc->out_type : desc->type;
  const clscan_custom_type *custom_out = desc->custom_out ? desc->custom_out : desc->custom_type;
  clscan_status status =
      clscan__element_resolve(ctx, "type", desc->type, desc->custom_type, &c->in);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__element_resolve(ctx, "out_type", out, custom_out, &c->out);
  }
  if (status == CLSCAN_SUCCESS && desc->flag_type != CLSCAN_TYPE_NONE) {
    c->has_flags = true;
    status = clscan__element_resolve(ctx, "flag_type", desc->flag_type, NULL, &c->flag);
  }
  if (status == CLSCAN_SUCCESS && desc->argument_type != CLSCAN_TYPE_NONE) {
    c->has_argument = true;
    status = clscan__element_resolve(ctx, "argument_type", desc->argument_type,
                                     desc->custom_argument, &c->argument);
  }
  if (status == CLSCAN_SUCCESS) {
    status = resolve_more(ctx, desc, c);
  }
  clscan__element all[CLSCAN__COMPACT_ELEMENTS];
  if (status == CLSCAN_SUCCESS) {
    status = clscan__types_check(ctx, all, clscan__compact_elements(c, all));
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if ((desc->flags & CLSCAN_UNORDERED) && desc->count_type == CLSCAN_UINT64 &&
      !ctx->caps->has_int64_atomics) {
    return clscan__fail(
        ctx, CLSCAN_UNSUPPORTED_ALGORITHM,
        "%s has no 64-bit atomics, which an unordered select with a 64-bit count needs",
        ctx->caps->name);
  }
  if (!desc->output && (c->in.custom || c->out.custom) && !clscan__element_same(&c->in, &c->out)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "%s does not convert to %s: an output expression is needed", c->in.value,
                        c->out.value);
  }
  c->flags = desc->flags;
  c->num_buckets = desc->num_buckets;
  c->count_64 = desc->count_type == CLSCAN_UINT64;
  c->n_device_64 = desc->n_device_type == CLSCAN_UINT64;
  c->stage_values = desc->num_more == 0 && !desc->output && c->out.size <= MAX_STAGED_BYTES;
  return CLSCAN_SUCCESS;
}

/* What the descriptor asks for, and what AUTO may mean there. */
static void ask_algorithm(const clscan__compact_desc *desc, clscan__shape_request *request) {
  const bool unordered = (desc->flags & CLSCAN_UNORDERED) != 0;
  request->algorithm = desc->algorithm;
  for (int a = CLSCAN_ALGORITHM_SMALL; a <= CLSCAN_ALGORITHM_ATOMIC_ELEMENT; a++) {
    if (has_algorithm(desc, (clscan_algorithm)a)) {
      request->algorithms |= 1u << a;
    }
  }
  request->usual = unordered ? CLSCAN_ALGORITHM_ATOMIC_SUBGROUP : CLSCAN_ALGORITHM_REDUCE_THEN_SCAN;
  request->usual_reason = unordered ? "in any order: one atomic a sub-group and step"
                                    : "a partition into one buffer has this algorithm alone";
}

static void release_kernels(clscan__compact *c) {
  clscan__kernel_release(c->base.ctx, &c->first);
  clscan__kernel_release(c->base.ctx, &c->last);
}

static clscan_status build_kernels(clscan__compact *c, const clscan__compact_desc *desc) {
  clscan_context *ctx = c->base.ctx;
  const clscan__shape *shape = &c->base.shape;
  const bool select = c->num_buckets == 0;
  const char *program = NULL, *first = NULL, *last = NULL;
  switch (shape->algorithm) {
  case CLSCAN_ALGORITHM_LOOKBACK:
    program = first = select ? "lookback_select" : "lookback_partition";
    break;
  case CLSCAN_ALGORITHM_REDUCE_THEN_SCAN:
    program = select ? "select_tiles" : "partition_tiles";
    first = select ? "select_count" : "partition_count";
    last = select ? "select_write" : "partition_split";
    break;
  case CLSCAN_ALGORITHM_THREE_PASS:
    program = "select_marks";
    first = "select_mark";
    last = "select_scatter";
    break;
  default:
    program = first = "select_atomic";
    break;
  }
  clscan__element acc;
  clscan__operator op;
  clscan_status status = clscan__element_resolve(ctx, "count", CLSCAN_UINT64, NULL, &acc);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__operator_resolve(ctx, CLSCAN_ADD, NULL, &acc, &op);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__prelude prelude = {0};
  clscan__program *built = NULL;
  clscan__compact_prelude(&prelude, c, desc, &acc, &op);
  status = clscan__plan_program(&c->base, &prelude, program, shape, &built);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__kernel_create(ctx, built, first, &c->first);
  }
  if (status == CLSCAN_SUCCESS && last) {
    status = clscan__kernel_create(ctx, built, last, &c->last);
  }
  return status;
}

/* The scan of the tiles' numbers, or of the marks. */
static clscan_status make_numbers(clscan__compact *c) {
  const clscan_type number = c->count_64 ? CLSCAN_UINT64 : CLSCAN_UINT32;
  const bool marks = c->base.shape.algorithm == CLSCAN_ALGORITHM_THREE_PASS;
  const clscan_scan_desc desc = {
      .type = marks ? CLSCAN_UINT8 : number,
      .out_type = number,
      .n_device_type = c->n_device_64 ? CLSCAN_UINT64 : CLSCAN_UINT32,
  };
  return clscan__scan_plan_make(c->base.ctx, &desc, !marks, &c->numbers);
}

static size_t stage_fixed(const clscan__compact *c) {
  /* Starts, numbers and places of the buckets. */
  return c->num_buckets > 2 ? c->num_buckets * (4 + 4 + 8) + 4 : 0;
}

static size_t stage_bytes(const clscan__compact *c, bool reread) {
  if (c->num_buckets > 2) {
    return reread ? 0 : 4;
  }
  const size_t staged = c->stage_values ? c->out.size : 2;
  return reread && c->num_buckets == 2 ? 2 * staged : staged;
}

static clscan_status build_plan(clscan__compact *c, const clscan__compact_desc *desc) {
  clscan_context *ctx = c->base.ctx;
  const bool bits = (desc->flags & CLSCAN_FLAG_BITS) != 0;
  clscan__shape *shape = &c->base.shape;
  const clscan__kernel *const kernels[] = {&c->first, &c->last};
  const bool reread = clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD;
  clscan__shape_request request = {
      .stored_sizes = {c->in.size, c->has_flags && !bits ? c->flag.size : 1, 1},
      .acc_size = 8,
      .acc_alignment = 8,
      .exact = true,
      .max_group_size = ctx->caps->max_group_size,
      .counts = c->num_buckets > 2 ? c->num_buckets - 1 : 1,
      .stage_bytes = stage_bytes(c, reread),
      .stage_fixed = stage_fixed(c)};
  bool again = true;
  ask_algorithm(desc, &request);
  while (again) {
    release_kernels(c);
    clscan__plan_release_programs(&c->base);
    clscan_status status = clscan__tune(ctx, &request, shape);
    if (status == CLSCAN_SUCCESS) {
      status = build_kernels(c, desc);
    }
    if (status == CLSCAN_SUCCESS) {
      status = clscan__plan_fits(&c->base, kernels, 2, &request, &again);
    }
    if (status != CLSCAN_SUCCESS) {
      return status;
    }
  }
  if (shape->algorithm == CLSCAN_ALGORITHM_LOOKBACK) {
    return clscan__plan_keep_state(&c->base, CLSCAN__COUNT_EPOCH_LIMIT - 1);
  }
  if (clscan__is_atomic(shape->algorithm)) {
    shape->reproducible = false;
    /* For the kernel that clears, which sets the count to 0. */
    return clscan__plan_keep_state_apart(&c->base, 0);
  }
  clscan_status status = make_numbers(c);
  if (status == CLSCAN_SUCCESS && shape->algorithm == CLSCAN_ALGORITHM_THREE_PASS) {
    status = clscan__plan_keep_state_apart(&c->base, CLSCAN__EPOCH_LIMIT - 1);
  }
  return status;
}

void clscan__compact_free(clscan_plan *plan) {
  clscan__compact *c = (clscan__compact *)plan;
  clscan_plan_destroy(c->numbers);
  release_kernels(c);
  free(c);
}

clscan_status clscan__compact_create(clscan_context *ctx, const clscan__plan_class *class,
                                     const clscan__compact_desc *desc, clscan_plan **out) {
  clscan_status status = check_desc(ctx, desc);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan__compact *c = calloc(1, sizeof *c);
  if (!c) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for a plan");
  }
  status = clscan__plan_init(&c->base, class, ctx);
  if (status != CLSCAN_SUCCESS) {
    free(c);
    return status;
  }
  status = resolve_types(ctx, desc, c);
  if (status == CLSCAN_SUCCESS) {
    status = build_plan(c, desc);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan_plan_destroy(&c->base);
    return status;
  }
  /* What the descriptor pointed to is not needed any more and may go away. */
  c->in.custom = c->out.custom = c->argument.custom = NULL;
  for (uint32_t k = 0; k < c->num_more; k++) {
    c->more[k].custom = NULL;
  }
  *out = &c->base;
  return CLSCAN_SUCCESS;
}
