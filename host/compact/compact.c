/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of selects and partitions: from a descriptor to compiled kernels. */
#include "compact/compact.h"

#include "base/context.h"
#include "base/fail.h"
#include "compact/compact_class.h"
#include "compact/compact_tuning.h"
#include "device/caps.h"
#include "plan/driver.h"
#include "plan/kernels.h"
#include "plan/scratch.h"
#include "program/prelude.h"
#include "scan/scan_class.h"

/* Outputs up to this size pass through local memory themselves. */
enum { MAX_STAGED_BYTES = 16 };

_Static_assert(CLSCAN_SELECT_THREE_PASS == (int)CLSCAN_SCAN_THREE_PASS &&
                   CLSCAN_SELECT_REDUCE_THEN_SCAN == (int)CLSCAN_SCAN_REDUCE_THEN_SCAN &&
                   CLSCAN_SELECT_LOOKBACK == (int)CLSCAN_SCAN_LOOKBACK &&
                   CLSCAN_PARTITION_REDUCE_THEN_SCAN == (int)CLSCAN_SCAN_REDUCE_THEN_SCAN &&
                   CLSCAN_PARTITION_LOOKBACK == (int)CLSCAN_SCAN_LOOKBACK,
               "equal methods have equal numbers");

bool clscan__is_atomic(int algorithm) {
  return algorithm == CLSCAN_SELECT_ATOMIC_SUBGROUP ||
         algorithm == CLSCAN_SELECT_ATOMIC_WORKGROUP || algorithm == CLSCAN_SELECT_ATOMIC_ELEMENT;
}

/* Whether the function that the descriptor describes has that algorithm. */
static bool has_algorithm(const clscan__compact_desc *desc, int algorithm) {
  if (desc->flags & CLSCAN_UNORDERED) {
    return clscan__is_atomic(algorithm);
  }
  switch (algorithm) {
  case CLSCAN_SELECT_LOOKBACK:
    return desc->num_buckets == 0 || (desc->flags & CLSCAN_SEPARATE) != 0;
  case CLSCAN_SELECT_REDUCE_THEN_SCAN:
    return true;
  case CLSCAN_SELECT_THREE_PASS:
    return desc->num_buckets == 0;
  default:
    return false;
  }
}

static clscan_status check_algorithm(clscan_context *ctx, const clscan__compact_desc *desc) {
  if (desc->algorithm == CLSCAN_SELECT_AUTO || has_algorithm(desc, desc->algorithm)) {
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
  clscan_status status = check_algorithm(ctx, desc);
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
    clscan_status status = clscan__fields_check(ctx, "more", &clscan__select_output_fields, more);
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
  elements[count++] = c->input.in;
  elements[count++] = c->out;
  if (c->input.has_argument) {
    elements[count++] = c->input.argument;
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
      clscan__element_resolve(ctx, "type", desc->type, desc->custom_type, &c->input.in);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__element_resolve(ctx, "out_type", out, custom_out, &c->out);
  }
  if (status == CLSCAN_SUCCESS) {
    const clscan__input_desc input = CLSCAN__INPUT_OF(desc);
    status = clscan__input_resolve(ctx, &input, &c->input);
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
  if (!desc->output && (c->input.in.custom || c->out.custom) &&
      !clscan__element_same(&c->input.in, &c->out)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "%s does not convert to %s: an output expression is needed",
                        c->input.in.value, c->out.value);
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
  for (int a = CLSCAN_SCAN_SMALL; a <= CLSCAN_SELECT_ATOMIC_ELEMENT; a++) {
    if (has_algorithm(desc, a)) {
      request->algorithms |= 1u << a;
    }
  }
  request->usual = unordered ? CLSCAN_SELECT_ATOMIC_SUBGROUP : CLSCAN_SELECT_REDUCE_THEN_SCAN;
  request->usual_reason = unordered ? "in any order: one atomic a sub-group and step"
                                    : "a partition into one buffer has this algorithm alone";
}

clscan_status clscan__compact_build(clscan_plan *plan, const void *desc) {
  clscan__compact *c = (clscan__compact *)plan;
  (void)desc;
  clscan_context *ctx = c->base.ctx;
  const clscan__shape *shape = &c->base.shape;
  const bool select = c->num_buckets == 0;
  const char *program = NULL, *first = NULL, *last = NULL;
  switch (shape->algorithm) {
  case CLSCAN_SELECT_LOOKBACK:
    program = first = select ? "lookback_select" : "lookback_partition";
    break;
  case CLSCAN_SELECT_REDUCE_THEN_SCAN:
    program = select ? "select_tiles" : "partition_tiles";
    first = select ? "select_count" : "partition_count";
    last = select ? "select_write" : "partition_split";
    break;
  case CLSCAN_SELECT_THREE_PASS:
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
  if (shape->algorithm == CLSCAN_SELECT_LOOKBACK) {
    plan->max_executions = CLSCAN__COUNT_EPOCH_LIMIT - 1;
  }
  clscan__prelude prelude = {0};
  clscan__program *built = NULL;
  clscan__compact_prelude(&prelude, c, &c->desc, &acc, &op);
  status = clscan__plan_program(plan, &prelude, program, shape, &built);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__plan_kernel(plan, CLSCAN__COMPACT_FIRST, built, first);
  }
  if (status == CLSCAN_SUCCESS && last) {
    status = clscan__plan_kernel(plan, CLSCAN__COMPACT_LAST, built, last);
  }
  return status;
}

/* The scan of the tiles' numbers, or of the marks. */
static clscan_status make_numbers(clscan__compact *c) {
  const clscan_type number = c->count_64 ? CLSCAN_UINT64 : CLSCAN_UINT32;
  const bool marks = c->base.shape.algorithm == CLSCAN_SELECT_THREE_PASS;
  const clscan_scan_desc desc = {
      .type = marks ? CLSCAN_UINT8 : number,
      .out_type = number,
      .n_device_type = c->n_device_64 ? CLSCAN_UINT64 : CLSCAN_UINT32,
  };
  return clscan__plan_part(&c->base, &clscan__scan_class, &desc, !marks);
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

void clscan__compact_request(const clscan_plan *plan, const void *desc,
                             clscan__shape_request *request) {
  const clscan__compact *c = (const clscan__compact *)plan;
  (void)desc;
  request->class = &clscan__compaction_tuning;
  request->stored_sizes[0] = c->input.in.size;
  request->stored_sizes[1] = c->input.has_flags && !c->input.bits ? c->input.flag.size : 1;
  request->stored_sizes[2] = 1;
  request->acc_size = request->acc_alignment = 8;
  request->exact = true;
  request->counts = c->num_buckets > 2 ? c->num_buckets - 1 : 1;
  request->stage_bytes = stage_bytes(c, clscan__storage_choose(plan->ctx) == CLSCAN_STORAGE_REREAD);
  request->stage_fixed = stage_fixed(c);
  ask_algorithm(&c->desc, request);
}

clscan_status clscan__compact_finish(clscan_plan *plan, const void *desc) {
  clscan__compact *c = (clscan__compact *)plan;
  clscan_status status = CLSCAN_SUCCESS;
  (void)desc;
  if (clscan__is_atomic(plan->shape.algorithm)) {
    plan->shape.reproducible = false;
    status = clscan__plan_clear_apart(plan); /* it sets the count to 0 */
  } else if (plan->shape.algorithm != CLSCAN_SELECT_LOOKBACK) {
    status = make_numbers(c);
  }
  c->desc = (clscan__compact_desc){0};
  clscan__input_forget(&c->input);
  c->out.custom = NULL;
  for (uint32_t k = 0; k < c->num_more; k++) {
    c->more[k].custom = NULL;
  }
  return status;
}

clscan_status clscan__compact_resolve(clscan__compact *c) {
  const clscan_status status = check_desc(c->base.ctx, &c->desc);
  return status == CLSCAN_SUCCESS ? resolve_types(c->base.ctx, &c->desc, c) : status;
}
