/* SPDX-License-Identifier: Apache-2.0 */
/* Selects that are good until a test spoils them, and the check that a spoiled one is refused. */
#ifndef TESTS_SELECT_REFUSAL_H
#define TESTS_SELECT_REFUSAL_H

#include "support/compaction_refusal.h"

struct select_refusal {
  struct harness *h;
  struct compaction_refusal common;
  clscan_plan *plan; /* with flags, an argument and a copied array */
  clscan_select_args good;
  clscan_select_arrays good_more;
};

/* The bytes of each place in the good call, and whether it is written. */
extern const size_t select_refusal_bytes[REFUSAL_PLACES];
extern const bool select_refusal_is_written[REFUSAL_PLACES];

void select_refusal_open(struct select_refusal *f, struct harness *h);
void select_refusal_close(struct select_refusal *f);

/* Checks that the call is refused with this status. */
#define assert_select_refused(f, plan, queue, args, status)                                        \
  select_refusal_check((f), (plan), (queue), (args), (status), __FILE__, __LINE__)
void select_refusal_check(struct select_refusal *f, clscan_plan *plan, cl_command_queue queue,
                          const clscan_select_args *args, clscan_status status, const char *file,
                          int line);
/* Checks that it is accepted and runs. */
#define assert_select_accepted(f, plan, args)                                                      \
  select_refusal_accept((f), (plan), (args), __FILE__, __LINE__)
void select_refusal_accept(struct select_refusal *f, clscan_plan *plan,
                           const clscan_select_args *args, const char *file, int line);

/* The good arguments with one place changed; `more` is theirs. */
struct select_changed {
  clscan_select_args args;
  clscan_select_arrays more;
};
void select_refusal_change(const struct select_refusal *f, struct select_changed *c, unsigned place,
                           clscan_buffer to);

/* The place so many bytes on. */
clscan_buffer select_refusal_moved(clscan_buffer place, size_t bytes);

#endif
