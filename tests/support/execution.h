/* SPDX-License-Identifier: Apache-2.0 */
/* One execution of a scan or a reduction, whatever its types: guarded buffers around the caller's
 * bytes, the enqueue, and a comparison with the bytes that the caller expects. */
#ifndef TESTS_EXECUTION_H
#define TESTS_EXECUTION_H

#include "support/harness.h"

struct execution {
  clscan_plan *plan;
  bool reduces;           /* to one output */
  unsigned runs;          /* one after the other with the same buffers; 0: one */
  cl_command_queue queue; /* NULL: the harness's in-order queue */
  size_t n;               /* elements of input and output */
  const void *input;
  size_t in_size;       /* bytes of an element */
  const void *expected; /* NULL: nothing may be written */
  size_t out_size;
  const void *expected_total; /* NULL: no total is asked for */
  bool total_untouched;       /* a total is asked for, but nothing may be written to it */
  const void *init;           /* NULL: none */
  size_t acc_size;
  bool init_on_device;
  const void *n_device; /* NULL: none; otherwise outputs from min(*n_device, n) on stay untouched */
  size_t n_device_size;
  size_t covered;  /* min(*n_device, n); read only with n_device */
  size_t in_shift; /* bytes past a 256-byte boundary */
  size_t out_shift;
  bool in_place;
  bool own_scratch; /* scratch of exactly the size asked for, at scratch_shift bytes past a boundary
                     */
  size_t scratch_shift;
  /* Whether two elements are equal; NULL: the same bytes. */
  bool (*equal)(const void *actual, const void *expected);
  /* Writes an element as text; NULL: hexadecimal. */
  void (*print)(const void *element, char *text, size_t capacity);
};

/* Runs it and waits. False, with a message, if the status, any output, the total, a guard band or
 * the input is not what it should be. */
bool execution_run(struct harness *h, const struct execution *e);

/* The first wrong index of two arrays, `n` if none; prints both values. */
size_t execution_compare(const struct execution *e, const void *actual, const void *expected,
                         size_t n, const char *what);

#endif
