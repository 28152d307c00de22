/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/buffers.h"

#include "base/context.h"
#include "base/fail.h"

/* Finds out whether the root is memory of the caller's, and where the range begins in it. `flags`
 * are those of the argument. */
static clscan_status find_address(clscan_context *ctx, cl_mem mem, cl_mem_flags flags,
                                  clscan__range *range) {
  void *host = NULL;
  clscan_status status = CL_SUCCESS;
  if (range->root != mem) {
    status = ctx->cl.clGetMemObjectInfo(range->root, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
  }
  range->in_host = status == CL_SUCCESS && (flags & CL_MEM_USE_HOST_PTR);
  if (range->in_host) {
    status = ctx->cl.clGetMemObjectInfo(range->root, CL_MEM_HOST_PTR, sizeof host, &host, NULL);
  }
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "%s: the buffer's host memory cannot be queried: %s",
                        range->name, clscan_status_name(status));
  }
  range->address = (uintptr_t)host + range->begin;
  return CLSCAN_SUCCESS;
}

clscan_status clscan__range_check_address(clscan_context *ctx, const clscan__range *range,
                                          size_t alignment) {
  if (!range->in_host || range->address % alignment == 0) {
    return CLSCAN_SUCCESS;
  }
  return clscan__fail(
      ctx, CLSCAN_MISALIGNED_OFFSET,
      "%s begins in host memory (CL_MEM_USE_HOST_PTR) %zu bytes past a multiple of %zu",
      range->name, (size_t)(range->address % alignment), alignment);
}

clscan_status clscan__buffer_check(clscan_context *ctx, const char *name, clscan_buffer buffer,
                                   size_t count, size_t size, size_t alignment, bool written,
                                   clscan__range *range) {
  cl_context context = NULL;
  cl_mem parent = NULL;
  cl_mem_object_type type = 0;
  cl_mem_flags flags = 0;
  size_t bytes = 0, origin = 0;
  clscan_status status = CL_SUCCESS;
  const struct {
    cl_mem_info what;
    size_t size;
    void *value;
  } queries[] = {{CL_MEM_TYPE, sizeof type, &type},
                 {CL_MEM_CONTEXT, sizeof context, &context},
                 {CL_MEM_SIZE, sizeof bytes, &bytes},
                 {CL_MEM_FLAGS, sizeof flags, &flags},
                 {CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent},
                 {CL_MEM_OFFSET, sizeof origin, &origin}};

  if (!buffer.mem) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "%s: no buffer is given", name);
  }
  for (size_t i = 0; i < sizeof queries / sizeof *queries && status == CL_SUCCESS; i++) {
    status = ctx->cl.clGetMemObjectInfo(buffer.mem, queries[i].what, queries[i].size,
                                        queries[i].value, NULL);
  }
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "%s: the buffer cannot be queried: %s", name,
                        clscan_status_name(status));
  }
  if (type != CL_MEM_OBJECT_BUFFER) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "%s is not a buffer", name);
  }
  if (context != ctx->context) {
    return clscan__fail(ctx, CLSCAN_WRONG_CONTEXT, "%s belongs to another OpenCL context", name);
  }
  if (buffer.offset % alignment) {
    return clscan__fail(ctx, CLSCAN_MISALIGNED_OFFSET,
                        "%s: the offset of %zu bytes is not a multiple of %zu", name, buffer.offset,
                        alignment);
  }
  if (buffer.offset > bytes || count > (bytes - buffer.offset) / size) {
    return clscan__fail(ctx, CLSCAN_BUFFER_TOO_SMALL,
                        "%s: %zu elements of %zu bytes at offset %zu do not fit into %zu bytes",
                        name, count, size, buffer.offset, bytes);
  }
  if (written && (flags & CL_MEM_READ_ONLY)) {
    return clscan__fail(ctx, CLSCAN_BUFFER_ACCESS, "%s is written, but its buffer is read-only",
                        name);
  }
  if (!written && (flags & CL_MEM_WRITE_ONLY)) {
    return clscan__fail(ctx, CLSCAN_BUFFER_ACCESS, "%s is read, but its buffer is write-only",
                        name);
  }
  range->name = name;
  range->root = parent ? parent : buffer.mem;
  range->begin = (parent ? origin : 0) + buffer.offset;
  range->end = range->begin + count * size;
  range->written = written;
  status = find_address(ctx, buffer.mem, flags, range);
  return status == CLSCAN_SUCCESS ? clscan__range_check_address(ctx, range, alignment) : status;
}

bool clscan__ranges_overlap(const clscan__range *a, const clscan__range *b) {
  return a->root == b->root && a->begin < b->end && b->begin < a->end;
}

clscan_status clscan__ranges_check(clscan_context *ctx, const clscan__range *ranges, int count,
                                   int in_place, bool same_size) {
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count; j++) {
      const clscan__range *a = &ranges[i], *b = &ranges[j];
      if (!(a->written || b->written) || !clscan__ranges_overlap(a, b)) {
        continue;
      }
      if (i == in_place && j == in_place + 1 && same_size && a->begin == b->begin) {
        continue;
      }
      return clscan__fail(ctx, CLSCAN_OVERLAP,
                          "%s and %s overlap: bytes %zu to %zu and %zu to %zu of one buffer",
                          a->name, b->name, a->begin, a->end, b->begin, b->end);
    }
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__queue_check(clscan_context *ctx, cl_command_queue queue, cl_uint num_wait,
                                  const cl_event *wait, bool *out_of_order) {
  cl_context context = NULL;
  cl_device_id device = NULL;
  cl_command_queue_properties properties = 0;
  if (!queue) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "the queue is NULL");
  }
  if ((num_wait == 0) != (wait == NULL)) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                        "the wait list has %u events but its pointer is %s", num_wait,
                        wait ? "not NULL" : "NULL");
  }
  clscan_status status =
      ctx->cl.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (status == CL_SUCCESS) {
    status = ctx->cl.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  }
  if (status == CL_SUCCESS) {
    status = ctx->cl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                           &properties, NULL);
  }
  if (status != CL_SUCCESS) {
    return clscan__fail(ctx, status, "the queue cannot be queried: %s", clscan_status_name(status));
  }
  if (context != ctx->context) {
    return clscan__fail(ctx, CLSCAN_WRONG_CONTEXT, "the queue belongs to another OpenCL context");
  }
  if (device != ctx->device && device != ctx->queue_device) {
    return clscan__fail(ctx, CLSCAN_WRONG_DEVICE, "the queue belongs to another device");
  }
  *out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  return CLSCAN_SUCCESS;
}
