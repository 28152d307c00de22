/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file scan.h
 * Scan: the prefix sums of an array, or what an associative operator makes of its prefixes.
 */
#ifndef CLSCAN_SCAN_H
#define CLSCAN_SCAN_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Inclusive or exclusive. */
typedef enum clscan_kind {
  /** out[i] = init op in[0] op ... op in[i - 1]; out[0] = init, else the identity */
  CLSCAN_EXCLUSIVE = 0,
  /** out[i] = init op in[0] op ... op in[i] */
  CLSCAN_INCLUSIVE
} clscan_kind;

/**
 * How a scan is computed. All compute the same function. AUTO takes, unless a tuning row says
 * otherwise,
 *
 *     up to a tile (CPUs: up to 65,536 elements)        SMALL
 *     more, look-back allowed, exact operator           LOOKBACK
 *     more, look-back allowed, inexact operator         LOOKBACK_TWO_LEVEL
 *     more, any other device                            REDUCE_THEN_SCAN
 *
 * Look-back is allowed on the devices that clscan.h names under Progress, with 64-bit atomics and,
 * for accumulators over 32 bits, acquire and release at device scope. Exact are all operators on
 * integers, minimum and maximum on floats, and custom ones that say so; with
 * CLSCAN_ALLOW_NONREPRODUCIBLE all are. clscan_plan_describe() tells what was chosen and why.
 */
typedef enum clscan_scan_algorithm {
  CLSCAN_SCAN_AUTO = 0,
  CLSCAN_SCAN_SMALL = 1,            /**< one work-group, one launch, any n; meant for small n */
  CLSCAN_SCAN_THREE_PASS = 2,       /**< scan tiles, scan totals, add offsets: 4n traffic */
  CLSCAN_SCAN_REDUCE_THEN_SCAN = 3, /**< reduce tiles, scan totals, scan tiles: 3n traffic */
  CLSCAN_SCAN_LOOKBACK = 4,         /**< one launch, 2n traffic; inexact operators: bits may vary */
  CLSCAN_SCAN_LOOKBACK_TWO_LEVEL = 5 /**< one launch, 2n traffic, grouping fixed: bits never vary */
} clscan_scan_algorithm;

/** What a scan computes. Fields as base.h says, and: */
typedef struct clscan_scan_desc {
  clscan_type type;
  clscan_type acc_type;
  clscan_type out_type;
  clscan_type flag_type;
  clscan_type argument_type;
  clscan_type n_device_type;
  clscan_op op;
  clscan_kind kind;
  clscan_scan_algorithm algorithm;
  uint32_t flags; /**< CLSCAN_ALLOW_NONREPRODUCIBLE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  const clscan_custom_type *custom_type;
  const clscan_custom_type *custom_acc;
  const clscan_custom_type *custom_out;
  const clscan_custom_type *custom_argument;
  const clscan_custom_op *custom_op;
  const char *definition;
  /** OpenCL C expression of the accumulator type in `x`, `i`, `row`, `col`, `f` and `u`, applied to
   *  each element as it is loaded. NULL: `x` converted; required if the input converts to a custom
   * accumulator that is of another type. */
  const char *load;
  /** OpenCL C expression of the output type in `a`, the accumulator, applied as it is stored. NULL:
   *  `a` converted; required if a custom accumulator is stored as another type. */
  const char *store;
  uintptr_t reserved[4];
} clscan_scan_desc;

/** What changes from call to call. Fields as base.h says, and: */
typedef struct clscan_scan_args {
  clscan_buffer in;
  clscan_buffer out; /**< n elements of the output type */
  size_t n;
  const void *init;
  clscan_buffer init_device;
  clscan_buffer total; /**< receives one output value: the last inclusive one; may be absent */
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width;
  size_t row_pitch;
  clscan_buffer n_device;
  clscan_scratch *scratch;
  uintptr_t reserved[4];
} clscan_scan_args;

/* ------------------------------------------------------------------------------------------------
 * Examples
 *
 * A segmented scan, exclusive or inclusive, is an inclusive one whose accumulator keeps both sums.
 *
 * From tests/readme/segmented.c:
 * @code
 * // Sums that begin anew at each element with a `head`.
 * clscan_custom_type item = {.name = "item",
 *                            .definition = "typedef struct { int head, value; } item;",
 *                            .size = 8,
 *                            .alignment = 4};
 * clscan_custom_type sums = {.name = "sums",
 *                            .definition = "typedef struct { int head, before, all; } sums;",
 *                            .size = 12,
 *                            .alignment = 4};
 * clscan_custom_op join = {.expression = "join(a, b)",
 *                          .definition = "sums join(sums a, sums b)\n"
 *                                        "{\n"
 *                                        "    if (!b.head) {\n"
 *                                        "        b.head = a.head;\n"
 *                                        "        b.before += a.all;\n"
 *                                        "        b.all += a.all;\n"
 *                                        "    }\n"
 *                                        "    return b;\n"
 *                                        "}\n",
 *                          .exact = 1};
 * clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
 *                          .custom_type = &item,
 *                          .acc_type = CLSCAN_CUSTOM,
 *                          .custom_acc = &sums,
 *                          .out_type = CLSCAN_INT32,
 *                          .op = CLSCAN_CUSTOM_OP,
 *                          .custom_op = &join,
 *                          .kind = CLSCAN_INCLUSIVE, // in both cases
 *                          .load = "(sums){x.head, 0, x.value}",
 *                          .store = exclusive ? "a.before" : "a.all"};
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/**
 * Compiles a scan.
 *
 * @return INVALID_ARGUMENT, INVALID_ENUM, RESERVED_NOT_ZERO, INVALID_TYPE, UNSUPPORTED_TYPE,
 *         INVALID_OPERATOR, UNSUPPORTED_ALGORITHM, UNSUPPORTED_BACKEND, BUILD_FAILED, or an OpenCL
 *         error
 */
CLSCAN_API clscan_status clscan_scan_plan_create(clscan_context *ctx, const clscan_scan_desc *desc,
                                                 clscan_plan **out);

/**
 * Enqueues a scan: out[i] = init op load(in[0], 0) op ... (see clscan_kind), each stored through
 * `store`.
 *
 * In place: allowed if input and output elements have the same size and the same address, and rows
 * no pitch. Otherwise
 * nothing that is written (out, total, scratch) may overlap any other argument. The three-pass scan
 * also reads `out`, so there it must not be write-only.
 * `total` is bit-equal to the last inclusive value; for an empty input it is init, else the
 * identity, else it stays untouched. Enqueues 1 kernel (small and look-back), or 3 and more (the
 * other algorithms).
 *
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, NO_IDENTITY, BUFFER_TOO_SMALL, MISALIGNED_OFFSET,
 *         BUFFER_ACCESS, WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE, or
 * an OpenCL error
 */
CLSCAN_API clscan_status clscan_scan_enqueue(clscan_plan *plan, cl_command_queue queue,
                                             const clscan_scan_args *args, uint32_t num_wait,
                                             const cl_event *wait, cl_event *event);

/** The same in one call. Statuses of both. */
CLSCAN_API clscan_status clscan_scan(clscan_context *ctx, cl_command_queue queue,
                                     const clscan_scan_desc *desc, const clscan_scan_args *args,
                                     uint32_t num_wait, const cl_event *wait, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
