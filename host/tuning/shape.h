/* SPDX-License-Identifier: Apache-2.0 */
/* What an algorithm asks of the tuning, and the shape that it gets. */
#ifndef CLSCAN_HOST_SHAPE_H
#define CLSCAN_HOST_SHAPE_H

#include <stdbool.h>

#include "abi.h"
#include "clscan.h"
#include "tuning/tuning_rows.h"

/* How a tile's published state is laid out; cl/lookback/lookback.cl. */
typedef enum clscan__desc_form {
  CLSCAN__DESC_NONE = DESC_NONE,
  CLSCAN__DESC_WORD = DESC_WORD,
  CLSCAN__DESC_WIDE = DESC_WIDE,
  CLSCAN__DESC_PAYLOAD = DESC_PAYLOAD,
  CLSCAN__DESC_COUNT = DESC_COUNT
} clscan__desc_form;

typedef struct clscan__shape {
  int algorithm;      /* never AUTO */
  const char *reason; /* static */
  clscan_backend backend;
  clscan_atomics atomics; /* AUTO unless look-back */
  clscan_storage storage;
  clscan_workgroup_method method;
  uint32_t group_size, vec, steps; /* registers: a tile is their product */
  bool packed;                     /* registers: elements stay packed in words */
  uint32_t registers;              /* the most that a work-item may take; 0: no limit */
  uint32_t reread_tile;            /* re-read: elements a tile, 0: chosen by n */
  size_t reread_longest;           /* the longest tile chosen by n, elements */
  clscan__desc_form form;
  uint32_t spacing, slot; /* bytes: record to record, record to its first payload slot */
  uint32_t window;
  uint32_t poll_delay; /* ns; 0: none, or the device cannot */
  size_t small_max;
  size_t local_bytes; /* of local memory that a group takes; an estimate from above */
  bool reproducible;
} clscan__shape;

typedef struct clscan__shape_request clscan__shape_request;

/* What the tuning knows of an algorithm; it lies in the algorithm's folder. */
typedef struct clscan__tuning_class {
  const clscan__work *work;
  const clscan__work *two_level; /* by two-level look-back; NULL: the same */
  const clscan__work *packed;    /* of elements that stay packed in words; NULL: they never do */
  /* Local memory of a group of so many work-items with so many elements each. Not less than what
   * the compiler makes of it. */
  size_t (*local_bytes)(const clscan__shape *shape, const clscan__shape_request *request,
                        size_t group, size_t items);
} clscan__tuning_class;

struct clscan__shape_request {
  const clscan__tuning_class *class;
  size_t stored_sizes[3]; /* of input, stored accumulator and output, bytes */
  size_t acc_size;        /* of the accumulator as a value, bytes */
  size_t acc_alignment;
  bool exact;
  uint32_t flags;           /* of the descriptor */
  int algorithm;            /* of the descriptor */
  uint32_t algorithms;      /* a bit for each that the function has; 0: those of a scan */
  int usual;                /* what AUTO means where look-back is not among them, */
  const char *usual_reason; /* and why; static */
  size_t max_group_size;    /* the device's, or less after a kernel turned out to need it */
  bool forget_subgroups;    /* the kernel's sub-groups do not divide its groups */
  bool narrow_sum;          /* a sum of 8- or 16-bit integers, loaded and stored as they are */
  bool stateless;           /* nothing may be kept in scratch: no look-back */
  uint32_t counts;          /* a select or partition: that many are looked back over at once */
  size_t stage_bytes;       /* its local memory: for each element of a tile, */
  size_t stage_fixed;       /* and besides */
};

#endif
