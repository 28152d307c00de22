/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays on the device. They are filled and read in pieces, so that the host needs little memory.
 */
#ifndef BENCH_ARRAY_H
#define BENCH_ARRAY_H

#include <CL/cl.h>

#include "frame/bench.h"

/* What array_spoil() leaves in every byte. */
#define ARRAY_SPOILT 0xA5

/* Makes it; the result is skipped if it is over the device's largest allocation. */
bool array_make(struct bench_env *env, uint64_t bytes, cl_mem *mem, bench_result *result);
/* Releases it; NULL is allowed. */
void array_release(cl_mem mem);

/* Writes the next `count` elements. */
typedef void (*array_maker)(void *user, size_t count, void *to);

/* Fills `count` elements of `size` bytes from `at` on. */
bool array_fill(struct bench_env *env, clscan_buffer at, size_t size, uint64_t count,
                array_maker make, void *user, bench_result *result);

/* The kernel that overwrites arrays; NULL before the first call of array_spoil(). */
typedef struct array_spoiler {
  cl_program program;
  cl_kernel kernel;
} array_spoiler;

void array_spoiler_release(array_spoiler *spoiler);

/* Overwrites it, so that what a check finds there comes from the call just before. */
bool array_spoil(struct bench_env *env, cl_mem mem, size_t bytes, bench_result *result);

/* How many of these bytes, from the first one on, it has left as they are. */
size_t array_spoilt(const void *bytes, size_t count);

/* Takes the next `count` elements; on a wrong one fails the result and returns false. */
typedef bool (*array_taker)(void *user, const void *elements, size_t count, bench_result *result);

/* Hands over `count` elements of `size` bytes from `at` on, in pieces of a multiple of `unit`. */
bool array_read(struct bench_env *env, clscan_buffer at, size_t size, uint64_t count, size_t unit,
                array_taker take, void *user, bench_result *result);

#endif
