/* SPDX-License-Identifier: Apache-2.0 */
#include "support/guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAND ((size_t)256)

void guarded_create(struct harness *h, struct guarded *g, size_t bytes, size_t shift,
                    const void *content) {
  cl_int error = CL_SUCCESS;
  g->bytes = bytes;
  g->whole = BAND + shift + bytes + BAND;
  g->place.offset = BAND + shift;
  g->bands = malloc(g->whole);
  assert_non_null(g->bands);
  for (size_t k = 0; k < g->whole; k++) {
    g->bands[k] = (uint8_t)(k * 37 + 11);
  }
  if (content != NULL) {
    memcpy(g->bands + g->place.offset, content, bytes);
  } else {
    memset(g->bands + g->place.offset, GUARDED_FILL, bytes);
  }
  g->mem = clCreateBuffer(h->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, g->whole, g->bands,
                          &error);
  assert_int_equal(error, CL_SUCCESS);
  g->place.mem = g->mem;
}

void guarded_destroy(struct guarded *g) {
  if (g->mem != NULL) {
    clReleaseMemObject(g->mem);
  }
  free(g->bands);
  memset(g, 0, sizeof *g);
}

void guarded_restore(struct harness *h, const struct guarded *g) {
  if (g->bytes != 0) {
    assert_int_equal(clEnqueueWriteBuffer(h->queue, g->mem, CL_TRUE, g->place.offset, g->bytes,
                                          g->bands + g->place.offset, 0, NULL, NULL),
                     CL_SUCCESS);
  }
}

void guarded_read(struct harness *h, const struct guarded *g, void *payload) {
  if (g->bytes != 0) {
    assert_int_equal(clEnqueueReadBuffer(h->queue, g->mem, CL_TRUE, g->place.offset, g->bytes,
                                         payload, 0, NULL, NULL),
                     CL_SUCCESS);
  }
}

/* Compares a stretch of the buffer with the pattern. */
static bool stretch_intact(struct harness *h, const struct guarded *g, size_t begin, size_t bytes,
                           const char *what) {
  if (bytes == 0) {
    return true;
  }
  uint8_t *actual = malloc(bytes);
  assert_non_null(actual);
  assert_int_equal(
      clEnqueueReadBuffer(h->queue, g->mem, CL_TRUE, begin, bytes, actual, 0, NULL, NULL),
      CL_SUCCESS);
  const bool intact = memcmp(actual, g->bands + begin, bytes) == 0;
  for (size_t k = 0; !intact && k < bytes; k++) {
    if (actual[k] != g->bands[begin + k]) {
      print_error("%s: byte %lld of its payload of %zu changed from 0x%02x to 0x%02x\n", what,
                  (long long)(begin + k) - (long long)g->place.offset, g->bytes,
                  g->bands[begin + k], actual[k]);
      break;
    }
  }
  free(actual);
  return intact;
}

bool guarded_intact(struct harness *h, const struct guarded *g, const char *what) {
  const size_t end = g->place.offset + g->bytes;
  const bool before = stretch_intact(h, g, 0, g->place.offset, what);
  return stretch_intact(h, g, end, g->whole - end, what) && before;
}

bool guarded_unchanged(struct harness *h, const struct guarded *g, const char *what) {
  return stretch_intact(h, g, g->place.offset, g->bytes, what);
}
