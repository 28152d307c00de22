/* SPDX-License-Identifier: Apache-2.0 */
#include "support/device_text.h"

#include <stdlib.h>
#include <string.h>

char *device_text_of(struct harness *h, const clscan_device_source_desc *desc,
                     const char **options) {
  size_t size = 0;
  size_t written = 0;
  assert_success(clscan_device_source(h->ctx, desc, 0, NULL, &size, options));
  assert_true(size > 1);
  char *text = malloc(size);
  assert_non_null(text);
  assert_status(clscan_device_source(h->ctx, desc, size - 1, text, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_success(clscan_device_source(h->ctx, desc, size, text, &written, options));
  assert_int_equal(written, size);
  assert_int_equal(strlen(text) + 1, size);
  return text;
}

cl_program device_text_build(struct harness *h, const char **texts, cl_uint count,
                             const char *options) {
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(h->context, count, texts, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  if (clBuildProgram(program, 1, &h->device, options, NULL, NULL) != CL_SUCCESS) {
    static char log[20000];
    clGetProgramBuildInfo(program, h->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fail_msg("%s", log);
  }
  return program;
}
