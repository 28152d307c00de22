/* SPDX-License-Identifier: Apache-2.0 */
/* The input and output buffer of a state, kept as long as the next state wants the same data. */
#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include "data/array.h"
#include "data/data.h"

/* The input is recipe.n elements, starting `offset` elements into its buffer. */
typedef struct data_pair {
  data_recipe recipe;
  uint64_t offset;
  size_t bytes; /* of each buffer */
  cl_mem in;
  cl_mem out;
} data_pair;

/*
 * Makes env->pair hold such buffers, the input filled from the seed. Each has room for the input
 * and for `bytes` bytes. If they do not fit the device, the result is skipped and false comes back.
 */
bool pair_acquire(struct bench_env *env, const data_recipe *recipe, uint64_t offset, uint64_t bytes,
                  bench_result *result);
/* The same for an array of elements that suit an operator. */
bool pair_acquire_operands(struct bench_env *env, const bench_type *type, clscan_op op, uint64_t n,
                           uint64_t offset, bench_result *result);
void pair_release(data_pair *pair);

/* The stream that filled the input, at its start. */
void pair_stream(const struct bench_env *env, data_stream *stream);

/* Overwrites the output. */
bool pair_spoil(struct bench_env *env, bench_result *result);

/* Reads the output as elements like the input's. */
bool pair_read(struct bench_env *env, size_t unit, array_taker take, void *user,
               bench_result *result);

#endif
