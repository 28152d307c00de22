/* SPDX-License-Identifier: Apache-2.0 */
/* Odd numbers first, by select or partition: for tests that are about the calls and not the
 * numbers. */
#ifndef TESTS_COMPACTION_RUN_H
#define TESTS_COMPACTION_RUN_H

#include "support/harness.h"

/* The ways to call: select by each algorithm, partition into one buffer and into two. */
struct compaction_form {
  const char *name;
  bool is_partition;
  bool is_separate;
  bool single; /* one launch */
  int algorithm;
  uint32_t flags;
  unsigned launches; /* of a warm call of three tiles */
};

enum {
  FORM_LOOKBACK,
  FORM_REDUCE_THEN_SCAN,
  FORM_THREE_PASS,
  FORM_PARTITION,
  FORM_SEPARATE,
  FORM_SEPARATE_REDUCED,
  FORM_UNORDERED,
  COMPACTION_FORMS
};
extern const struct compaction_form compaction_forms[COMPACTION_FORMS];

clscan_status compaction_run_plan(clscan_context *ctx, const struct compaction_form *form,
                                  clscan_plan **plan);

/* Buffers for n random uint32, and what comes of them. */
struct compaction_run {
  struct harness *h;
  const struct compaction_form *form;
  size_t n, kept;
  uint32_t *odd, *even;
  cl_mem in;
  cl_mem out;    /* room for both parts: the second begins behind the first, or at element n */
  cl_mem counts; /* of the odd ones, and of the even ones */
};
void compaction_run_open(struct compaction_run *r, struct harness *h,
                         const struct compaction_form *form, size_t n, uint64_t seed);
void compaction_run_close(struct compaction_run *r);
clscan_status compaction_run_enqueue(const struct compaction_run *r, clscan_plan *plan,
                                     cl_command_queue queue, clscan_scratch *scratch,
                                     cl_uint num_wait, const cl_event *wait, cl_event *event);
/* The same in one call, without a plan. */
clscan_status compaction_run_call(const struct compaction_run *r, clscan_context *ctx,
                                  cl_command_queue queue, cl_event *event);
/* Fills the outputs with something else; waits. */
void compaction_run_spoil(const struct compaction_run *r);
/* Whether the outputs are right; prints the first that is not. Waits for the harness's queue alone.
 */
bool compaction_run_is_right(const struct compaction_run *r);

#endif
