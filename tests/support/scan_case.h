/* SPDX-License-Identifier: Apache-2.0 */
/* A scan over built-in types: makes the input, asks the reference, runs and compares. */
#ifndef TESTS_SCAN_CASE_H
#define TESTS_SCAN_CASE_H

#include "support/data.h"
#include "support/execution.h"

enum scan_case_init { SCAN_CASE_NO_INIT = 0, SCAN_CASE_INIT_ON_HOST, SCAN_CASE_INIT_ON_DEVICE };

struct scan_case {
  clscan_scan_desc desc; /* what the plan was made from */
  bool reduces;          /* the plan is a reduction's of these types */
  unsigned runs;         /* one after the other; 0: one */
  size_t n;
  uint64_t seed;
  enum scan_case_init init;
  bool total;
  bool has_n_device;
  uint64_t n_device;
  bool in_place;
  size_t in_shift; /* bytes past a 256-byte boundary */
  size_t out_shift;
  bool own_scratch;
  size_t scratch_shift;
  cl_command_queue queue; /* NULL: in-order */
};

/* The types and operator that the reference needs, defaults filled in. */
struct reference scan_case_reference(const clscan_scan_desc *desc);

/* Runs the case on a plan made from its descriptor; false, with a message that names the case, if
 * anything is wrong. */
bool scan_case_run(struct harness *h, clscan_plan *plan, const struct scan_case *c);

#endif
