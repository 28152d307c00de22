/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL context with two devices: which one a clscan context, and a queue, belongs to. */
#include "support/arrays.h"
#include "support/refusal.h"

#include <stdlib.h>

static struct harness h;

/* The other functions, on a queue of the context's device or another's. */
static void check_others(clscan_context *ctx, cl_command_queue queue, cl_mem in, size_t n,
                         clscan_status expected) {
  cl_context context = NULL;
  cl_int error = CL_SUCCESS;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_mem number = clCreateBuffer(context, CL_MEM_READ_WRITE, 8, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_select_desc select = {.type = CLSCAN_UINT32, .predicate = "x & 1"};
  const clscan_select_args selected = {
      .in = {in, 0}, .out = {out, 0}, .count = {number, 0}, .n = n};
  const clscan_partition_desc partition = {.type = CLSCAN_UINT32, .predicate = "x & 1"};
  const clscan_partition_args parted = {
      .in = {in, 0}, .out = {out, 0}, .counts = {number, 0}, .n = n};
  const clscan_reduce_desc reduce = {.type = CLSCAN_UINT32};
  const clscan_reduce_args reduced = {.in = {in, 0}, .out = {number, 0}, .n = n};
  for (unsigned k = 0; k < 3; k++) {
    harness_log_reset(&h);
    const clscan_status status =
        k == 0   ? clscan_select(ctx, queue, &select, &selected, 0, NULL, NULL)
        : k == 1 ? clscan_partition(ctx, queue, &partition, &parted, 0, NULL, NULL)
                 : clscan_reduce(ctx, queue, &reduce, &reduced, 0, NULL, NULL);
    assert_status(status, expected);
    assert_true(expected == CLSCAN_SUCCESS || refusal_logged(&h, expected));
  }
  assert_int_equal(clFinish(queue), CL_SUCCESS);
  clReleaseMemObject(out);
  clReleaseMemObject(number);
}

TEST(test_two_devices) {
  cl_device_id devices[8];
  cl_uint count = 0;
  clGetDeviceIDs(h.platform, CL_DEVICE_TYPE_ALL, 8, devices, &count);
  if (count < 2) {
    harness_skip("the platform has one device");
  }
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_int error = CL_SUCCESS;
  cl_context both = clCreateContext(properties, 2, devices, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_context first = clCreateContext(properties, 1, devices, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  /* A device that is not of the context. */
  harness_log_reset(&h);
  assert_status(clscan_context_create(first, devices[1], &options, &ctx), CLSCAN_WRONG_DEVICE);
  assert_true(refusal_logged(&h, CLSCAN_WRONG_DEVICE));
  assert_null(ctx);
  /* The right context, and a queue of its other device. */
  assert_success(clscan_context_create(both, devices[1], &options, &ctx));
  cl_command_queue queues[2];
  for (unsigned k = 0; k < 2; k++) {
    queues[k] = clCreateCommandQueue(both, devices[k], 0, &error);
    assert_int_equal(error, CL_SUCCESS);
  }
  const size_t n = 100000;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  uint32_t *expected = arrays_host(n);
  cl_mem mem = clCreateBuffer(both, CL_MEM_READ_WRITE, n * sizeof *expected, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  harness_log_reset(&h);
  assert_status(clscan_scan(ctx, queues[0], &desc, &args, 0, NULL, NULL), CLSCAN_WRONG_DEVICE);
  assert_true(refusal_logged(&h, CLSCAN_WRONG_DEVICE));
  check_others(ctx, queues[0], mem, n, CLSCAN_WRONG_DEVICE);
  /* And one of its own. */
  uint64_t random = 1;
  for (size_t k = 0; k < n; k++) {
    expected[k] = (uint32_t)harness_random(&random);
  }
  assert_int_equal(clEnqueueWriteBuffer(queues[1], mem, CL_TRUE, 0, n * sizeof *expected, expected,
                                        0, NULL, NULL),
                   CL_SUCCESS);
  assert_success(clscan_scan(ctx, queues[1], &desc, &args, 0, NULL, NULL));
  uint32_t *actual = arrays_host(n);
  assert_int_equal(
      clEnqueueReadBuffer(queues[1], mem, CL_TRUE, 0, n * sizeof *actual, actual, 0, NULL, NULL),
      CL_SUCCESS);
  arrays_sum(expected, n);
  assert_memory_equal(actual, expected, n * sizeof *actual);
  check_others(ctx, queues[1], mem, n, CLSCAN_SUCCESS);
  clscan_context_destroy(ctx);
  clReleaseMemObject(mem);
  clReleaseCommandQueue(queues[0]);
  clReleaseCommandQueue(queues[1]);
  clReleaseContext(first);
  clReleaseContext(both);
  free(expected);
  free(actual);
}

HARNESS_MAIN(NULL, NULL)
