/* SPDX-License-Identifier: Apache-2.0 */
/* Devices as drivers describe them: parts of a device, properties that say little, drivers that are
 * known to be broken. */
#include "support/arrays.h"
#include "support/refusal.h"
#include "support/work.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* --- parts of a device --------------------------------------------------------------------- */

/* Two sub-devices of one compute unit each; the test is skipped if there are none. */
static void split(cl_device_id device, cl_device_id parts[2]) {
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id all[256];
  cl_uint count = 0;
  if (clCreateSubDevices(device, properties, HARNESS_COUNT(all), all, &count) != CL_SUCCESS ||
      count < 2) {
    harness_skip("the device has no parts");
  }
  memcpy(parts, all, 2 * sizeof *parts);
  for (cl_uint k = 2; k < count; k++) {
    clReleaseDevice(all[k]);
  }
}

static cl_command_queue queue_of(cl_context context, cl_device_id device) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  return queue;
}

/* Every work on the queue, or all of them refused. */
static void check_queue(clscan_context *ctx, cl_context context, cl_command_queue queue,
                        bool accepted) {
  refusal_on_queue(&h, ctx, context, queue, accepted ? CLSCAN_SUCCESS : CLSCAN_WRONG_DEVICE);
}

/* A context of its own: programs.h keeps programs, and those of a part that was released must not
 * be run. */
static cl_context context_of(cl_device_id device) {
  cl_int error = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_context context = clCreateContext(properties, 1, &device, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return context;
}

static cl_device_id device_of(cl_command_queue queue) {
  cl_device_id device = NULL;
  clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  return device;
}

/* A part of the device, in a context of the whole one and in one of the part. */
TEST(test_sub_device) {
  cl_device_id parts[2];
  split(h.device, parts);
  cl_context contexts[2] = {context_of(h.device), context_of(parts[0])};
  for (unsigned k = 0; k < 2; k++) {
    interpose_reset();
    const clscan_context_options options = interpose_options(&h);
    clscan_context *ctx = NULL;
    assert_success(clscan_context_create(contexts[k], parts[0], &options, &ctx));
    cl_command_queue own = queue_of(contexts[k], parts[0]);
    check_queue(ctx, contexts[k], own, true);
    /* Queues of others are refused where the driver tells them from the part's own. */
    cl_command_queue others[2] = {queue_of(contexts[k], h.device),
                                  k == 0 ? queue_of(contexts[k], parts[1]) : NULL};
    for (unsigned i = 0; i < 2 && others[i] != NULL; i++) {
      check_queue(ctx, contexts[k], others[i], device_of(others[i]) == device_of(own));
      clReleaseCommandQueue(others[i]);
    }
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
    clReleaseCommandQueue(own);
  }
  clReleaseContext(contexts[0]);
  clReleaseContext(contexts[1]);
  clReleaseDevice(parts[0]);
  clReleaseDevice(parts[1]);
}

/* A driver that names the whole device for the queues of its parts. */
TEST(test_queues_that_name_the_parent) {
  cl_device_id parts[2];
  split(h.device, parts);
  cl_context context = context_of(h.device);
  interpose_reset();
  interpose_answer(CL_CONTEXT_DEVICES, &h.device, sizeof h.device);
  interpose_answer(CL_QUEUE_DEVICE, &h.device, sizeof h.device);
  const clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(context, parts[0], &options, &ctx));
  cl_command_queue queue = queue_of(context, parts[0]);
  check_queue(ctx, context, queue, true);
  interpose_answer(CL_QUEUE_DEVICE, &parts[1], sizeof parts[1]);
  check_queue(ctx, context, queue, false);
  clscan_context_destroy(ctx);
  /* The whole device's context takes queues of the whole device alone. */
  interpose_answer(CL_QUEUE_DEVICE, NULL, 0);
  assert_success(clscan_context_create(context, h.device, &options, &ctx));
  check_queue(ctx, context, queue, device_of(queue) == h.device);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  clReleaseDevice(parts[0]);
  clReleaseDevice(parts[1]);
}

/* Making the queue that tells what queues say. */
TEST(test_sub_device_failures) {
  cl_device_id parts[2];
  split(h.device, parts);
  bool reached = true;
  for (unsigned k = 1; reached; k++) {
    clscan_context *ctx = NULL;
    interpose_reset();
    const clscan_context_options options = interpose_options(&h);
    harness_log_reset(&h);
    interpose_fail(k);
    const clscan_status status = clscan_context_create(h.context, parts[0], &options, &ctx);
    reached = interpose_failed() != NULL;
    if (status != CLSCAN_SUCCESS) {
      assert_status(status, INTERPOSE_ERROR);
      assert_true(refusal_logged(&h, INTERPOSE_ERROR));
      assert_null(ctx);
    }
    clscan_context_destroy(ctx);
    assert_true(interpose_nothing_held());
  }
  clReleaseDevice(parts[0]);
  clReleaseDevice(parts[1]);
}

/* A part of a device that the context does not have. */
TEST(test_part_of_another_device) {
  cl_device_id devices[8], parts[2];
  cl_uint count = 0;
  clGetDeviceIDs(h.platform, CL_DEVICE_TYPE_ALL, 8, devices, &count);
  if (count < 2) {
    harness_skip("the platform has one device");
  }
  split(devices[0] == h.device ? devices[1] : devices[0], parts);
  const clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  harness_log_reset(&h);
  assert_status(clscan_context_create(h.context, parts[0], &options, &ctx), CLSCAN_WRONG_DEVICE);
  assert_true(refusal_logged(&h, CLSCAN_WRONG_DEVICE));
  assert_null(ctx);
  clReleaseDevice(parts[0]);
  clReleaseDevice(parts[1]);
}

/* --- properties that say little ------------------------------------------------------------ */

/* Everything works in a context with these options, whatever the device answers. */
static void check_all(const clscan_context_options *options) {
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(h.context, h.device, options, &ctx));
  check_queue(ctx, h.context, h.queue, true);
  clscan_context_destroy(ctx);
}

TEST(test_no_compute_units) {
  interpose_reset();
  interpose_zero(CL_DEVICE_MAX_COMPUTE_UNITS);
  clscan_context_options options = interpose_options(&h);
  options.allow_lookback = 1;
  check_all(&options);
}

TEST(test_no_sub_group_query) {
  interpose_reset();
  interpose_hide("clGetKernelSubGroupInfo");
  clscan_context_options options = interpose_options(&h);
  options.allow_lookback = 1;
  check_all(&options);
}

/* A group may be no longer than its first side. */
TEST(test_small_sides) {
  const size_t sides[3] = {32, 1, 1};
  const clscan_tuning registers = {.storage = CLSCAN_STORAGE_REGISTERS};
  clscan_tuning tuning = registers;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_context_options options = interpose_options(&h);
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  interpose_reset();
  interpose_answer(CL_DEVICE_MAX_WORK_ITEM_SIZES, sides, sizeof sides);
  options.tuning = &tuning;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_in_range(info.group_size, 1, 32);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  tuning.group_size = 33;
  harness_log_reset(&h);
  assert_status(clscan_context_create(h.context, h.device, &options, &ctx), CLSCAN_INVALID_TUNING);
  assert_true(refusal_logged(&h, CLSCAN_INVALID_TUNING));
  /* A side of 0 says nothing. */
  const size_t none[3] = {0, 0, 0};
  tuning = registers;
  interpose_answer(CL_DEVICE_MAX_WORK_ITEM_SIZES, none, sizeof none);
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_true(info.group_size >= 32 || info.group_size == h.max_group_size);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

/* --- what a context says of its driver ----------------------------------------------------- */

#define POCL_6                                                                                     \
  "OpenCL 3.0 PoCL 6.0  Linux, None+Asserts, RELOC, SPIR-V, LLVM 18.1.8, SLEEF, DISTRO, "          \
  "POCL_DEBUG"

/* Makes a context and a plan; the number of messages, all of them information. */
static unsigned count_messages(const clscan_context_options *options) {
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_context *ctx = NULL;
  harness_log_reset(&h);
  assert_success(clscan_context_create(h.context, h.device, options, &ctx));
  for (unsigned k = 0; k < 2; k++) {
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    clscan_plan_destroy(plan);
  }
  clscan_context_destroy(ctx);
  assert_status(h.log.status, CLSCAN_SUCCESS);
  return h.log.count;
}

TEST(test_broken_driver) {
  static const struct {
    const char *name, *version;
    bool broken;
  } drivers[] = {
      {"Portable Computing Language", POCL_6, true},
      {"Portable Computing Language", "OpenCL 3.0 PoCL 6.0  Linux, RELOC, LLVM 17.0.6", false},
      {"Portable Computing Language", "OpenCL 3.0 PoCL 7.0  Linux, RELOC, LLVM 18.1.8", false},
      {"Portable Computing Language", "OpenCL 3.0 PoCL 3.1+debian  Linux, LLVM 15.0.6", false},
      {"Another platform", POCL_6, false},
      {"NVIDIA CUDA", "OpenCL 3.0 CUDA 13.0.97", false},
  };
  for (unsigned k = 0; k < HARNESS_COUNT(drivers); k++) {
    interpose_reset();
    interpose_answer(CL_PLATFORM_NAME, drivers[k].name, strlen(drivers[k].name) + 1);
    interpose_answer(CL_PLATFORM_VERSION, drivers[k].version, strlen(drivers[k].version) + 1);
    clscan_context_options options = interpose_options(&h);
    options.forbid_lookback = 1; /* nothing to say of that */
    assert_int_equal(count_messages(&options), drivers[k].broken);
    assert_true(harness_log_contains(&h, "known to be broken") == drivers[k].broken);
    assert_true(harness_log_contains(&h, drivers[k].version) == drivers[k].broken);
    /* Nobody listens. */
    options.log = NULL;
    assert_int_equal(count_messages(&options), 0);
  }
}

/* A device that is not on the allow-list is told so, unless the caller has decided. */
TEST(test_unknown_device) {
  static const char vendor[] = "Somebody";
  static const cl_device_type type = CL_DEVICE_TYPE_ACCELERATOR;
  interpose_reset();
  const clscan_context_options known = interpose_options(&h);
  if (h.is_pocl && h.is_cpu) {
    assert_int_equal(count_messages(&known), 0);
  }
  interpose_answer(CL_DEVICE_VENDOR, vendor, sizeof vendor);
  interpose_answer(CL_DEVICE_TYPE, &type, sizeof type);
  for (unsigned k = 0; k < 3; k++) {
    clscan_context_options options = interpose_options(&h);
    options.forbid_lookback = k == 1;
    options.allow_lookback = k == 2;
    assert_int_equal(count_messages(&options), k == 0);
    assert_true(harness_log_contains(&h, "allow_lookback") == (k == 0));
  }
}

/* There, nothing looks back unless the caller says that it may. */
TEST(test_no_lookback_on_unknown_devices) {
  static const char vendor[] = "Somebody";
  static const cl_device_type type = CL_DEVICE_TYPE_ACCELERATOR;
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32};
  const clscan_scan_desc wanted = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_LOOKBACK};
  interpose_reset();
  interpose_answer(CL_DEVICE_VENDOR, vendor, sizeof vendor);
  interpose_answer(CL_DEVICE_TYPE, &type, sizeof type);
  for (unsigned allowed = 0; allowed < 2; allowed++) {
    clscan_context_options options = interpose_options(&h);
    clscan_context *ctx = NULL;
    clscan_plan *plans[3] = {NULL};
    clscan_plan *refused = NULL;
    options.allow_lookback = (int)allowed;
    assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
    assert_success(clscan_scan_plan_create(ctx, &scan, &plans[0]));
    const clscan_select_desc select = {.type = CLSCAN_UINT32};
    const clscan_partition_desc partition = {.type = CLSCAN_UINT32, .flags = CLSCAN_SEPARATE};
    assert_success(clscan_select_plan_create(ctx, &select, &plans[1]));
    assert_success(clscan_partition_plan_create(ctx, &partition, &plans[2]));
    for (unsigned k = 0; k < HARNESS_COUNT(plans); k++) {
      clscan_plan_info info;
      assert_success(clscan_plan_describe(plans[k], &info));
      assert_int_equal(info.algorithm,
                       allowed ? CLSCAN_SCAN_LOOKBACK : CLSCAN_SCAN_REDUCE_THEN_SCAN);
      assert_true(allowed || strstr(info.reason, "not known to let started work-groups") != NULL);
      clscan_plan_destroy(plans[k]);
    }
    harness_log_reset(&h);
    assert_status(clscan_scan_plan_create(ctx, &wanted, &refused),
                  allowed ? CLSCAN_SUCCESS : CLSCAN_UNSUPPORTED_ALGORITHM);
    assert_true(allowed || refusal_logged(&h, CLSCAN_UNSUPPORTED_ALGORITHM));
    clscan_plan_destroy(refused);
    clscan_context_destroy(ctx);
  }
}

HARNESS_MAIN(NULL, NULL)
