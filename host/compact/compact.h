/* SPDX-License-Identifier: Apache-2.0 */
/* Select and partition are one thing here: each element goes to a bucket, the kept ones to the
 * first, and a select has no second one. The public functions fill in the structs below. */
#ifndef CLSCAN_HOST_COMPACT_H
#define CLSCAN_HOST_COMPACT_H

#include "plan/plan.h"
#include "types/types.h"

/* The fields of clscan_select_desc and clscan_partition_desc. num_buckets is 0 for a select. */
typedef struct clscan__compact_desc {
  clscan_type type, out_type, flag_type, argument_type, count_type, n_device_type;
  int algorithm;
  uint32_t flags, num_buckets, num_more;
  const clscan_custom_type *custom_type, *custom_out, *custom_argument;
  const char *definition, *predicate, *equal, *output, *bucket;
  const clscan_select_output *more;
} clscan__compact_desc;

/* The fields of clscan_select_args and clscan_partition_args. A select has `counts` for its count.
 */
typedef struct clscan__compact_args {
  clscan_buffer in, out, counts, offsets, flags, argument_device, n_device;
  const clscan_buffer *outs;
  const clscan_select_arrays *more;
  const void *argument;
  size_t n, capacity, width, row_pitch;
  uint32_t options;
  clscan_scratch *scratch;
} clscan__compact_args;

typedef struct clscan__compact {
  clscan_plan base;
  clscan__element in, out, flag, argument;
  clscan__element more[CLSCAN_MAX_OUTPUTS];
  bool more_copies[CLSCAN_MAX_OUTPUTS]; /* no expression: the elements of an array */
  uint32_t num_more, flags;
  uint32_t num_buckets; /* 0: a select */
  bool has_flags, has_argument, count_64, n_device_64;
  bool stage_values;          /* outputs pass through local memory, else places in the tile do */
  clscan__kernel first, last; /* look-back and atomic: `first` alone */
  clscan_plan *numbers;       /* the scan between them; NULL: there is none */
} clscan__compact;

/* Checks and compiles. `class` is the public function's. */
clscan_status clscan__compact_create(clscan_context *ctx, const clscan__plan_class *class,
                                     const clscan__compact_desc *desc, clscan_plan **out);
void clscan__compact_free(clscan_plan *plan);
clscan_status clscan__compact_scratch_bytes(const clscan_plan *plan, size_t n, size_t *bytes,
                                            const char **why);

/* Whether the arguments are right, and how many elements each output has room for. */
clscan_status clscan__compact_check(const clscan__compact *compact,
                                    const clscan__compact_args *args, size_t *room);

clscan_status clscan__compact_enqueue(clscan_plan *plan, cl_command_queue queue,
                                      const clscan__compact_args *args, cl_uint num_wait,
                                      const cl_event *wait, cl_event *event);

/* All elements, whose custom types a program defines; returns their number. */
enum { CLSCAN__COMPACT_ELEMENTS = 3 + CLSCAN_MAX_OUTPUTS };
size_t clscan__compact_elements(const clscan__compact *compact,
                                clscan__element elements[CLSCAN__COMPACT_ELEMENTS]);

/* Whether the kernels are those of unordered select. */
bool clscan__is_atomic(int algorithm);

/* The text put before the programs; `acc` and `op` are the counts' sum. */
void clscan__compact_prelude(clscan__prelude *prelude, const clscan__compact *compact,
                             const clscan__compact_desc *desc, const clscan__element *acc,
                             const clscan__operator *op);

#endif
