/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file partition.h
 * Partition: the elements sorted into buckets, each in the order of the input.
 */
#ifndef CLSCAN_PARTITION_H
#define CLSCAN_PARTITION_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a partition is computed. Both compute the same function. */
typedef enum clscan_partition_algorithm {
  CLSCAN_PARTITION_AUTO = 0,
  CLSCAN_PARTITION_REDUCE_THEN_SCAN = 3, /**< count, scan the counts, split */
  CLSCAN_PARTITION_LOOKBACK = 4          /**< one launch; CLSCAN_SEPARATE only */
} clscan_partition_algorithm;

enum {
  CLSCAN_MAX_BUCKETS = 1024,
  CLSCAN_MAX_SEPARATE = 8 /**< buckets of a partition into separate buffers */
};

/**
 * Into which bucket each element goes. Expressions see x, i, row, col, f and u. Fields as base.h
 * says, and:
 */
typedef struct clscan_partition_desc {
  clscan_type type;
  clscan_type flag_type;
  clscan_type argument_type;
  clscan_type count_type;
  clscan_type n_device_type;
  clscan_partition_algorithm algorithm;
  uint32_t flags; /**< CLSCAN_SEPARATE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  /** 2 to CLSCAN_MAX_BUCKETS, with CLSCAN_SEPARATE to CLSCAN_MAX_SEPARATE; 0: 2. */
  uint32_t num_buckets;
  const clscan_custom_type *custom_type;
  const clscan_custom_type *custom_argument;
  const char *definition;
  /** The bucket's number, converted to uint; num_buckets and more count as the last bucket. */
  const char *bucket;
  /** Instead of `bucket`, for two buckets: non-zero sends the element to the first one. If both are
   * NULL: `f != 0` if there are flags, else `x != 0`. */
  const char *predicate;
  uintptr_t reserved[4];
} clscan_partition_desc;

/** What changes from call to call. Fields as base.h says, and: */
typedef struct clscan_partition_args {
  clscan_buffer in;
  clscan_buffer out; /**< n elements: the buckets one after the other; not with CLSCAN_SEPARATE */
  const clscan_buffer *outs; /**< CLSCAN_SEPARATE: a buffer for each bucket */
  size_t capacity;           /**< CLSCAN_SEPARATE */
  /** Receives num_buckets numbers: the elements of each bucket; may be absent. */
  clscan_buffer counts;
  /** Receives num_buckets + 1 numbers: counts' exclusive sum; may be absent. */
  clscan_buffer offsets;
  size_t n;
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width;
  size_t row_pitch;
  clscan_buffer n_device;
  clscan_scratch *scratch;
  uint32_t options; /**< CLSCAN_SEPARATE: CLSCAN_CAPACITY */
  uintptr_t reserved[4];
} clscan_partition_args;

/* ------------------------------------------------------------------------------------------------
 * Example
 *
 * From tests/readme/compaction.c:
 * @code
 * // Seven buckets one after the other, each in the input's order, and where they begin.
 * clscan_partition_desc partition = {.type = CLSCAN_INT32, .bucket = "x % 7", .num_buckets = 7};
 * clscan_partition_args partition_args = {
 *     .in = {.mem = b->in}, .out = {.mem = b->out}, .offsets = {.mem = b->offsets}, .n = n};
 * clscan_partition(ctx, queue, &partition, &partition_args, 0, NULL, NULL);
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/** Compiles a partition. Statuses of clscan_scan_plan_create() but INVALID_OPERATOR. */
CLSCAN_API clscan_status clscan_partition_plan_create(clscan_context *ctx,
                                                      const clscan_partition_desc *desc,
                                                      clscan_plan **out);

/**
 * Enqueues a stable partition: each bucket holds its elements in the input's order. The same
 * result, bit for bit, in every run.
 *
 * Into one buffer: the place of the second bucket is known only when all has been read, so the
 * input is read twice (3n traffic; 3 kernels and more). Into separate buffers: a single pass (2n; 1
 * kernel with LOOKBACK); nothing is written past a bucket's count nor past `capacity`. No argument
 * may overlap one that is written.
 *
 * @return as clscan_select_enqueue()
 */
CLSCAN_API clscan_status clscan_partition_enqueue(clscan_plan *plan, cl_command_queue queue,
                                                  const clscan_partition_args *args,
                                                  uint32_t num_wait, const cl_event *wait,
                                                  cl_event *event);

/** The same in one call. Statuses of both. */
CLSCAN_API clscan_status clscan_partition(clscan_context *ctx, cl_command_queue queue,
                                          const clscan_partition_desc *desc,
                                          const clscan_partition_args *args, uint32_t num_wait,
                                          const cl_event *wait, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
