/* SPDX-License-Identifier: Apache-2.0 */
/* A sum of random 32-bit integers that is about the call and not the numbers. */
#ifndef TESTS_REDUCE_WORK_H
#define TESTS_REDUCE_WORK_H

#include "support/arrays.h"

struct reduce_work {
  uint32_t expected;
  cl_mem in, out, init, n_device;
  clscan_reduce_args args; /* without the last two */
};

void reduce_work_open(struct harness *h, struct reduce_work *w, size_t n, uint64_t seed);
void reduce_work_close(struct reduce_work *w);
/* Adds an initial value and a length, both on the device. */
void reduce_work_extend(struct harness *h, struct reduce_work *w);
/* Whether the result is there; it is spoilt for the next time. */
bool reduce_work_check(struct harness *h, const struct reduce_work *w);

/* A plan for the sum, in the context. */
clscan_plan *reduce_work_plan(clscan_context *ctx);
/* A length for which a launch has several groups. */
size_t reduce_work_length(const clscan_plan *plan);

#endif
