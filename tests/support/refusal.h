/* SPDX-License-Identifier: Apache-2.0 */
/* What every refused call has in common: the status, a sentence in the log, nothing enqueued, no
 * event, no plan, and arguments as they were. */
#ifndef TESTS_REFUSAL_H
#define TESTS_REFUSAL_H

#include "support/interpose.h"
#include "support/work.h"

#define REFUSAL_N ((size_t)1000)

/* A work in a context seen through interpose.h, and arguments that are good, with all places given,
 * until a test spoils them. */
struct refusal {
  struct harness *h;
  clscan_context *ctx;
  clscan_plan *plan;
  struct work_run run;
  struct work_args good;
  cl_event event;    /* a refused call gets the address of this, */
  clscan_plan *none; /* or of this, and leaves it alone */
  unsigned commands;
};

void refusal_open(struct refusal *f, struct harness *h, const struct work *work);
void refusal_close(struct refusal *f);

/* Checks that this call is refused with this status. */
#define assert_refused(f, call, status)                                                            \
  (refusal_expect(f), refusal_check((f), (call), (status), __FILE__, __LINE__))
/* The same for run.args, which are good again then. */
#define assert_args_refused(f, status)                                                             \
  assert_refused(f, work_enqueue(&(f)->run, (f)->plan, (f)->h->queue, 0, NULL, &(f)->event), status)
void refusal_expect(struct refusal *f);
void refusal_check(struct refusal *f, clscan_status actual, clscan_status expected,
                   const char *file, int line);

/* Checks that this call is accepted and runs. */
#define assert_accepted(f, call)                                                                   \
  (refusal_expect(f), refusal_accepted((f), (call), __FILE__, __LINE__))
#define assert_args_accepted(f)                                                                    \
  assert_accepted(f, work_enqueue(&(f)->run, (f)->plan, (f)->h->queue, 0, NULL, NULL))
void refusal_accepted(struct refusal *f, clscan_status status, const char *file, int line);

/* Whether the log has a sentence with this status; the log is reset. */
bool refusal_logged(struct harness *h, clscan_status status);

/* Puts a context with these options in place of f->ctx, which is returned, and back. */
clscan_context *refusal_swap(struct refusal *f, const clscan_context_options *options);
void refusal_swap_back(struct refusal *f, clscan_context *usual);

/* A struct of two ints, and types by its name that are none. */
extern const clscan_custom_type refusal_pair;
enum { REFUSAL_LAYOUTS = 9 };
extern const clscan_custom_type refusal_layouts[REFUSAL_LAYOUTS];

/* Checks that each work runs in one call on this queue, or is refused with this status. */
void refusal_on_queue(struct harness *h, clscan_context *ctx, cl_context context,
                      cl_command_queue queue, clscan_status expected);

cl_mem refusal_buffer(cl_context context, cl_mem_flags flags, size_t bytes);
clscan_buffer refusal_moved(clscan_buffer place, size_t bytes);
/* Another OpenCL context for the same device. */
cl_context refusal_other_context(struct harness *h);

#endif
