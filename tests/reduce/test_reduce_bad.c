/* SPDX-License-Identifier: Apache-2.0 */
/* What a reduction alone must refuse, what it says about itself and its scratch, the plans that
 * clscan_reduce() keeps, and a result that is the length of the next reduction. */
#include "support/refusal.h"

#include <string.h>

static struct harness h;
static struct refusal f;

static void open_fixture(void) { refusal_open(&f, &h, work_named("reduce")); }

static void close_fixture(void) { refusal_close(&f); }

TEST(test_descriptors) {
  static const clscan_custom_type odd = {.name = "odd", .size = 12, .alignment = 8};
  static const clscan_custom_type pair = {.name = "int2", .size = 8, .alignment = 8};
  static const clscan_custom_op empty = {.exact = 1};
  static const clscan_custom_op right = {.expression = "b", .exact = 1};
  static const struct {
    clscan_reduce_desc desc;
    clscan_status status;
  } rows[] = {
      {{.type = CLSCAN_TYPE_NONE}, CLSCAN_INVALID_TYPE},
      {{.type = (clscan_type)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .op = (clscan_op)99}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_ALLOW_NONREPRODUCIBLE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .n_device_type = CLSCAN_INT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_FLOAT32, .op = CLSCAN_XOR}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &empty},
       CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_CUSTOM}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &odd}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &pair}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32,
        .out_type = CLSCAN_CUSTOM,
        .custom_out = &pair,
        .op = CLSCAN_CUSTOM_OP,
        .custom_op = &right},
       CLSCAN_INVALID_TYPE},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    assert_refused(&f, clscan_reduce_plan_create(f.ctx, &rows[k].desc, &f.none), rows[k].status);
  }
  for (size_t k = 0; k < REFUSAL_LAYOUTS; k++) {
    const clscan_reduce_desc desc = {.type = CLSCAN_CUSTOM, .custom_type = &refusal_layouts[k]};
    assert_refused(&f, clscan_reduce_plan_create(f.ctx, &desc, &f.none), CLSCAN_INVALID_TYPE);
  }
  static const clscan_custom_op broken = {.expression = "a +"};
  const clscan_reduce_desc desc = {
      .type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &broken};
  clscan_plan *none = NULL;
  assert_status(clscan_reduce_plan_create(f.ctx, &desc, &none), CLSCAN_BUILD_FAILED);
  assert_true(none == NULL && h.log.count > 0);
}

TEST(test_arguments) {
  const uint32_t init = 1;
  clscan_reduce_args args = {.in = f.good.at[WORK_IN],
                             .out = f.good.at[WORK_OUT],
                             .n = REFUSAL_N,
                             .init = &init,
                             .init_device = f.good.at[WORK_IN]};
  assert_refused(&f, clscan_reduce_enqueue(f.plan, h.queue, &args, 0, NULL, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
  args = (clscan_reduce_args){.in = f.good.at[WORK_IN]};
  assert_refused(&f, clscan_reduce_enqueue(f.plan, h.queue, &args, 0, NULL, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
}

/* There are few groups for any length. */
TEST(test_scratch_size) {
  static const size_t large[] = {UINT32_MAX, (size_t)UINT32_MAX + 2, SIZE_MAX / 8, SIZE_MAX / 4};
  size_t last = 0, bytes = 0;
  for (size_t k = 0; k < 200000; k += 1 + k / 50) {
    assert_success(clscan_plan_scratch_size(f.plan, k, &bytes));
    assert_true(bytes >= last);
    last = bytes;
  }
  for (size_t k = 0; k < HARNESS_COUNT(large); k++) {
    assert_success(clscan_plan_scratch_size(f.plan, large[k], &bytes));
    assert_true(bytes >= last && bytes < 1000000);
    last = bytes;
  }
  assert_status(clscan_plan_scratch_size(f.plan, SIZE_MAX / 4 + 1, &bytes), CLSCAN_N_TOO_LARGE);
}

TEST(test_describe) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(f.plan, &info));
  assert_int_equal(info.algorithm, CLSCAN_SCAN_AUTO);
  assert_int_equal(info.reproducible, 1);
  assert_int_equal(info.window, 0);
  assert_int_equal(info.descriptor_spacing, 0);
  assert_non_null(strchr(info.reason, ' '));
  assert_true(info.num_sources >= 1);
  assert_non_null(strstr(info.sources[0], "reduce("));
}

static size_t cached_plans(void) {
  clscan_memory memory;
  assert_success(clscan_context_memory(f.ctx, &memory));
  return memory.cached_plans;
}

/* Plans are told apart by all that the descriptor says, and from those of scans. */
TEST(test_cached_plans) {
  char expression[] = "a + b";
  clscan_custom_op op = {.expression = expression};
  const clscan_reduce_desc descs[] = {
      {.type = CLSCAN_UINT32},
      {.type = CLSCAN_UINT32, .op = CLSCAN_MAX},
      {.type = CLSCAN_UINT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_UINT32, .store = "a"},
      {.type = CLSCAN_UINT32, .load = "x"},
      {.type = CLSCAN_UINT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op},
  };
  const clscan_scan_desc scan = {.type = CLSCAN_UINT32};
  cl_mem scanned = refusal_buffer(h.context, CL_MEM_READ_WRITE, REFUSAL_N * 4);
  const clscan_scan_args scan_args = {
      .in = f.good.at[WORK_IN], .out = {scanned, 0}, .n = REFUSAL_N};
  clscan_reduce_args args = {.in = f.good.at[WORK_IN], .out = f.good.at[WORK_OUT], .n = REFUSAL_N};
  assert_success(clscan_context_trim(f.ctx, NULL));
  for (unsigned round = 0; round < 2; round++) {
    for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
      assert_success(clscan_reduce(f.ctx, h.queue, &descs[k], &args, 0, NULL, NULL));
    }
    assert_success(clscan_scan(f.ctx, h.queue, &scan, &scan_args, 0, NULL, NULL));
    assert_int_equal(cached_plans(), HARNESS_COUNT(descs) + 1);
  }
  /* The key is a copy: another expression at the same address is another plan. */
  uint32_t product = 0;
  memcpy(expression, "a * b", sizeof expression);
  args.n = 2;
  assert_success(clscan_reduce(f.ctx, h.queue, &descs[5], &args, 0, NULL, NULL));
  guarded_read(&h, &f.run.places[WORK_OUT], &product);
  assert_int_equal(product, work_words(&f.run, WORK_IN)[0] * work_words(&f.run, WORK_IN)[1]);
  assert_int_equal(cached_plans(), HARNESS_COUNT(descs) + 2);
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  assert_success(clscan_context_trim(f.ctx, NULL));
  assert_int_equal(cached_plans(), 0);
  clReleaseMemObject(scanned);
  work_spoil(&f.run);
}

/* The result of one reduction is the length of the next one, without the host. */
TEST(test_result_is_a_length) {
  enum { PARTS = 100, N_DEVICE = 3 };
  const struct work *w = f.run.work;
  const size_t n = work_length(w, f.plan);
  struct work_run lengths, r;
  work_open(&lengths, &h, w, PARTS, 1);
  work_open(&r, &h, w, n, 4);
  work_give_all(&r);
  for (unsigned k = 0; k < PARTS; k++) {
    work_words(&lengths, WORK_IN)[k] = (uint32_t)(n / 150) + k % 3;
  }
  guarded_restore(&h, &lengths.places[WORK_IN]);
  w->function->compute(&lengths);
  work_words(&r, N_DEVICE)[0] = lengths.results[WORK_OUT].words[0];
  assert_true(work_words(&r, N_DEVICE)[0] < n);
  r.args.at[N_DEVICE] = lengths.args.at[WORK_OUT];
  assert_success(work_enqueue(&lengths, f.plan, h.queue, 0, NULL, NULL));
  assert_success(work_enqueue(&r, f.plan, h.queue, 0, NULL, NULL));
  assert_true(work_is_right(&r));
  work_close(&lengths);
  work_close(&r);
}

HARNESS_MAIN(open_fixture, close_fixture)
