/* SPDX-License-Identifier: Apache-2.0 */
/* What all plans have in common: identity, scratch, programs, kernels, the plans that are parts of
 * them; and what a kind of plan says of itself. */
#ifndef CLSCAN_HOST_PLAN_H
#define CLSCAN_HOST_PLAN_H

#include "base/fields.h"
#include "base/opencl.h"
#include "base/sync.h"
#include "plan/launch.h"
#include "tuning/tuning.h"

struct clscan_context;
struct clscan__program;

enum { CLSCAN__MAX_PROGRAMS = 8, CLSCAN__MAX_KERNELS = 28, CLSCAN__MAX_PARTS = 4 };

/* What executions for n elements need of scratch. */
typedef struct clscan__needs {
  size_t bytes;     /* room for alignment included; 0: none. Never falls as n grows */
  bool keeps_state; /* from one execution to the next; the state lies first */
  const char *why;  /* with N_TOO_LARGE: goes on "n is more than " */
} clscan__needs;

/* One execution. */
typedef struct clscan__call {
  const void *args;
  size_t n;              /* of the arguments */
  size_t capacity;       /* a plan with parts: its layout is that for so many, n or more */
  clscan_buffer scratch; /* where the layout begins; absent where none is needed */
  clscan__batch *batch;
  size_t room; /* elements that each output has room for, where there is a capacity */
  bool idle;   /* there is nothing to do */
} clscan__call;

/* What differs from one kind of plan to another. Functions that fail send a message, but for
 * `needs`. */
typedef struct clscan__plan_class {
  const char *name;  /* of the function: a part of the plan cache's keys */
  const char *whose; /* such as "a scan's" */
  size_t size;       /* of its plans, which begin with a struct clscan_plan */
  const clscan__fields *desc, *args;
  size_t n, scratch;  /* offsets of these arguments */
  size_t num_kernels; /* different ones; those behind are of the same functions */

  /* Checks what the table of fields does not, and takes over what is of use later. */
  clscan_status (*resolve)(struct clscan_plan *plan, const void *desc);
  /* Says what the shape depends on. */
  void (*request)(const struct clscan_plan *plan, const void *desc, clscan__shape_request *request);
  /* Makes programs and kernels for plan->shape, small_max and max_executions; it is called again
   * where the kernels turn out to need another shape. */
  clscan_status (*build)(struct clscan_plan *plan, const void *desc);
  /* Makes the parts, and forgets what the descriptor points to. */
  clscan_status (*finish)(struct clscan_plan *plan, const void *desc);

  clscan_status (*needs)(const struct clscan_plan *plan, size_t n, clscan__needs *needs);
  /* Checks the arguments, n and what the table of fields knows apart; sets room and idle. */
  clscan_status (*check)(const struct clscan_plan *plan, clscan__call *call);
  /* Adds the launches. */
  void (*append)(const struct clscan_plan *plan, const clscan__call *call);
} clscan__plan_class;

/* The members of a class that follow from the names of its function. */
#define CLSCAN__CLASS_OF(function)                                                                 \
  .name = #function, .desc = &clscan__##function##_desc_fields,                                    \
  .args = &clscan__##function##_args_fields, .n = offsetof(clscan_##function##_args, n),           \
  .scratch = offsetof(clscan_##function##_args, scratch)

struct clscan_plan {
  const clscan__plan_class *class;
  struct clscan_context *ctx;
  struct clscan_plan *next; /* in the context's list, under its mutex */
  size_t users;             /* the owner, and those who trim it; under the context's mutex */
  uint64_t id;
  clscan__mutex mutex;     /* held from taking scratch to the last enqueue */
  clscan_scratch *scratch; /* the library's own, in the order of use; under the plan's mutex */
  size_t max_queues;       /* that may have scratch of the library's; 0: any number */
  bool stateless;          /* nothing may be kept in scratch */
  clscan__shape shape;
  size_t small_max;        /* up to this n the small kernel runs; 0: never, SIZE_MAX: always */
  uint32_t max_executions; /* before the state in scratch must be cleared again; 0: there is none */
  clscan__kernel clear;    /* of that state; absent if there is none */
  size_t num_programs;
  struct clscan__program *programs[CLSCAN__MAX_PROGRAMS];
  const char *sources[CLSCAN__MAX_PROGRAMS];   /* their texts */
  clscan__kernel kernels[CLSCAN__MAX_KERNELS]; /* by the numbers of the plan's class */
  size_t num_parts;
  struct clscan_plan *parts[CLSCAN__MAX_PARTS];
};

#endif
