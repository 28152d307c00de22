/* SPDX-License-Identifier: Apache-2.0 */
/* What every refused call of a select or a partition has in common: the status, a sentence in the
 * log, nothing enqueued, and outputs as they were. */
#ifndef TESTS_COMPACTION_REFUSAL_H
#define TESTS_COMPACTION_REFUSAL_H

#include "support/guarded.h"
#include "support/interpose.h"
#include "support/refusal.h"

/* The arguments that such a call may have, for REFUSAL_N elements of 4 bytes. */
enum refusal_place {
  PLACE_IN,
  PLACE_OUT,
  PLACE_COUNT, /* counts, of a partition */
  PLACE_FLAGS,
  PLACE_ARGUMENT,
  PLACE_N_DEVICE,
  PLACE_ARRAY, /* a second array that is copied, or offsets of a partition */
  PLACE_MORE,  /* where it goes, or a second separate buffer of a partition */
  REFUSAL_PLACES
};

struct compaction_refusal {
  struct harness *h;
  clscan_context *ctx; /* seen through interpose.h */
  struct guarded places[REFUSAL_PLACES];
  unsigned commands;
};

void compaction_refusal_open(struct compaction_refusal *f, struct harness *h);
void compaction_refusal_close(struct compaction_refusal *f);

/* Before a call that is to be refused, and after it; `event` is what it made of `untouched_event`.
 */
extern const cl_event untouched_event;
void compaction_refusal_expect(struct compaction_refusal *f);
void compaction_refusal_check(struct compaction_refusal *f, clscan_status actual,
                              clscan_status expected, cl_event event, const char *file, int line);
/* After a call that is to be accepted: it runs. */
void compaction_refusal_accepted(struct compaction_refusal *f, clscan_status status,
                                 const char *file, int line);
/* After plan creation that is to be refused. */
void compaction_refusal_no_plan(struct compaction_refusal *f, clscan_status actual,
                                clscan_status expected, const clscan_plan *plan, const char *file,
                                int line);

cl_mem compaction_refusal_buffer(cl_context context, cl_mem_flags flags, size_t bytes);
/* Another OpenCL context for the same device. */
cl_context compaction_refusal_other_context(struct harness *h);

#endif
