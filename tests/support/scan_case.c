/* SPDX-License-Identifier: Apache-2.0 */
#include "support/scan_case.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct reference scan_case_reference(const clscan_scan_desc *desc) {
  struct reference r = {.in = desc->type,
                        .acc = desc->acc_type,
                        .out = desc->out_type,
                        .op = desc->op,
                        .kind = desc->kind};
  r.out = r.out == CLSCAN_TYPE_NONE ? r.in : r.out;
  r.acc = r.acc == CLSCAN_TYPE_NONE ? values_default_acc(r.out) : r.acc;
  return r;
}

static clscan_type printed_type;

static void print_value(const void *element, char *text, size_t capacity) {
  values_print(values_load(printed_type, element), text, capacity);
}

static void print_case(const struct scan_case *c, const struct reference *r) {
  print_error("  in %s of %s to %s by %s, %s, algorithm %d, n %zu, seed %" PRIu64
              ", init %d, total %d, in place %d, n_device %lld, shifts %zu and %zu\n",
              values_op_name(r->op), values_type_name(r->in), values_type_name(r->out),
              values_type_name(r->acc),
              c->reduces                    ? "reduced"
              : r->kind == CLSCAN_EXCLUSIVE ? "exclusive"
                                            : "inclusive",
              (int)c->desc.algorithm, c->n, c->seed, (int)c->init, c->total, c->in_place,
              c->has_n_device ? (long long)c->n_device : -1LL, c->in_shift, c->out_shift);
}

bool scan_case_run(struct harness *h, clscan_plan *plan, const struct scan_case *c) {
  const struct reference r = scan_case_reference(&c->desc);
  const uint32_t n_device32 = (uint32_t)c->n_device;
  const bool wide = c->desc.n_device_type == CLSCAN_UINT64;
  const size_t covered = c->has_n_device && c->n_device < c->n ? (size_t)c->n_device : c->n;
  const struct value init_value = data_init(&r, c->seed);
  const struct value *init = c->init != SCAN_CASE_NO_INIT ? &init_value : NULL;
  uint8_t init_bytes[8];
  uint8_t total[8];
  uint8_t *input = malloc(c->n * values_size(r.in) + 1);
  uint8_t *expected = malloc(c->n * values_size(r.out) + 1);
  assert_non_null(input);
  assert_non_null(expected);
  (c->reduces ? data_fill_subsets : data_fill)(&r, c->n, c->seed, input);
  reference_scan(&r, input, covered, init, expected, total);
  values_store(init_value, init_bytes);
  printed_type = r.out;
  const struct execution e = {
      .plan = plan,
      .reduces = c->reduces,
      .runs = c->runs,
      .queue = c->queue,
      .n = c->n,
      .input = input,
      .in_size = values_size(r.in),
      .expected = c->reduces ? total : expected,
      .out_size = values_size(r.out),
      .expected_total = c->total ? total : NULL,
      .init = init != NULL ? init_bytes : NULL,
      .acc_size = values_size(r.acc),
      .init_on_device = c->init == SCAN_CASE_INIT_ON_DEVICE,
      .n_device = !c->has_n_device ? NULL
                  : wide           ? (const void *)&c->n_device
                                   : (const void *)&n_device32,
      .n_device_size = wide ? 8 : 4,
      .covered = covered,
      .in_shift = c->in_shift,
      .out_shift = c->out_shift,
      .in_place = c->in_place,
      .own_scratch = c->own_scratch,
      .scratch_shift = c->scratch_shift,
      .print = print_value,
  };
  const bool good = execution_run(h, &e);
  if (!good) {
    print_case(c, &r);
  }
  free(input);
  free(expected);
  return good;
}
