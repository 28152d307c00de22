/* SPDX-License-Identifier: Apache-2.0 */
#include "compact/compact.h"
#include "compact/compact_class.h"

static void read_args(const void *given, clscan__compact_args *common) {
  const clscan_partition_args *args = given;
  *common = (clscan__compact_args){.input = CLSCAN__INPUT_ARGS_OF(args),
                                   .out = args->out,
                                   .counts = args->counts,
                                   .offsets = args->offsets,
                                   .n_device = args->n_device,
                                   .outs = args->outs,
                                   .capacity = args->capacity,
                                   .options = args->options,
                                   .scratch = args->scratch};
}

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__compact *compact = (clscan__compact *)plan;
  const clscan_partition_desc *desc = descriptor;
  compact->read_args = read_args;
  compact->desc = (clscan__compact_desc){.type = desc->type,
                                         .flag_type = desc->flag_type,
                                         .argument_type = desc->argument_type,
                                         .count_type = desc->count_type,
                                         .n_device_type = desc->n_device_type,
                                         .algorithm = desc->algorithm,
                                         .flags = desc->flags,
                                         .num_buckets = desc->num_buckets ? desc->num_buckets : 2,
                                         .custom_type = desc->custom_type,
                                         .custom_argument = desc->custom_argument,
                                         .definition = desc->definition,
                                         .predicate = desc->predicate,
                                         .bucket = desc->bucket};
  return clscan__compact_resolve(compact);
}

const clscan__plan_class clscan__partition_class = {
    CLSCAN__CLASS_OF(partition),
    .whose = "a partition's",
    .size = sizeof(clscan__compact),
    .num_kernels = CLSCAN__COMPACT_KERNELS,
    .resolve = resolve,
    .request = clscan__compact_request,
    .build = clscan__compact_build,
    .finish = clscan__compact_finish,
    .needs = clscan__compact_needs,
    .check = clscan__compact_check,
    .append = clscan__compact_append,
};
