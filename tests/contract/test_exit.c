/* SPDX-License-Identifier: Apache-2.0 */
/* A program that ends without releasing anything, with an execution perhaps still running. */
#include "support/arrays.h"

#include <stdlib.h>

static struct harness h;

int main(void) {
  const size_t n = 4000000;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_plan *plan = NULL;
  harness_open(&h);
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE, n * sizeof(uint32_t), NULL, NULL);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n};
  const bool good = clscan_scan_plan_create(h.ctx, &desc, &plan) == CLSCAN_SUCCESS &&
                    clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL) == CLSCAN_SUCCESS &&
                    clscan_scan(h.ctx, h.queue, &desc, &args, 0, NULL, NULL) == CLSCAN_SUCCESS &&
                    clFlush(h.queue) == CL_SUCCESS;
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
