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
 * cl/lookback/records.cl; a reduction its counter) need it cleared: once when it is new, when
 * another plan used it before, and before the descriptors' epoch bits run out. */
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
  size_t state_end;     /* of its last execution; see clscan__scratch_prepare() */
  uint32_t executions;  /* of that plan since it was cleared */
  bool clears;          /* the batch that is being made begins by clearing it */
  cl_event clearing;    /* a clear behind the caller's wait list, which may yet fail; NULL: none */
  cl_event last;        /* the library's own on out-of-order queues: the last use; NULL: none */
};

/* Takes the caller's scratch, or finds or makes the library's own for the plan and queue. Before
 * another queue than plan->max_queues gets some, the queue whose last use is the oldest loses its
 * own. */
clscan_status clscan__scratch_acquire(struct clscan_plan *plan, cl_command_queue queue,
                                      clscan_scratch *users, size_t bytes, clscan_scratch **out);

/* Where the layout begins. */
clscan_buffer clscan__scratch_place(const clscan_scratch *scratch);

/* For an execution that keeps state: adds a command that clears the scratch if it needs that. The
 * plan uses what follows `state_end` for something else; 0: it does not. State never lies where
 * something else has been written, so another end needs a clear too. */
void clscan__scratch_prepare(clscan_scratch *scratch, struct clscan_plan *plan, size_t state_end,
                             clscan__batch *batch);

/* Submits the batch that uses the scratch, and remembers what that means for the next use. */
clscan_status clscan__scratch_submit(clscan_scratch *scratch, struct clscan_plan *plan,
                                     bool keeps_state, clscan__batch *batch, cl_event *event);

/* Releases the plan's own scratch for this queue, or all of it for NULL. */
void clscan__scratch_trim(struct clscan_plan *plan, cl_command_queue queue);

#endif
