/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of one execution: how they are checked, and how kernels get those that several
 * kernels share (cl/core/core.cl, cl/sink/results.cl). */
#ifndef CLSCAN_HOST_ARGUMENTS_H
#define CLSCAN_HOST_ARGUMENTS_H

#include "abi.h"
#include "base/opencl.h"
#include "plan/buffers.h"
#include "plan/launch.h"

struct clscan_context;

enum { CLSCAN__MAX_ARGUMENTS = 32 };

/* The buffer arguments that were checked so far. The first error sticks in `status`, and what is
 * added after it is not looked at. */
typedef struct clscan__arguments {
  struct clscan_context *ctx;
  clscan_status status;
  int count;
  clscan__range ranges[CLSCAN__MAX_ARGUMENTS];
} clscan__arguments;

/* None so far. */
void clscan__arguments_begin(clscan__arguments *arguments, struct clscan_context *ctx);
/* Checks and adds a buffer: clscan__buffer_check(). */
void clscan__arguments_add(clscan__arguments *arguments, const char *name, clscan_buffer buffer,
                           size_t count, size_t size, size_t alignment, bool written);
/* The same for a buffer that is read and written. */
void clscan__arguments_add_both(clscan__arguments *arguments, const char *name,
                                clscan_buffer buffer, size_t count, size_t size, size_t alignment);
/* Checks and adds n_device, an integer of 8 or 4 bytes that must hold n, unless it is absent. */
void clscan__arguments_add_n_device(clscan__arguments *arguments, clscan_buffer n_device,
                                    bool is_64, size_t n);
/* Checks and adds the caller's scratch, unless it is NULL. */
void clscan__arguments_add_scratch(clscan__arguments *arguments, const clscan_scratch *scratch);
/* The first error, or CLSCAN_OVERLAP: clscan__ranges_check(). */
clscan_status clscan__arguments_check(const clscan__arguments *arguments, int in_place,
                                      bool same_size);

/* The bit of n_device in a kernel's `flags`; 0 if it is absent. */
cl_uint clscan__n_device_flag(clscan_buffer n_device, bool is_64);
/* The bit of the initial value; 0 if there is none. */
cl_uint clscan__init_flag(const void *init, clscan_buffer init_device);

/* LENGTH_PARAMS: elements of the input, and how many of them an element of this level stands for.
 */
void clscan__batch_length(clscan__batch *batch, size_t n, size_t unit, clscan_buffer n_device);
/* What clscan__prelude_words() declares: a value of `size` bytes on the host, or one in device
 * memory. */
void clscan__batch_value(clscan__batch *batch, const char *name, const void *host,
                         clscan_buffer device, size_t size);

#endif
