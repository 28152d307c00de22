/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of queues and buffer arguments, before anything is enqueued. */
#ifndef CLSCAN_HOST_BUFFERS_H
#define CLSCAN_HOST_BUFFERS_H

#include <stdbool.h>

#include "base/opencl.h"

struct clscan_context;

/* A buffer argument, checked: the bytes [begin, end) of `root`, which is not a sub-buffer. */
typedef struct clscan__range {
  const char *name;
  cl_mem root;
  size_t begin, end;
  bool written;
  bool in_host;      /* in memory of the caller's, CL_MEM_USE_HOST_PTR */
  uintptr_t address; /* there, of the first byte */
} clscan__range;

/* Checks that `buffer` holds `count` elements of `size` bytes that may be read or written as
 * wanted, at an offset that is a multiple of `alignment`, as is the address in memory of the
 * caller's. `name` is the argument's name in messages. */
clscan_status clscan__buffer_check(struct clscan_context *ctx, const char *name,
                                   clscan_buffer buffer, size_t count, size_t size,
                                   size_t alignment, bool written, clscan__range *range);

/* CLSCAN_MISALIGNED_OFFSET if the range begins in memory of the caller's, at an address that is not
 * a multiple of `alignment`. Devices that compute there have no other address for it. */
clscan_status clscan__range_check_address(struct clscan_context *ctx, const clscan__range *range,
                                          size_t alignment);

/* Whether two ranges share a byte. */
bool clscan__ranges_overlap(const clscan__range *a, const clscan__range *b);

/* Refuses overlaps among `count` ranges of which one is written, but for the pair in_place,
 * in_place + 1 if that covers the very same bytes with elements of the same size (in_place < 0: no
 * such pair). */
clscan_status clscan__ranges_check(struct clscan_context *ctx, const clscan__range *ranges,
                                   int count, int in_place, bool same_size);

/* Checks the queue and the wait list; tells whether the queue is out-of-order. */
clscan_status clscan__queue_check(struct clscan_context *ctx, cl_command_queue queue,
                                  cl_uint num_wait, const cl_event *wait, bool *out_of_order);

#endif
