/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL that does something else on purpose, between the library and interpose.h. One at a time
 * in a process. */
#ifndef TESTS_SIMULATION_H
#define TESTS_SIMULATION_H

#include "support/interpose.h"
#include "support/work.h"

struct simulation {
  bool records; /* kernels are not run: what they wait for is noted, and their events are the test's
                 */
  bool one_program; /* the first text of each source is compiled, its program taken for others */
  bool fills;       /* new buffers hold GUARDED_FILL instead of what the driver left in them */
};

/* interpose_options() with this in between; interpose_reset() and all records are forgotten. */
clscan_context_options simulation_options(struct harness *h, struct simulation what);
/* Gives back what the records hold. */
void simulation_close(void);

/* A context of small tiles for this work that has it in between. */
clscan_context *simulation_open_context(struct harness *h, struct simulation what,
                                        const struct work *work);
/* Destroys it, checks that nothing is left held, and closes. */
void simulation_close_context(clscan_context *ctx);

/* A kernel that would have been run. */
struct simulation_command {
  cl_uint num_wait;
  cl_event wait[8];
  cl_event event; /* NULL: none was asked for */
};

unsigned simulation_commands(void);
const struct simulation_command *simulation_command(unsigned k);
/* Ends the k-th command: CL_COMPLETE, or an error. */
void simulation_end(unsigned k, cl_int state);

#endif
