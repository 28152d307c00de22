/* SPDX-License-Identifier: Apache-2.0 */
#include "compactions.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const clscan_custom_type pair = {.name = "pair",
                                        .definition = "typedef struct { int a, b, c; } pair;",
                                        .size = 12,
                                        .alignment = 4};
static const clscan_custom_type float4_type = {.name = "float4", .size = 16, .alignment = 16};
static const clscan_custom_type block = {.name = "block",
                                         .definition = "typedef struct { ulong at[16]; } block;",
                                         .size = 128,
                                         .alignment = 8};

static const clscan_select_output two_more[] = {{.type = CLSCAN_FLOAT16, .expression = "x * 2"},
                                                {.type = CLSCAN_UINT8}};
static const clscan_select_output eight_more[] = {
    {.type = CLSCAN_INT8},
    {.type = CLSCAN_BFLOAT16},
    {.type = CLSCAN_INT64},
    {.type = CLSCAN_UINT32, .expression = "i"},
    {.type = CLSCAN_CUSTOM, .custom_type = &pair},
    {.type = CLSCAN_CUSTOM, .custom_type = &float4_type},
    {.type = CLSCAN_CUSTOM, .custom_type = &block},
    {.type = CLSCAN_UINT64, .expression = "row * 3 + col"},
};

static const clscan_select_desc selects[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_FLOAT64, .predicate = "x > 0.5"},
    {.type = CLSCAN_UINT8,
     .out_type = CLSCAN_UINT32,
     .flags = CLSCAN_ROWS,
     .count_type = CLSCAN_UINT64,
     .output = "(row << 16) | col"},
    {.type = CLSCAN_FLOAT16, .argument_type = CLSCAN_BFLOAT16, .predicate = "x > u"},
    {.type = CLSCAN_INT16, .flag_type = CLSCAN_UINT32, .flags = CLSCAN_FLAG_BITS},
    {.type = CLSCAN_INT64, .flag_type = CLSCAN_INT8, .more = two_more, .num_more = 2},
    {.type = CLSCAN_UINT32, .predicate = "x & 1", .more = eight_more, .num_more = 8},
    {.type = CLSCAN_CUSTOM,
     .custom_type = &pair,
     .argument_type = CLSCAN_CUSTOM,
     .custom_argument = &block,
     .definition = "int larger(pair p, block q) { return p.a > (int)q.at[p.b & 15]; }",
     .predicate = "larger(x, u)"},
    {.type = CLSCAN_CUSTOM, .custom_type = &float4_type, .predicate = "x.w > 0"},
    {.type = CLSCAN_CUSTOM, .custom_type = &block, .predicate = "x.at[3] != 0"},
};

static const clscan_select_desc uniques[] = {
    {.type = CLSCAN_UINT32, .more = two_more, .num_more = 2},
    {.type = CLSCAN_FLOAT16},
    {.type = CLSCAN_UINT8, .flags = CLSCAN_ROWS},
    {.type = CLSCAN_CUSTOM, .custom_type = &pair, .equal = "a.a == b.a"},
    {.type = CLSCAN_CUSTOM, .custom_type = &block, .equal = "a.at[0] == b.at[0]"},
};

static const clscan_partition_desc partitions[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_FLOAT32, .predicate = "x < 0", .count_type = CLSCAN_UINT64},
    {.type = CLSCAN_UINT8, .num_buckets = 3, .bucket = "x / 100", .flags = CLSCAN_ROWS},
    {.type = CLSCAN_UINT64, .num_buckets = 8, .bucket = "i + x"},
    {.type = CLSCAN_BFLOAT16, .num_buckets = 256, .bucket = "(uint)x"},
    {.type = CLSCAN_CUSTOM, .custom_type = &pair, .num_buckets = 1024, .bucket = "x.b"},
    {.type = CLSCAN_CUSTOM, .custom_type = &block, .num_buckets = 5, .bucket = "x.at[1]"},
    {.type = CLSCAN_INT16, .flag_type = CLSCAN_UINT32, .flags = CLSCAN_FLAG_BITS},
};

static clscan_status make_select(clscan_context *ctx, clscan_select_desc desc, uint32_t flags,
                                 int algorithm) {
  clscan_plan *plan = NULL;
  desc.flags |= flags;
  desc.algorithm = algorithm;
  const clscan_status status = clscan_select_plan_create(ctx, &desc, &plan);
  clscan_plan_destroy(plan);
  return status;
}

static clscan_status make_partition(clscan_context *ctx, clscan_partition_desc desc, uint32_t flags,
                                    int algorithm) {
  clscan_plan *plan = NULL;
  desc.flags |= flags;
  desc.algorithm = algorithm;
  const clscan_status status = clscan_partition_plan_create(ctx, &desc, &plan);
  clscan_plan_destroy(plan);
  return status;
}

#define CHECK(made)                                                                                \
  do {                                                                                             \
    const clscan_status status = (made);                                                           \
    if (status != CLSCAN_SUCCESS && !is_refusal(status)) {                                         \
      return status;                                                                               \
    }                                                                                              \
  } while (0)

clscan_status compactions_make(clscan_context *ctx, size_t turn,
                               bool (*is_refusal)(clscan_status status)) {
  static const int in_order[] = {CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN,
                                 CLSCAN_SELECT_THREE_PASS};
  static const int atomic[] = {CLSCAN_SELECT_ATOMIC_SUBGROUP, CLSCAN_SELECT_ATOMIC_WORKGROUP,
                               CLSCAN_SELECT_ATOMIC_ELEMENT};
  /* One algorithm for each descriptor, another one in the next turn. */
  for (size_t d = 0; d < COUNT(selects); d++) {
    CHECK(make_select(ctx, selects[d], 0, in_order[(d + turn) % COUNT(in_order)]));
    if ((d + turn) % 2 == 0) {
      CHECK(make_select(ctx, selects[d], CLSCAN_UNORDERED, atomic[(d + turn) / 2 % COUNT(atomic)]));
    }
  }
  for (size_t d = 0; d < COUNT(uniques); d++) {
    CHECK(make_select(ctx, uniques[d], CLSCAN_UNIQUE, in_order[(d + turn) % COUNT(in_order)]));
  }
  for (size_t d = 0; d < COUNT(partitions); d++) {
    if ((d + turn) % 2 == 0 || partitions[d].num_buckets > CLSCAN_MAX_SEPARATE) {
      CHECK(make_partition(ctx, partitions[d], 0, CLSCAN_PARTITION_REDUCE_THEN_SCAN));
    } else {
      CHECK(make_partition(ctx, partitions[d], CLSCAN_SEPARATE, in_order[(d + turn) / 2 % 2]));
    }
  }
  return CLSCAN_SUCCESS;
}
