/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors and arguments that a partition must refuse before anything is enqueued. */
#include "support/compaction_refusal.h"
#include "support/shapes.h"

#include <string.h>

static struct harness h;
static struct compaction_refusal f;
static clscan_plan *plan;     /* into one buffer, with flags and an argument */
static clscan_plan *separate; /* the same into two buffers */
static clscan_partition_args good;
static clscan_partition_args good_separate;
static clscan_buffer good_outs[2];
static const int32_t argument = 3;

static int open_fixture(void **state) {
  (void)state;
  clscan_partition_desc desc = {.type = CLSCAN_INT32,
                                .flag_type = CLSCAN_UINT32,
                                .argument_type = CLSCAN_INT32,
                                .predicate = "f == u"};
  compaction_refusal_open(&f, &h);
  assert_success(clscan_partition_plan_create(f.ctx, &desc, &plan));
  desc.flags = CLSCAN_SEPARATE;
  assert_success(clscan_partition_plan_create(f.ctx, &desc, &separate));
  good = (clscan_partition_args){.in = f.places[PLACE_IN].place,
                                 .out = f.places[PLACE_OUT].place,
                                 .counts = f.places[PLACE_COUNT].place,
                                 .offsets = f.places[PLACE_ARRAY].place,
                                 .n = REFUSAL_N,
                                 .flags = f.places[PLACE_FLAGS].place,
                                 .argument = &argument};
  good_outs[0] = f.places[PLACE_OUT].place;
  good_outs[1] = f.places[PLACE_MORE].place;
  good_separate = good;
  good_separate.out.mem = NULL;
  good_separate.out.offset = 0;
  good_separate.outs = good_outs;
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  clscan_plan_destroy(plan);
  clscan_plan_destroy(separate);
  compaction_refusal_close(&f);
  return 0;
}

#define assert_none(desc, status) refuse_plan((desc), (status), __FILE__, __LINE__)
static void refuse_plan(const clscan_partition_desc *desc, clscan_status status, const char *file,
                        int line) {
  clscan_plan *none = NULL;
  compaction_refusal_expect(&f);
  const clscan_status actual = clscan_partition_plan_create(f.ctx, desc, &none);
  compaction_refusal_no_plan(&f, actual, status, none, file, line);
}

#define assert_call_refused(plan, queue, args, status)                                             \
  refuse((plan), (queue), (args), (status), __FILE__, __LINE__)
static void refuse(clscan_plan *of, cl_command_queue queue, const clscan_partition_args *args,
                   clscan_status status, const char *file, int line) {
  cl_event event = untouched_event;
  compaction_refusal_expect(&f);
  const clscan_status actual = clscan_partition_enqueue(of, queue, args, 0, NULL, &event);
  compaction_refusal_check(&f, actual, status, event, file, line);
}

static clscan_buffer moved(clscan_buffer place, size_t bytes) {
  place.offset += bytes;
  return place;
}

/* Arguments of the separate plan with one place changed. */
struct changed {
  clscan_partition_args args;
  clscan_buffer outs[2];
};

static void change(struct changed *c, unsigned k, clscan_buffer to) {
  c->args = good_separate;
  memcpy(c->outs, good_outs, sizeof c->outs);
  c->args.outs = c->outs;
  clscan_buffer *const at[REFUSAL_PLACES] = {&c->args.in,
                                             &c->outs[0],
                                             &c->args.counts,
                                             &c->args.flags,
                                             &c->args.argument_device,
                                             &c->args.n_device,
                                             &c->args.offsets,
                                             &c->outs[1]};
  if (k == PLACE_ARGUMENT) {
    c->args.argument = NULL;
  }
  *at[k] = to;
}

static const size_t place_bytes[REFUSAL_PLACES] = {
    REFUSAL_N * 4, REFUSAL_N * 4, 8, REFUSAL_N * 4, 4, 4, 12, REFUSAL_N * 4};
static const bool place_is_written[REFUSAL_PLACES] = {
    [PLACE_OUT] = true, [PLACE_COUNT] = true, [PLACE_ARRAY] = true, [PLACE_MORE] = true};

/* --- descriptors ----------------------------------------------------------------------------- */

static const clscan_partition_desc good_desc = {.type = CLSCAN_INT32};

static void test_desc_null(void **state) {
  (void)state;
  clscan_plan *none = NULL;
  assert_status(clscan_partition_plan_create(NULL, &good_desc, &none), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_partition_plan_create(f.ctx, NULL, &none), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_partition_plan_create(f.ctx, &good_desc, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_null(none);
}

static void test_desc_values(void **state) {
  (void)state;
  clscan_partition_desc desc = {.predicate = "1"};
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good_desc;
  desc.type = (clscan_type)14;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  desc = good_desc;
  desc.algorithm = (clscan_partition_algorithm)9;
  assert_none(&desc, CLSCAN_INVALID_ENUM);
  static const uint32_t flags[] = {CLSCAN_ALLOW_NONREPRODUCIBLE, CLSCAN_UNORDERED, CLSCAN_UNIQUE,
                                   64};
  for (size_t k = 0; k < HARNESS_COUNT(flags); k++) {
    desc = good_desc;
    desc.flags = flags[k];
    assert_none(&desc, CLSCAN_INVALID_ENUM);
  }
  desc = good_desc;
  desc.count_type = CLSCAN_INT32;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good_desc;
  desc.n_device_type = CLSCAN_FLOAT32;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc = good_desc;
  desc.flag_type = CLSCAN_FLOAT32;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  desc.flags = CLSCAN_FLAG_BITS;
  desc.flag_type = CLSCAN_UINT8;
  assert_none(&desc, CLSCAN_INVALID_TYPE);
  for (size_t k = 0; k < HARNESS_COUNT(desc.reserved); k++) {
    desc = good_desc;
    desc.reserved[k] = 1;
    assert_none(&desc, CLSCAN_RESERVED_NOT_ZERO);
  }
}

static void test_desc_algorithms(void **state) {
  (void)state;
  clscan_partition_desc desc = good_desc;
  /* Look-back knows where the second bucket begins only if it has a buffer of its own. */
  for (int a = CLSCAN_SCAN_SMALL; a <= CLSCAN_SELECT_ATOMIC_ELEMENT; a++) {
    desc.algorithm = (clscan_partition_algorithm)a;
    if (a != CLSCAN_PARTITION_REDUCE_THEN_SCAN) {
      desc.flags = 0;
      assert_none(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
      if (a != CLSCAN_PARTITION_LOOKBACK) {
        desc.flags = CLSCAN_SEPARATE;
        assert_none(&desc, CLSCAN_UNSUPPORTED_ALGORITHM);
      }
    }
  }
}

static void test_desc_buckets(void **state) {
  (void)state;
  clscan_partition_desc desc = {.type = CLSCAN_INT32, .bucket = "x"};
  static const uint32_t numbers[] = {1, CLSCAN_MAX_BUCKETS + 1, UINT32_MAX};
  for (size_t k = 0; k < HARNESS_COUNT(numbers); k++) {
    desc.num_buckets = numbers[k];
    assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  }
  desc.flags = CLSCAN_SEPARATE;
  desc.num_buckets = CLSCAN_MAX_SEPARATE + 1;
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  /* A predicate, given or not, makes two. */
  desc = (clscan_partition_desc){.type = CLSCAN_INT32, .num_buckets = 3};
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.predicate = "x > 0";
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
  desc.num_buckets = 2;
  desc.bucket = "x > 0";
  assert_none(&desc, CLSCAN_INVALID_ARGUMENT);
}

static void test_desc_mistakes(void **state) {
  (void)state;
  const clscan_partition_desc descs[] = {
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
  harness_log_reset(&h);
}

/* --- arguments ------------------------------------------------------------------------------- */

static void test_null(void **state) {
  (void)state;
  cl_event event = NULL;
  assert_status(clscan_partition_enqueue(NULL, h.queue, &good, 0, NULL, &event),
                CLSCAN_INVALID_ARGUMENT);
  assert_null(event);
  assert_call_refused(plan, NULL, &good, CLSCAN_INVALID_ARGUMENT);
  assert_call_refused(plan, h.queue, NULL, CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_partition(NULL, h.queue, &good_desc, &good, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_partition(f.ctx, h.queue, NULL, &good, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
}

static void test_absent(void **state) {
  (void)state;
  static const unsigned required[] = {PLACE_IN, PLACE_FLAGS, PLACE_ARGUMENT, PLACE_OUT, PLACE_MORE};
  struct changed c;
  for (unsigned k = 0; k < HARNESS_COUNT(required); k++) {
    change(&c, required[k], (clscan_buffer){NULL, 0});
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_INVALID_ARGUMENT);
  }
  clscan_partition_args args = good_separate;
  args.outs = NULL;
  assert_call_refused(separate, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.out.mem = NULL;
  assert_call_refused(plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.argument_device = f.places[PLACE_ARGUMENT].place;
  assert_call_refused(plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

/* One buffer where there should be several, and the other way round. */
static void test_outputs_of_the_other_form(void **state) {
  (void)state;
  clscan_partition_args args = good;
  args.outs = good_outs;
  assert_call_refused(plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = good;
  args.capacity = REFUSAL_N;
  assert_call_refused(plan, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = good_separate;
  args.out = f.places[PLACE_OUT].place;
  assert_call_refused(separate, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

static void test_reserved(void **state) {
  (void)state;
  for (size_t k = 0; k < HARNESS_COUNT(good.reserved); k++) {
    clscan_partition_args args = good;
    args.reserved[k] = 1;
    assert_call_refused(plan, h.queue, &args, CLSCAN_RESERVED_NOT_ZERO);
  }
}

static void test_rows(void **state) {
  (void)state;
  const clscan_partition_desc desc = {.type = CLSCAN_INT32, .flags = CLSCAN_ROWS};
  clscan_plan *rows = NULL;
  assert_success(clscan_partition_plan_create(f.ctx, &desc, &rows));
  const clscan_partition_args in_rows = {
      .in = good.in, .out = good.out, .n = REFUSAL_N, .width = 100, .row_pitch = 600};
  clscan_partition_args args = in_rows;
  args.width = 0;
  assert_call_refused(rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = in_rows;
  args.n = REFUSAL_N - 1;
  assert_call_refused(rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = in_rows;
  args.row_pitch = 396;
  assert_call_refused(rows, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args.row_pitch = 602;
  assert_call_refused(rows, h.queue, &args, CLSCAN_MISALIGNED_OFFSET);
  clscan_plan_destroy(rows);
}

static void test_places(void **state) {
  (void)state;
  struct changed c;
  cl_context other = compaction_refusal_other_context(&h);
  for (unsigned k = 0; k < REFUSAL_PLACES; k++) {
    cl_mem mem = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, place_bytes[k] + 4);
    const cl_mem_flags wrong = place_is_written[k] ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
    cl_mem closed = compaction_refusal_buffer(h.context, wrong, place_bytes[k]);
    cl_mem foreign = compaction_refusal_buffer(other, CL_MEM_READ_WRITE, place_bytes[k]);
    change(&c, k, (clscan_buffer){mem, 8});
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    change(&c, k, (clscan_buffer){mem, SIZE_MAX - 3});
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
    change(&c, k, moved(f.places[k].place, 2));
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_MISALIGNED_OFFSET);
    change(&c, k, (clscan_buffer){closed, 0});
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_BUFFER_ACCESS);
    change(&c, k, (clscan_buffer){foreign, 0});
    assert_call_refused(separate, h.queue, &c.args, CLSCAN_WRONG_CONTEXT);
    clReleaseMemObject(mem);
    clReleaseMemObject(closed);
    clReleaseMemObject(foreign);
  }
  clReleaseContext(other);
}

static void test_overlap(void **state) {
  (void)state;
  struct changed c;
  for (unsigned w = 0; w < REFUSAL_PLACES; w++) {
    for (unsigned r = 0; r < REFUSAL_PLACES; r++) {
      if (!place_is_written[w] || r == w || r == PLACE_ARGUMENT || r == PLACE_N_DEVICE) {
        continue;
      }
      change(&c, w, f.places[r].place);
      assert_call_refused(separate, h.queue, &c.args, CLSCAN_OVERLAP);
      change(&c, w, moved(f.places[r].place, place_bytes[r] - 4));
      assert_call_refused(separate, h.queue, &c.args, CLSCAN_OVERLAP);
    }
  }
  clscan_partition_args args = good;
  args.out = args.in;
  assert_call_refused(plan, h.queue, &args, CLSCAN_OVERLAP);
  args.out = moved(args.in, 4);
  assert_call_refused(plan, h.queue, &args, CLSCAN_OVERLAP);
}

static void test_lengths(void **state) {
  (void)state;
  clscan_partition_args args = good;
  args.n = (size_t)1 << 24;
  assert_call_refused(plan, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  args.n = (size_t)1 << 32;
  assert_call_refused(plan, h.queue, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_call_refused(plan, h.queue, &args, CLSCAN_N_TOO_LARGE);
  struct changed c;
  change(&c, PLACE_IN, good.in);
  c.args.capacity = REFUSAL_N * 8;
  assert_call_refused(separate, h.queue, &c.args, CLSCAN_BUFFER_TOO_SMALL);
}

static void test_scratch(void **state) {
  (void)state;
  clscan_plan *const plans[] = {plan, separate};
  const clscan_partition_args *const calls[] = {&good, &good_separate};
  for (unsigned k = 0; k < 2; k++) {
    size_t bytes = 0;
    assert_success(clscan_plan_scratch_size(plans[k], REFUSAL_N, &bytes));
    if (bytes > 0) {
      struct guarded memory;
      clscan_partition_args args = *calls[k];
      guarded_create(&h, &memory, bytes, 3, NULL);
      assert_success(clscan_scratch_create(f.ctx, memory.place, bytes - 1, &args.scratch));
      assert_call_refused(plans[k], h.queue, &args, CLSCAN_SCRATCH_TOO_SMALL);
      clscan_scratch_destroy(args.scratch);
      guarded_destroy(&memory);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_desc_null),       cmocka_unit_test(test_desc_values),
      cmocka_unit_test(test_desc_algorithms), cmocka_unit_test(test_desc_buckets),
      cmocka_unit_test(test_desc_mistakes),   cmocka_unit_test(test_null),
      cmocka_unit_test(test_absent),          cmocka_unit_test(test_outputs_of_the_other_form),
      cmocka_unit_test(test_reserved),        cmocka_unit_test(test_rows),
      cmocka_unit_test(test_places),          cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_lengths),         cmocka_unit_test(test_scratch),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
