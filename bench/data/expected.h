/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a compaction, or a phase of one, must write: the serial reference, compared with results
 * that arrive in pieces. Elements are kept whose mark (see data.h) is 1.
 */
#ifndef BENCH_EXPECTED_H
#define BENCH_EXPECTED_H

#include "data/data.h"
#include "frame/measure.h"

typedef enum expected_output {
  EXPECT_KEPT,    /* the kept elements */
  EXPECT_INDICES, /* theirs; in an image row << 16 | column */
  EXPECT_PAYLOAD, /* the elements of another array that have these indices */
  EXPECT_ALL,     /* every element; of any law */
  EXPECT_MARKS,   /* every mark */
  EXPECT_RANKS    /* for every element the number of those before it that are kept */
} expected_output;

typedef struct expected {
  data_stream input;
  data_stream payload; /* EXPECT_PAYLOAD: the other array's */
  expected_output output;
  const bench_type *type; /* of the output */
  uint64_t width;         /* EXPECT_INDICES: of an image's rows; 0: there is no image */
  uint64_t pitch;         /* from row to row; what is not in a row is not kept */
  uint64_t kept;          /* so far */
  uint64_t taken;         /* results so far */
  size_t used;            /* of the block */
  size_t ready;
  uint64_t block[DATA_BLOCK]; /* the next results, of `type` */
} expected;

/* `input` must be at its start, with the data that was the input. */
void expected_start(expected *check, const data_stream *input, expected_output output,
                    const bench_type *type);

/*
 * An array_taker. Compares the next results; after the last one that there should be, all must
 * still be as array_spoil() left it.
 */
bool expected_take(void *user, const void *results, size_t count, bench_result *result);

/* When all results have been taken: that `survivors`, the device's count, is right. */
bool expected_finish(expected *check, uint64_t survivors, bench_result *result);

/* Calls once and compares what it writes to `out`, an element for each of the input. */
bool expected_run(struct bench_env *env, const bench_operation *operation, expected *check,
                  cl_mem out, bench_result *result);

/* The same for a copy of env->pair's input to its output. */
bool expected_copy(struct bench_env *env, const bench_operation *operation, bench_result *result);

/* Fails the result: something was written past the end. Returns false. */
bool expected_nothing(uint64_t index, bench_result *result);

#endif
