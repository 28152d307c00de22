/* SPDX-License-Identifier: Apache-2.0 */
/* The input and output buffer of a state, kept as long as the next state wants the same data. */
#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "bench.h"
#include "data.h"

/* n elements each, starting `offset` elements into their buffer. */
typedef struct data_pair {
  const bench_type *type;
  clscan_op op;
  uint64_t n;
  uint64_t offset;
  cl_mem in;
  cl_mem out;
} data_pair;

/*
 * Makes env->pair hold such buffers, the input filled from the seed. If they do not fit the device,
 * the result is skipped and false comes back.
 */
bool pair_acquire(struct bench_env *env, const bench_type *type, clscan_op op, uint64_t n,
                  uint64_t offset, bench_result *result);
void pair_release(data_pair *pair);

/* The stream that filled the input, at its start. */
void pair_stream(const struct bench_env *env, data_stream *stream);

/* Overwrites the output, so that what a check finds there comes from the call just before. */
bool pair_spoil(struct bench_env *env, bench_result *result);

/* Takes the next `count` elements; on a wrong one fails the result and returns false. */
typedef bool (*pair_taker)(void *user, const void *elements, size_t count, bench_result *result);

/* Reads the output and hands it over in order, in pieces of a multiple of `unit` elements. */
bool pair_read(struct bench_env *env, size_t unit, pair_taker take, void *user,
               bench_result *result);

#endif
