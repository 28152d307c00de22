/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the bench's own. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <CL/cl.h>

#include "frame/measure.h"

/*
 * Builds `count` texts as one program and makes a kernel of it; both are NULL unless true comes
 * back. A build error goes into the result with the first line of the log.
 */
bool program_kernel(struct bench_env *env, const char *const *texts, size_t count,
                    const char *options, const char *name, cl_program *program, cl_kernel *kernel,
                    bench_result *result);

/* A kernel whose work-items move `items` things each, a group's in steps of its size. */
typedef struct program_shape {
  size_t items;
  size_t local;
  size_t global;
} program_shape;

/* For `count` things of which a GPU's work-item moves `items`; at least four work-items. */
program_shape program_shape_for(const struct bench_env *env, uint64_t count, size_t items);

/* Enqueues it in one dimension; with a sink the event goes there. */
cl_int program_enqueue(cl_kernel kernel, const program_shape *shape, cl_command_queue queue,
                       event_sink *sink);

#endif
