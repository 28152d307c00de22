/* SPDX-License-Identifier: Apache-2.0 */
/* clscan_device_source(): several texts in one program, and what it refuses. */
#include "support/device_text.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static const clscan_device_source_desc sum_desc = {.type = CLSCAN_INT32, .op = CLSCAN_ADD};
static const clscan_device_source_desc maximum_desc = {.type = CLSCAN_FLOAT32, .op = CLSCAN_MAX};

TEST(test_two_prefixes_in_one_program) {
  static const char use[] = "\n__kernel void use(__global int *i, __global float *f) {\n"
                            "  __local int ti[sums_LOCAL_ITEMS];\n"
                            "  __local float tf[tops_LOCAL_ITEMS];\n"
                            "  const uint k = (uint)get_local_id(0);\n"
                            "  i[k] = sums_workgroup_scan_inclusive(i[k], 32, ti);\n"
                            "  f[k] = tops_workgroup_scan_inclusive(f[k], 32, tf);\n"
                            "}\n";
  clscan_device_source_desc descs[2] = {sum_desc, maximum_desc};
  descs[0].prefix = "sums";
  descs[1].prefix = "tops";
  descs[1].method = CLSCAN_WORKGROUP_BLELLOCH;
  descs[1].backend = CLSCAN_BACKEND_LOCAL;
  const char *options = NULL;
  char *first = device_text_of(&h, &descs[0], &options);
  char *second = device_text_of(&h, &descs[1], NULL);
  const char *texts[] = {first, second, use};
  cl_program program = device_text_build(&h, texts, 3, options);
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "use", &error);
  assert_int_equal(error, CL_SUCCESS);
  int32_t i[32];
  float f[32];
  for (int k = 0; k < 32; k++) {
    i[k] = k + 1;
    f[k] = (float)((k * 7) % 32);
  }
  cl_mem ints = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, sizeof i, i, &error);
  cl_mem floats = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, sizeof f, f, &error);
  const size_t group = 32;
  assert_int_equal(clSetKernelArg(kernel, 0, sizeof ints, &ints), CL_SUCCESS);
  assert_int_equal(clSetKernelArg(kernel, 1, sizeof floats, &floats), CL_SUCCESS);
  assert_int_equal(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &group, &group, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_int_equal(clEnqueueReadBuffer(h.queue, ints, CL_TRUE, 0, sizeof i, i, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_int_equal(clEnqueueReadBuffer(h.queue, floats, CL_TRUE, 0, sizeof f, f, 0, NULL, NULL),
                   CL_SUCCESS);
  float top = 0;
  for (int k = 0; k < 32; k++) {
    const float x = (float)((k * 7) % 32);
    top = x > top ? x : top;
    assert_int_equal(i[k], (k + 1) * (k + 2) / 2);
    assert_true(memcmp(&f[k], &top, sizeof top) == 0);
  }
  clReleaseMemObject(ints);
  clReleaseMemObject(floats);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  free(first);
  free(second);
}

static void refuse(clscan_device_source_desc desc, clscan_status status) {
  size_t size = 0;
  assert_status(clscan_device_source(h.ctx, &desc, 0, NULL, &size, NULL), status);
}

TEST(test_bad_input) {
  const clscan_device_source_desc good = sum_desc;
  clscan_device_source_desc desc = good;
  size_t size = 0;
  char text[8];
  assert_status(clscan_device_source(NULL, &good, 0, NULL, &size, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_device_source(h.ctx, NULL, 0, NULL, &size, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_device_source(h.ctx, &good, sizeof text, NULL, &size, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_device_source(h.ctx, &good, sizeof text, text, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  desc.type = CLSCAN_TYPE_NONE;
  refuse(desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.op = (clscan_op)9;
  refuse(desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.backend = (clscan_backend)9;
  refuse(desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.method = (clscan_workgroup_method)9;
  refuse(desc, CLSCAN_INVALID_ENUM);
  desc = good;
  desc.type = CLSCAN_FLOAT32;
  desc.op = CLSCAN_XOR;
  refuse(desc, CLSCAN_INVALID_OPERATOR);
  desc = good;
  desc.op = CLSCAN_CUSTOM_OP;
  refuse(desc, CLSCAN_INVALID_OPERATOR);
  desc = good;
  desc.type = CLSCAN_CUSTOM;
  refuse(desc, CLSCAN_INVALID_TYPE);
  desc = good;
  desc.reserved[3] = 1;
  refuse(desc, CLSCAN_RESERVED_NOT_ZERO);
  desc = good;
  desc.prefix = "1st";
  refuse(desc, CLSCAN_INVALID_ARGUMENT);
  desc.prefix = "a-b";
  refuse(desc, CLSCAN_INVALID_ARGUMENT);
  desc.prefix = "";
  refuse(desc, CLSCAN_INVALID_ARGUMENT);
  if (!h.has_ptx) {
    desc = good;
    desc.backend = CLSCAN_BACKEND_PTX;
    refuse(desc, CLSCAN_UNSUPPORTED_BACKEND);
  }
}

/* A custom type whose name is a macro. */
TEST(test_type_is_macro) {
  static const char use[] = "\n__kernel void use(__global PAIR *x) {\n"
                            "  __local PAIR tmp[pairs_LOCAL_ITEMS];\n"
                            "  x[0] = pairs_workgroup_reduce(x[0], 1, tmp);\n"
                            "}\n";
  const clscan_custom_type pair = {
      .name = "PAIR", .definition = "#define PAIR int2", .size = 8, .alignment = 8};
  const clscan_custom_op op = {.expression = "a + b", .exact = 1};
  const clscan_device_source_desc desc = {.prefix = "pairs",
                                          .type = CLSCAN_CUSTOM,
                                          .custom_type = &pair,
                                          .op = CLSCAN_CUSTOM_OP,
                                          .custom_op = &op};
  const char *options = NULL;
  char *text = device_text_of(&h, &desc, &options);
  const char *texts[] = {text, use};
  clReleaseProgram(device_text_build(&h, texts, 2, options));
  free(text);
}

/* The caller's macros and names are as before, whichever of ours they are called like; so are those
 * in the texts of a custom operator. */
TEST(test_callers_macros_stay) {
  static const char before[] = "#define ACC 5\n#define subgroup_lane 7\n"
                               "#define WG_ITEMS 11\n";
  static const char use[] = "\n#ifdef GROUP_LENGTH\n#error \"a macro is left\"\n#endif\n"
                            "__kernel void use(__global int *i) {\n"
                            "  __local int tmp[sums_LOCAL_ITEMS];\n"
                            "  const uint k = (uint)get_local_id(0);\n"
                            "  const int sum = sums_workgroup_scan_inclusive(i[k], 32, tmp);\n"
                            "  i[k] = sum + 1000 * (ACC + subgroup_lane + WG_ITEMS);\n"
                            "}\n";
  const clscan_custom_op op = {.definition = "#define OP_CODE 9\n#define linear_id 8\n"
                                             "int workgroup_scan(int p, int q) { return p + q; }",
                               .expression = "workgroup_scan(a, b)",
                               .exact = 1};
  const clscan_device_source_desc desc = {
      .prefix = "sums", .type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  const char *options = NULL;
  char *text = device_text_of(&h, &desc, &options);
  const char *texts[] = {before, text, use};
  cl_program program = device_text_build(&h, texts, 3, options);
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "use", &error);
  assert_int_equal(error, CL_SUCCESS);
  int32_t values[32];
  for (int k = 0; k < 32; k++) {
    values[k] = k + 1;
  }
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_int_equal(clSetKernelArg(kernel, 0, sizeof mem, &mem), CL_SUCCESS);
  const size_t size = 32;
  assert_int_equal(clEnqueueNDRangeKernel(h.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
      CL_SUCCESS);
  for (int k = 0; k < 32; k++) {
    assert_int_equal(values[k], (k + 1) * (k + 2) / 2 + 23000);
  }
  clReleaseMemObject(mem);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  free(text);
}

HARNESS_MAIN(NULL, NULL)
