/* SPDX-License-Identifier: Apache-2.0 */
/* A scan or reduction with types or an operator of the caller's, told once in OpenCL C and once in
 * C. */
#ifndef TESTS_CUSTOM_CASE_H
#define TESTS_CUSTOM_CASE_H

#include "support/harness.h"

#define CUSTOM_CASE_MAX_SIZE 128

struct custom_case {
  const char *name;
  clscan_scan_desc desc;
  size_t in_size, acc_size, out_size;
  /* Writes the i-th input. */
  void (*make)(size_t i, uint64_t *random, void *in);
  /* From input i to accumulator, and from accumulator to output; NULL: the same bytes. */
  void (*load)(const void *in, size_t i, void *acc);
  void (*store)(const void *acc, void *out);
  /* *result = a op b; `result` is neither of them. */
  void (*combine)(const void *a, const void *b, void *result);
  /* What an exclusive scan without init starts from; NULL: the operator has none. */
  const void *identity;
  /* An initial value for every other run; NULL: none. */
  const void *init;
  bool reduces; /* `plan` is a reduction's */
};

/* Runs the case with a plan of its descriptor, n elements, in place if asked to. */
bool custom_case_run(struct harness *h, clscan_plan *plan, const struct custom_case *c, size_t n,
                     bool with_init, bool in_place);

/* Makes plans for one algorithm and kind in two shapes of small tiles, and runs each at a few
 * lengths around its tile. Fails the test on a mismatch. */
void custom_case_check(struct harness *h, const struct custom_case *c,
                       clscan_scan_algorithm algorithm, clscan_kind kind);

/* The same for the reduction of what the descriptor says, in three shapes. */
void custom_case_reduce(struct harness *h, const struct custom_case *c);

#endif
