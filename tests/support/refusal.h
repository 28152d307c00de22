/* SPDX-License-Identifier: Apache-2.0 */
/* What every refused call has in common: the status, a sentence in the log, nothing enqueued, and
 * outputs as they were. */
#ifndef TESTS_REFUSAL_H
#define TESTS_REFUSAL_H

#include "support/guarded.h"
#include "support/interpose.h"

#define REFUSAL_N ((size_t)1000)

/* A context seen through interpose.h, one plan, and arguments that are good until a test spoils
 * them. */
struct refusal {
  struct harness *h;
  clscan_context *ctx;
  clscan_plan *plan;
  struct guarded in, out, total, init, n_device;
  clscan_scan_args good;
};

/* Opens the fixture with a plan of the descriptor for REFUSAL_N elements of at most 8 bytes. */
void refusal_open(struct refusal *f, struct harness *h, const clscan_scan_desc *desc);
void refusal_close(struct refusal *f);

/* Checks that these arguments are refused with this status. */
#define assert_refused(f, queue, args, status)                                                     \
  refusal_check((f), (f)->plan, (queue), (args), (status), __FILE__, __LINE__)
void refusal_check(struct refusal *f, clscan_plan *plan, cl_command_queue queue,
                   const clscan_scan_args *args, clscan_status status, const char *file, int line);

/* Checks that these arguments are accepted and run. */
void refusal_accept(struct refusal *f, const clscan_scan_args *args);

/* Checks that no plan is made of the descriptor. */
#define assert_no_plan(f, desc, status) refusal_no_plan((f), (desc), (status), __FILE__, __LINE__)
void refusal_no_plan(struct refusal *f, const clscan_scan_desc *desc, clscan_status status,
                     const char *file, int line);

/* Whether the log has a sentence with this status; the log is reset. */
bool refusal_logged(struct harness *h, clscan_status status);

#endif
