/* SPDX-License-Identifier: Apache-2.0 */
/* Adjacent differences against a serial loop: types, shapes, both directions, rows, what else an
 * input has, and an operation of the caller's. */
#include "support/guarded.h"
#include "support/shapes.h"
#include "support/values.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

enum { WIDTH = 7, PAD = 2 };

static const size_t used_shapes[] = {SHAPE_OWN, SHAPE_96, SHAPE_SUBGROUPS, SHAPE_REREAD};

/* --- types ------------------------------------------------------------------------------------ */

static struct value minus(struct value a, struct value b) {
  const struct value less = values_apply(CLSCAN_MUL, values_from_int(b.type, -1), b);
  return values_apply(CLSCAN_ADD, a, less);
}

/* n elements of `in`, of which the first `length` count. */
static void check_type(clscan_plan *plan, clscan_type type, clscan_type out_type, bool reverse,
                       size_t n, size_t length, size_t shift) {
  const size_t in_size = values_size(type), out_size = values_size(out_type);
  const clscan_type acc = values_default_acc(out_type);
  uint64_t random = n * 77 + shift + 1;
  uint8_t *in = calloc(n + 1, in_size), *out = calloc(n + 1, out_size);
  assert_true(in && out);
  for (size_t i = 0; i < n; i++) {
    values_store(values_from_int(type, (int64_t)(harness_random(&random) >> 57) - 30),
                 in + i * in_size);
  }
  struct guarded from, to, count;
  const cl_uint on_device = (cl_uint)length;
  guarded_create(&h, &from, n * in_size, shift * in_size, in);
  guarded_create(&h, &to, n * out_size, (shift + 1) % 3 * out_size, NULL);
  guarded_create(&h, &count, sizeof on_device, 0, &on_device);
  const clscan_adjacent_difference_args args = {.in = from.place,
                                                .out = to.place,
                                                .n = n,
                                                .n_device =
                                                    length == n ? (clscan_buffer){0} : count.place};
  assert_success(clscan_adjacent_difference_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  guarded_read(&h, &to, out);
  assert_true(guarded_intact(&h, &to, "out"));
  assert_true(guarded_unchanged(&h, &from, "in"));
  for (size_t i = 0; i < n; i++) {
    uint8_t expected[8];
    memset(expected, GUARDED_FILL, sizeof expected);
    if (i < length) {
      struct value a = values_convert(values_load(type, in + i * in_size), acc);
      if (reverse ? i + 1 < length : i > 0) {
        const size_t other = reverse ? i + 1 : i - 1;
        a = minus(a, values_convert(values_load(type, in + other * in_size), acc));
      }
      values_store(values_convert(a, out_type), expected);
    }
    if (memcmp(expected, out + i * out_size, out_size) != 0) {
      fail_msg("%s to %s, %s, n %zu of %zu, shift %zu: element %zu is wrong",
               values_type_name(type), values_type_name(out_type), reverse ? "reverse" : "forward",
               length, n, shift, i);
    }
  }
  guarded_destroy(&from);
  guarded_destroy(&to);
  guarded_destroy(&count);
  free(in);
  free(out);
}

static void check_plan(clscan_context *ctx, clscan_type type, clscan_type out_type, bool reverse) {
  const clscan_adjacent_difference_desc desc = {
      .type = type, .out_type = out_type, .flags = reverse ? CLSCAN_REVERSE : 0};
  clscan_plan *plan = NULL;
  assert_success(clscan_adjacent_difference_plan_create(ctx, &desc, &plan));
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0, 1, 2, 3, 17, tile - 1, tile, tile + 1, 3 * tile + 5};
  for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
    check_type(plan, type, out_type, reverse, lengths[k], lengths[k], k % 3);
  }
  check_type(plan, type, out_type, reverse, 2 * tile, tile, 0);
  check_type(plan, type, out_type, reverse, 2 * tile, tile + 1, 1);
  check_type(plan, type, out_type, reverse, 9, 0, 1);
  clscan_plan_destroy(plan);
}

TEST(test_types) {
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_enter(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    for (size_t t = 0; t < VALUES_TYPE_COUNT; t++) {
      const clscan_type type = values_types[t];
      const clscan_type other = values_types[(t + 2) % 10]; /* no float64 */
      if (type != CLSCAN_FLOAT64 || h.has_fp64) {
        check_plan(h.ctx, type, type, (t + s) % 2);
        check_plan(h.ctx, type, s % 2 ? type : other, (t + s + 1) % 2);
      }
    }
    shapes_leave(&h);
  }
}

/* --- rows, expressions, flags ----------------------------------------------------------------- */

static const struct form {
  const char *load, *store;
  clscan_type flag_type;
  uint32_t flags;
  bool own; /* the caller's operation, which is not associative */
} forms[] = {
    {.flags = CLSCAN_ROWS},
    {.flags = CLSCAN_ROWS | CLSCAN_REVERSE, .load = "x + (int)col"},
    {.load = "x * u + (int)i", .own = true},
    {.load = "f ? x : 9", .flag_type = CLSCAN_UINT8, .flags = CLSCAN_REVERSE, .own = true},
    {.load = "x + (int)(row * f + col)",
     .store = "a * 2",
     .flag_type = CLSCAN_UINT8,
     .flags = CLSCAN_ROWS,
     .own = true},
};
static const cl_int argument = 3;

static int32_t loaded(size_t form, const int32_t *x, const uint8_t *f, size_t i) {
  switch (form) {
  case 1:
    return x[i] + (int32_t)(i % WIDTH);
  case 2:
    return x[i] * argument + (int32_t)i;
  case 3:
    return f[i] ? x[i] : 9;
  case 4:
    return x[i] + (int32_t)(i / WIDTH * f[i] + i % WIDTH);
  default:
    return x[i];
  }
}

static void check_form(clscan_plan *plan, size_t form, size_t n) {
  const struct form *f = &forms[form];
  const bool rows = (f->flags & CLSCAN_ROWS) != 0, reverse = (f->flags & CLSCAN_REVERSE) != 0;
  const size_t stride = rows ? WIDTH + PAD : WIDTH, room = n / WIDTH * stride + n % WIDTH;
  uint64_t random = n + form + 1;
  int32_t *x = calloc(n + 1, sizeof *x), *in = calloc(room + 1, sizeof *in);
  int32_t *out = calloc(n + 1, sizeof *out);
  uint8_t *marks = calloc(n + 1, 1);
  assert_true(x && in && out && marks);
  for (size_t i = 0; i < n; i++) {
    x[i] = (int32_t)(harness_random(&random) >> 48);
    marks[i] = (uint8_t)(harness_random(&random) >> 62);
    in[i / WIDTH * stride + i % WIDTH] = x[i];
  }
  struct guarded from, to, flags;
  guarded_create(&h, &from, room * sizeof *in, 0, in);
  guarded_create(&h, &to, n * sizeof *out, 4, NULL);
  guarded_create(&h, &flags, n, 1, marks);
  const clscan_adjacent_difference_args args = {.in = from.place,
                                                .out = to.place,
                                                .n = n,
                                                .flags =
                                                    f->flag_type ? flags.place : (clscan_buffer){0},
                                                .argument = form == 2 ? &argument : NULL,
                                                .width = rows ? WIDTH : 0,
                                                .row_pitch = rows ? stride * sizeof *in : 0};
  assert_success(clscan_adjacent_difference_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  guarded_read(&h, &to, out);
  assert_true(guarded_intact(&h, &to, "out"));
  for (size_t i = 0; i < n; i++) {
    const size_t place = rows ? i % WIDTH : i, last = rows ? WIDTH - 1 : n - 1;
    int32_t expected = loaded(form, x, marks, i);
    if (reverse ? place < last : place > 0) {
      const int32_t b = loaded(form, x, marks, reverse ? i + 1 : i - 1);
      expected = f->own ? (expected > b ? b : 2 * expected) : expected - b;
    }
    expected *= f->store ? 2 : 1;
    if (out[i] != expected) {
      fail_msg("form %zu, n %zu: element %zu is %d, not %d", form, n, i, out[i], expected);
    }
  }
  guarded_destroy(&from);
  guarded_destroy(&to);
  guarded_destroy(&flags);
  free(x);
  free(in);
  free(out);
  free(marks);
}

TEST(test_inputs) {
  static const clscan_custom_op own = {.definition = "int less(int a, int b) { return a > b; }\n",
                                       .expression = "less(a, b) ? b : 2 * a"};
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_enter(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    for (size_t form = 0; form < HARNESS_COUNT(forms); form++) {
      const struct form *f = &forms[form];
      const clscan_adjacent_difference_desc desc = {.type = CLSCAN_INT32,
                                                    .flag_type = f->flag_type,
                                                    .argument_type =
                                                        form == 2 ? CLSCAN_INT32 : CLSCAN_TYPE_NONE,
                                                    .flags = f->flags,
                                                    .custom_op = f->own ? &own : NULL,
                                                    .load = f->load,
                                                    .store = f->store};
      clscan_plan *plan = NULL;
      assert_success(clscan_adjacent_difference_plan_create(h.ctx, &desc, &plan));
      const size_t tile = shapes_tile(plan) / WIDTH * WIDTH;
      const size_t lengths[] = {0, WIDTH, 5 * WIDTH, tile, tile + WIDTH, 3 * tile + 4 * WIDTH};
      for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
        check_form(plan, form, lengths[k]);
      }
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
}

/* It undoes an inclusive sum, of vectors and structs. */
TEST(test_inverse) {
#define TRIPLE(op)                                                                                 \
  "triple each(triple a, triple b) {\n"                                                            \
  "  for (int k = 0; k < 3; k++) a.v[k] " op " b.v[k];\n"                                          \
  "  return a;\n"                                                                                  \
  "}\n"
  static const struct {
    clscan_custom_type type;
    clscan_custom_op add, subtract;
  } rows[] = {
      {{.name = "uint2", .size = 8, .alignment = 8},
       {.expression = "a + b", .exact = 1},
       {.expression = "a - b"}},
      {{.name = "triple",
        .definition = "typedef struct { ushort v[3]; } triple;",
        .size = 6,
        .alignment = 2},
       {.definition = TRIPLE("+="), .expression = "each(a, b)", .exact = 1},
       {.definition = TRIPLE("-="), .expression = "each(a, b)"}},
  };
  enum { N = 30000 };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    const size_t bytes = N * rows[k].type.size;
    uint64_t random = 5;
    uint8_t *data = calloc(bytes, 1), *back = calloc(bytes, 1);
    assert_true(data && back);
    for (size_t i = 0; i < bytes; i++) {
      data[i] = (uint8_t)(harness_random(&random) >> 56);
    }
    struct guarded from, sums, to;
    guarded_create(&h, &from, bytes, 0, data);
    guarded_create(&h, &sums, bytes, 0, NULL);
    guarded_create(&h, &to, bytes, rows[k].type.size, NULL);
    const clscan_scan_desc scan = {.type = CLSCAN_CUSTOM,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .kind = CLSCAN_INCLUSIVE,
                                   .custom_type = &rows[k].type,
                                   .custom_op = &rows[k].add};
    const clscan_scan_args scan_args = {.in = from.place, .out = sums.place, .n = N};
    const clscan_adjacent_difference_desc desc = {
        .type = CLSCAN_CUSTOM, .custom_type = &rows[k].type, .custom_op = &rows[k].subtract};
    const clscan_adjacent_difference_args args = {.in = sums.place, .out = to.place, .n = N};
    assert_success(clscan_scan(h.ctx, h.queue, &scan, &scan_args, 0, NULL, NULL));
    assert_success(clscan_adjacent_difference(h.ctx, h.queue, &desc, &args, 0, NULL, NULL));
    guarded_read(&h, &to, back);
    assert_memory_equal(data, back, bytes);
    guarded_destroy(&from);
    guarded_destroy(&sums);
    guarded_destroy(&to);
    free(data);
    free(back);
  }
}

TEST(test_refused) {
  static const clscan_custom_type pair = {.name = "uint2", .size = 8, .alignment = 8};
  static const clscan_custom_op nothing = {.expression = NULL};
  const struct {
    clscan_adjacent_difference_desc desc;
    clscan_status status;
  } rows[] = {
      {{.type = CLSCAN_TYPE_NONE}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_CUSTOM, .custom_type = &pair}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .custom_op = &nothing}, CLSCAN_INVALID_OPERATOR},
      {{.type = CLSCAN_INT32, .flags = CLSCAN_UNIQUE}, CLSCAN_INVALID_ENUM},
      {{.type = CLSCAN_INT32, .n_device_type = CLSCAN_INT32}, CLSCAN_INVALID_TYPE},
      {{.type = CLSCAN_INT32, .load = "x +"}, CLSCAN_BUILD_FAILED},
      {{.type = CLSCAN_INT32, .reserved = {0, 0, 1}}, CLSCAN_RESERVED_NOT_ZERO},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_plan *plan = NULL;
    harness_log_reset(&h);
    assert_status(clscan_adjacent_difference_plan_create(h.ctx, &rows[k].desc, &plan),
                  rows[k].status);
    assert_null(plan);
    assert_true(h.log.count > 0);
  }
  const clscan_adjacent_difference_desc desc = {.type = CLSCAN_INT32};
  struct guarded memory;
  guarded_create(&h, &memory, 64, 0, NULL);
  const clscan_adjacent_difference_args args = {.in = memory.place, .out = memory.place, .n = 16};
  assert_status(clscan_adjacent_difference(h.ctx, h.queue, &desc, &args, 0, NULL, NULL),
                CLSCAN_OVERLAP);
  assert_true(guarded_unchanged(&h, &memory, "memory"));
  guarded_destroy(&memory);
}

HARNESS_MAIN(NULL, NULL)
