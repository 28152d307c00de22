/* SPDX-License-Identifier: Apache-2.0 */
/* What a partition alone must refuse: descriptors of which no plan can be made, and arguments. */
#include "support/refusal.h"

static struct harness h;
static struct refusal f; /* into two buffers, with flags and an argument */

static void open_fixture(void) { refusal_open(&f, &h, work_named("partition, separate, flags")); }

static void close_fixture(void) { refusal_close(&f); }

/* --- descriptors ------------------------------------------------------------------------------ */

#define assert_no_plan(desc, status)                                                               \
  assert_refused(&f, clscan_partition_plan_create(f.ctx, (desc), &f.none), (status))

TEST(test_descriptors) {
  static const struct {
    clscan_partition_desc desc;
    clscan_status status;
  } rows[] = {
      {{.predicate = "1"}, CLSCAN_INVALID_TYPE},
      {{.type = (clscan_type)14}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .algorithm = (clscan_partition_algorithm)9}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_ALLOW_NONREPRODUCIBLE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_UNORDERED}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_UNIQUE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .flags = 64}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .count_type = CLSCAN_INT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .n_device_type = CLSCAN_FLOAT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .flag_type = CLSCAN_FLOAT16}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .flag_type = CLSCAN_UINT8, .flags = CLSCAN_FLAG_BITS},
       CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .num_buckets = 1, .bucket = "x"}, CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32, .num_buckets = CLSCAN_MAX_BUCKETS + 1, .bucket = "x"},
       CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32, .num_buckets = UINT32_MAX, .bucket = "x"}, CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32,
        .flags = CLSCAN_SEPARATE,
        .num_buckets = CLSCAN_MAX_SEPARATE + 1,
        .bucket = "x"},
       CLSCAN_INVALID_ARGUMENT},
      /* A predicate, given or not, makes two. */
      {{.type = CLSCAN_INT32, .num_buckets = 3}, CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32, .num_buckets = 3, .predicate = "x > 0"}, CLSCAN_INVALID_ARGUMENT},
      {{.type = CLSCAN_INT32, .num_buckets = 2, .bucket = "x > 0", .predicate = "x > 0"},
       CLSCAN_INVALID_ARGUMENT},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    assert_no_plan(&rows[k].desc, rows[k].status);
  }
}

/* Look-back knows where the second bucket begins only if it has a buffer of its own. */
TEST(test_algorithms) {
  clscan_partition_desc desc = {.type = CLSCAN_INT32};
  for (int a = CLSCAN_SCAN_SMALL; a <= CLSCAN_SELECT_ATOMIC_ELEMENT; a++) {
    desc.algorithm = (clscan_partition_algorithm)a;
    if (a != CLSCAN_PARTITION_REDUCE_THEN_SCAN) {
      desc.flags = 0;
      assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
      if (a != CLSCAN_PARTITION_LOOKBACK) {
        desc.flags = CLSCAN_SEPARATE;
        assert_no_plan(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
      }
    }
  }
}

TEST(test_mistakes) {
  static const clscan_partition_desc descs[] = {
      {.type = CLSCAN_INT32, .bucket = "nothing"},
      {.type = CLSCAN_INT32, .predicate = "nothing"},
  };
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    clscan_plan *none = NULL;
    harness_log_reset(&h);
    assert_status(clscan_partition_plan_create(f.ctx, &descs[k], &none), CLSCAN_BUILD_FAILED);
    assert_null(none);
    assert_true(harness_log_contains(&h, k == 0 ? "bucket" : "predicate"));
  }
}

/* --- arguments -------------------------------------------------------------------------------- */

#define assert_call_refused(plan, args, status)                                                    \
  assert_refused(&f, clscan_partition_enqueue((plan), h.queue, (args), 0, NULL, &f.event), (status))

/* One buffer where there should be several and the other way round, no buffers, an argument twice,
 * too little room. */
TEST(test_outputs) {
  static const clscan_partition_desc desc = {.type = CLSCAN_INT32};
  const uint32_t argument = 3;
  clscan_plan *one = NULL;
  clscan_buffer outs[2];
  clscan_partition_args args =
      work_partition_args(work_named("partition, separate, flags"), &f.good, outs);
  args.out = outs[0];
  assert_call_refused(f.plan, &args, CLSCAN_INVALID_ARGUMENT);
  args = work_partition_args(work_named("partition, separate, flags"), &f.good, outs);
  args.outs = NULL;
  assert_call_refused(f.plan, &args, CLSCAN_INVALID_ARGUMENT);
  args = work_partition_args(work_named("partition, separate, flags"), &f.good, outs);
  args.argument = &argument;
  assert_call_refused(f.plan, &args, CLSCAN_INVALID_ARGUMENT);
  args = work_partition_args(work_named("partition, separate, flags"), &f.good, outs);
  args.capacity = REFUSAL_N * 8;
  assert_call_refused(f.plan, &args, CLSCAN_BUFFER_TOO_SMALL);
  assert_success(clscan_partition_plan_create(f.ctx, &desc, &one));
  const clscan_partition_args good = {.in = args.in, .out = outs[0], .n = REFUSAL_N};
  args = good;
  args.outs = outs;
  assert_call_refused(one, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.capacity = REFUSAL_N;
  assert_call_refused(one, &args, CLSCAN_INVALID_ARGUMENT);
  assert_accepted(&f, clscan_partition_enqueue(one, h.queue, &good, 0, NULL, NULL));
  clscan_plan_destroy(one);
}

TEST(test_rows) {
  static const clscan_partition_desc desc = {.type = CLSCAN_INT32, .flags = CLSCAN_ROWS};
  clscan_plan *rows = NULL;
  cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_ONLY, 10 * 600);
  assert_success(clscan_partition_plan_create(f.ctx, &desc, &rows));
  const clscan_partition_args good = {
      .in = {mem, 0}, .out = f.good.at[WORK_OUT], .n = REFUSAL_N, .width = 100, .row_pitch = 600};
  clscan_partition_args args = good;
  args.width = 0;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.n = REFUSAL_N - 1;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.row_pitch = 396;
  assert_call_refused(rows, &args, CLSCAN_INVALID_ARGUMENT);
  args.row_pitch = 602;
  assert_call_refused(rows, &args, CLSCAN_MISALIGNED_OFFSET);
  assert_accepted(&f, clscan_partition_enqueue(rows, h.queue, &good, 0, NULL, NULL));
  clscan_plan_destroy(rows);
  clReleaseMemObject(mem);
}

HARNESS_MAIN(open_fixture, close_fixture)
