/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of a select that lie over each other, and scratch that is too small or lies in one. */
#include "support/select_refusal.h"

static struct harness h;
static struct select_refusal f;

static int open_fixture(void **state) {
  (void)state;
  select_refusal_open(&f, &h);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  select_refusal_close(&f);
  return 0;
}

/* --- overlap --------------------------------------------------------------------------------- */

/* Whatever is written, over whatever else there is: the same place, an element on, its last
 * element. */
static void test_overlap(void **state) {
  (void)state;
  struct select_changed c;
  for (unsigned w = 0; w < REFUSAL_PLACES; w++) {
    for (unsigned r = 0; r < REFUSAL_PLACES; r++) {
      /* The argument and the length are absent from the good call. */
      if (!select_refusal_is_written[w] || r == w || r == PLACE_ARGUMENT || r == PLACE_N_DEVICE) {
        continue;
      }
      const size_t shifts[] = {0, 4, select_refusal_bytes[r] - 4};
      for (unsigned k = 0; k < 3; k++) {
        if (shifts[k] < select_refusal_bytes[r]) {
          select_refusal_change(&f, &c, w,
                                select_refusal_moved(f.common.places[r].place, shifts[k]));
          assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
        }
      }
    }
  }
  static const unsigned single[] = {PLACE_ARGUMENT, PLACE_N_DEVICE};
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned w = 0; w < REFUSAL_PLACES; w++) {
      if (select_refusal_is_written[w]) {
        select_refusal_change(
            &f, &c, single[k],
            select_refusal_moved(f.common.places[w].place, select_refusal_bytes[w] - 4));
        assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
      }
    }
  }
}

/* Two views of one parent. */
static void test_overlap_of_sub_buffers(void **state) {
  (void)state;
  cl_int error = CL_SUCCESS;
  cl_uint bits = 0;
  const size_t bytes = REFUSAL_N * 4;
  clGetDeviceInfo(h.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
  const size_t align = bits / 8;
  const size_t apart = (bytes + align - 1) / align * align;
  cl_mem parent = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, 3 * apart);
  const cl_buffer_region regions[] = {{0, bytes}, {align, bytes}, {apart, bytes}, {0, bytes}};
  cl_mem subs[4];
  struct select_changed c;
  for (unsigned k = 0; k < 4; k++) {
    subs[k] = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                &regions[k], &error);
    assert_int_equal(error, CL_SUCCESS);
  }
  select_refusal_change(&f, &c, PLACE_OUT, (clscan_buffer){subs[1], 0});
  c.args.in = (clscan_buffer){subs[0], 0};
  assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
  c.args.out = (clscan_buffer){subs[3], 0};
  assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
  c.args.out = (clscan_buffer){parent, 4};
  assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
  c.args.out = (clscan_buffer){subs[2], 0};
  c.args.count = (clscan_buffer){parent, apart + 8};
  assert_select_refused(&f, f.plan, h.queue, &c.args, CLSCAN_OVERLAP);
  /* Side by side. */
  cl_mem elsewhere = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, REFUSAL_N * 4);
  c.more.out = (clscan_buffer){elsewhere, 0};
  c.args.count = (clscan_buffer){parent, apart + bytes};
  assert_select_accepted(&f, f.plan, &c.args);
  for (unsigned k = 0; k < 4; k++) {
    clReleaseMemObject(subs[k]);
  }
  clReleaseMemObject(elsewhere);
  clReleaseMemObject(parent);
}

/* What is only read may be read in several ways. */
static void test_readers_may_overlap(void **state) {
  (void)state;
  cl_mem out = compaction_refusal_buffer(h.context, CL_MEM_READ_WRITE, 3 * REFUSAL_N * 4);
  const clscan_buffer in = f.good.in;
  const clscan_select_arrays more = {.in = in, .out = {out, REFUSAL_N * 4}};
  const clscan_select_args args = {.in = in,
                                   .out = {out, 0},
                                   .count = {out, 2 * REFUSAL_N * 4},
                                   .n = REFUSAL_N,
                                   .flags = in,
                                   .argument_device = select_refusal_moved(in, 40),
                                   .more = &more,
                                   .n_device = in};
  assert_select_accepted(&f, f.plan, &args);
  clReleaseMemObject(out);
}

/* --- scratch --------------------------------------------------------------------------------- */

static void test_scratch(void **state) {
  (void)state;
  static const clscan_select_algorithm algorithms[] = {
      CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS};
  const size_t n = 10;
  for (unsigned a = 0; a < HARNESS_COUNT(algorithms); a++) {
    const clscan_select_desc desc = {.type = CLSCAN_INT32, .algorithm = algorithms[a]};
    clscan_plan *mine = NULL;
    clscan_select_args args = {.in = f.good.in, .out = f.good.out, .count = f.good.count, .n = n};
    size_t bytes = 0;
    assert_success(clscan_select_plan_create(f.common.ctx, &desc, &mine));
    assert_success(clscan_plan_scratch_size(mine, n, &bytes));
    if (bytes > 0) {
      struct guarded memory;
      guarded_create(&h, &memory, bytes, 3, NULL);
      assert_success(clscan_scratch_create(f.common.ctx, memory.place, bytes - 1, &args.scratch));
      assert_select_refused(&f, mine, h.queue, &args, CLSCAN_SCRATCH_TOO_SMALL);
      assert_true(guarded_unchanged(&h, &memory, "scratch"));
      clscan_scratch_destroy(args.scratch);
      /* Its first byte is an argument's last. */
      static const unsigned places[] = {PLACE_IN, PLACE_OUT, PLACE_COUNT};
      for (unsigned k = 0; k < 3; k++) {
        const size_t last = places[k] == PLACE_COUNT ? 3 : n * 4 - 1;
        const clscan_buffer over = select_refusal_moved(f.common.places[places[k]].place, last);
        assert_success(clscan_scratch_create(f.common.ctx, over, bytes, &args.scratch));
        assert_select_refused(&f, mine, h.queue, &args, CLSCAN_OVERLAP);
        clscan_scratch_destroy(args.scratch);
      }
      guarded_destroy(&memory);
    }
    clscan_plan_destroy(mine);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_overlap_of_sub_buffers),
      cmocka_unit_test(test_readers_may_overlap),
      cmocka_unit_test(test_scratch),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
