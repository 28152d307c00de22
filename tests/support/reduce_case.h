/* SPDX-License-Identifier: Apache-2.0 */
/* A reduction over built-in types: makes the input, asks the reference, runs and compares. */
#ifndef TESTS_REDUCE_CASE_H
#define TESTS_REDUCE_CASE_H

#include "support/scan_case.h"

struct reduce_case {
  clscan_reduce_desc desc; /* what the plan was made from */
  size_t n;
  uint64_t seed;
  enum scan_case_init init;
  bool has_n_device;
  uint64_t n_device;
  size_t in_shift; /* bytes past a 256-byte boundary */
  size_t out_shift;
  bool own_scratch;
  size_t scratch_shift;
  unsigned runs;
  cl_command_queue queue; /* NULL: in-order */
};

/* Runs the case on a plan made from its descriptor; false, with a message that names the case, if
 * anything is wrong. */
bool reduce_case_run(struct harness *h, clscan_plan *plan, const struct reduce_case *c);

#endif
