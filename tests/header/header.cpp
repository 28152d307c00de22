/* SPDX-License-Identifier: Apache-2.0 */
/* The header alone, and what a C++ caller writes against it. */
#include <clscan.h>

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n);

clscan_status header_use(clscan_context *ctx, cl_command_queue queue, cl_mem in, cl_mem out,
                         size_t n) {
  clscan_scan_desc desc = {};
  clscan_scan_args args = {};
  desc.type = CLSCAN_INT32;
  args.in.mem = in;
  args.out.mem = out;
  args.n = n;
  return clscan_scan(ctx, queue, &desc, &args, 0, nullptr, nullptr);
}
