/* SPDX-License-Identifier: Apache-2.0 */
#include "support/reference.h"

void reference_scan(const struct reference *r, const void *in, size_t n, const struct value *init,
                    void *out, void *total) {
  const size_t in_size = values_size(r->in);
  const size_t out_size = values_size(r->out);
  const uint8_t *from = in;
  uint8_t *to = out;
  bool started = init != NULL;
  struct value sum = started ? *init : values_identity(r->op, r->acc);
  for (size_t i = 0; i < n; i++) {
    const struct value x = values_convert(values_load(r->in, from + i * in_size), r->acc);
    if (r->kind == CLSCAN_EXCLUSIVE) {
      values_store(values_convert(sum, r->out), to + i * out_size);
    }
    sum = started ? values_apply(r->op, sum, x) : x;
    started = true;
    if (r->kind == CLSCAN_INCLUSIVE) {
      values_store(values_convert(sum, r->out), to + i * out_size);
    }
  }
  values_store(values_convert(sum, r->out), total);
}
