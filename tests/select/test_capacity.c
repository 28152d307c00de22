/* SPDX-License-Identifier: Apache-2.0 */
/* Room that is computed, down to none at all, and room that is what the buffers hold. */
#include "support/partition_case.h"
#include "support/refusal.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdlib.h>

static struct harness h;

enum { N = 5003 };
static uint32_t elements[N];

static uint32_t by_low_bits(const struct compaction_item *item) {
  return *(const uint32_t *)item->x & 7u;
}

static const struct {
  int algorithm;
  uint32_t flags;
} ways[] = {{CLSCAN_SELECT_LOOKBACK, 0},
            {CLSCAN_SELECT_REDUCE_THEN_SCAN, 0},
            {CLSCAN_SELECT_THREE_PASS, 0},
            {CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_UNORDERED},
            {CLSCAN_SELECT_ATOMIC_WORKGROUP, CLSCAN_UNORDERED},
            {CLSCAN_SELECT_ATOMIC_ELEMENT, CLSCAN_UNORDERED}};

static const size_t rooms[] = {0, 1, 300, N, N + 5, CLSCAN_CAPACITY_BUFFER};

/* By a plan, and in one call. */
TEST(test_select) {
  const clscan_select_output more = {.type = CLSCAN_UINT64, .expression = "i"};
  for (size_t a = 0; a < HARNESS_COUNT(ways); a++) {
    struct select_case c = {.name = "room",
                            .desc = {.type = CLSCAN_UINT32,
                                     .algorithm = ways[a].algorithm,
                                     .flags = ways[a].flags,
                                     .predicate = "x & 1",
                                     .more = &more,
                                     .num_more = a % 2},
                            .keep = compaction_is_odd,
                            .outputs = {{0}, {.write = compaction_write_index64}},
                            .input = {.elements = elements, .n = N},
                            .options = CLSCAN_CAPACITY};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    for (size_t k = 0; k < 2 * HARNESS_COUNT(rooms); k++) {
      c.capacity = rooms[k / 2];
      c.one_call = k % 2 == 1;
      assert_true(select_case_run(&h, plan, &c, NULL));
    }
    c.input.n = 0;
    c.capacity = 0;
    assert_true(select_case_run(&h, plan, &c, NULL));
    c.input.n = N;
    c.count_only = true;
    assert_true(select_case_run(&h, plan, &c, NULL));
    clscan_plan_destroy(plan);
  }
}

TEST(test_partition) {
  for (unsigned a = 0; a < 4; a++) {
    struct partition_case c = {.name = "room",
                               .desc = {.type = CLSCAN_UINT32,
                                        .algorithm = ways[a / 2].algorithm,
                                        .flags = CLSCAN_SEPARATE,
                                        .num_buckets = a % 2 == 0 ? 2 : 5,
                                        .bucket = "x & 7"},
                               .bucket = by_low_bits,
                               .input = {.elements = elements, .n = N},
                               .options = CLSCAN_CAPACITY};
    clscan_plan *plan = partition_case_plan(&h, &c.desc);
    for (size_t k = 0; k < 2 * HARNESS_COUNT(rooms); k++) {
      c.capacity = rooms[k / 2];
      c.one_call = k % 2 == 1;
      assert_true(partition_case_run(&h, plan, &c));
    }
    clscan_plan_destroy(plan);
  }
}

/* --- what the buffers hold ------------------------------------------------------------------- */

/* A buffer that ends `bytes` bytes into the payload, in which the payload begins 8 bytes on. */
static clscan_buffer cut(const struct guarded *g, size_t bytes) {
  const cl_buffer_region region = {g->place.offset - 8, 8 + bytes};
  cl_int error = CL_SUCCESS;
  const clscan_buffer part = {
      clCreateSubBuffer(g->mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), 8};
  assert_int_equal(error, CL_SUCCESS);
  return part;
}

/* The first `room` of the kept elements, or of those that are not, and nothing behind them. */
static void check_part(const struct guarded *g, bool kept, size_t room) {
  uint32_t expected[N];
  size_t count = 0;
  for (size_t i = 0; i < N && count < room; i++) {
    if (((elements[i] & 1) != 0) == kept) {
      expected[count++] = elements[i];
    }
  }
  assert_int_equal(count, room);
  assert_true(compaction_compare(&h, g, expected, count, 4, kept ? "kept" : "rest"));
}

/* Two buffers of different lengths, not of whole elements: the shorter one counts. */
TEST(test_room_of_buffers) {
  static const size_t lengths[][2] = {{403, 900}, {900, 403}, {3, 400}, {0, 0}};
  const clscan_select_output more = {.type = CLSCAN_UINT32, .expression = "x"};
  const clscan_select_desc select = {
      .type = CLSCAN_UINT32, .predicate = "x & 1", .more = &more, .num_more = 1};
  const clscan_partition_desc partition = {
      .type = CLSCAN_UINT32, .predicate = "x & 1", .flags = CLSCAN_SEPARATE};
  for (unsigned k = 0; k < 2 * HARNESS_COUNT(lengths); k++) {
    const size_t *bytes = lengths[k / 2];
    const size_t room = (bytes[0] < bytes[1] ? bytes[0] : bytes[1]) / 4;
    struct guarded in, outs[2], count;
    guarded_create(&h, &in, sizeof elements, 0, elements);
    compaction_number_create(&h, &count, 2, false);
    clscan_buffer parts[2];
    uint64_t counts[2] = {0, 0xDEADBEEFu};
    for (unsigned b = 0; b < 2; b++) {
      /* The origin of a sub-buffer is a multiple of what the device wants. */
      guarded_create(&h, &outs[b], N * 4, 4096 - 256 + 8, NULL);
      parts[b] = cut(&outs[b], bytes[b]);
    }
    for (size_t i = 0; i < N; i++) {
      counts[0] += elements[i] & 1;
    }
    const clscan_select_arrays arrays = {.out = parts[1]};
    const clscan_select_args selected = {.in = in.place,
                                         .out = parts[0],
                                         .count = count.place,
                                         .n = N,
                                         .more = &arrays,
                                         .capacity = CLSCAN_CAPACITY_BUFFER,
                                         .options = k / 2 % 2 ? CLSCAN_CAPACITY : 0};
    const clscan_partition_args parted = {.in = in.place,
                                          .outs = parts,
                                          .counts = count.place,
                                          .n = N,
                                          .capacity = CLSCAN_CAPACITY_BUFFER};
    if (k % 2 == 0) {
      assert_success(clscan_select(h.ctx, h.queue, &select, &selected, 0, NULL, NULL));
    } else {
      assert_success(clscan_partition(h.ctx, h.queue, &partition, &parted, 0, NULL, NULL));
      counts[1] = N - counts[0];
    }
    assert_true(compaction_numbers(&h, &count, counts, 2, false, "counts"));
    check_part(&outs[0], true, room);
    check_part(&outs[1], k % 2 == 0, room);
    for (unsigned b = 0; b < 2; b++) {
      clReleaseMemObject(parts[b].mem);
      guarded_destroy(&outs[b]);
    }
    guarded_destroy(&in);
    guarded_destroy(&count);
  }
}

/* --- refused --------------------------------------------------------------------------------- */

TEST(test_refused) {
  struct guarded in, out, count;
  guarded_create(&h, &in, sizeof elements, 0, elements);
  guarded_create(&h, &out, sizeof elements, 0, NULL);
  guarded_create(&h, &count, 8, 0, NULL);
  const clscan_select_desc select = {.type = CLSCAN_UINT32};
  const clscan_partition_desc partition = {.type = CLSCAN_UINT32};
  for (uint32_t bit = 1; bit != 0; bit <<= 1) {
    const clscan_select_args selected = {.in = in.place,
                                         .out = out.place,
                                         .count = count.place,
                                         .n = N,
                                         .options = bit | CLSCAN_CAPACITY};
    const clscan_partition_args parted = {.in = in.place, .out = out.place, .n = N, .options = bit};
    harness_log_reset(&h);
    if (bit != CLSCAN_CAPACITY) {
      assert_status(clscan_select(h.ctx, h.queue, &select, &selected, 0, NULL, NULL),
                    CLSCAN_INVALID_ENUM);
      assert_true(refusal_logged(&h, CLSCAN_INVALID_ENUM));
    }
    /* A partition into one buffer has n elements. */
    const clscan_status expected =
        bit == CLSCAN_CAPACITY ? CLSCAN_INVALID_ARGUMENT : CLSCAN_INVALID_ENUM;
    assert_status(clscan_partition(h.ctx, h.queue, &partition, &parted, 0, NULL, NULL), expected);
    assert_true(refusal_logged(&h, expected));
  }
  const clscan_partition_args parted = {
      .in = in.place, .out = out.place, .n = N, .capacity = CLSCAN_CAPACITY_BUFFER};
  assert_status(clscan_partition(h.ctx, h.queue, &partition, &parted, 0, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  /* A room that the buffer does not have. */
  const clscan_select_args selected = {.in = in.place,
                                       .out = out.place,
                                       .count = count.place,
                                       .n = N,
                                       .capacity = N + 1000,
                                       .options = CLSCAN_CAPACITY};
  assert_status(clscan_select(h.ctx, h.queue, &select, &selected, 0, NULL, NULL),
                CLSCAN_BUFFER_TOO_SMALL);
  assert_true(guarded_unchanged(&h, &out, "out"));
  assert_true(guarded_unchanged(&h, &count, "count"));
  guarded_destroy(&in);
  guarded_destroy(&out);
  guarded_destroy(&count);
}

static void open_elements(void) {
  uint64_t random = 7;
  for (size_t i = 0; i < N; i++) {
    elements[i] = (uint32_t)(harness_random(&random) >> 20);
  }
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

HARNESS_MAIN(open_elements, NULL)
