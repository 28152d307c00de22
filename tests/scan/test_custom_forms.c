/* SPDX-License-Identifier: Apache-2.0 */
/* Custom types of every size, operators that must not see anything but the input, and expressions
 * applied on the way in. */
#include "support/custom_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <string.h>

static struct harness h;

/* --- sizes ----------------------------------------------------------------------------------- */

/* Structs of `count` bytes, words, ... that are added one by one. */
static unsigned item_size;
static unsigned item_count;

static void items_make(size_t i, uint64_t *random, void *in) {
  uint8_t *bytes = in;
  (void)i;
  for (unsigned k = 0; k < item_size * item_count; k++) {
    bytes[k] = (uint8_t)(harness_random(random) >> 56);
  }
}

/* Little endian, as every device with OpenCL is. */
static void items_combine(const void *left, const void *right, void *result) {
  for (unsigned k = 0; k < item_count; k++) {
    uint64_t a = 0;
    uint64_t b = 0;
    memcpy(&a, (const uint8_t *)left + k * item_size, item_size);
    memcpy(&b, (const uint8_t *)right + k * item_size, item_size);
    a += b;
    memcpy((uint8_t *)result + k * item_size, &a, item_size);
  }
}

TEST(test_struct_sizes) {
  static const struct {
    size_t size, alignment;
    unsigned item;
    const char *definition;
    clscan_scan_algorithm algorithm;
  } rows[] = {
      {1, 1, 1, "typedef struct { uchar v[1]; } items;", CLSCAN_SCAN_LOOKBACK},
      {2, 1, 1, "typedef struct { uchar v[2]; } items;", CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {3, 1, 1, "typedef struct { uchar v[3]; } items;", CLSCAN_SCAN_LOOKBACK},
      {6, 2, 2, "typedef struct { ushort v[3]; } items;", CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {12, 4, 4, "typedef struct { uint v[3]; } items;", CLSCAN_SCAN_REDUCE_THEN_SCAN},
      {16, 8, 8, "typedef struct { ulong v[2]; } items;", CLSCAN_SCAN_LOOKBACK},
      {20, 4, 4, "typedef struct { uint v[5]; } items;", CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {64, 8, 8, "typedef struct { ulong v[8]; } items;", CLSCAN_SCAN_LOOKBACK},
      {128, 4, 4, "typedef struct { uint v[32]; } items;", CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {128, 4, 4, "typedef struct { uint v[32]; } items;", CLSCAN_SCAN_THREE_PASS},
  };
  static const uint8_t zeros[CUSTOM_CASE_MAX_SIZE];
  uint8_t init[CUSTOM_CASE_MAX_SIZE];
  memset(init, 0x5a, sizeof init);
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    char sum[400];
    item_size = rows[k].item;
    item_count = (unsigned)(rows[k].size / rows[k].item);
    snprintf(sum, sizeof sum,
             "items sum_of(items a, items b) {\n"
             "  for (int k = 0; k < %u; k++) a.v[k] += b.v[k];\n"
             "  return a;\n"
             "}\n",
             item_count);
    const clscan_custom_type type = {.name = "items",
                                     .definition = rows[k].definition,
                                     .size = rows[k].size,
                                     .alignment = rows[k].alignment};
    const clscan_custom_op op = {
        .definition = sum, .expression = "sum_of(a, b)", .identity = "(items){{0}}", .exact = 1};
    const struct custom_case c = {.name = rows[k].definition,
                                  .desc = {.type = CLSCAN_CUSTOM,
                                           .custom_type = &type,
                                           .op = CLSCAN_CUSTOM_OP,
                                           .custom_op = &op},
                                  .in_size = rows[k].size,
                                  .acc_size = rows[k].size,
                                  .out_size = rows[k].size,
                                  .make = items_make,
                                  .combine = items_combine,
                                  .identity = zeros,
                                  .init = init};
    custom_case_check(&h, &c, rows[k].algorithm, k % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE);
  }
}

/* --- an operator that garbage would break ---------------------------------------------------- */

/* The symmetries of a square, 0 to 3 turns and 4 to 7 flips, composed by a table. An operand that
 * is not one of them indexes far outside. */
static int32_t compose(int32_t x, int32_t y) {
  const int32_t turn = x < 4 ? x + (y & 3) : x - (y & 3);
  return (turn & 3) | ((x ^ y) & 4);
}

static void symmetry_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  const int32_t x = (int32_t)(harness_random(random) >> 61);
  memcpy(in, &x, sizeof x);
}

static void symmetry_combine(const void *left, const void *right, void *result) {
  const int32_t *a = left;
  const int32_t *b = right;
  const int32_t r = compose(*a, *b);
  memcpy(result, &r, sizeof r);
}

TEST(test_operator_with_a_table) {
  char table[400] = "__constant int table[64] = {";
  for (int32_t k = 0; k < 64; k++) {
    const size_t used = strlen(table);
    snprintf(table + used, sizeof table - used, "%d,", (int)compose(k / 8, k % 8));
  }
  strcat(table, "};\n");
  const clscan_custom_op op = {.definition = table, .expression = "table[a * 8 + b]", .exact = 1};
  static const int32_t init = 6;
  const struct custom_case c = {
      .name = "operator with a table",
      .desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op},
      .in_size = 4,
      .acc_size = 4,
      .out_size = 4,
      .make = symmetry_make,
      .combine = symmetry_combine,
      .init = &init};
  for (unsigned k = 0; k < SHAPES_ALGORITHM_COUNT; k++) {
    custom_case_check(&h, &c, shapes_algorithms[k],
                      k % 2 == 0 ? CLSCAN_INCLUSIVE : CLSCAN_EXCLUSIVE);
  }
  custom_case_reduce(&h, &c);
}

/* --- load expressions ------------------------------------------------------------------------ */

static void small_make(size_t i, uint64_t *random, void *in) {
  (void)i;
  const int32_t x = (int32_t)(harness_random(random) >> 50) - 8000;
  memcpy(in, &x, sizeof x);
}

static void square_load(const void *in, size_t i, void *acc) {
  int32_t x;
  (void)i;
  memcpy(&x, in, sizeof x);
  x *= x;
  memcpy(acc, &x, sizeof x);
}

static void positive_load(const void *in, size_t i, void *acc) {
  int32_t x;
  (void)i;
  memcpy(&x, in, sizeof x);
  x = x > 0;
  memcpy(acc, &x, sizeof x);
}

static void index_load(const void *in, size_t i, void *acc) {
  const int32_t x = (int32_t)i;
  (void)in;
  memcpy(acc, &x, sizeof x);
}

static void int_add(const void *left, const void *right, void *result) {
  uint32_t a;
  uint32_t b;
  memcpy(&a, left, sizeof a);
  memcpy(&b, right, sizeof b);
  a += b;
  memcpy(result, &a, sizeof a);
}

static void item_make(size_t i, uint64_t *random, void *in) {
  const int32_t item[2] = {(int32_t)i, (int32_t)(harness_random(random) >> 40)};
  memcpy(in, item, sizeof item);
}

/* The member times the index. */
static void item_load(const void *in, size_t i, void *acc) {
  int32_t item[2];
  memcpy(item, in, sizeof item);
  const uint32_t x = (uint32_t)item[1] * (uint32_t)(i + 1);
  memcpy(acc, &x, sizeof x);
}

static void twice_store(const void *acc, void *out) {
  uint32_t x;
  memcpy(&x, acc, sizeof x);
  x *= 2;
  memcpy(out, &x, sizeof x);
}

/* With a built-in operator. */
TEST(test_load_expressions) {
  static const int32_t zero = 0;
  static const int32_t init = 100;
  static const struct {
    const char *text;
    void (*load)(const void *in, size_t i, void *acc);
    clscan_scan_algorithm algorithm;
  } rows[] = {
      {"x * x", square_load, CLSCAN_SCAN_LOOKBACK},
      {"x > 0", positive_load, CLSCAN_SCAN_REDUCE_THEN_SCAN},
      {"(int)i", index_load, CLSCAN_SCAN_THREE_PASS},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    const struct custom_case c = {.name = rows[k].text,
                                  .desc = {.type = CLSCAN_INT32, .load = rows[k].text},
                                  .in_size = 4,
                                  .acc_size = 4,
                                  .out_size = 4,
                                  .make = small_make,
                                  .load = rows[k].load,
                                  .combine = int_add,
                                  .identity = &zero,
                                  .init = &init};
    custom_case_check(&h, &c, rows[k].algorithm, k % 2 == 0 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE);
  }
}

/* A struct of which one member is summed by a built-in operator. */
TEST(test_load_from_a_struct) {
  const clscan_custom_type item_type = {.name = "item",
                                        .definition = "typedef struct { int key, value; } item;",
                                        .size = 8,
                                        .alignment = 4};
  static const int32_t zero = 0;
  static const int32_t init = -9;
  const struct custom_case c = {.name = "sum of a member",
                                .desc = {.type = CLSCAN_CUSTOM,
                                         .custom_type = &item_type,
                                         .acc_type = CLSCAN_INT32,
                                         .out_type = CLSCAN_INT32,
                                         .load = "x.value * (int)(i + 1)",
                                         .store = "a * 2"},
                                .in_size = 8,
                                .acc_size = 4,
                                .out_size = 4,
                                .make = item_make,
                                .load = item_load,
                                .store = twice_store,
                                .combine = int_add,
                                .identity = &zero,
                                .init = &init};
  custom_case_check(&h, &c, CLSCAN_SCAN_LOOKBACK, CLSCAN_EXCLUSIVE);
  custom_case_reduce(&h, &c);
}

HARNESS_MAIN(NULL, NULL)
