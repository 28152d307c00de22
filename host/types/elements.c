/* SPDX-License-Identifier: Apache-2.0 */
#include "types/elements.h"

#include "base/context.h"
#include "base/fail.h"

clscan_status clscan__elements_resolve(clscan_context *ctx, const clscan__elements_request *request,
                                       clscan__elements *elements) {
  const clscan__element *in = &elements->in, *acc = &elements->acc, *out = &elements->out;
  const clscan_custom_type *custom_out =
      request->custom_out ? request->custom_out : request->custom_type;
  const clscan_custom_type *custom_acc = request->custom_acc ? request->custom_acc : custom_out;
  const clscan_type out_type =
      request->out_type != CLSCAN_TYPE_NONE ? request->out_type : request->type;
  clscan_type acc_type = request->acc_type;
  if (acc_type == CLSCAN_TYPE_NONE) {
    acc_type =
        out_type == CLSCAN_FLOAT16 || out_type == CLSCAN_BFLOAT16 ? CLSCAN_FLOAT32 : out_type;
  }
  clscan_status status =
      clscan__element_resolve(ctx, "type", request->type, request->custom_type, &elements->in);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__element_resolve(ctx, "out_type", out_type, custom_out, &elements->out);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__element_resolve(ctx, "acc_type", acc_type, custom_acc, &elements->acc);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  const clscan__element all[] = {*in, *acc, *out};
  status = clscan__types_check(ctx, all, sizeof all / sizeof *all);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (!request->load && (in->custom || acc->custom) && !clscan__element_same(in, acc)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "%s does not convert to the accumulator %s: a load expression is needed",
                        in->value, acc->value);
  }
  if (!request->store && (out->custom || acc->custom) && !clscan__element_same(out, acc)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                        "the accumulator %s does not convert to %s: a store expression is needed",
                        acc->value, out->value);
  }
  return clscan__operator_resolve(ctx, request->op, request->custom_op, acc, &elements->op);
}

void clscan__elements_forget(clscan__elements *elements) {
  elements->in.custom = elements->acc.custom = elements->out.custom = NULL;
  elements->op.custom = NULL;
}
