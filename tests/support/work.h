/* SPDX-License-Identifier: Apache-2.0 */
/* What every algorithm of every function has in common, so that what must hold for all of them is
 * said once: the tests of contract/ run over the table `works`. A new algorithm is a line of it, a
 * new function a struct work_function. All data are words of 32 bits. */
#ifndef TESTS_WORK_H
#define TESTS_WORK_H

#include "support/guarded.h"
#include "support/shapes.h"

struct work;

/* Places of a function's arguments. */
enum {
  WORK_IN, /* in every function */
  WORK_OUT,
  WORK_PLACES = 8 /* the most that one has */
};

enum work_presence {
  WORK_REQUIRED,
  WORK_USUAL,    /* may be absent, and is given */
  WORK_SELDOM,   /* may be absent, and is */
  WORK_EXTRA,    /* required where work.extra is set, and absent elsewhere */
  WORK_SEPARATE, /* required with CLSCAN_SEPARATE, and absent elsewhere */
};

/* What a place that is read holds. */
enum work_content { WORK_RANDOM, WORK_LENGTH, WORK_ARGUMENT };

struct work_place {
  const char *name;
  size_t per_element; /* words for each element of the input */
  size_t words;       /* and besides */
  bool is_written;
  enum work_presence presence;
  enum work_content content;
};

/* What changes from call to call. */
struct work_args {
  bool is_null; /* the library is given NULL instead */
  size_t n;
  clscan_buffer at[WORK_PLACES]; /* absent ones have no `mem` */
  clscan_scratch *scratch;
  unsigned reserved; /* k + 1: reserved[k] is not zero */
};

struct work_run;

struct work_function {
  const char *name;
  unsigned num_places;
  struct work_place places[WORK_PLACES];
  size_t tiles; /* in how many tiles an input has several groups */
  bool in_place;
  /* The places that a chain hands on: from one execution's to the next one's. */
  unsigned num_fed;
  struct {
    unsigned from, to;
  } fed[2];
  /* The function's own three; without `work`, the descriptor is NULL. */
  clscan_status (*plan)(clscan_context *ctx, const struct work *work, clscan_plan **plan);
  clscan_status (*enqueue)(clscan_plan *plan, cl_command_queue queue, const struct work *work,
                           const struct work_args *args, cl_uint num_wait, const cl_event *wait,
                           cl_event *event);
  clscan_status (*call)(clscan_context *ctx, cl_command_queue queue, const struct work *work,
                        const struct work_args *args, cl_uint num_wait, const cl_event *wait,
                        cl_event *event);
  /* Sets what run->results are after an execution with run->args. */
  void (*compute)(struct work_run *run);
};

/* A line of the table. */
struct work {
  const char *name; /* NULL ends the table */
  const struct work_function *function;
  int algorithm;
  uint32_t flags;
  bool extra;        /* reads all that the function can read */
  bool exclusive;    /* a scan's kind */
  bool is_like;      /* another line in most: where a test takes long, it is left to the slow run */
  bool keeps_state;  /* it clears new scratch */
  bool scans_marks;  /* so it does where its part, a scan of bytes, looks back */
  unsigned launches; /* of a warm call of work_length(); 0: the device decides */
  clscan_atomics atomics; /* of the context; 0: the device's own */
  unsigned reserved;      /* of the descriptor; k + 1: reserved[k] is not zero */
};
extern const struct work works[];
extern const struct work_function work_scan, work_reduce, work_select, work_partition;
extern const struct work_function work_adjacent_difference;
/* The line of this name. */
const struct work *work_named(const char *name);

/* The structs that a select and a partition are given; `more` and `outs` are for what they point
 * to.
 */
clscan_select_args work_select_args(const struct work *work, const struct work_args *args,
                                    clscan_select_arrays *more);
clscan_partition_args work_partition_args(const struct work *work, const struct work_args *args,
                                          clscan_buffer outs[2]);

/* A context of this shape for this work; the options' tuning is set. */
clscan_context *work_open_context(struct harness *h, clscan_context_options options,
                                  const struct shape *shape, const struct work *work);
/* A plan, or the test fails. */
clscan_plan *work_plan(clscan_context *ctx, const struct work *work);
/* A length of several groups that the main kernels run. */
size_t work_length(const struct work *work, const clscan_plan *plan);
/* Kernels of a warm call of that length, 0: unknown. */
unsigned work_launches(const struct work *work, const clscan_plan *plan);
/* Whether it clears new scratch. */
bool work_keeps_state(clscan_context *ctx, const struct work *work, const clscan_plan *plan);
bool work_is_unordered(const struct work *work);
/* Whether the place belongs to this work's arguments. */
bool work_has(const struct work *work, unsigned place);

/* Arguments of one work and what must come of them. */
struct work_run {
  struct harness *h;
  const struct work *work;
  struct guarded places[WORK_PLACES];
  struct work_args args; /* may be changed */
  struct {
    uint32_t *words; /* NULL: this place is not written */
    size_t count;    /* that are written */
  } results[WORK_PLACES];
};

/* Guarded buffers for n elements, each `shift` bytes past a 256-byte boundary, and arguments
 * without those that are seldom given. */
void work_open(struct work_run *run, struct harness *h, const struct work *work, size_t n,
               uint64_t seed);
void work_open_at(struct work_run *run, struct harness *h, const struct work *work, size_t n,
                  uint64_t seed, const size_t shifts[WORK_PLACES]);
void work_close(struct work_run *run);
/* Gives the places that are seldom given, too. */
void work_give_all(struct work_run *run);
/* What the host knows of a place that is read. */
uint32_t *work_words(const struct work_run *run, unsigned place);
/* Writes other random elements, by this queue; waits. */
void work_refill(struct work_run *run, cl_command_queue queue, uint64_t seed);

clscan_status work_enqueue(const struct work_run *run, clscan_plan *plan, cl_command_queue queue,
                           cl_uint num_wait, const cl_event *wait, cl_event *event);
/* In one call, without a plan. */
clscan_status work_call(const struct work_run *run, clscan_context *ctx, cl_command_queue queue,
                        cl_uint num_wait, const cl_event *wait, cl_event *event);

/* Fills what is written with something else; waits for the harness's queue. */
void work_spoil(const struct work_run *run);
/* Whether what is written is right; prints what is not. Waits for the harness's queue alone. */
bool work_is_right(struct work_run *run);
/* Whether it is, all around it is as it was, and nothing else was written since work_spoil(). */
bool work_is_clean(struct work_run *run);

/* Lets the next execution of `to`, which may be `from`, read what `from` writes. */
void work_feed(struct work_run *from, struct work_run *to);

/* The caller's scratch of exactly the size asked for, full of bytes that are all ones. */
struct work_scratch {
  struct guarded memory;
  size_t bytes;
  clscan_scratch *handle;
};
void work_scratch_open(struct work_scratch *s, struct harness *h, clscan_context *ctx,
                       const clscan_plan *plan, size_t n, size_t shift);
void work_scratch_close(struct work_scratch *s);

#endif
