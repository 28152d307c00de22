/* SPDX-License-Identifier: Apache-2.0 */
/* One execution of a reduction, whatever its types: guarded buffers around the caller's bytes, the
 * enqueue, and a comparison with the bytes that the caller expects. */
#ifndef TESTS_REDUCTION_H
#define TESTS_REDUCTION_H

#include "support/harness.h"

struct reduction {
  clscan_plan *plan;
  cl_command_queue queue; /* NULL: the harness's in-order queue */
  size_t n;
  const void *input;
  size_t in_size;       /* bytes of an element */
  const void *expected; /* NULL: nothing may be written */
  size_t out_size;
  const void *init; /* NULL: none */
  size_t acc_size;
  bool init_on_device;
  const void *n_device; /* NULL: none */
  size_t n_device_size;
  size_t in_shift; /* bytes past a 256-byte boundary */
  size_t out_shift;
  bool own_scratch; /* of exactly the size asked for, scratch_shift bytes past a boundary */
  size_t scratch_shift;
  unsigned runs; /* one after the other with the same buffers; 0: one */
  /* Writes an element as text; NULL: hexadecimal. */
  void (*print)(const void *element, char *text, size_t capacity);
};

/* Runs it and waits. False, with a message, if the status, the result, a guard band or the input is
 * not what it should be. */
bool reduction_run(struct harness *h, const struct reduction *r);

#endif
