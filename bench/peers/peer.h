/* SPDX-License-Identifier: Apache-2.0 */
/* What another library has to provide to be measured like clscan: its calls over arrays of its own.
 */
#ifndef PEERS_PEER_H
#define PEERS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clscan.h>

#include "frame/device.h"

typedef enum peer_job {
  PEER_COPY, /* n elements of the input to the output */
  PEER_SCAN,
  PEER_SELECT,       /* keeps x > 0; of unsigned types those whose upper bit is clear */
  PEER_SELECT_FLAGS, /* keeps those with a 1 in an array of uint8 */
  PEER_UNIQUE,
  PEER_PARTITION,          /* those whose lower 8 bits are 0 first, the others behind them */
  PEER_PARTITION_SEPARATE, /* the others into an output of their own */
  PEER_REDUCE
} peer_job;

/* What is to be done with the n elements of the input. */
typedef struct peer_task {
  peer_job job;
  clscan_type type;
  clscan_op op;     /* PEER_SCAN, PEER_REDUCE */
  clscan_kind kind; /* PEER_SCAN */
  size_t n;
} peer_task;

typedef enum peer_array { PEER_IN, PEER_OUT, PEER_OTHERS, PEER_FLAGS, PEER_ARRAYS } peer_array;

/*
 * Functions that return text return NULL, or a sentence that says what went wrong and that holds
 * until the next call.
 */
typedef struct peer {
  const char *name; /* with its version */
  bool reverses;    /* PEER_PARTITION puts the last of the others first */

  /* The device that clscan would run on; refused if it is none for this library. */
  const char *(*open)(const bench_device *device);
  void (*close)(void);

  const char *(*make)(peer_array array, size_t bytes);
  const char *(*fill)(peer_array array, int byte, size_t bytes);
  const char *(*write)(peer_array array, size_t at, const void *from, size_t bytes);
  const char *(*read)(peer_array array, size_t at, void *to, size_t bytes);
  /* All arrays, and what prepare() has made. */
  void (*release)(void);

  /* Gets everything ready that is not part of a call. Refused is what the library does not have. */
  const char *(*prepare)(const peer_task *task);
  /* May return before the work is done. */
  const char *(*call)(void);
  /* Waits for the calls before it. */
  const char *(*finish)(void);
  /* How many elements the last finished call kept or put first. */
  const char *(*count)(uint64_t *count);
} peer;

#ifdef __cplusplus
extern "C" {
#endif

/* The one of this program. */
extern const peer peer_library;

#ifdef __cplusplus
}
#endif

#endif
