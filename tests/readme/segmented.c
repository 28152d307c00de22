/* SPDX-License-Identifier: Apache-2.0 */
/* A segmented scan, exclusive and inclusive. */
#include "readme.h"

#include <stdbool.h>

#define N ((size_t)100003)

static clscan_status segmented(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                               size_t n, bool exclusive) {
  // Sums that begin anew at each element with a `head`.
  clscan_custom_type item = {.name = "item",
                             .definition = "typedef struct { int head, value; } item;",
                             .size = 8,
                             .alignment = 4};
  clscan_custom_type sums = {.name = "sums",
                             .definition = "typedef struct { int head, before, all; } sums;",
                             .size = 12,
                             .alignment = 4};
  clscan_custom_op join = {.expression = "join(a, b)",
                           .definition = "sums join(sums a, sums b)\n"
                                         "{\n"
                                         "    if (!b.head) {\n"
                                         "        b.head = a.head;\n"
                                         "        b.before += a.all;\n"
                                         "        b.all += a.all;\n"
                                         "    }\n"
                                         "    return b;\n"
                                         "}\n",
                           .exact = 1};
  clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                           .custom_type = &item,
                           .acc_type = CLSCAN_CUSTOM,
                           .custom_acc = &sums,
                           .out_type = CLSCAN_INT32,
                           .op = CLSCAN_CUSTOM_OP,
                           .custom_op = &join,
                           .kind = CLSCAN_INCLUSIVE, // in both cases
                           .load = "(sums){x.head, 0, x.value}",
                           .store = exclusive ? "a.before" : "a.all"};
  clscan_scan_args args = {.in = {.mem = in}, .out = {.mem = out}, .n = n};
  return clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
}

int main(void) {
  struct harness h;
  static cl_int items[N][2], sums[N];
  harness_open(&h);
  /* Segments of one element, of a few, and of thousands. */
  for (size_t i = 0; i < N; i++) {
    items[i][0] = i % 20000 < 5000 ? i % 7 < 2 : i % 10000 == 5000;
    items[i][1] = (cl_int)(i * 37 % 101) - 20;
  }
  cl_mem in = readme_buffer(&h, sizeof items, items);
  cl_mem out = readme_buffer(&h, sizeof sums, NULL);
  for (int exclusive = 0; exclusive < 2; exclusive++) {
    assert_success(segmented(h.ctx, h.queue, in, out, N, exclusive));
    readme_read(&h, out, sizeof sums, sums);
    cl_int sum = 0;
    for (size_t i = 0; i < N; i++) {
      const cl_int before = items[i][0] ? 0 : sum;
      sum = before + items[i][1];
      REQUIRE(sums[i] == (exclusive ? before : sum));
    }
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  harness_close(&h);
  return EXIT_SUCCESS;
}
