/* SPDX-License-Identifier: Apache-2.0 */
/* Scratch memory: the caller's, and the library's own, which belongs to one plan and one queue.
 *
 * No execution ever waits for an event of another call, whose failure would become its own. On an
 * out-of-order queue a piece of the library's own scratch is taken again only when its last use is
 * complete; while there is none, one more is made. A piece whose last use failed is dropped:
 * commands before the one that failed may still write to it. The caller orders the uses of the
 * caller's.
 *
 * The library's own belongs to its plan: plan->mutex is held from taking it to the last enqueue.
 *
 * Plans that keep state in it from one execution to the next (look-back its ticket and epoch, see
 * cl/lookback/lookback.cl; a reduction its counter) need it cleared: once when it is new, when
 * another plan used it before, and before the descriptors' epoch bits run out. State never lies
 * where something else has been written: it lies first, and a plan with parts, whose regions follow
 * each other, lays them out for as many elements as the scratch is large enough for, whatever n
 * is. So the places are the same in every execution, and one clear serves all parts. */
#ifndef CLSCAN_HOST_SCRATCH_H
#define CLSCAN_HOST_SCRATCH_H

#include "abi.h"
#include "base/opencl.h"
#include "plan/launch.h"

struct clscan_context;
struct clscan_plan;

enum {
  CLSCAN__SCRATCH_ALIGN = 128, /* of the layout within the memory */
  /* Launches between two clears: the epochs that records tell apart, of accumulators and of
   * counts. */
  CLSCAN__EPOCH_LIMIT = 1 << CLSCAN_EPOCH_BITS(DESC_WORD),
  CLSCAN__COUNT_EPOCH_LIMIT = 1 << CLSCAN_EPOCH_BITS(DESC_COUNT)
};

struct clscan_scratch {
  struct clscan_context *ctx;
  clscan_buffer buffer;
  size_t bytes;
  size_t shift;           /* from the start of `buffer` to the layout */
  cl_command_queue queue; /* of the library's own; retained */
  struct clscan_scratch *next;
  uint64_t cleared_for; /* id of the plan whose state is in it; 0: none */
  size_t capacity;      /* that plan, with parts, has its layout for so many elements in it */
  uint32_t executions;  /* of that plan since it was cleared */
  bool clears;          /* the batch that is being made begins by clearing it */
  cl_event clearing;    /* a clear behind the caller's wait list, which may yet fail; NULL: none */
  cl_event last;        /* the library's own on out-of-order queues: the last use; NULL: none */
};

/* Where the layout begins. */
clscan_buffer clscan__scratch_place(const clscan_scratch *scratch);

/* For an execution that keeps state: adds a command that clears the scratch if it needs that. */
void clscan__scratch_prepare(clscan_scratch *scratch, const struct clscan_plan *plan, size_t n,
                             clscan__batch *batch);

/* Submits the batch that uses the scratch, and remembers what that means for the next use. */
clscan_status clscan__scratch_submit(clscan_scratch *scratch, const struct clscan_plan *plan,
                                     bool keeps_state, clscan__batch *batch, cl_event *event);

#endif
