/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reduce.h
 * Reduce: one value from an array under an associative operator.
 */
#ifndef CLSCAN_REDUCE_H
#define CLSCAN_REDUCE_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a reduction computes. Fields as base.h says, and: */
typedef struct clscan_reduce_desc {
  clscan_type type;
  clscan_type acc_type;
  clscan_type out_type; /**< of the result */
  clscan_type flag_type;
  clscan_type argument_type;
  clscan_type n_device_type;
  clscan_op op;
  uint32_t flags; /**< CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  const clscan_custom_type *custom_type;
  const clscan_custom_type *custom_acc;
  const clscan_custom_type *custom_out;
  const clscan_custom_type *custom_argument;
  const clscan_custom_op *custom_op; /**< need not be commutative */
  const char *definition;
  const char *load;  /**< as in clscan_scan_desc */
  const char *store; /**< as in clscan_scan_desc */
  uintptr_t reserved[4];
} clscan_reduce_desc;

/** What changes from call to call. Fields as base.h says, and: */
typedef struct clscan_reduce_args {
  clscan_buffer in;
  clscan_buffer out; /**< receives one element of the output type */
  size_t n;
  const void *init;
  clscan_buffer init_device;
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width;
  size_t row_pitch;
  clscan_buffer n_device;
  clscan_scratch *scratch;
  uintptr_t reserved[4];
} clscan_reduce_args;

/* ------------------------------------------------------------------------------------------------
 * Example
 *
 * From tests/readme/compaction.c:
 * @code
 * // A sum in 64 bits.
 * clscan_reduce_desc reduce = {.type = CLSCAN_INT32, .out_type = CLSCAN_INT64};
 * clscan_reduce_args reduce_args = {.in = {.mem = b->in}, .out = {.mem = b->sum}, .n = n};
 * clscan_reduce(ctx, queue, &reduce, &reduce_args, 0, NULL, NULL);
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/** Compiles a reduction. Statuses of clscan_scan_plan_create(). */
CLSCAN_API clscan_status clscan_reduce_plan_create(clscan_context *ctx,
                                                   const clscan_reduce_desc *desc,
                                                   clscan_plan **out);

/**
 * Enqueues a reduction: *out = store(init op load(in[0], 0) op ... op load(in[n - 1], n - 1)).
 *
 * Operands of a custom operator keep their order; the built-in ones commute and may be permuted.
 * The grouping follows from the device, the plan, n and *n_device alone, so the bits never vary.
 * For an empty input the result is init, else the identity, else *out stays untouched. What is
 * written (out, scratch) may not overlap any other argument. Enqueues 1 kernel, 2 where the device
 * has no acquire and release at device scope.
 *
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, BUFFER_TOO_SMALL, MISALIGNED_OFFSET, BUFFER_ACCESS,
 *         WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE, or an OpenCL error
 */
CLSCAN_API clscan_status clscan_reduce_enqueue(clscan_plan *plan, cl_command_queue queue,
                                               const clscan_reduce_args *args, uint32_t num_wait,
                                               const cl_event *wait, cl_event *event);

/** The same in one call. Statuses of both. */
CLSCAN_API clscan_status clscan_reduce(clscan_context *ctx, cl_command_queue queue,
                                       const clscan_reduce_desc *desc,
                                       const clscan_reduce_args *args, uint32_t num_wait,
                                       const cl_event *wait, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
