/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file select.h
 * Select, or stream compaction: the elements that a predicate, flags or their neighbours choose.
 */
#ifndef CLSCAN_SELECT_H
#define CLSCAN_SELECT_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a select is computed. All that keep the order compute the same function. */
typedef enum clscan_select_algorithm {
  CLSCAN_SELECT_AUTO = 0,
  CLSCAN_SELECT_THREE_PASS = 2,       /**< mark, scan the marks, scatter */
  CLSCAN_SELECT_REDUCE_THEN_SCAN = 3, /**< count tiles, scan the counts, write */
  CLSCAN_SELECT_LOOKBACK = 4,         /**< one launch, the input is read once */
  CLSCAN_SELECT_ATOMIC_SUBGROUP = 6,  /**< CLSCAN_UNORDERED: one atomic a sub-group and step */
  CLSCAN_SELECT_ATOMIC_WORKGROUP = 7, /**< CLSCAN_UNORDERED: one atomic a tile */
  CLSCAN_SELECT_ATOMIC_ELEMENT = 8    /**< CLSCAN_UNORDERED: one atomic a kept element */
} clscan_select_algorithm;

/** Something that a select writes for each kept element, beside its first output. */
typedef struct clscan_select_output {
  clscan_type type; /**< of its elements; required */
  const clscan_custom_type *custom_type;
  /** NULL: the element at the same index of an array of this type is copied. */
  const char *expression;
  uintptr_t reserved[2];
} clscan_select_output;

enum {
  CLSCAN_MAX_OUTPUTS = 8 /**< outputs of a select beside the first */
};

/**
 * Which elements are kept, and what is written for them. Expressions see x, i, row, col, f and u.
 * Fields as base.h says, and:
 */
typedef struct clscan_select_desc {
  clscan_type type;
  clscan_type out_type; /**< of the first output's elements */
  clscan_type flag_type;
  clscan_type argument_type;
  clscan_type count_type;
  clscan_type n_device_type;
  clscan_select_algorithm algorithm;
  uint32_t flags;    /**< CLSCAN_UNORDERED, CLSCAN_UNIQUE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  uint32_t num_more; /**< further outputs, up to CLSCAN_MAX_OUTPUTS */
  const clscan_custom_type *custom_type;
  const clscan_custom_type *custom_out;
  const clscan_custom_type *custom_argument;
  const char *definition;
  /** Non-zero: the element is kept. NULL: `f != 0` if there are flags, else `x != 0`. Not with
   *  CLSCAN_UNIQUE. */
  const char *predicate;
  /** CLSCAN_UNIQUE: non-zero if `a`, the element before, equals `b`. NULL: `a == b`, by which -0
   *  equals +0 and a NaN equals nothing, so that each one is kept. Required for a custom type. */
  const char *equal;
  /** The first output. NULL: x; required if x does not convert to the output type. `i` with
   *  out_type CLSCAN_UINT32 gives the indices of the kept elements. */
  const char *output;
  const clscan_select_output *more; /**< the num_more further outputs */
  uintptr_t reserved[4];
} clscan_select_desc;

/** The buffers of one further output; both absent if args.out is. */
typedef struct clscan_select_arrays {
  clscan_buffer in;  /**< n elements of its type; only where it has no expression */
  clscan_buffer out; /**< as args.out */
} clscan_select_arrays;

/** What changes from call to call. Fields as base.h says, and: */
typedef struct clscan_select_args {
  clscan_buffer in;
  clscan_buffer out; /**< room for `capacity` elements; absent: the elements are counted only */
  /** Receives the number of kept elements, also if capacity is less; required. CLSCAN_UNORDERED
   *  also reads it, so there it must not be write-only. */
  clscan_buffer count;
  size_t n;
  size_t capacity;
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width;
  size_t row_pitch;
  const clscan_select_arrays *more; /**< for each further output */
  clscan_buffer n_device;
  clscan_scratch *scratch;
  uint32_t options;
  uintptr_t reserved[4];
} clscan_select_args;

/* ------------------------------------------------------------------------------------------------
 * Examples
 *
 * From tests/readme/compaction.c:
 * @code
 * // The elements that are greater than `limit`, in order, and how many there are.
 * int limit = 500;
 * clscan_select_desc select = {
 *     .type = CLSCAN_INT32, .predicate = "x > u", .argument_type = CLSCAN_INT32};
 * clscan_select_args select_args = {.in = {.mem = b->in},
 *                                   .out = {.mem = b->out},
 *                                   .count = {.mem = b->count},
 *                                   .argument = &limit,
 *                                   .n = n};
 * clscan_select(ctx, queue, &select, &select_args, 0, NULL, NULL);
 * @endcode
 *
 * From tests/readme/compaction.c:
 * @code
 * // Where the elements are that are not zero.
 * clscan_select_desc where = {
 *     .type = CLSCAN_INT32, .predicate = "x != 0", .output = "i", .out_type = CLSCAN_UINT32};
 * clscan_select_args where_args = {
 *     .in = {.mem = b->in}, .out = {.mem = b->indices}, .count = {b->count, 4}, .n = n};
 * clscan_select(ctx, queue, &where, &where_args, 0, NULL, NULL);
 * @endcode
 *
 * From tests/readme/compaction.c:
 * @code
 * // The first key of each run of equal keys, and the value beside it.
 * clscan_select_output value = {.type = CLSCAN_FLOAT32};
 * clscan_select_arrays arrays = {.in = {.mem = b->values}, .out = {.mem = b->out_values}};
 * clscan_select_desc unique = {
 *     .type = CLSCAN_UINT32, .flags = CLSCAN_UNIQUE, .more = &value, .num_more = 1};
 * clscan_select_args unique_args = {.in = {.mem = b->keys},
 *                                   .out = {.mem = b->out_keys},
 *                                   .count = {b->count, 8},
 *                                   .more = &arrays,
 *                                   .n = n};
 * clscan_select(ctx, queue, &unique, &unique_args, 0, NULL, NULL);
 * @endcode
 *
 * A chain without the host: what a call has counted is the length of the next one. `n` is what the
 * launches are sized for, here the most that could be left; work-groups without elements end at
 * once. On an out-of-order queue each call waits for the event of the one before.
 *
 * From tests/readme/chain.c:
 * @code
 * // Jobs of no length are dropped. When does each of the others start, and which are early?
 * clscan_buffer left = {counts, 0}, found = {counts, sizeof(cl_uint)};
 *
 * clscan_select_desc not_zero = {.type = CLSCAN_UINT32};
 * clscan_select_args first = {.in = {.mem = jobs}, .out = {.mem = lengths}, .count = left, .n = n};
 * clscan_select(ctx, queue, &not_zero, &first, 0, NULL, NULL);
 *
 * clscan_scan_desc sum = {.type = CLSCAN_UINT32};
 * clscan_scan_args second = {
 *     .in = {.mem = lengths}, .out = {.mem = starts}, .n = n, .n_device = left};
 * clscan_scan(ctx, queue, &sum, &second, 0, NULL, NULL);
 *
 * clscan_select_desc in_time = {
 *     .type = CLSCAN_UINT32, .argument_type = CLSCAN_UINT32, .predicate = "x < u"};
 * clscan_select_args third = {.in = {.mem = starts},
 *                             .out = {.mem = early},
 *                             .count = found,
 *                             .n = n,
 *                             .n_device = left,
 *                             .argument = &deadline};
 * clscan_select(ctx, queue, &in_time, &third, 0, NULL, NULL);
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/**
 * Compiles a select. Statuses of clscan_scan_plan_create() but INVALID_OPERATOR. INVALID_ARGUMENT
 * also if a custom type lacks the predicate or `equal` that it needs, or an algorithm and
 * CLSCAN_UNORDERED do not go together.
 */
CLSCAN_API clscan_status clscan_select_plan_create(clscan_context *ctx,
                                                   const clscan_select_desc *desc,
                                                   clscan_plan **out);

/**
 * Enqueues a select: the outputs of the kept elements, one after the other in the input's order
 * (CLSCAN_UNORDERED: in any order), and their number.
 *
 * Nothing is written past `capacity` elements nor past the number kept, and what lies there keeps
 * its value. In order: the same result, bit for bit, in every run. No argument may overlap one that
 * is written; there is no select in place. Enqueues 1 kernel (LOOKBACK), 2 (unordered), 3 and more
 * (the other algorithms). Feed `count` to the next call as n_device, and the host need not know it.
 *
 * Method: look-back over the tiles' counts (see clscan.h); Billeter, Olsson and Assarsson,
 * "Efficient Stream Compaction on Wide SIMD Many-Core Architectures" (2009), for compaction within
 * a tile; the warp-aggregated atomics of Adinets (2014) for the unordered form.
 *
 * @return INVALID_ARGUMENT, INVALID_ENUM, RESERVED_NOT_ZERO, BUFFER_TOO_SMALL, MISALIGNED_OFFSET,
 *         BUFFER_ACCESS, WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE (also
 *         n of 2^32 and more with a 32-bit count), or an OpenCL error
 */
CLSCAN_API clscan_status clscan_select_enqueue(clscan_plan *plan, cl_command_queue queue,
                                               const clscan_select_args *args, uint32_t num_wait,
                                               const cl_event *wait, cl_event *event);

/** The same in one call. Statuses of both. */
CLSCAN_API clscan_status clscan_select(clscan_context *ctx, cl_command_queue queue,
                                       const clscan_select_desc *desc,
                                       const clscan_select_args *args, uint32_t num_wait,
                                       const cl_event *wait, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
