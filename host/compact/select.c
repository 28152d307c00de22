/* SPDX-License-Identifier: Apache-2.0 */
#include "compact/compact.h"
#include "compact/compact_class.h"

static void read_args(const void *given, clscan__compact_args *common) {
  const clscan_select_args *args = given;
  *common = (clscan__compact_args){CLSCAN__COMPACT_ARGS_OF(args), .counts = args->count,
                                   .more = args->more};
}

static clscan_status resolve(clscan_plan *plan, const void *descriptor) {
  clscan__compact *compact = (clscan__compact *)plan;
  const clscan_select_desc *desc = descriptor;
  compact->read_args = read_args;
  compact->desc = (clscan__compact_desc){CLSCAN__COMPACT_DESC_OF(desc),
                                         .out_type = desc->out_type,
                                         .num_more = desc->num_more,
                                         .custom_out = desc->custom_out,
                                         .equal = desc->equal,
                                         .output = desc->output,
                                         .more = desc->more};
  return clscan__compact_resolve(compact);
}

const clscan__plan_class clscan__select_class = {CLSCAN__CLASS_OF(select), CLSCAN__COMPACT_CLASS,
                                                 .whose = "a select's", .resolve = resolve};
