/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of algorithm, back ends and tile shape for a device and a set of element sizes. */
#ifndef CLSCAN_HOST_TUNING_H
#define CLSCAN_HOST_TUNING_H

#include <stdbool.h>

#include "abi.h"
#include "clscan.h"
#include "tuning/tuning_rows.h"

struct clscan_context;

/* How a tile's published state is laid out; cl/lookback/records.cl. */
typedef enum clscan__desc_form {
  CLSCAN__DESC_NONE = DESC_NONE,
  CLSCAN__DESC_WORD = DESC_WORD,
  CLSCAN__DESC_WIDE = DESC_WIDE,
  CLSCAN__DESC_PAYLOAD = DESC_PAYLOAD,
  CLSCAN__DESC_COUNT = DESC_COUNT
} clscan__desc_form;

typedef struct clscan__shape_request {
  size_t stored_sizes[3]; /* of input, stored accumulator and output, bytes */
  size_t acc_size;        /* of the accumulator as a value, bytes */
  size_t acc_alignment;
  bool exact;
  uint32_t flags;             /* of the descriptor */
  clscan_algorithm algorithm; /* of the descriptor */
  uint32_t algorithms;        /* a bit for each that the function has; 0: those of a scan */
  clscan_algorithm usual;     /* what AUTO means where look-back is not among them, */
  const char *usual_reason;   /* and why; static */
  size_t max_group_size;      /* the device's, or less after a kernel turned out to need it */
  bool forget_subgroups;      /* the kernel's sub-groups do not divide its groups */
  bool narrow_sum;            /* a sum of 8- or 16-bit integers, loaded and stored as they are */
  bool stateless;             /* nothing may be kept in scratch: no look-back */
  uint32_t counts;            /* a select or partition: that many are looked back over at once */
  size_t stage_bytes;         /* its local memory: for each element of a tile, */
  size_t stage_fixed;         /* and besides */
} clscan__shape_request;

typedef struct clscan__shape {
  clscan_algorithm algorithm; /* never AUTO */
  const char *reason;         /* static */
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
  bool reproducible;
} clscan__shape;

/* Reads options.tuning_rows into the context. */
clscan_status clscan__tuning_load(struct clscan_context *ctx, const char *text);

/* Checks options.tuning and the loaded rows against the device. */
clscan_status clscan__tuning_check(const struct clscan_context *ctx);

clscan_status clscan__tune(const struct clscan_context *ctx, const clscan__shape_request *request,
                           clscan__shape *shape);

/* The shape of a kernel of one group: as many elements a tile, but more work-items. */
clscan__shape clscan__shape_alone(const struct clscan_context *ctx, const clscan__shape *shape);

/* The sub-group back end to use if `wanted` is asked for (AUTO: the best). */
clscan_status clscan__backend_choose(const struct clscan_context *ctx, clscan_backend wanted,
                                     clscan_backend *backend);

/* The allow-list: whether the device is known to let started work-groups progress. */
bool clscan__lookback_known(const struct clscan_context *ctx);

/* Where tiles are kept. */
clscan_storage clscan__storage_choose(const struct clscan_context *ctx);

/* The language version that a program with these back ends needs, such as "CL1.2"; static. */
const char *clscan__language(const struct clscan_context *ctx, clscan_backend backend,
                             clscan_atomics atomics);

#endif
