/* SPDX-License-Identifier: Apache-2.0 */
/* What scans and reductions read beside an array: flags, bits, a second array, the caller's
 * argument, rows and places in them. */
#include "support/guarded.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

enum { WIDTH = 7, PAD = 3 };

static const struct form {
  const char *load;
  clscan_type flag_type, argument_type;
  uint32_t flags;
} forms[] = {
    {"f ? x : 1", CLSCAN_UINT32, CLSCAN_TYPE_NONE, CLSCAN_FLAG_BITS},
    {"f != 0 ? x : -x", CLSCAN_INT16, CLSCAN_TYPE_NONE, 0},
    {"x * (int)f", CLSCAN_FLOAT32, CLSCAN_TYPE_NONE, 0},
    {"x * u + (int)i", CLSCAN_TYPE_NONE, CLSCAN_INT32, 0},
    {"x + (int)(row * 1000 + col * u)", CLSCAN_TYPE_NONE, CLSCAN_INT32, CLSCAN_ROWS},
    {"helper(x, f) + (int)col", CLSCAN_UINT8, CLSCAN_TYPE_NONE, CLSCAN_ROWS},
};
static const char definition[] = "int helper(int x, uchar f) { return f > 100 ? x : 3; }\n";
static const int32_t argument = 5;

/* Element i of n, before it is loaded, and its flag. */
static int32_t element(size_t i) { return (int32_t)(i * 2654435761u >> 20) - 1000; }
static unsigned flag(size_t i) { return (unsigned)(i * 40503u >> 3) % 256; }

static uint32_t loaded(size_t form, size_t i) {
  const int32_t x = element(i);
  const size_t row = i / WIDTH, col = i % WIDTH;
  switch (form) {
  case 0:
    return (uint32_t)(flag(i) & 1 ? x : 1);
  case 1:
    return (uint32_t)(flag(i) % 3 ? x : -x);
  case 2:
    return (uint32_t)(x * (int32_t)(flag(i) % 16));
  case 3:
    return (uint32_t)(x * argument) + (uint32_t)i;
  case 4:
    return (uint32_t)x + (uint32_t)(row * 1000 + col * (size_t)argument);
  default:
    return (uint32_t)(flag(i) > 100 ? x : 3) + (uint32_t)col;
  }
}

static void make_flags(struct guarded *flags, size_t form, size_t n) {
  void *data = calloc(n + 32, 4);
  assert_non_null(data);
  for (size_t i = 0; i < n; i++) {
    switch (form) {
    case 0:
      ((uint32_t *)data)[i / 32] |= (uint32_t)(flag(i) & 1) << i % 32;
      break;
    case 1:
      ((int16_t *)data)[i] = (int16_t)(flag(i) % 3);
      break;
    case 2:
      ((float *)data)[i] = (float)(flag(i) % 16);
      break;
    default:
      ((uint8_t *)data)[i] = (uint8_t)flag(i);
      break;
    }
  }
  guarded_create(&h, flags, (n + 32) * 4, 0, data);
  free(data);
}

/* One scan and one reduction of n elements. */
static void check(clscan_plan *scan, clscan_plan *reduce, size_t form, bool exclusive, size_t n) {
  const struct form *f = &forms[form];
  const bool rows = (f->flags & CLSCAN_ROWS) != 0;
  const size_t stride = rows ? WIDTH + PAD : WIDTH;
  int32_t *in = calloc(n / WIDTH * stride + stride + n, sizeof *in);
  uint32_t *expected = calloc(n + 2, sizeof *expected), *actual = calloc(n + 2, sizeof *actual);
  assert_true(in && expected && actual);
  uint32_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    in[rows ? i / WIDTH * stride + i % WIDTH : i] = element(i);
    expected[i] = exclusive ? sum : sum + loaded(form, i);
    sum += loaded(form, i);
  }
  expected[n] = expected[n + 1] = sum;
  struct guarded from, to, flags = {0};
  guarded_create(&h, &from, (n / WIDTH * stride + stride + n) * sizeof *in, 0, in);
  guarded_create(&h, &to, (n + 2) * sizeof *actual, 0, NULL);
  if (f->flag_type) {
    make_flags(&flags, form, n);
  }
  const clscan_scan_args args = {
      .in = from.place,
      .out = to.place,
      .n = n,
      .total = {to.mem, to.place.offset + n * sizeof *actual},
      .flags = flags.place,
      .argument = f->argument_type ? &argument : NULL,
      .width = rows ? WIDTH : 0,
      .row_pitch = rows ? stride * sizeof *in : 0,
  };
  assert_success(clscan_scan_enqueue(scan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  const clscan_reduce_args reduce_args = {
      .in = args.in,
      .out = {to.mem, to.place.offset + (n + 1) * sizeof *actual},
      .n = n,
      .flags = args.flags,
      .argument = args.argument,
      .width = args.width,
      .row_pitch = args.row_pitch,
  };
  assert_success(clscan_reduce_enqueue(reduce, h.queue, &reduce_args, 0, NULL, NULL));
  guarded_read(&h, &to, actual);
  assert_true(guarded_intact(&h, &to, "out"));
  assert_true(guarded_unchanged(&h, &from, "in"));
  for (size_t i = 0; i < n + 2; i++) {
    if (actual[i] != expected[i]) {
      fail_msg("\"%s\", %s, n %zu: element %zu is %u, not %u", f->load,
               exclusive ? "exclusive" : "inclusive", n, i, actual[i], expected[i]);
    }
  }
  guarded_destroy(&from);
  guarded_destroy(&to);
  if (f->flag_type) {
    guarded_destroy(&flags);
  }
  free(in);
  free(expected);
  free(actual);
}

static void check_form(clscan_context *ctx, size_t form, clscan_scan_algorithm algorithm) {
  const struct form *f = &forms[form];
  const bool exclusive = form % 2 == 0;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32,
                                 .flag_type = f->flag_type,
                                 .argument_type = f->argument_type,
                                 .kind = exclusive ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE,
                                 .algorithm = algorithm,
                                 .flags = f->flags,
                                 .definition = definition,
                                 .load = f->load};
  const clscan_reduce_desc reduce_desc = {.type = CLSCAN_INT32,
                                          .flag_type = f->flag_type,
                                          .argument_type = f->argument_type,
                                          .flags = f->flags,
                                          .definition = definition,
                                          .load = f->load};
  clscan_plan *scan = NULL, *reduce = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &scan));
  assert_success(clscan_reduce_plan_create(ctx, &reduce_desc, &reduce));
  const size_t tile = shapes_tile(scan), many = shapes_many_tiles(scan);
  const size_t lengths[] = {0, WIDTH, tile / WIDTH * WIDTH, tile / WIDTH * WIDTH + WIDTH,
                            many / WIDTH * WIDTH};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    check(scan, reduce, form, exclusive, lengths[k]);
  }
  clscan_plan_destroy(scan);
  clscan_plan_destroy(reduce);
}

TEST(test_inputs) {
  const size_t used[] = {h.is_cpu ? SHAPE_REREAD : SHAPE_OWN, SHAPE_96, SHAPE_SUBGROUPS};
  for (size_t s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_fits(&h, &shapes[used[s]])) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[used[s]]);
    for (size_t form = 0; form < HARNESS_COUNT(forms); form++) {
      check_form(ctx, form, shapes_algorithms[(form + s) % SHAPES_ALGORITHM_COUNT]);
      check_form(ctx, form, shapes_algorithms[(form + s + 2) % SHAPES_ALGORITHM_COUNT]);
    }
    clscan_context_destroy(ctx);
  }
}

/* An input that is its own output, and what does not go together. */
TEST(test_bad_inputs) {
  const clscan_scan_desc rows = {.type = CLSCAN_INT32, .flags = CLSCAN_ROWS};
  const clscan_scan_desc flagged = {
      .type = CLSCAN_INT32, .flag_type = CLSCAN_UINT8, .load = "f ? x : 0"};
  const clscan_scan_desc bits = {
      .type = CLSCAN_INT32, .flag_type = CLSCAN_UINT8, .flags = CLSCAN_FLAG_BITS};
  const clscan_reduce_desc halves = {.type = CLSCAN_INT32, .flag_type = CLSCAN_FLOAT16};
  clscan_plan *plan = NULL;
  assert_int_equal(clscan_scan_plan_create(h.ctx, &bits, &plan), CLSCAN_INVALID_TYPE);
  assert_int_equal(clscan_reduce_plan_create(h.ctx, &halves, &plan), CLSCAN_INVALID_TYPE);
  const size_t bytes = 2 * (WIDTH + PAD) * sizeof(int32_t);
  const cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
  const cl_mem other = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
  assert_true(mem && other);

  assert_success(clscan_scan_plan_create(h.ctx, &rows, &plan));
  clscan_scan_args args = {
      .in = {mem, 0}, .out = {mem, 0}, .n = 2 * WIDTH, .width = WIDTH, .row_pitch = 40};
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL), CLSCAN_OVERLAP);
  args.out.mem = other;
  args.width = 4;
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL),
                   CLSCAN_INVALID_ARGUMENT);
  args.width = WIDTH;
  args.row_pitch = 24;
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL),
                   CLSCAN_INVALID_ARGUMENT);
  args.row_pitch = 56;
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL),
                   CLSCAN_BUFFER_TOO_SMALL);
  clscan_plan_destroy(plan);

  assert_success(clscan_scan_plan_create(h.ctx, &flagged, &plan));
  args = (clscan_scan_args){.in = {mem, 0}, .out = {other, 0}, .n = 4};
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL),
                   CLSCAN_INVALID_ARGUMENT);
  args.flags.mem = other;
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL), CLSCAN_OVERLAP);
  args.flags = (clscan_buffer){0};
  args.width = 4;
  assert_int_equal(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL),
                   CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(plan);
  clReleaseMemObject(mem);
  clReleaseMemObject(other);
}

HARNESS_MAIN(NULL, NULL)
