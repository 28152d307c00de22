/* SPDX-License-Identifier: Apache-2.0 */
/* Worked examples of scans and reductions with types and operators of the caller's. */
#include "support/custom_case.h"
#include "support/shapes.h"

#include <string.h>

static struct harness h;

/* --- 2 x 2 matrix products modulo a prime: associative, not commutative ---------------------- */

#define PRIME 2147483647u

struct matrix {
  uint32_t a, b, c, d;
};

static const clscan_custom_type matrix_type = {.name = "matrix",
                                               .definition =
                                                   "typedef struct { uint a, b, c, d; } matrix;",
                                               .size = 16,
                                               .alignment = 4};

#define MATRIX_DEFINITION                                                                          \
  "#define PRIME 2147483647ul\n"                                                                   \
  "matrix multiply(matrix x, matrix y) {\n"                                                        \
  "  matrix r;\n"                                                                                  \
  "  r.a = (uint)(((ulong)x.a * y.a % PRIME + (ulong)x.b * y.c % PRIME) % PRIME);\n"               \
  "  r.b = (uint)(((ulong)x.a * y.b % PRIME + (ulong)x.b * y.d % PRIME) % PRIME);\n"               \
  "  r.c = (uint)(((ulong)x.c * y.a % PRIME + (ulong)x.d * y.c % PRIME) % PRIME);\n"               \
  "  r.d = (uint)(((ulong)x.c * y.b % PRIME + (ulong)x.d * y.d % PRIME) % PRIME);\n"               \
  "  return r;\n"                                                                                  \
  "}\n"

static const clscan_custom_op matrix_product = {.definition = MATRIX_DEFINITION,
                                                .expression = "multiply(a, b)",
                                                .identity = "(matrix){1, 0, 0, 1}",
                                                .exact = 1};
static const clscan_custom_op matrix_product_without_identity = {
    .definition = MATRIX_DEFINITION, .expression = "multiply(a, b)", .exact = 1};

static uint32_t dot(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return (uint32_t)(((uint64_t)a * b % PRIME + (uint64_t)c * d % PRIME) % PRIME);
}

static void matrix_combine(const void *left, const void *right, void *result) {
  const struct matrix *x = left;
  const struct matrix *y = right;
  *(struct matrix *)result =
      (struct matrix){dot(x->a, y->a, x->b, y->c), dot(x->a, y->b, x->b, y->d),
                      dot(x->c, y->a, x->d, y->c), dot(x->c, y->b, x->d, y->d)};
}

static void matrix_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  const struct matrix m = {
      (uint32_t)(harness_random(random) % PRIME), (uint32_t)(harness_random(random) % PRIME),
      (uint32_t)(harness_random(random) % PRIME), (uint32_t)(harness_random(random) % PRIME)};
  memcpy(in, &m, sizeof m);
}

static const struct matrix matrix_one = {1, 0, 0, 1};
static const struct matrix matrix_init = {5, 7, 11, 13};

TEST(test_matrix_products) {
  struct custom_case c = {
      .name = "2 x 2 matrix product",
      .desc = {.type = CLSCAN_CUSTOM, .custom_type = &matrix_type, .op = CLSCAN_CUSTOM_OP},
      .in_size = 16,
      .acc_size = 16,
      .out_size = 16,
      .make = matrix_make,
      .combine = matrix_combine,
      .init = &matrix_init};
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    const bool has_identity = k % 3 != 0;
    c.desc.custom_op = has_identity ? &matrix_product : &matrix_product_without_identity;
    c.identity = has_identity ? &matrix_one : NULL;
    custom_case_check(&h, &c, shapes_algorithms[k],
                      k % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE);
  }
  custom_case_reduce(&h, &c);
  /* Long tiles. */
  c.desc.algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(h.ctx, &c.desc, &plan));
  assert_true(custom_case_run(&h, plan, &c, 1000003, true, false));
  assert_true(custom_case_run(&h, plan, &c, 300000, false, true));
  clscan_plan_destroy(plan);
}

/* --- the last valid value: fill forward ------------------------------------------------------ */

struct maybe {
  int32_t value, valid;
};

static const clscan_custom_type maybe_type = {.name = "maybe",
                                              .definition =
                                                  "typedef struct { int value, valid; } maybe;",
                                              .size = 8,
                                              .alignment = 4};
static const clscan_custom_op last_valid = {
    .expression = "b.valid ? b : a", .identity = "(maybe){-1, 0}", .exact = 1};

static void maybe_make(size_t i, uint64_t *random, void *in) {
  const uint64_t r = harness_random(random);
  const int32_t x = (r >> 60) == 0 && i % 1000 > 400 ? (int32_t)(r % 100000) : -1;
  memcpy(in, &x, sizeof x);
}

static void maybe_load(const void *in, size_t i, void *acc) {
  struct maybe m;
  (void)i;
  memcpy(&m.value, in, sizeof m.value);
  m.valid = m.value >= 0;
  memcpy(acc, &m, sizeof m);
}

static void maybe_store(const void *acc, void *out) { memcpy(out, acc, sizeof(int32_t)); }

static void maybe_combine(const void *left, const void *right, void *result) {
  const struct maybe *b = right;
  memcpy(result, b->valid ? right : left, sizeof *b);
}

TEST(test_fill_forward) {
  static const struct maybe none = {-1, 0};
  static const struct maybe init = {42, 1};
  const struct custom_case c = {.name = "last valid value",
                                .desc = {.type = CLSCAN_INT32,
                                         .acc_type = CLSCAN_CUSTOM,
                                         .custom_acc = &maybe_type,
                                         .out_type = CLSCAN_INT32,
                                         .op = CLSCAN_CUSTOM_OP,
                                         .custom_op = &last_valid,
                                         .load = "(maybe){x, x >= 0}",
                                         .store = "a.value"},
                                .in_size = 4,
                                .acc_size = 8,
                                .out_size = 4,
                                .make = maybe_make,
                                .load = maybe_load,
                                .store = maybe_store,
                                .combine = maybe_combine,
                                .identity = &none,
                                .init = &init};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK, CLSCAN_INCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_REDUCE_THEN_SCAN, CLSCAN_EXCLUSIVE);
  custom_case_reduce(&h, &c);
}

/* --- sums of vectors: complex numbers, float4 ------------------------------------------------ */

static const clscan_custom_type float2_type = {.name = "float2", .size = 8, .alignment = 8};
static const clscan_custom_type float4_type = {.name = "float4", .size = 16, .alignment = 16};
static const clscan_custom_op float2_sum = {.expression = "a + b", .identity = "(float2)(0.0f)"};
static const clscan_custom_op float4_sum = {.expression = "a + b", .identity = "(float4)(0.0f)"};

/* Whole numbers, whose sums are exact in every grouping. */
static void floats_make(unsigned count, uint64_t *random, void *in) {
  float *x = in;
  for (unsigned k = 0; k < count; k++) {
    x[k] = (float)((int)(harness_random(random) >> 60) - 7);
  }
}

static void floats_add(unsigned count, const void *left, const void *right, void *result) {
  const float *a = left;
  const float *b = right;
  float *r = result;
  for (unsigned k = 0; k < count; k++) {
    r[k] = a[k] + b[k];
  }
}

static void float2_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  floats_make(2, random, in);
}

static void float4_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  floats_make(4, random, in);
}

static void float2_combine(const void *left, const void *right, void *result) {
  floats_add(2, left, right, result);
}

static void float4_combine(const void *left, const void *right, void *result) {
  floats_add(4, left, right, result);
}

TEST(test_vector_sums) {
  static const float zeros[4] = {0, 0, 0, 0};
  static const float init[4] = {1, 2, 3, 4};
  struct custom_case c = {.name = "complex sum",
                          .desc = {.type = CLSCAN_CUSTOM,
                                   .custom_type = &float2_type,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .custom_op = &float2_sum},
                          .in_size = 8,
                          .acc_size = 8,
                          .out_size = 8,
                          .make = float2_make,
                          .combine = float2_combine,
                          .identity = zeros,
                          .init = init};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, CLSCAN_EXCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_SMALL, CLSCAN_INCLUSIVE);
  c.name = "float4 sum";
  c.desc.custom_type = &float4_type;
  c.desc.custom_op = &float4_sum;
  c.in_size = c.acc_size = c.out_size = 16;
  c.make = float4_make;
  c.combine = float4_combine;
  custom_case_check(&h, &c, CLSCAN_SCAN_AUTO, CLSCAN_EXCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_THREE_PASS, CLSCAN_INCLUSIVE);
}

/* --- the running maximum and where it is ----------------------------------------------------- */

struct best {
  float value;
  uint32_t index;
};

static const clscan_custom_type best_type = {
    .name = "best",
    .definition = "typedef struct { float value; uint index; } best;",
    .size = 8,
    .alignment = 4};
static const clscan_custom_op better = {.expression = "b.value > a.value ? b : a", .exact = 1};

static void best_make(size_t i, uint64_t *random, void *in) {
  const float x = (float)(i / 16) + (float)(harness_random(random) >> 56);
  memcpy(in, &x, sizeof x);
}

static void best_load(const void *in, size_t i, void *acc) {
  struct best m = {.index = (uint32_t)i};
  memcpy(&m.value, in, sizeof m.value);
  memcpy(acc, &m, sizeof m);
}

static void best_combine(const void *left, const void *right, void *result) {
  const struct best *a = left;
  const struct best *b = right;
  memcpy(result, b->value > a->value ? b : a, sizeof *a);
}

TEST(test_maximum_and_place) {
  static const struct best init = {100.0f, UINT32_MAX};
  const struct custom_case c = {.name = "maximum and its index",
                                .desc = {.type = CLSCAN_FLOAT32,
                                         .out_type = CLSCAN_CUSTOM,
                                         .custom_out = &best_type,
                                         .op = CLSCAN_CUSTOM_OP,
                                         .custom_op = &better,
                                         .load = "(best){x, (uint)i}"},
                                .in_size = 4,
                                .acc_size = 8,
                                .out_size = 8,
                                .make = best_make,
                                .load = best_load,
                                .combine = best_combine,
                                .init = &init};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK, CLSCAN_INCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_THREE_PASS, CLSCAN_EXCLUSIVE);
  custom_case_reduce(&h, &c);
}

/* --- linear recurrences x[i] = a[i] * x[i - 1] + b[i] by composition of affine maps ----------- */

struct affine {
  uint32_t a, b;
};

static const clscan_custom_type affine_type = {.name = "affine",
                                               .definition =
                                                   "typedef struct { uint a, b; } affine;",
                                               .size = 8,
                                               .alignment = 4};
static const clscan_custom_op then = {
    .expression = "(affine){a.a * b.a, a.b * b.a + b.b}", .identity = "(affine){1, 0}", .exact = 1};

static void affine_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  const struct affine m = {(uint32_t)harness_random(random) | 1, (uint32_t)harness_random(random)};
  memcpy(in, &m, sizeof m);
}

static void affine_store(const void *acc, void *out) {
  const struct affine *m = acc;
  memcpy(out, &m->b, sizeof m->b);
}

static void affine_combine(const void *left, const void *right, void *result) {
  const struct affine *f = left;
  const struct affine *g = right;
  *(struct affine *)result = (struct affine){f->a * g->a, f->b * g->a + g->b};
}

TEST(test_linear_recurrence) {
  static const struct affine one = {1, 0};
  static const struct affine start = {0, 12345};
  const struct custom_case c = {.name = "linear recurrence",
                                .desc = {.type = CLSCAN_CUSTOM,
                                         .custom_type = &affine_type,
                                         .acc_type = CLSCAN_CUSTOM,
                                         .custom_acc = &affine_type,
                                         .out_type = CLSCAN_UINT32,
                                         .op = CLSCAN_CUSTOM_OP,
                                         .custom_op = &then,
                                         .store = "a.b"},
                                .in_size = 8,
                                .acc_size = 8,
                                .out_size = 4,
                                .make = affine_make,
                                .store = affine_store,
                                .combine = affine_combine,
                                .identity = &one,
                                .init = &start};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL, CLSCAN_INCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_SMALL, CLSCAN_EXCLUSIVE);
}

/* --- 128-bit integers ------------------------------------------------------------------------ */

struct wide {
  uint64_t low, high;
};

static const clscan_custom_type wide_type = {.name = "wide",
                                             .definition =
                                                 "typedef struct { ulong low, high; } wide;",
                                             .size = 16,
                                             .alignment = 8};
static const clscan_custom_op wide_sum = {
    .definition = "wide wide_add(wide a, wide b) {\n"
                  "  wide r;\n"
                  "  r.low = a.low + b.low;\n"
                  "  r.high = a.high + b.high + (r.low < a.low ? 1 : 0);\n"
                  "  return r;\n"
                  "}\n",
    .expression = "wide_add(a, b)",
    .identity = "(wide){0, 0}",
    .exact = 1};

static void wide_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  const struct wide m = {harness_random(random), harness_random(random)};
  memcpy(in, &m, sizeof m);
}

static void wide_combine(const void *left, const void *right, void *result) {
  const struct wide *a = left;
  const struct wide *b = right;
  struct wide *r = result;
  r->low = a->low + b->low;
  r->high = a->high + b->high + (r->low < a->low ? 1 : 0);
}

TEST(test_128_bit_integers) {
  static const struct wide zero = {0, 0};
  static const struct wide init = {UINT64_MAX, 1};
  const struct custom_case c = {.name = "128-bit sum",
                                .desc = {.type = CLSCAN_CUSTOM,
                                         .custom_type = &wide_type,
                                         .op = CLSCAN_CUSTOM_OP,
                                         .custom_op = &wide_sum},
                                .in_size = 16,
                                .acc_size = 16,
                                .out_size = 16,
                                .make = wide_make,
                                .combine = wide_combine,
                                .identity = &zero,
                                .init = &init};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK, CLSCAN_EXCLUSIVE);
  custom_case_check(&h, &c, CLSCAN_SCAN_REDUCE_THEN_SCAN, CLSCAN_INCLUSIVE);
}

/* --- 12 and 128 bytes: the first and the last element, and the sum of what is between --------- */

static size_t ends_words;

static void ends_make(size_t i, uint64_t *random, void *in) {
  uint32_t *words = in;
  (void)i;
  for (size_t k = 0; k < ends_words; k++) {
    words[k] = (uint32_t)(harness_random(random) >> 32);
  }
}

static void ends_combine(const void *left, const void *right, void *result) {
  const uint32_t *a = left, *b = right;
  uint32_t *r = result;
  r[0] = a[0];
  r[1] = b[1];
  for (size_t k = 2; k < ends_words; k++) {
    r[k] = a[k] + b[k];
  }
}

#define ENDS_JOIN(words)                                                                           \
  "ends join(ends a, ends b) {\n"                                                                  \
  "  b.w[0] = a.w[0];\n"                                                                           \
  "  for (int k = 2; k < " #words "; k++)\n"                                                       \
  "    b.w[k] += a.w[k];\n"                                                                        \
  "  return b;\n"                                                                                  \
  "}\n"

TEST(test_ends) {
  static const uint32_t init[32] = {1, 2, 3, 4, 5, 6, 7, 8};
  static const struct {
    clscan_custom_type type;
    clscan_custom_op op;
  } rows[] = {
      {{.name = "ends", .definition = "typedef struct { uint w[3]; } ends;", 12, 4},
       {.definition = ENDS_JOIN(3), .expression = "join(a, b)", .exact = 1}},
      {{.name = "ends", .definition = "typedef struct { uint w[32]; } ends;", 128, 4},
       {.definition = ENDS_JOIN(32), .expression = "join(a, b)", .exact = 1}},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    const size_t size = rows[k].type.size;
    const struct custom_case c = {.name = "ends",
                                  .desc = {.type = CLSCAN_CUSTOM,
                                           .custom_type = &rows[k].type,
                                           .op = CLSCAN_CUSTOM_OP,
                                           .custom_op = &rows[k].op},
                                  .in_size = size,
                                  .acc_size = size,
                                  .out_size = size,
                                  .make = ends_make,
                                  .combine = ends_combine,
                                  .init = init};
    ends_words = size / sizeof(uint32_t);
    custom_case_reduce(&h, &c);
  }
}

HARNESS_MAIN(NULL, NULL)
