/* SPDX-License-Identifier: Apache-2.0 */
/* A select told once in OpenCL C and once in C: runs it and compares with the serial one. */
#ifndef TESTS_SELECT_CASE_H
#define TESTS_SELECT_CASE_H

#include "support/compaction.h"

#define SELECT_CASE_OUTPUTS (1 + CLSCAN_MAX_OUTPUTS)

struct select_case_output {
  size_t size; /* bytes of an element; as the descriptor says */
  /* Writes the output of a kept element; NULL: the element is copied, from `array` if this is not
   * the first output. */
  void (*write)(const struct compaction_item *item, void *out);
  const void *array;
  size_t in_shift; /* bytes past a 256-byte boundary */
  size_t out_shift;
};

struct select_case {
  const char *name;
  clscan_select_desc desc; /* what the plan was made from */
  bool (*keep)(const struct compaction_item *item);
  const uint8_t *kept; /* instead of `keep`: non-zero for each element that is kept */
  struct select_case_output outputs[SELECT_CASE_OUTPUTS];
  struct compaction_input input;
  size_t capacity; /* 0: none is given */
  uint32_t options;
  bool one_call; /* without the plan */
  bool count_only;
  cl_command_queue queue; /* NULL: the harness's in-order queue */
};

/* The three that keep the order. */
#define SELECT_CASE_ALGORITHMS 3
extern const clscan_select_algorithm select_case_algorithms[SELECT_CASE_ALGORITHMS];

/* A plan of the descriptor; a failure prints the log and fails the test. */
clscan_plan *select_case_plan(struct harness *h, const clscan_select_desc *desc);

/* Runs it and waits. False, with a message that names the case, if the status, an output, the
 * count, a guard band or what was read is not what it should be. An unordered select's outputs are
 * compared as multisets of tuples; the number that are not in order is added to `out_of_order` if
 * that is not NULL. */
bool select_case_run(struct harness *h, clscan_plan *plan, const struct select_case *c,
                     size_t *out_of_order);
/* The same on a plan of the case's descriptor; fails the test. */
void select_case_check(struct harness *h, const struct select_case *c);

/* Calls it in each of the shapes that the device has (h->ctx is a context of the shape), with each
 * of the three algorithms; by default, if not `all`, with each in the first shape and with one in
 * each of the others. */
void select_case_in_shapes(struct harness *h, const unsigned *used, size_t count, bool all,
                           void (*run)(clscan_select_algorithm algorithm));

#endif
