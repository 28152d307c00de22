/* SPDX-License-Identifier: Apache-2.0 */
/* A partition told once in OpenCL C and once in C: runs it and compares with the serial one. */
#ifndef TESTS_PARTITION_CASE_H
#define TESTS_PARTITION_CASE_H

#include "support/compaction.h"

struct partition_case {
  const char *name;
  clscan_partition_desc desc; /* what the plan was made from */
  /* The bucket's number; what is over the last bucket counts as it. */
  uint32_t (*bucket)(const struct compaction_item *item);
  const uint32_t *buckets; /* instead: the bucket of each element */
  struct compaction_input input;
  size_t capacity; /* 0: none is given */
  uint32_t options;
  bool one_call;    /* without the plan */
  size_t out_shift; /* bytes past a 256-byte boundary */
  bool no_counts;
  bool no_offsets;
  cl_command_queue queue; /* NULL: the harness's in-order queue */
};

/* A plan of the descriptor; a failure prints the log and fails the test. */
clscan_plan *partition_case_plan(struct harness *h, const clscan_partition_desc *desc);

/* Runs it and waits. False, with a message that names the case, if the status, a bucket, a number,
 * a guard band or what was read is not what it should be. */
bool partition_case_run(struct harness *h, clscan_plan *plan, const struct partition_case *c);

#endif
