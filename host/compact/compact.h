/* SPDX-License-Identifier: Apache-2.0 */
/* Select and partition are one thing here: each element goes to a bucket, the kept ones to the
 * first, and a select has no second one. The two classes fill in the structs below. */
#ifndef CLSCAN_HOST_COMPACT_H
#define CLSCAN_HOST_COMPACT_H

#include "plan/input.h"
#include "plan/plan.h"
#include "program/program_text.h"
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
  clscan__input_args input;
  clscan_buffer out, counts, offsets, n_device;
  const clscan_buffer *outs;
  const clscan_select_arrays *more;
  size_t capacity;
  uint32_t options;
  clscan_scratch *scratch;
} clscan__compact_args;

/* The numbers of the kernels; look-back and atomic: the first alone. The others have a scan of the
 * tiles' numbers or of marks between the two, the plan's part. */
enum { CLSCAN__COMPACT_FIRST, CLSCAN__COMPACT_LAST, CLSCAN__COMPACT_KERNELS };

typedef struct clscan__compact {
  clscan_plan base;
  void (*read_args)(const void *given, clscan__compact_args *args); /* of the class */
  clscan__compact_desc desc;                                        /* while the plan is made */
  clscan__input input;
  clscan__element out;
  clscan__element more[CLSCAN_MAX_OUTPUTS];
  bool more_copies[CLSCAN_MAX_OUTPUTS]; /* no expression: the elements of an array */
  uint32_t num_more, flags;
  uint32_t num_buckets; /* 0: a select */
  bool count_64, n_device_64;
  bool stage_values; /* outputs pass through local memory, else places in the tile do */
} clscan__compact;

/* The functions of both classes. clscan__compact_resolve() is called by theirs, which have filled
 * in read_args and desc. */
clscan_status clscan__compact_resolve(clscan__compact *compact);
void clscan__compact_request(const clscan_plan *plan, const void *desc,
                             clscan__shape_request *request);
clscan_status clscan__compact_build(clscan_plan *plan, const void *desc);
clscan_status clscan__compact_finish(clscan_plan *plan, const void *desc);
clscan_status clscan__compact_needs(const clscan_plan *plan, size_t n, clscan__needs *needs);
clscan_status clscan__compact_check(const clscan_plan *plan, clscan__call *call);
void clscan__compact_append(const clscan_plan *plan, const clscan__call *call);

/* The members that both classes, their descriptors and their arguments have in common. */
#define CLSCAN__COMPACT_CLASS                                                                      \
  .size = sizeof(clscan__compact), .num_kernels = CLSCAN__COMPACT_KERNELS,                         \
  .request = clscan__compact_request, .build = clscan__compact_build,                              \
  .finish = clscan__compact_finish, .needs = clscan__compact_needs,                                \
  .check = clscan__compact_check, .append = clscan__compact_append
#define CLSCAN__COMPACT_DESC_OF(desc)                                                              \
  .type = (desc)->type, .flag_type = (desc)->flag_type, .argument_type = (desc)->argument_type,    \
  .count_type = (desc)->count_type, .n_device_type = (desc)->n_device_type,                        \
  .algorithm = (desc)->algorithm, .flags = (desc)->flags, .custom_type = (desc)->custom_type,      \
  .custom_argument = (desc)->custom_argument, .definition = (desc)->definition,                    \
  .predicate = (desc)->predicate
#define CLSCAN__COMPACT_ARGS_OF(args)                                                              \
  .input = CLSCAN__INPUT_ARGS_OF(args), .out = (args)->out, .n_device = (args)->n_device,          \
  .capacity = (args)->capacity, .options = (args)->options, .scratch = (args)->scratch

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
