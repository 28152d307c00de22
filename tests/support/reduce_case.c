/* SPDX-License-Identifier: Apache-2.0 */
#include "support/reduce_case.h"

bool reduce_case_run(struct harness *h, clscan_plan *plan, const struct reduce_case *c) {
  const struct scan_case as_scan = {
      .desc = {.type = c->desc.type,
               .acc_type = c->desc.acc_type,
               .out_type = c->desc.out_type,
               .op = c->desc.op,
               .kind = CLSCAN_INCLUSIVE,
               .n_device_type = c->desc.n_device_type},
      .reduces = true,
      .n = c->n,
      .seed = c->seed,
      .init = c->init,
      .has_n_device = c->has_n_device,
      .n_device = c->n_device,
      .in_shift = c->in_shift,
      .out_shift = c->out_shift,
      .own_scratch = c->own_scratch,
      .scratch_shift = c->scratch_shift,
      .runs = c->runs,
      .queue = c->queue,
  };
  return scan_case_run(h, plan, &as_scan);
}
