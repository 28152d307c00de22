/* SPDX-License-Identifier: Apache-2.0 */
#include "support/compaction_run.h"
#include "support/arrays.h"

#include <stdlib.h>
#include <string.h>

#define PREDICATE "x & 1"

const struct compaction_form compaction_forms[COMPACTION_FORMS] = {
    [FORM_LOOKBACK] = {.name = "select, look-back",
                       .single = true,
                       .algorithm = CLSCAN_SELECT_LOOKBACK,
                       .launches = 1},
    [FORM_REDUCE_THEN_SCAN] = {.name = "select, reduce-then-scan",
                               .algorithm = CLSCAN_SELECT_REDUCE_THEN_SCAN,
                               .launches = 3},
    [FORM_THREE_PASS] = {.name = "select, three-pass",
                         .algorithm = CLSCAN_SELECT_THREE_PASS,
                         .launches = 3},
    [FORM_PARTITION] = {.name = "partition",
                        .is_partition = true,
                        .algorithm = CLSCAN_PARTITION_REDUCE_THEN_SCAN,
                        .launches = 3},
    [FORM_SEPARATE] = {.name = "partition, separate, look-back",
                       .is_partition = true,
                       .is_separate = true,
                       .single = true,
                       .algorithm = CLSCAN_PARTITION_LOOKBACK,
                       .flags = CLSCAN_SEPARATE,
                       .launches = 1},
    [FORM_SEPARATE_REDUCED] = {.name = "partition, separate, reduce-then-scan",
                               .is_partition = true,
                               .is_separate = true,
                               .algorithm = CLSCAN_PARTITION_REDUCE_THEN_SCAN,
                               .flags = CLSCAN_SEPARATE,
                               .launches = 3},
    [FORM_UNORDERED] = {.name = "select, unordered",
                        .algorithm = CLSCAN_SELECT_ATOMIC_WORKGROUP,
                        .flags = CLSCAN_UNORDERED,
                        .launches = 2},
};

static clscan_select_desc select_desc(const struct compaction_form *form) {
  const clscan_select_desc desc = {.type = CLSCAN_UINT32,
                                   .algorithm = form->algorithm,
                                   .flags = form->flags,
                                   .predicate = PREDICATE};
  return desc;
}

static clscan_partition_desc partition_desc(const struct compaction_form *form) {
  const clscan_partition_desc desc = {.type = CLSCAN_UINT32,
                                      .algorithm = form->algorithm,
                                      .flags = form->flags,
                                      .predicate = PREDICATE};
  return desc;
}

clscan_status compaction_run_plan(clscan_context *ctx, const struct compaction_form *form,
                                  clscan_plan **plan) {
  const clscan_select_desc select = select_desc(form);
  const clscan_partition_desc partition = partition_desc(form);
  return form->is_partition ? clscan_partition_plan_create(ctx, &partition, plan)
                            : clscan_select_plan_create(ctx, &select, plan);
}

void compaction_run_open(struct compaction_run *r, struct harness *h,
                         const struct compaction_form *form, size_t n, uint64_t seed) {
  uint32_t *input = arrays_host(n);
  size_t evens = 0;
  memset(r, 0, sizeof *r);
  r->h = h;
  r->form = form;
  r->n = n;
  r->in = arrays_random(h, n, seed, input);
  r->out = arrays_create(h, 2 * n);
  r->counts = arrays_create(h, 2);
  r->odd = arrays_host(n);
  r->even = arrays_host(n);
  for (size_t i = 0; i < n; i++) {
    if ((input[i] & 1) != 0) {
      r->odd[r->kept++] = input[i];
    } else {
      r->even[evens++] = input[i];
    }
  }
  free(input);
}

void compaction_run_close(struct compaction_run *r) {
  clReleaseMemObject(r->in);
  clReleaseMemObject(r->out);
  clReleaseMemObject(r->counts);
  free(r->odd);
  free(r->even);
}

static clscan_select_args select_args(const struct compaction_run *r, clscan_scratch *scratch) {
  const clscan_select_args args = {
      .in = {r->in, 0}, .out = {r->out, 0}, .count = {r->counts, 0}, .n = r->n, .scratch = scratch};
  return args;
}

static clscan_partition_args partition_args(const struct compaction_run *r, clscan_scratch *scratch,
                                            clscan_buffer outs[2]) {
  clscan_partition_args args = {
      .in = {r->in, 0}, .counts = {r->counts, 0}, .n = r->n, .scratch = scratch};
  outs[0] = (clscan_buffer){r->out, 0};
  outs[1] = (clscan_buffer){r->out, r->n * sizeof(uint32_t)};
  if (r->form->is_separate) {
    args.outs = outs;
  } else {
    args.out = outs[0];
  }
  return args;
}

clscan_status compaction_run_enqueue(const struct compaction_run *r, clscan_plan *plan,
                                     cl_command_queue queue, clscan_scratch *scratch,
                                     cl_uint num_wait, const cl_event *wait, cl_event *event) {
  clscan_buffer outs[2];
  const clscan_select_args select = select_args(r, scratch);
  const clscan_partition_args partition = partition_args(r, scratch, outs);
  return r->form->is_partition
             ? clscan_partition_enqueue(plan, queue, &partition, num_wait, wait, event)
             : clscan_select_enqueue(plan, queue, &select, num_wait, wait, event);
}

clscan_status compaction_run_call(const struct compaction_run *r, clscan_context *ctx,
                                  cl_command_queue queue, cl_event *event) {
  clscan_buffer outs[2];
  const clscan_select_desc select = select_desc(r->form);
  const clscan_partition_desc partition = partition_desc(r->form);
  const clscan_select_args with = select_args(r, NULL);
  const clscan_partition_args into = partition_args(r, NULL, outs);
  return r->form->is_partition ? clscan_partition(ctx, queue, &partition, &into, 0, NULL, event)
                               : clscan_select(ctx, queue, &select, &with, 0, NULL, event);
}

void compaction_run_spoil(const struct compaction_run *r) {
  const size_t words = r->n * 2, bytes = words * sizeof(uint32_t);
  uint32_t *nothing = malloc(bytes);
  assert_non_null(nothing);
  for (size_t k = 0; k < words; k++) {
    nothing[k] = 0xDEADBEEFu;
  }
  assert_int_equal(
      clEnqueueWriteBuffer(r->h->queue, r->out, CL_TRUE, 0, bytes, nothing, 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(
      clEnqueueWriteBuffer(r->h->queue, r->counts, CL_TRUE, 0, 8, nothing, 0, NULL, NULL),
      CL_SUCCESS);
  free(nothing);
}

static int compare_words(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* In any order. */
static bool same_words(uint32_t *actual, const uint32_t *expected, size_t n) {
  uint32_t *sorted = arrays_host(n);
  memcpy(sorted, expected, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare_words);
  qsort(actual, n, sizeof *actual, compare_words);
  const bool same = memcmp(actual, sorted, n * sizeof *sorted) == 0;
  free(sorted);
  return same;
}

static bool same_part(const struct compaction_run *r, uint32_t *out, const uint32_t *expected,
                      size_t n, const char *part) {
  if (r->form->flags == CLSCAN_UNORDERED) {
    return same_words(out, expected, n);
  }
  for (size_t i = 0; i < n; i++) {
    if (out[i] != expected[i]) {
      print_error("%s: %s[%zu] is %u instead of %u (n = %zu)\n", r->form->name, part, i,
                  (unsigned)out[i], (unsigned)expected[i], r->n);
      return false;
    }
  }
  return true;
}

bool compaction_run_is_right(const struct compaction_run *r) {
  uint32_t counts[2];
  uint32_t *out = arrays_host(2 * r->n);
  assert_int_equal(
      clEnqueueReadBuffer(r->h->queue, r->counts, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL),
      CL_SUCCESS);
  assert_int_equal(
      clEnqueueReadBuffer(r->h->queue, r->out, CL_TRUE, 0, r->n * 8, out, 0, NULL, NULL),
      CL_SUCCESS);
  bool right = counts[0] == r->kept;
  if (!right) {
    print_error("%s: %u kept instead of %zu (n = %zu)\n", r->form->name, (unsigned)counts[0],
                r->kept, r->n);
  }
  right = right && same_part(r, out, r->odd, r->kept, "odd");
  if (r->form->is_partition) {
    uint32_t *rest = out + (r->form->is_separate ? r->n : r->kept);
    right =
        counts[1] == r->n - r->kept && same_part(r, rest, r->even, r->n - r->kept, "even") && right;
  }
  free(out);
  return right;
}
