/* SPDX-License-Identifier: Apache-2.0 */
/* The text of clscan_device_source() before the caller's own kernel.
 *
 * Usage: readme_building_blocks building_blocks.cl */
#include "readme.h"

#define ROWS ((size_t)61)
#define COLUMNS ((size_t)50)
#define GROUP ((size_t)64)

static cl_program build(clscan_context *ctx, cl_context context, cl_device_id device,
                        const char *kernels) {
  clscan_device_source_desc desc = {.prefix = "sum", .type = CLSCAN_UINT32, .max_group_size = 64};
  const char *options;
  size_t size;
  clscan_device_source(ctx, &desc, 0, NULL, &size, &options);
  char *text = malloc(size);
  clscan_device_source(ctx, &desc, size, text, NULL, NULL);

  const char *sources[] = {text, kernels};
  cl_program program = clCreateProgramWithSource(context, 2, sources, NULL, NULL);
  clBuildProgram(program, 1, &device, options, NULL, NULL);
  free(text);
  return program;
}

static void run(struct harness *h, cl_program program) {
  static cl_uint matrix[ROWS][COLUMNS];
  const size_t global = ROWS * GROUP, local = GROUP;
  const cl_uint columns = (cl_uint)COLUMNS;
  cl_int status = CL_SUCCESS;
  for (size_t r = 0; r < ROWS; r++) {
    for (size_t c = 0; c < COLUMNS; c++) {
      matrix[r][c] = (cl_uint)(r + 3 * c);
    }
  }
  cl_mem mem = readme_buffer(h, sizeof matrix, matrix);
  cl_kernel kernel = clCreateKernel(program, "scan_rows", &status);
  REQUIRE(status == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 0, sizeof mem, &mem) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, sizeof columns, &columns) == CL_SUCCESS);
  REQUIRE(clEnqueueNDRangeKernel(h->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ==
          CL_SUCCESS);
  readme_read(h, mem, sizeof matrix, matrix);
  for (size_t r = 0; r < ROWS; r++) {
    cl_uint sum = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
      sum += (cl_uint)(r + 3 * c);
      REQUIRE(matrix[r][c] == sum);
    }
  }
  clReleaseKernel(kernel);
  clReleaseMemObject(mem);
}

int main(int argc, char **argv) {
  struct harness h;
  char kernels[4096] = "";
  REQUIRE(argc == 2);
  FILE *file = fopen(argv[1], "r");
  REQUIRE(file != NULL);
  REQUIRE(fread(kernels, 1, sizeof kernels - 1, file) > 0);
  fclose(file);
  harness_open(&h);
  cl_program program = build(h.ctx, h.context, h.device, kernels);
  run(&h, program);
  clReleaseProgram(program);
  harness_close(&h);
  return EXIT_SUCCESS;
}
