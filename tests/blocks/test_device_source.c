/* SPDX-License-Identifier: Apache-2.0 */
/* clscan_device_source(): the text compiled with kernels that call it, in groups of many shapes;
 * each element in each of them with CLSCAN_TEST_SLOW=1. */
#include "support/device_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

#define MAX_GROUP 256
#define MAX_SIZE 16

/* The linear local id, and both kernels. T, P_ and OUT are put in place of the type and the prefix.
 */
static const char kernels[] =
    "#define LINEAR_ID ((uint)(get_local_id(0) + get_local_size(0) *\\\n"
    "  (get_local_id(1) + get_local_size(1) * get_local_id(2))))\n"
    "#define LENGTH ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))\n"
    "__kernel void use_subgroups(__global const T *in, __global T *out, __global uint *where) {\n"
    "  const uint i = LINEAR_ID;\n"
    "  const T x = in[i];\n"
    "  out[i] = P(subgroup_scan_inclusive)(x);\n"
    "  out[LENGTH + i] = P(subgroup_scan_exclusive)(x);\n"
    "  out[2 * LENGTH + i] = P(subgroup_reduce)(x);\n"
    "  out[3 * LENGTH + i] = P(subgroup_broadcast)(x, 0);\n"
    "  out[4 * LENGTH + i] = P(subgroup_shuffle_up)(x, 1);\n"
    "  where[i] = P(subgroup_width)();\n"
    "  where[LENGTH + i] = P(subgroup_id)();\n"
    "  where[2 * LENGTH + i] = P(subgroup_lane)();\n"
    "}\n"
    "__kernel void use_workgroup(__global const T *in, __global T *out, uint n) {\n"
    "  __local T tmp[P(LOCAL_ITEMS)];\n"
    "  const uint i = LINEAR_ID;\n"
    "  const T x = in[i];\n"
    "  const T inclusive = P(workgroup_scan_inclusive)(x, n, tmp);\n"
    "  const T exclusive = P(workgroup_scan_exclusive)(x, n, tmp);\n"
    "  const T sum = P(workgroup_reduce)(x, n, tmp);\n"
    "  const T twice = P(workgroup_scan_inclusive)(inclusive, n, tmp);\n"
    "  out[i] = inclusive;\n"
    "  out[LENGTH + i] = exclusive;\n"
    "  out[2 * LENGTH + i] = sum;\n"
    "  out[3 * LENGTH + i] = twice;\n"
    "}\n";

/* --- types and operators --------------------------------------------------------------------- */

static const clscan_custom_type affine_type = {.name = "affine",
                                               .definition =
                                                   "typedef struct { uint a, b; } affine;",
                                               .size = 8,
                                               .alignment = 4};
static const clscan_custom_op then = {.expression = "(affine){a.a * b.a, a.b * b.a + b.b}",
                                      .exact = 1};

static void int_add(const void *left, const void *right, void *result) {
  uint32_t a;
  uint32_t b;
  memcpy(&a, left, sizeof a);
  memcpy(&b, right, sizeof b);
  a += b;
  memcpy(result, &a, sizeof a);
}

static void float_max(const void *left, const void *right, void *result) {
  float a;
  float b;
  memcpy(&a, left, sizeof a);
  memcpy(&b, right, sizeof b);
  memcpy(result, a > b ? &a : &b, sizeof a);
}

static void affine_then(const void *left, const void *right, void *result) {
  uint32_t f[2];
  uint32_t g[2];
  memcpy(f, left, sizeof f);
  memcpy(g, right, sizeof g);
  const uint32_t r[2] = {f[0] * g[0], f[1] * g[0] + g[1]};
  memcpy(result, r, sizeof r);
}

struct element {
  const char *name; /* in OpenCL C */
  clscan_device_source_desc desc;
  size_t size;
  void (*combine)(const void *a, const void *b, void *result);
};

static const struct element elements[] = {
    {"int", {.type = CLSCAN_INT32, .op = CLSCAN_ADD}, 4, int_add},
    {"float", {.type = CLSCAN_FLOAT32, .op = CLSCAN_MAX}, 4, float_max},
    {"affine",
     {.type = CLSCAN_CUSTOM,
      .custom_type = &affine_type,
      .op = CLSCAN_CUSTOM_OP,
      .custom_op = &then},
     8,
     affine_then},
};

/* Group shapes, the sizes that matter among them: 1, a few, a sub-group and one off, and plane
 * ones. */
static const size_t groups[][2] = {{1, 1},  {3, 1},   {31, 1},  {32, 1}, {33, 1},
                                   {64, 1}, {100, 1}, {256, 1}, {8, 8},  {16, 3}};

/* --- building -------------------------------------------------------------------------------- */

static cl_program build_with_kernels(const struct element *e,
                                     const clscan_device_source_desc *desc) {
  const char *options = NULL;
  char macros[200];
  char *text = device_text_of(&h, desc, &options);
  const char *prefix = desc->prefix != NULL ? desc->prefix : "clscan";
  snprintf(macros, sizeof macros, "\n#define T %s\n#define P(name) %s_##name\n", e->name, prefix);
  const char *texts[] = {text, macros, kernels};
  cl_program program = device_text_build(&h, texts, 3, options);
  free(text);
  return program;
}

/* --- running --------------------------------------------------------------------------------- */

/* Runs one group of a kernel: input, `rows` output rows, and a third argument. */
static void run_group(cl_kernel kernel, const size_t *group, const struct element *e,
                      const uint8_t *in, unsigned rows, uint8_t *out, size_t third_size,
                      const void *third) {
  const size_t length = group[0] * group[1];
  cl_int error = CL_SUCCESS;
  cl_mem from = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, length * e->size,
                               (void *)(uintptr_t)in, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_mem to = clCreateBuffer(h.context, CL_MEM_READ_WRITE, rows * length * e->size, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_int_equal(clSetKernelArg(kernel, 0, sizeof from, &from), CL_SUCCESS);
  assert_int_equal(clSetKernelArg(kernel, 1, sizeof to, &to), CL_SUCCESS);
  assert_int_equal(clSetKernelArg(kernel, 2, third_size, third), CL_SUCCESS);
  assert_int_equal(clEnqueueNDRangeKernel(h.queue, kernel, 2, NULL, group, group, 0, NULL, NULL),
                   CL_SUCCESS);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, to, CL_TRUE, 0, rows * length * e->size, out, 0, NULL, NULL),
      CL_SUCCESS);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

static void fill(const struct element *e, size_t length, uint8_t *in) {
  uint64_t random = 5 + length;
  for (size_t k = 0; k < length; k++) {
    const uint32_t words[2] = {(uint32_t)harness_random(&random) | 1,
                               (uint32_t)harness_random(&random)};
    const float x = (float)(words[1] >> 20);
    memcpy(in + k * e->size, e->desc.type == CLSCAN_FLOAT32 ? (const void *)&x : words, e->size);
  }
}

/* The inclusive scan of `count` elements. */
static void scan(const struct element *e, const uint8_t *in, size_t count, uint8_t *out) {
  memcpy(out, in, e->size);
  for (size_t k = 1; k < count; k++) {
    e->combine(out + (k - 1) * e->size, in + k * e->size, out + k * e->size);
  }
}

static void check_row(const struct element *e, const uint8_t *actual, const uint8_t *expected,
                      size_t count, const char *what, const size_t *group) {
  for (size_t k = 0; k < count; k++) {
    if (memcmp(actual + k * e->size, expected + k * e->size, e->size) != 0) {
      fail_msg("%s of %s: work-item %zu of the first %zu is wrong in a group of %zu x %zu", what,
               e->name, k, count, group[0], group[1]);
    }
  }
}

/* What each of the first n work-items must get: the value before, its own for the first. */
static void shift(const struct element *e, const uint8_t *scanned, const uint8_t *in, size_t n,
                  uint8_t *out) {
  memcpy(out, in, e->size);
  memcpy(out + e->size, scanned, (n - 1) * e->size);
}

static void repeat(const struct element *e, const uint8_t *value, size_t n, uint8_t *out) {
  for (size_t k = 0; k < n; k++) {
    memcpy(out + k * e->size, value, e->size);
  }
}

static void check_workgroup(cl_kernel kernel, const struct element *e, const size_t *group) {
  uint8_t in[MAX_GROUP * MAX_SIZE];
  uint8_t out[4 * MAX_GROUP * MAX_SIZE];
  uint8_t inclusive[MAX_GROUP * MAX_SIZE];
  uint8_t expected[(MAX_GROUP + 1) * MAX_SIZE];
  const size_t length = group[0] * group[1];
  const size_t row = length * e->size;
  const size_t counts[] = {length, length - 1, length / 2, 2, 1};
  fill(e, length, in);
  for (size_t c = 0; c < HARNESS_COUNT(counts); c++) {
    const cl_uint n = (cl_uint)counts[c];
    if (n < 1 || n > length) {
      continue;
    }
    run_group(kernel, group, e, in, 4, out, sizeof n, &n);
    scan(e, in, n, inclusive);
    check_row(e, out, inclusive, n, "work-group inclusive scan", group);
    shift(e, inclusive, in, n, expected);
    check_row(e, out + row, expected, n, "work-group exclusive scan", group);
    repeat(e, inclusive + (n - 1) * e->size, n, expected);
    check_row(e, out + 2 * row, expected, n, "work-group reduction", group);
    scan(e, inclusive, n, expected);
    check_row(e, out + 3 * row, expected, n, "second work-group scan", group);
  }
}

static void check_subgroups(cl_kernel kernel, const struct element *e, const size_t *group) {
  uint8_t in[MAX_GROUP * MAX_SIZE];
  uint8_t out[5 * MAX_GROUP * MAX_SIZE];
  uint8_t inclusive[MAX_GROUP * MAX_SIZE];
  uint8_t expected[(MAX_GROUP + 1) * MAX_SIZE];
  cl_uint where[3 * MAX_GROUP];
  const size_t length = group[0] * group[1];
  const size_t row = length * e->size;
  cl_int error = CL_SUCCESS;
  cl_mem places =
      clCreateBuffer(h.context, CL_MEM_READ_WRITE, 3 * length * sizeof(cl_uint), NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  fill(e, length, in);
  run_group(kernel, group, e, in, 5, out, sizeof places, &places);
  assert_int_equal(clEnqueueReadBuffer(h.queue, places, CL_TRUE, 0, 3 * length * sizeof(cl_uint),
                                       where, 0, NULL, NULL),
                   CL_SUCCESS);
  clReleaseMemObject(places);
  const size_t width = where[0];
  assert_true(width >= 1);
  for (size_t k = 0; k < length; k++) {
    assert_int_equal(where[k], width);
    assert_int_equal(where[length + k], k / width);
    assert_int_equal(where[2 * length + k], k % width);
  }
  for (size_t begin = 0; begin < length; begin += width) {
    const size_t n = length - begin < width ? length - begin : width;
    const size_t at = begin * e->size;
    scan(e, in + at, n, inclusive);
    check_row(e, out + at, inclusive, n, "sub-group inclusive scan", group);
    shift(e, inclusive, in + at, n, expected);
    check_row(e, out + row + at, expected, n, "sub-group exclusive scan", group);
    repeat(e, inclusive + (n - 1) * e->size, n, expected);
    check_row(e, out + 2 * row + at, expected, n, "sub-group reduction", group);
    repeat(e, in + at, n, expected);
    check_row(e, out + 3 * row + at, expected, n, "sub-group broadcast", group);
    shift(e, in + at, in + at, n, expected);
    check_row(e, out + 4 * row + at, expected, n, "sub-group shuffle up", group);
  }
}

/* A kernel is compiled for each shape: integers take all of them, the others share them. */
static bool takes(const struct element *e, size_t group) {
  const size_t k = (size_t)(e - elements);
  return harness_slow() || k == 0 || group % 2 == k % 2;
}

static void check_element(const struct element *e, clscan_backend backend,
                          clscan_workgroup_method method) {
  clscan_device_source_desc desc = e->desc;
  desc.backend = backend;
  desc.method = method;
  desc.max_group_size = h.max_group_size < MAX_GROUP ? 0 : MAX_GROUP;
  cl_int error = CL_SUCCESS;
  cl_program program = build_with_kernels(e, &desc);
  cl_kernel subgroups = clCreateKernel(program, "use_subgroups", &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_kernel workgroup = clCreateKernel(program, "use_workgroup", &error);
  assert_int_equal(error, CL_SUCCESS);
  for (size_t g = 0; g < HARNESS_COUNT(groups); g++) {
    const size_t length = groups[g][0] * groups[g][1];
    /* pocl 5.0 cannot link its own sub-group functions into groups of one work-item. */
    const bool too_small = length == 1 && h.is_pocl && backend == CLSCAN_BACKEND_AUTO;
    if (length > h.max_group_size || too_small || !takes(e, g)) {
      continue;
    }
    check_workgroup(workgroup, e, groups[g]);
    /* The sub-group functions do not depend on the method. */
    if (method != CLSCAN_WORKGROUP_BLELLOCH) {
      check_subgroups(subgroups, e, groups[g]);
    }
  }
  clReleaseKernel(subgroups);
  clReleaseKernel(workgroup);
  clReleaseProgram(program);
}

TEST(test_default) {
  for (size_t k = 0; k < HARNESS_COUNT(elements); k++) {
    check_element(&elements[k], CLSCAN_BACKEND_AUTO, CLSCAN_WORKGROUP_AUTO);
  }
}

TEST(test_blelloch) {
  for (size_t k = 0; k < HARNESS_COUNT(elements); k++) {
    check_element(&elements[k], CLSCAN_BACKEND_LOCAL, CLSCAN_WORKGROUP_BLELLOCH);
  }
}

TEST(test_hillis_steele) {
  check_element(&elements[2], CLSCAN_BACKEND_LOCAL, CLSCAN_WORKGROUP_HILLIS_STEELE);
}

HARNESS_MAIN(NULL, NULL)
