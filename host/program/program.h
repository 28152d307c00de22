/* SPDX-License-Identifier: Apache-2.0 */
/* Programs built from a prelude and a source, kept in the context. */
#ifndef CLSCAN_HOST_PROGRAM_H
#define CLSCAN_HOST_PROGRAM_H

#include "base/opencl.h"
#include "program/source.h"

struct clscan_context;
struct clscan__prelude;

/* What a program is built with besides the context's own options. */
typedef struct clscan__build_options {
  const char *standard; /* the language version, such as "CL1.2"; static */
  uint32_t registers;   /* the most that a work-item may take, NVIDIA; 0: the compiler's choice */
} clscan__build_options;

/* A built program; shared by the plans that need the same text. */
typedef struct clscan__program {
  struct clscan__program *next;
  char *text;
  clscan__build_options options;
  cl_program program;
  size_t users;
  enum { CLSCAN__PROGRAM_BUILDING, CLSCAN__PROGRAM_READY, CLSCAN__PROGRAM_FAILED } state;
  clscan_status status;
} clscan__program;

/* The embedded source of that name; it exists. */
const clscan__source *clscan__source_find(const char *name);

/* Finds or builds the program of `prelude` (NULL: none) and the source `name`. Two threads that ask
 * for the same one build it once. */
clscan_status clscan__program_acquire(struct clscan_context *ctx,
                                      const struct clscan__prelude *prelude, const char *name,
                                      clscan__build_options options, clscan__program **out);
void clscan__program_release(struct clscan_context *ctx, clscan__program *program);

/* Builds programs that tell what the compiler has: the PTX forms, the sub-group functions, options.
 */
clscan_status clscan__probe(struct clscan_context *ctx);

/* Releases the programs that nobody uses. */
void clscan__programs_trim(struct clscan_context *ctx);
/* Their number; the caller holds the context's mutex. */
size_t clscan__programs_count(const struct clscan_context *ctx);

#endif
