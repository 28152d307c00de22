/* SPDX-License-Identifier: Apache-2.0 */
/* A batch of commands: arguments are set first, then all are enqueued one after the other. */
#ifndef CLSCAN_HOST_LAUNCH_H
#define CLSCAN_HOST_LAUNCH_H

#include <stdbool.h>

#include "base/opencl.h"

struct clscan_context;

/* A kernel object; `name` is static. */
typedef struct clscan__kernel {
  cl_kernel kernel;
  const char *name;
} clscan__kernel;

enum { CLSCAN__MAX_COMMANDS = 32 };

typedef struct clscan__batch {
  struct clscan_context *ctx;
  cl_command_queue queue;
  bool out_of_order;
  cl_uint num_wait; /* the caller's; every command that is not `early` waits for them */
  const cl_event *wait;
  clscan_status status; /* the first error while arguments were set */
  int count, enqueued;
  struct {
    clscan__kernel kernel;
    size_t groups, group_size;
    bool early; /* does not wait for the caller's events: it touches the library's memory only */
    cl_event *event; /* receives the command's event; NULL: not wanted */
  } commands[CLSCAN__MAX_COMMANDS];
  cl_uint argument; /* the next argument's index of the last command */
} clscan__batch;

/* An empty batch; the caller finds out whether the queue is out-of-order. */
void clscan__batch_begin(clscan__batch *batch, struct clscan_context *ctx, cl_command_queue queue,
                         cl_uint num_wait, const cl_event *wait);

/* Adds a command; then its arguments, in order. Errors stick in batch->status. */
void clscan__batch_add(clscan__batch *batch, clscan__kernel kernel, size_t groups,
                       size_t group_size);

/* The next argument, by what the kernel calls it: PLACE(name), PLACE(name<number>), `ulong name`,
 * `ulong name_word0, ulong name_word1 ...`, `uint name`. */
void clscan__batch_place(clscan__batch *batch, const char *name, clscan_buffer buffer);
void clscan__batch_place_of(clscan__batch *batch, const char *name, unsigned number,
                            clscan_buffer buffer);
void clscan__batch_ulong(clscan__batch *batch, const char *name, cl_ulong value);
void clscan__batch_words(clscan__batch *batch, const char *name, const cl_ulong *words,
                         size_t count);
void clscan__batch_uint(clscan__batch *batch, const char *name, cl_uint value);

/* Enqueues the commands in order; no command waits for anything but the caller's events and the
 * command before it. `event`, if not NULL, receives the last one's, or a marker's if there are
 * none. batch->enqueued tells how many were, also on failure, which is told. `*last`, if not NULL,
 * receives a reference to the last enqueued command's event, also on failure (out-of-order
 * queues). */
clscan_status clscan__batch_submit(clscan__batch *batch, cl_event *event, cl_event *last);

/* How far a command is: CL_COMPLETE, also for NULL, an error below that, or not over. */
cl_int clscan__event_state(const struct clscan_context *ctx, cl_event event);
/* Releases an event, if there is one, and forgets it. */
void clscan__event_release(const clscan__opencl *cl, cl_event *event);

#endif
