/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file difference.h
 * Adjacent difference: each element combined with its neighbour. What an inclusive sum sums up is
 * the adjacent difference of its result.
 */
#ifndef CLSCAN_DIFFERENCE_H
#define CLSCAN_DIFFERENCE_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is computed. Fields as base.h says, and: */
typedef struct clscan_adjacent_difference_desc {
  clscan_type type;
  clscan_type acc_type; /**< of the operands and their difference */
  clscan_type out_type;
  clscan_type flag_type;
  clscan_type argument_type;
  clscan_type n_device_type;
  uint32_t flags; /**< CLSCAN_REVERSE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  const clscan_custom_type *custom_type;
  const clscan_custom_type *custom_acc;
  const clscan_custom_type *custom_out;
  const clscan_custom_type *custom_argument;
  /** Any operation on `a`, the element, and `b`, its neighbour. NULL: a - b, where integers wrap;
   * required for a custom accumulator. Of its fields, `identity` and `exact` are not used. */
  const clscan_custom_op *custom_op;
  const char *definition;
  const char *load;  /**< as in clscan_scan_desc */
  const char *store; /**< as in clscan_scan_desc */
  uintptr_t reserved[4];
} clscan_adjacent_difference_desc;

/** What changes from call to call. Fields as base.h says, and: */
typedef struct clscan_adjacent_difference_args {
  clscan_buffer in;
  clscan_buffer out; /**< n elements of the output type */
  size_t n;
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width;
  size_t row_pitch;
  clscan_buffer n_device;
  clscan_scratch *scratch; /**< none is ever needed */
  uintptr_t reserved[4];
} clscan_adjacent_difference_args;

/* ------------------------------------------------------------------------------------------------
 * Example
 *
 * From tests/readme/compaction.c:
 * @code
 * // What changes from one element to the next.
 * clscan_adjacent_difference_desc steps = {.type = CLSCAN_INT32};
 * clscan_adjacent_difference_args steps_args = {
 *     .in = {.mem = b->in}, .out = {.mem = b->steps}, .n = n};
 * clscan_adjacent_difference(ctx, queue, &steps, &steps_args, 0, NULL, NULL);
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/** Compiles an adjacent difference. Statuses of clscan_scan_plan_create(). */
CLSCAN_API clscan_status clscan_adjacent_difference_plan_create(
    clscan_context *ctx, const clscan_adjacent_difference_desc *desc, clscan_plan **out);

/**
 * Enqueues it: out[i] = store(load(in[i]) op load(in[i - 1])), and out[0] = store(load(in[0])).
 * With CLSCAN_REVERSE the neighbour is in[i + 1], and the last element is the one without. With
 * CLSCAN_ROWS no row sees another.
 *
 * Elements are independent of each other, so the bits never vary. `out` may not overlap any other
 * argument. Enqueues 1 kernel, none if n is 0.
 *
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, BUFFER_TOO_SMALL, MISALIGNED_OFFSET, BUFFER_ACCESS,
 *         WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, N_TOO_LARGE, or an OpenCL error
 */
CLSCAN_API clscan_status clscan_adjacent_difference_enqueue(
    clscan_plan *plan, cl_command_queue queue, const clscan_adjacent_difference_args *args,
    uint32_t num_wait, const cl_event *wait, cl_event *event);

/** The same in one call. Statuses of both. */
CLSCAN_API clscan_status clscan_adjacent_difference(clscan_context *ctx, cl_command_queue queue,
                                                    const clscan_adjacent_difference_desc *desc,
                                                    const clscan_adjacent_difference_args *args,
                                                    uint32_t num_wait, const cl_event *wait,
                                                    cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
