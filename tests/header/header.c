/* SPDX-License-Identifier: Apache-2.0 */
/* The header alone, and what a C caller writes against it. */
#include <clscan.h>

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n);

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32};
  const clscan_scan_args args = {.in = {in, 0}, .out = {out, 0}, .n = n};
  return clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
}
