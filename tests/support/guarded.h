/* SPDX-License-Identifier: Apache-2.0 */
/* Device buffers between two bands of a known pattern, so that a stray write is seen. */
#ifndef TESTS_GUARDED_H
#define TESTS_GUARDED_H

#include "support/harness.h"

/* What outputs and scratch are filled with before a call. */
#define GUARDED_FILL 0xA5

struct guarded {
  cl_mem mem;
  clscan_buffer place; /* of the payload */
  size_t bytes;        /* of the payload */
  uint8_t *bands;      /* the pattern of the whole buffer */
  size_t whole;
};

/* A payload of `bytes` bytes that starts `shift` bytes after a 256-byte boundary of the buffer;
 * `content` is copied there, or it is filled with GUARDED_FILL if that is NULL. */
void guarded_create(struct harness *h, struct guarded *g, size_t bytes, size_t shift,
                    const void *content);
void guarded_destroy(struct guarded *g);
/* Writes what guarded_create() put there once more; waits for the harness's queue. */
void guarded_restore(struct harness *h, const struct guarded *g);
/* Copies the payload to the host. */
void guarded_read(struct harness *h, const struct guarded *g, void *payload);
/* Whether both bands are as they were; prints the first changed byte. */
bool guarded_intact(struct harness *h, const struct guarded *g, const char *what);
/* Whether the payload is still what guarded_create() put there; prints the first changed byte. */
bool guarded_unchanged(struct harness *h, const struct guarded *g, const char *what);

#endif
