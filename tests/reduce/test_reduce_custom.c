/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions with types and operators of the caller's: operands keep their order, nothing but input
 * is combined, load and store expressions. */
#include "support/execution.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

#define MAX_SIZE 128
#define MAX_WORDS (MAX_SIZE / sizeof(uint32_t))

/* A reduction, told once in OpenCL C and once in C. Elements and accumulators are 32-bit words. */
struct custom {
  const char *name;
  clscan_reduce_desc desc;
  size_t in_words, acc_words, out_words;
  void (*make)(size_t i, uint64_t *random, uint32_t *in);
  void (*load)(const uint32_t *in, size_t i, uint32_t *acc); /* NULL: the same words */
  void (*store)(const uint32_t *acc, uint32_t *out);         /* likewise */
  void (*combine)(const uint32_t *a, const uint32_t *b, uint32_t *result);
  const uint32_t *identity; /* NULL: none */
  const uint32_t *init;
};

/* The result; false if there is none. */
static bool reduce(const struct custom *c, const uint32_t *in, size_t n, bool with_init,
                   uint32_t *out) {
  uint32_t sum[MAX_WORDS] = {0};
  const uint32_t *left = with_init ? c->init : n == 0 ? c->identity : NULL;
  bool started = left != NULL;
  if (started) {
    memcpy(sum, left, c->acc_words * sizeof *sum);
  }
  for (size_t i = 0; i < n; i++) {
    uint32_t x[MAX_WORDS] = {0};
    uint32_t next[MAX_WORDS] = {0};
    if (c->load != NULL) {
      c->load(in + i * c->in_words, i, x);
    } else {
      memcpy(x, in + i * c->in_words, c->in_words * sizeof *x);
    }
    if (started) {
      c->combine(sum, x, next);
    }
    memcpy(sum, started ? next : x, sizeof sum);
    started = true;
  }
  if (c->store != NULL) {
    c->store(sum, out);
  } else {
    memcpy(out, sum, c->acc_words * sizeof *out);
  }
  return started;
}

static bool run(clscan_plan *plan, const struct custom *c, size_t n, bool with_init) {
  uint64_t random = UINT64_C(88172645463325252) + n;
  uint32_t expected[MAX_WORDS] = {0};
  uint32_t *in = calloc(n + 1, c->in_words * sizeof *in);
  assert_non_null(in);
  for (size_t i = 0; i < n; i++) {
    c->make(i, &random, in + i * c->in_words);
  }
  const bool has_result = reduce(c, in, n, with_init, expected);
  const struct execution r = {.plan = plan,
                              .reduces = true,
                              .n = n,
                              .input = in,
                              .in_size = c->in_words * sizeof *in,
                              .expected = has_result ? expected : NULL,
                              .out_size = c->out_words * sizeof *in,
                              .init = with_init ? c->init : NULL,
                              .acc_size = c->acc_words * sizeof *in,
                              .init_on_device = n % 2 == 0,
                              .runs = 2};
  const bool good = execution_run(&h, &r);
  free(in);
  if (!good) {
    print_error("  %s, init %d\n", c->name, with_init);
  }
  return good;
}

/* Every form of the kernel, and every shape with CLSCAN_TEST_SLOW=1, at lengths around its unit and
 * for all groups of a launch. */
static void check(const struct custom *c) {
  bool good = true;
  for (size_t s = 0; s < SHAPES; s++) {
    const bool usual =
        s == (h.is_cpu ? SHAPE_REREAD : SHAPE_OWN) || s == SHAPE_96 || s == SHAPE_256;
    if (!shapes_fits(&h, &shapes[s]) || !(usual || harness_slow())) {
      continue;
    }
    clscan_context *ctx = shapes_open(&h, &shapes[s]);
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_reduce_plan_create(ctx, &c->desc, &plan);
    if (status != CLSCAN_SUCCESS) {
      print_error("%s: %s\n", c->name, h.log.text != NULL ? h.log.text : "no message");
    }
    assert_success(status);
    const size_t tile = shapes_tile(plan);
    const size_t lengths[] = {
        0,    1,        2,        3,   tile / 2,     tile - 1,
        tile, tile + 1, 2 * tile, 257, 5 * tile - 1, tile <= 4096 ? 70 * tile + 11 : 100003};
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      if (!run(plan, c, lengths[k], k % 2 == 1)) {
        print_error("  shape %s\n", shapes[s].name);
        good = false;
      }
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  assert_true(good);
}

/* --- 2 x 2 matrix products: 16 bytes, not commutative ----------------------------------------- */

static const clscan_custom_type matrix_type = {.name = "matrix",
                                               .definition =
                                                   "typedef struct { uint a, b, c, d; } matrix;",
                                               .size = 16,
                                               .alignment = 4};
static const clscan_custom_op matrix_product = {
    .definition = "matrix multiply(matrix x, matrix y) {\n"
                  "  matrix r = {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,\n"
                  "              x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};\n"
                  "  return r;\n"
                  "}\n",
    .expression = "multiply(a, b)",
    .exact = 1};

static void words_make(uint32_t *in, size_t count, uint64_t *random) {
  for (size_t k = 0; k < count; k++) {
    in[k] = (uint32_t)(harness_random(random) >> 32);
  }
}

/* With an odd determinant, so that no product of many ends as zeros. */
static void matrix_make(size_t i, uint64_t *random, uint32_t *in) {
  (void)i;
  words_make(in, 4, random);
  in[0] |= 1;
  in[3] |= 1;
  in[1] &= ~UINT32_C(1);
}

static void matrix_combine(const uint32_t *x, const uint32_t *y, uint32_t *r) {
  r[0] = x[0] * y[0] + x[1] * y[2];
  r[1] = x[0] * y[1] + x[1] * y[3];
  r[2] = x[2] * y[0] + x[3] * y[2];
  r[3] = x[2] * y[1] + x[3] * y[3];
}

static const uint32_t matrix_init[] = {5, 7, 11, 13};

TEST(test_matrix_products) {
  const struct custom c = {.name = "2 x 2 matrix product",
                           .desc = {.type = CLSCAN_CUSTOM,
                                    .custom_type = &matrix_type,
                                    .op = CLSCAN_CUSTOM_OP,
                                    .custom_op = &matrix_product},
                           .in_words = 4,
                           .acc_words = 4,
                           .out_words = 4,
                           .make = matrix_make,
                           .combine = matrix_combine,
                           .init = matrix_init};
  check(&c);
}

/* --- 12 and 128 bytes: the first and the last element, and how many --------------------------- */

/* Word 0 of the left operand, word 1 of the right one, the sum of the others. */
static void ends_combine(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t words) {
  r[0] = a[0];
  r[1] = b[1];
  for (size_t k = 2; k < words; k++) {
    r[k] = a[k] + b[k];
  }
}

static void ends3_make(size_t i, uint64_t *random, uint32_t *in) {
  (void)i;
  words_make(in, 3, random);
}

static void ends3_combine(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  ends_combine(a, b, r, 3);
}

static void ends32_make(size_t i, uint64_t *random, uint32_t *in) {
  (void)i;
  words_make(in, 32, random);
}

static void ends32_combine(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  ends_combine(a, b, r, 32);
}

static const uint32_t ends_init[32] = {1, 2, 3, 4, 5, 6, 7, 8};

TEST(test_12_bytes) {
  static const clscan_custom_type type = {.name = "ends",
                                          .definition = "typedef struct { uint w[3]; } ends;",
                                          .size = 12,
                                          .alignment = 4};
  static const clscan_custom_op op = {.definition =
                                          "ends join(ends a, ends b) {\n"
                                          "  ends r = {{a.w[0], b.w[1], a.w[2] + b.w[2]}};\n"
                                          "  return r;\n"
                                          "}\n",
                                      .expression = "join(a, b)",
                                      .exact = 1};
  const struct custom c = {.name = "12 bytes",
                           .desc = {.type = CLSCAN_CUSTOM,
                                    .custom_type = &type,
                                    .op = CLSCAN_CUSTOM_OP,
                                    .custom_op = &op},
                           .in_words = 3,
                           .acc_words = 3,
                           .out_words = 3,
                           .make = ends3_make,
                           .combine = ends3_combine,
                           .init = ends_init};
  check(&c);
}

TEST(test_128_bytes) {
  static const clscan_custom_type type = {.name = "ends",
                                          .definition = "typedef struct { uint w[32]; } ends;",
                                          .size = 128,
                                          .alignment = 4};
  static const clscan_custom_op op = {.definition = "ends join(ends a, ends b) {\n"
                                                    "  b.w[0] = a.w[0];\n"
                                                    "  for (int k = 2; k < 32; k++)\n"
                                                    "    b.w[k] += a.w[k];\n"
                                                    "  return b;\n"
                                                    "}\n",
                                      .expression = "join(a, b)",
                                      .exact = 1};
  const struct custom c = {.name = "128 bytes",
                           .desc = {.type = CLSCAN_CUSTOM,
                                    .custom_type = &type,
                                    .op = CLSCAN_CUSTOM_OP,
                                    .custom_op = &op},
                           .in_words = 32,
                           .acc_words = 32,
                           .out_words = 32,
                           .make = ends32_make,
                           .combine = ends32_combine,
                           .init = ends_init};
  check(&c);
}

/* --- a table of operands: nothing but input may reach the operator ---------------------------- */

/* Sums modulo 7; anything over 6 would read past the table. */
static const clscan_custom_op rotation = {
    .definition = "__constant uint number[7] = {0, 1, 2, 3, 4, 5, 6};\n",
    .expression = "(number[a] + number[b]) % 7",
    .exact = 1};

static void rotation_make(size_t i, uint64_t *random, uint32_t *in) {
  (void)i;
  in[0] = (uint32_t)(harness_random(random) >> 40) % 7;
}

static void rotation_combine(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  r[0] = (a[0] + b[0]) % 7;
}

TEST(test_table_lookup) {
  static const uint32_t init[] = {6};
  const struct custom c = {
      .name = "table lookup",
      .desc = {.type = CLSCAN_UINT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &rotation},
      .in_words = 1,
      .acc_words = 1,
      .out_words = 1,
      .make = rotation_make,
      .combine = rotation_combine,
      .init = init};
  check(&c);
}

/* --- load and store expressions: where the largest element is --------------------------------- */

static const clscan_custom_type best_type = {.name = "best",
                                             .definition =
                                                 "typedef struct { uint value, index; } best;",
                                             .size = 8,
                                             .alignment = 4};
static const clscan_custom_op better = {
    .expression = "b.value > a.value ? b : a", .identity = "(best){0, 77}", .exact = 1};

static void best_make(size_t i, uint64_t *random, uint32_t *in) {
  (void)i;
  in[0] = (uint32_t)(harness_random(random) >> 48);
}

static void best_load(const uint32_t *in, size_t i, uint32_t *acc) {
  acc[0] = in[0];
  acc[1] = (uint32_t)i;
}

static void best_store(const uint32_t *acc, uint32_t *out) { out[0] = acc[1]; }

static void best_combine(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  memcpy(r, b[0] > a[0] ? b : a, 2 * sizeof *r);
}

TEST(test_index_of_the_largest) {
  static const uint32_t identity[] = {0, 77};
  static const uint32_t init[] = {65530, 1000000};
  const struct custom c = {.name = "index of the largest",
                           .desc = {.type = CLSCAN_UINT32,
                                    .acc_type = CLSCAN_CUSTOM,
                                    .custom_acc = &best_type,
                                    .out_type = CLSCAN_UINT32,
                                    .op = CLSCAN_CUSTOM_OP,
                                    .custom_op = &better,
                                    .load = "(best){x, (uint)i}",
                                    .store = "a.index"},
                           .in_words = 1,
                           .acc_words = 2,
                           .out_words = 1,
                           .make = best_make,
                           .load = best_load,
                           .store = best_store,
                           .combine = best_combine,
                           .identity = identity,
                           .init = init};
  check(&c);
}

/* A built-in operator behind a load expression that uses the index, from a struct. */
static void weighted_load(const uint32_t *in, size_t i, uint32_t *acc) {
  acc[0] = in[1] * (uint32_t)(i + 1);
}

static void sum_combine(const uint32_t *a, const uint32_t *b, uint32_t *r) { r[0] = a[0] + b[0]; }

static void twice_store(const uint32_t *acc, uint32_t *out) { out[0] = 2 * acc[0]; }

TEST(test_weighted_sum) {
  static const clscan_custom_type type = {.name = "ends",
                                          .definition = "typedef struct { uint w[3]; } ends;",
                                          .size = 12,
                                          .alignment = 4};
  static const uint32_t identity[] = {0};
  static const uint32_t init[] = {123456789};
  const struct custom c = {.name = "weighted sum",
                           .desc = {.type = CLSCAN_CUSTOM,
                                    .custom_type = &type,
                                    .acc_type = CLSCAN_UINT32,
                                    .out_type = CLSCAN_UINT32,
                                    .load = "x.w[1] * (uint)(i + 1)",
                                    .store = "2 * a"},
                           .in_words = 3,
                           .acc_words = 1,
                           .out_words = 1,
                           .make = ends3_make,
                           .load = weighted_load,
                           .store = twice_store,
                           .combine = sum_combine,
                           .identity = identity,
                           .init = init};
  check(&c);
}

HARNESS_MAIN(NULL, NULL)
