/* SPDX-License-Identifier: Apache-2.0 */
/* Making a context: options, bad input, an OpenCL with functions missing, a device without
 * compiler. */
#include "support/arrays.h"
#include "support/refusal.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static clscan_context *const untouched = (clscan_context *)&h;

/* Checks that no context is made with these options. */
static void refuse(const clscan_context_options *options, clscan_status status) {
  clscan_context *ctx = untouched;
  harness_log_reset(&h);
  assert_status(clscan_context_create(h.context, h.device, options, &ctx), status);
  assert_ptr_equal(ctx, untouched);
  assert_true(refusal_logged(&h, status));
}

TEST(test_null) {
  clscan_context *ctx = untouched;
  assert_status(clscan_context_create(NULL, h.device, NULL, &ctx), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_context_create(h.context, NULL, NULL, &ctx), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_context_create(h.context, h.device, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_ptr_equal(ctx, untouched);
  clscan_context_destroy(NULL);
  assert_status(clscan_context_trim(NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  clscan_memory memory;
  assert_status(clscan_context_memory(NULL, &memory), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_context_memory(h.ctx, NULL), CLSCAN_INVALID_ARGUMENT);
}

TEST(test_reserved) {
  clscan_context_options options = harness_options(&h);
  for (size_t k = 0; k < HARNESS_COUNT(options.reserved); k++) {
    options = harness_options(&h);
    options.reserved[k] = 1;
    refuse(&options, CLSCAN_RESERVED_NOT_ZERO);
  }
  clscan_tuning tuning = {.group_size = 0};
  for (size_t k = 0; k < HARNESS_COUNT(tuning.reserved); k++) {
    memset(&tuning, 0, sizeof tuning);
    tuning.reserved[k] = 1;
    options = harness_options(&h);
    options.tuning = &tuning;
    refuse(&options, CLSCAN_RESERVED_NOT_ZERO);
  }
}

TEST(test_forbidden_and_allowed) {
  clscan_context_options options = harness_options(&h);
  options.forbid_lookback = 1;
  options.allow_lookback = 1;
  refuse(&options, CLSCAN_INVALID_ARGUMENT);
}

TEST(test_bad_tuning) {
  const struct {
    clscan_tuning tuning;
    clscan_status status;
  } rows[] = {
      {{.backend = (clscan_backend)4}, CLSCAN_INVALID_ENUM},
      {{.atomics = (clscan_atomics)4}, CLSCAN_INVALID_ENUM},
      {{.storage = (clscan_storage)3}, CLSCAN_INVALID_ENUM},
      {{.method = (clscan_workgroup_method)4}, CLSCAN_INVALID_ENUM},
      {{.exact_algorithm = 6}, CLSCAN_INVALID_ENUM},
      {{.inexact_algorithm = -1}, CLSCAN_INVALID_ENUM},
      {{.window = 1}, CLSCAN_INVALID_TUNING},
      {{.window = 33}, CLSCAN_INVALID_TUNING},
      {{.group_size = (uint32_t)h.max_group_size + 1, .storage = CLSCAN_STORAGE_REGISTERS},
       CLSCAN_INVALID_TUNING},
      {{.group_size = 64, .storage = CLSCAN_STORAGE_REREAD}, CLSCAN_INVALID_TUNING},
      {{.descriptor_spacing = 3}, CLSCAN_INVALID_TUNING},
      {{.poll_delay = 1000001}, CLSCAN_INVALID_TUNING},
      {{.registers = 15}, CLSCAN_INVALID_TUNING},
      {{.registers = 256}, CLSCAN_INVALID_TUNING},
      {{.group_size = 1024, .registers = 72, .storage = CLSCAN_STORAGE_REGISTERS},
       CLSCAN_INVALID_TUNING},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_context_options options = harness_options(&h);
    options.tuning = &rows[k].tuning;
    refuse(&options, rows[k].status);
  }
}

/* A back end that the device does not have is refused, at once or when a plan needs it. */
TEST(test_back_ends) {
  static const clscan_backend backends[] = {CLSCAN_BACKEND_PTX, CLSCAN_BACKEND_KHR};
  for (unsigned k = 0; k < HARNESS_COUNT(backends); k++) {
    const clscan_tuning tuning = {.backend = backends[k], .storage = CLSCAN_STORAGE_REGISTERS};
    const clscan_scan_desc desc = {.type = CLSCAN_INT32};
    clscan_context_options options = harness_options(&h);
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    clscan_plan_info info;
    options.tuning = &tuning;
    harness_log_reset(&h);
    clscan_status status = clscan_context_create(h.context, h.device, &options, &ctx);
    if (status == CLSCAN_SUCCESS) {
      status = clscan_scan_plan_create(ctx, &desc, &plan);
    }
    if (status == CLSCAN_SUCCESS) {
      assert_success(clscan_plan_describe(plan, &info));
      assert_int_equal(info.backend, backends[k]);
    } else {
      assert_status(status, CLSCAN_UNSUPPORTED_BACKEND);
      assert_true(refusal_logged(&h, CLSCAN_UNSUPPORTED_BACKEND));
    }
    assert_true(!(backends[k] == CLSCAN_BACKEND_PTX) || h.has_ptx == (status == CLSCAN_SUCCESS));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

/* Work-group scans through sub-groups need a back end that has them. */
TEST(test_method_without_sub_groups) {
  const clscan_tuning tuning = {.method = CLSCAN_WORKGROUP_SUBGROUP,
                                .backend = CLSCAN_BACKEND_LOCAL,
                                .storage = CLSCAN_STORAGE_REGISTERS};
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  options.tuning = &tuning;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  harness_log_reset(&h);
  assert_status(clscan_scan_plan_create(ctx, &desc, &plan), CLSCAN_UNSUPPORTED_BACKEND);
  assert_true(refusal_logged(&h, CLSCAN_UNSUPPORTED_BACKEND));
  clscan_context_destroy(ctx);
}

TEST(test_device_without_compiler) {
  interpose_reset();
  interpose_zero(CL_DEVICE_COMPILER_AVAILABLE);
  const clscan_context_options options = interpose_options(&h);
  refuse(&options, CLSCAN_NO_COMPILER);
  assert_true(interpose_nothing_held());
}

/* Functions that OpenCL 1.2 lacks may be missing. */
static bool is_newer(const char *name) {
  static const char *const newer[] = {"clGetKernelSubGroupInfo", "clCloneKernel"};
  for (size_t k = 0; k < HARNESS_COUNT(newer); k++) {
    if (strcmp(newer[k], name) == 0) {
      return true;
    }
  }
  return false;
}

TEST(test_missing_functions) {
  const char *asked[128];
  unsigned count = 0;
  clscan_context *ctx = NULL;
  const clscan_context_options options = interpose_options(&h);
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  clscan_context_destroy(ctx);
  while (count < HARNESS_COUNT(asked) && interpose_asked(count) != NULL) {
    asked[count] = interpose_asked(count);
    count++;
  }
  assert_true(count > 20);
  for (unsigned k = 0; k < count; k++) {
    interpose_reset();
    interpose_hide(asked[k]);
    if (is_newer(asked[k])) {
      assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
      clscan_context_destroy(ctx);
    } else {
      refuse(&options, CLSCAN_NO_OPENCL);
    }
    assert_true(interpose_nothing_held());
  }
}

/* Options, tuning row and build options are copied: the caller's may be gone after the call. */
TEST(test_options_are_copied) {
  clscan_tuning *tuning = calloc(1, sizeof *tuning);
  char *build_options = malloc(64);
  clscan_context_options *options = malloc(sizeof *options);
  clscan_context *ctx = NULL;
  assert_non_null(tuning);
  assert_non_null(build_options);
  assert_non_null(options);
  tuning->small_max = 77;
  strcpy(build_options, "-DTESTS_VALUE=7");
  *options = harness_build_options(&h, build_options);
  options->tuning = tuning;
  assert_success(clscan_context_create(h.context, h.device, options, &ctx));
  memset(tuning, 0xff, sizeof *tuning);
  memset(build_options, 'x', 63);
  memset(options, 0xff, sizeof *options);
  free(tuning);
  free(build_options);
  free(options);
  /* The text compiles only with the build option. */
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .load = "x + TESTS_VALUE"};
  clscan_plan *plan = NULL;
  clscan_plan_info info;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_plan_describe(plan, &info));
  assert_int_equal(info.small_max, 77);
  clscan_plan_destroy(plan);
  assert_status(clscan_scan_plan_create(h.ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  clscan_context_destroy(ctx);
}

/* With no options at all. */
TEST(test_defaults) {
  clscan_context *ctx = NULL;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};
  const size_t n = 5000;
  uint32_t *expected = arrays_host(n);
  cl_mem mem = arrays_random(&h, n, 3, expected);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  assert_success(clscan_context_create(h.context, h.device, NULL, &ctx));
  assert_success(clscan_scan(ctx, h.queue, &desc, &args, 0, NULL, NULL));
  arrays_sum(expected, n);
  assert_true(arrays_equal(&h, mem, expected, n));
  /* A refused call without a log callback. */
  assert_status(clscan_scan(ctx, h.queue, &desc, NULL, 0, NULL, NULL), CLSCAN_INVALID_ARGUMENT);
  clReleaseMemObject(mem);
  clscan_context_destroy(ctx);
  free(expected);
}

/* The context keeps the OpenCL objects alive that it needs. */
TEST(test_context_is_retained) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_int error = CL_SUCCESS;
  cl_context other = clCreateContext(properties, 1, &h.device, NULL, NULL, &error);
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_context_create(other, h.device, NULL, &ctx));
  clReleaseContext(other);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

HARNESS_MAIN(NULL, NULL)
