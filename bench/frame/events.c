/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/events.h"

#include <stdlib.h>
#include <string.h>

void event_sink_add(event_sink *sink, cl_event event) {
  if (sink->count == sink->capacity) {
    size_t capacity = sink->capacity == 0 ? 16 : 2 * sink->capacity;
    cl_event *events = realloc(sink->events, capacity * sizeof(cl_event));
    if (events == NULL) {
      clReleaseEvent(event);
      return;
    }
    sink->events = events;
    sink->capacity = capacity;
  }
  sink->events[sink->count++] = event;
}

void event_sink_clear(event_sink *sink) {
  for (size_t i = 0; i < sink->count; i++) {
    clReleaseEvent(sink->events[i]);
  }
  sink->count = 0;
}

void event_sink_free(event_sink *sink) {
  event_sink_clear(sink);
  free(sink->events);
  memset(sink, 0, sizeof *sink);
}
