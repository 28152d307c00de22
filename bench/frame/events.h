/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_EVENTS_H
#define BENCH_EVENTS_H

#include <stddef.h>

#include <CL/cl.h>

/* The events of the commands that a call has enqueued; it owns them. */
typedef struct event_sink {
  cl_event *events;
  size_t count;
  size_t capacity;
} event_sink;

void event_sink_add(event_sink *sink, cl_event event);
void event_sink_clear(event_sink *sink);
void event_sink_free(event_sink *sink);

#endif
