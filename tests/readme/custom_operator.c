/* SPDX-License-Identifier: Apache-2.0 */
/* A linear recurrence as a scan of affine maps, and a mistake in its text.
 *
 * Usage: readme_custom_operator build_error.txt */
#include "readme.h"

#include <math.h>
#include <string.h>

#define N ((size_t)50021)

static clscan_status recur(clscan_context *ctx, cl_command_queue queue, cl_mem maps, cl_mem x,
                           size_t n) {
  /* x[i] = a[i] * x[i - 1] + b[i] for all i: the scan of the maps x -> a * x + b. */
  clscan_custom_type affine = {.name = "affine",
                               .definition = "typedef struct { float a, b; } affine;",
                               .size = 8,
                               .alignment = 4};
  clscan_custom_op then = {.expression = "then(a, b)", /* a is the left operand */
                           .definition = "affine then(affine f, affine g)\n"
                                         "{\n"
                                         "    affine h = {f.a * g.a, f.b * g.a + g.b};\n"
                                         "    return h;\n"
                                         "}\n",
                           .identity = "(affine){1, 0}"}; /* may be left out */
  clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                           .custom_type = &affine,
                           .acc_type = CLSCAN_CUSTOM,
                           .out_type = CLSCAN_FLOAT32,
                           .op = CLSCAN_CUSTOM_OP,
                           .custom_op = &then,
                           .kind = CLSCAN_INCLUSIVE,
                           .store = "a.b"}; /* only x[i] is stored */
  float first[2] = {0, 1};                  /* x[-1] = 1, as a map */
  clscan_scan_args args = {.in = {.mem = maps}, .out = {.mem = x}, .n = n, .init = first};
  return clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
}

static void check_recurrence(struct harness *h) {
  static float maps[N][2], x[N];
  for (size_t i = 0; i < N; i++) {
    maps[i][0] = i % 5 == 0 ? -0.75f : 0.5f;
    maps[i][1] = (float)(i % 13) - 5;
  }
  cl_mem in = readme_buffer(h, sizeof maps, maps);
  cl_mem out = readme_buffer(h, sizeof x, NULL);
  assert_success(recur(h->ctx, h->queue, in, out, N));
  readme_read(h, out, sizeof x, x);
  double expected = 1;
  for (size_t i = 0; i < N; i++) {
    expected = (double)maps[i][0] * expected + (double)maps[i][1];
    REQUIRE(fabs((double)x[i] - expected) <= 1e-4);
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

/* The same text with g.c in its third line; README shows what pocl 3.1 says. */
static void check_mistake(struct harness *h, const char *path) {
  char message[1000] = "";
  char version[256] = "";
  FILE *file = fopen(path, "r");
  REQUIRE(file != NULL);
  REQUIRE(fread(message, 1, sizeof message - 1, file) > 0);
  fclose(file);

  const clscan_custom_type affine = {.name = "affine",
                                     .definition = "typedef struct { float a, b; } affine;",
                                     .size = 8,
                                     .alignment = 4};
  const clscan_custom_op then = {.expression = "then(a, b)",
                                 .definition = "affine then(affine f, affine g)\n"
                                               "{\n"
                                               "    affine h = {f.a * g.a, f.b * g.a + g.c};\n"
                                               "    return h;\n"
                                               "}\n"};
  const clscan_scan_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &affine, .op = CLSCAN_CUSTOM_OP, .custom_op = &then};
  clscan_plan *plan = NULL;
  harness_log_reset(h);
  assert_status(clscan_scan_plan_create(h->ctx, &desc, &plan), CLSCAN_BUILD_FAILED);
  clGetPlatformInfo(h->platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
  REQUIRE(harness_log_contains(h, "custom_op"));
  REQUIRE(harness_log_contains(h, "'c'"));
  REQUIRE(strstr(version, "pocl 3.1") == NULL || harness_log_contains(h, message));
}

int main(int argc, char **argv) {
  struct harness h;
  REQUIRE(argc == 2);
  harness_open(&h);
  check_recurrence(&h);
  check_mistake(&h, argv[1]);
  harness_close(&h);
  return EXIT_SUCCESS;
}
