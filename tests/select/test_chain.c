/* SPDX-License-Identifier: Apache-2.0 */
/* Select, scan, select and partition one after the other, each of what the one before has left,
 * while the host knows no number but the first. */
#include "support/arrays.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;
static clscan_context *ctx;

/* The steps, the same for every form of the chain: numbers over a limit; their running sum; those
 * sums that are odd; and these apart by their third bit. */
struct chain {
  clscan_plan *over, *sum, *odd, *apart;
  size_t n;
  bool wide; /* numbers of 64 bits on the device */
  bool separate;
  cl_mem numbers, left, sums, odds, parts, counts;
  uint32_t *expected;
  size_t kept[4]; /* over the limit; odd; in the first and in the second part */
};

static const uint32_t limit = 0x40000000u;

static void make_plans(struct chain *c, int algorithm, clscan_type number) {
  c->wide = number == CLSCAN_UINT64;
  c->separate = algorithm == CLSCAN_SELECT_LOOKBACK;
  const clscan_select_desc over = {.type = CLSCAN_UINT32,
                                   .argument_type = CLSCAN_UINT32,
                                   .count_type = number,
                                   .algorithm = algorithm,
                                   .predicate = "x > u"};
  const clscan_scan_desc sum = {.type = CLSCAN_UINT32,
                                .kind = CLSCAN_INCLUSIVE,
                                .n_device_type = number,
                                .algorithm = algorithm};
  const clscan_select_desc odd = {.type = CLSCAN_UINT32,
                                  .count_type = number,
                                  .n_device_type = number,
                                  .algorithm = algorithm,
                                  .predicate = "x & 1"};
  const clscan_partition_desc apart = {.type = CLSCAN_UINT32,
                                       .count_type = number,
                                       .n_device_type = number,
                                       .flags = c->separate ? CLSCAN_SEPARATE : 0,
                                       .predicate = "x & 4"};
  assert_success(clscan_select_plan_create(ctx, &over, &c->over));
  assert_success(clscan_scan_plan_create(ctx, &sum, &c->sum));
  assert_success(clscan_select_plan_create(ctx, &odd, &c->odd));
  assert_success(clscan_partition_plan_create(ctx, &apart, &c->apart));
}

/* What comes of it: the two parts, one after the other. */
static void run_on_host(struct chain *c, uint32_t *numbers) {
  size_t m = 0;
  uint32_t sum = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (numbers[i] > limit) {
      c->kept[0]++;
      sum += numbers[i];
      if ((sum & 1) != 0) {
        numbers[m++] = sum;
      }
    }
  }
  c->kept[1] = m;
  for (unsigned part = 0; part < 2; part++) {
    for (size_t i = 0; i < m; i++) {
      if (((numbers[i] & 4) != 0) == (part == 0)) {
        c->expected[c->kept[2] + c->kept[3]] = numbers[i];
        c->kept[2 + part]++;
      }
    }
  }
}

static void open_chain(struct chain *c, int algorithm, clscan_type number, size_t n) {
  memset(c, 0, sizeof *c);
  make_plans(c, algorithm, number);
  c->n = n;
  uint32_t *numbers = arrays_host(n);
  c->expected = arrays_host(n);
  c->numbers = arrays_random(&h, n, n, numbers);
  c->left = arrays_create(&h, n);
  c->sums = arrays_create(&h, n);
  c->odds = arrays_create(&h, n);
  c->parts = arrays_create(&h, 2 * n);
  c->counts = arrays_create(&h, 8);
  run_on_host(c, numbers);
  free(numbers);
}

static void close_chain(struct chain *c) {
  const cl_mem mems[] = {c->numbers, c->left, c->sums, c->odds, c->parts, c->counts};
  clscan_plan *const plans[] = {c->over, c->sum, c->odd, c->apart};
  for (size_t k = 0; k < HARNESS_COUNT(mems); k++) {
    clReleaseMemObject(mems[k]);
  }
  for (size_t k = 0; k < HARNESS_COUNT(plans); k++) {
    clscan_plan_destroy(plans[k]);
  }
  free(c->expected);
}

/* Four calls, ordered by the queue or by events; nothing is read in between. */
static void enqueue_chain(const struct chain *c, cl_command_queue queue, bool by_events) {
  const size_t number = c->wide ? 8 : 4;
  const clscan_buffer over = {c->counts, 0};
  const clscan_buffer odd = {c->counts, number};
  const clscan_buffer parts = {c->counts, 2 * number};
  const clscan_buffer outs[] = {{c->parts, 0}, {c->parts, c->n * 4}};
  cl_event events[4] = {NULL};
  cl_event *const out[] = {&events[0], &events[1], &events[2], &events[3]};
  uint32_t argument = limit;
  const clscan_select_args first = {
      .in = {c->numbers, 0}, .out = {c->left, 0}, .count = over, .n = c->n, .argument = &argument};
  const clscan_scan_args second = {
      .in = {c->left, 0}, .out = {c->sums, 0}, .n = c->n, .n_device = over};
  const clscan_select_args third = {
      .in = {c->sums, 0}, .out = {c->odds, 0}, .count = odd, .n = c->n, .n_device = over};
  clscan_partition_args fourth = {.in = {c->odds, 0}, .counts = parts, .n = c->n, .n_device = odd};
  if (c->separate) {
    fourth.outs = outs;
  } else {
    fourth.out = outs[0];
  }
  const cl_uint waits = by_events ? 1 : 0;
  assert_success(clscan_select_enqueue(c->over, queue, &first, 0, NULL, out[0]));
  assert_success(
      clscan_scan_enqueue(c->sum, queue, &second, waits, by_events ? out[0] : NULL, out[1]));
  assert_success(
      clscan_select_enqueue(c->odd, queue, &third, waits, by_events ? out[1] : NULL, out[2]));
  assert_success(
      clscan_partition_enqueue(c->apart, queue, &fourth, waits, by_events ? out[2] : NULL, out[3]));
  assert_int_equal(clWaitForEvents(1, &events[3]), CL_SUCCESS);
  for (unsigned k = 0; k < 4; k++) {
    clReleaseEvent(events[k]);
  }
}

static void check_result(const struct chain *c) {
  uint64_t counts[4] = {0};
  for (unsigned k = 0; k < 4; k++) {
    const size_t number = c->wide ? 8 : 4;
    assert_int_equal(clEnqueueReadBuffer(h.queue, c->counts, CL_TRUE, k * number, number,
                                         &counts[k], 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(counts[k], c->kept[k]);
  }
  uint32_t *parts = arrays_host(2 * c->n);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, c->parts, CL_TRUE, 0, 8 * c->n, parts, 0, NULL, NULL),
      CL_SUCCESS);
  const size_t second = c->separate ? c->n : c->kept[2];
  assert_memory_equal(parts, c->expected, c->kept[2] * 4);
  assert_memory_equal(parts + second, c->expected + c->kept[2], c->kept[3] * 4);
  free(parts);
}

static void check_chain(int algorithm, clscan_type number, size_t n) {
  struct chain c;
  open_chain(&c, algorithm, number, n);
  for (unsigned run = 0; run < 3; run++) {
    enqueue_chain(&c, h.queue, false);
    check_result(&c);
    if (h.out_of_order != NULL) {
      enqueue_chain(&c, h.out_of_order, true);
      check_result(&c);
    }
  }
  close_chain(&c);
}

/* By the first `count` algorithms. */
static void check_shape(const struct shape *shape, size_t count) {
  static const int algorithms[] = {CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN,
                                   CLSCAN_SELECT_THREE_PASS};
  static const size_t lengths[] = {1, 257, 10007, 100003};
  ctx = shapes_open(&h, shape);
  for (size_t a = 0; a < count; a++) {
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      check_chain(algorithms[a], (a + k) % 2 == 0 ? CLSCAN_UINT32 : CLSCAN_UINT64, lengths[k]);
    }
  }
  clscan_context_destroy(ctx);
}

TEST(test_small_tiles) { check_shape(shapes_small_tiles(&h), 3); }

TEST(test_own_shape) { check_shape(&shapes[SHAPE_OWN], harness_slow() ? 3 : 1); }

HARNESS_MAIN(NULL, NULL)
