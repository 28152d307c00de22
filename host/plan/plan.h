/* SPDX-License-Identifier: Apache-2.0 */
/* What all plans have in common: identity, scratch, the programs and kernels they use. */
#ifndef CLSCAN_HOST_PLAN_H
#define CLSCAN_HOST_PLAN_H

#include <pthread.h>

#include "base/opencl.h"
#include "base/text.h"
#include "plan/launch.h"
#include "program/program.h"
#include "program/program_text.h"
#include "tuning/tuning.h"

struct clscan_context;

enum { CLSCAN__MAX_PROGRAMS = 8 };

/* What differs from one kind of plan to another. */
typedef struct clscan__plan_class {
  const char *name;
  /* Scratch bytes for n elements; monotone in n. With N_TOO_LARGE, which is returned without a
   * message, *why goes on "n is more than ". */
  clscan_status (*scratch_bytes)(const struct clscan_plan *plan, size_t n, size_t *bytes,
                                 const char **why);
  void (*free)(struct clscan_plan *plan); /* the kind's own parts and the plan itself */
} clscan__plan_class;

struct clscan_plan {
  const clscan__plan_class *class;
  struct clscan_context *ctx;
  struct clscan_plan *next; /* in the context's list, under its mutex */
  size_t users;             /* the owner, and those who trim it; under the context's mutex */
  uint64_t id;
  pthread_mutex_t mutex;   /* held from taking scratch to the last enqueue */
  clscan_scratch *scratch; /* the library's own, in the order of use; under the plan's mutex */
  size_t max_queues;       /* that may have scratch of the library's; 0: any number */
  clscan__shape shape;
  size_t small_max;        /* up to this n the small kernel runs; 0: never, SIZE_MAX: always */
  clscan__kernel clear;    /* of state that is kept in scratch; absent if none is */
  uint32_t max_executions; /* before the state must be cleared again */
  size_t num_programs;
  clscan__program *programs[CLSCAN__MAX_PROGRAMS];
  const char *sources[CLSCAN__MAX_PROGRAMS]; /* their texts */
};

/* Sets up the common part and enters the plan into the context. */
clscan_status clscan__plan_init(struct clscan_plan *plan, const clscan__plan_class *class,
                                struct clscan_context *ctx);

/* Acquires a program for the plan's lifetime. Frees the prelude, also on failure. A program without
 * prelude and shape: NULL. */
clscan_status clscan__plan_program(struct clscan_plan *plan, clscan__prelude *prelude,
                                   const char *name, const clscan__shape *shape,
                                   clscan__program **program);
/* Gives all programs back; for another attempt with another shape. */
void clscan__plan_release_programs(struct clscan_plan *plan);

/* Makes the kernel that clears scratch in which the plan keeps state: when it is new, and again
 * after max_executions. It is of the plan's last program if that looks back or counts groups, with
 * the PTX back end, else of a program of its own. */
clscan_status clscan__plan_keep_state(struct clscan_plan *plan, uint32_t max_executions);
clscan_status clscan__plan_keep_state_apart(struct clscan_plan *plan, uint32_t max_executions);

/* Lowers request->max_group_size or drops sub-groups if the plan's kernels cannot run in groups of
 * its shape's size; *again tells whether it did. Kernels that do not exist are passed over. */
clscan_status clscan__plan_fits(const struct clscan_plan *plan,
                                const clscan__kernel *const *kernels, size_t count,
                                clscan__shape_request *request, bool *again);

/* Makes a kernel object; `name` is static. */
clscan_status clscan__kernel_create(struct clscan_context *ctx, const clscan__program *program,
                                    const char *name, clscan__kernel *kernel);
void clscan__kernel_release(struct clscan_context *ctx, clscan__kernel *kernel);

/* Submits an execution's commands, which use `scratch` unless it is NULL, under the plan's mutex.
 * An argument that could not be set is told first. */
clscan_status clscan__plan_submit(struct clscan_plan *plan, clscan_scratch *scratch,
                                  bool keeps_state, clscan__batch *batch, cl_event *event);

/* Releases the library's own scratch of all plans for this queue, or for all queues. From any
 * thread. */
void clscan__plans_trim(struct clscan_context *ctx, cl_command_queue queue);

#endif
