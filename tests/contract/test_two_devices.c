/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL context with two devices: which one a clscan context, and a queue, belongs to. */
#include "support/refusal.h"

static struct harness h;

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
  refusal_on_queue(&h, ctx, both, queues[0], CLSCAN_WRONG_DEVICE);
  /* And one of its own. */
  refusal_on_queue(&h, ctx, both, queues[1], CLSCAN_SUCCESS);
  clscan_context_destroy(ctx);
  clReleaseCommandQueue(queues[0]);
  clReleaseCommandQueue(queues[1]);
  clReleaseContext(first);
  clReleaseContext(both);
}

HARNESS_MAIN(NULL, NULL)
