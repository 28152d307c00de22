/* SPDX-License-Identifier: Apache-2.0 */
#include "compact/compact.h"
#include "compact/compact_class.h"

static void read_args(const void *given, clscan__compact_args *common) {
  const clscan_partition_args *args = given;
  *common = (clscan__compact_args){CLSCAN__COMPACT_ARGS_OF(args), .counts = args->counts,
                                   .offsets = args->offsets, .outs = args->outs};
}

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__compact *compact = (clscan__compact *)plan;
  const clscan_partition_desc *desc = descriptor;
  compact->read_args = read_args;
  compact->desc = (clscan__compact_desc){CLSCAN__COMPACT_DESC_OF(desc),
                                         .num_buckets = desc->num_buckets ? desc->num_buckets : 2,
                                         .bucket = desc->bucket};
  return clscan__compact_resolve(compact);
}

const clscan__plan_class clscan__partition_class = {CLSCAN__CLASS_OF(partition),
                                                    CLSCAN__COMPACT_CLASS, .whose = "a partition's",
                                                    .resolve = resolve};
