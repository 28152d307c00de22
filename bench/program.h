/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the bench's own. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include "measure.h"

/*
 * Builds `count` texts as one program and makes a kernel of it; both are NULL unless true comes back.
 * A build error goes into the result with the first line of the log.
 */
bool program_kernel(struct bench_env *env, const char *const *texts, size_t count,
                    const char *options, const char *name, cl_program *program, cl_kernel *kernel,
                    bench_result *result);

/* Enqueues it in one dimension; with a sink the event goes there. */
cl_int program_enqueue(cl_kernel kernel, size_t global, size_t local, cl_command_queue queue,
                       event_sink *sink);

#endif
