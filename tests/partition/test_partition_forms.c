/* SPDX-License-Identifier: Apache-2.0 */
/* Partition by predicate, flags, bits and bucket expressions, of every kind of element, in rows;
 * and how it goes together with select. */
#include "support/element_kinds.h"
#include "support/partition_case.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

static void open_shape(void) {
  clscan_context_destroy(h.ctx);
  h.ctx = shapes_open(&h, shapes_small_tiles(&h));
}

static void run_plan(struct partition_case *c, clscan_plan *plan) {
  assert_true(partition_case_run(&h, plan, c));
  clscan_plan_destroy(plan);
}

static void run(struct partition_case *c) { run_plan(c, partition_case_plan(&h, &c->desc)); }

/* --- kinds of elements ----------------------------------------------------------------------- */

/* Two ways by predicate, in shapes that take turns; every other one into separate buffers. */
static void check_kind(const struct element_kind *kind, unsigned turn) {
  const bool separate = turn % 2 == 1;
  struct partition_case c = {.name = kind->name,
                             .desc = {.type = kind->type,
                                      .custom_type = kind->custom,
                                      .flags = separate ? CLSCAN_SEPARATE : 0,
                                      .algorithm = turn % 3 == 0 ? CLSCAN_PARTITION_REDUCE_THEN_SCAN
                                                   : separate    ? CLSCAN_PARTITION_LOOKBACK
                                                                 : CLSCAN_PARTITION_AUTO,
                                      .predicate = kind->predicate}};
  clscan_plan *plan = partition_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  const size_t many = tile < 1024 ? shapes_many_tiles(plan) : 5 * tile + 11;
  const size_t lengths[] = {1, tile + 1, many};
  for (unsigned p = 0; p < PATTERNS; p++) {
    const size_t n = lengths[p % 3 == 0 ? p / 3 % 2 : 2] + p;
    uint8_t *kept = compaction_alloc(n);
    uint8_t *elements = compaction_alloc(n * kind->size);
    uint32_t *buckets = compaction_alloc(n * sizeof *buckets);
    patterns_fill((enum pattern)p, n, n, kept);
    elements_fill(kind, kept, n, n + 1, elements);
    for (size_t i = 0; i < n; i++) {
      buckets[i] = kept[i] != 0 ? 0 : 1;
    }
    c.buckets = buckets;
    c.input.elements = elements;
    c.input.n = n;
    c.input.shift = p % 3 * kind->alignment;
    c.out_shift = p % 2 * kind->alignment;
    assert_true(partition_case_run(&h, plan, &c));
    free(kept);
    free(elements);
    free(buckets);
  }
  clscan_plan_destroy(plan);
}

TEST(test_kinds) {
  static const unsigned used[] = {SHAPE_64, SHAPE_OWN, SHAPE_96, SHAPE_REREAD, SHAPE_256};
  clscan_context *contexts[HARNESS_COUNT(used)] = {NULL};
  clscan_context *const usual = h.ctx;
  for (unsigned k = 0; k < 2 * ELEMENT_KINDS; k++) {
    const struct element_kind *kind = &element_kinds[k / 2];
    const unsigned s = k % HARNESS_COUNT(used);
    /* Into one buffer and into two; by default one of them. */
    if (!harness_slow() && k % 2 != k / 2 % 2) {
      continue;
    }
    const bool fits = shapes_fits(&h, &shapes[used[s]]);
    if (!elements_fit(&h, kind)) {
      continue;
    }
    if (contexts[s] == NULL) {
      contexts[s] = shapes_open(&h, &shapes[fits ? used[s] : SHAPE_OWN]);
    }
    h.ctx = contexts[s];
    check_kind(kind, k);
  }
  h.ctx = usual;
  for (unsigned s = 0; s < HARNESS_COUNT(used); s++) {
    clscan_context_destroy(contexts[s]);
  }
}

/* --- into separate buffers ------------------------------------------------------------------- */

static uint32_t modulo(const struct compaction_item *item) { return compaction_word(item->x) % 11; }

static void check_separate(uint32_t k, clscan_partition_algorithm algorithm) {
  struct partition_case c = {.name = "separate",
                             .desc = {.type = CLSCAN_UINT32,
                                      .flags = CLSCAN_SEPARATE,
                                      .algorithm = algorithm,
                                      .num_buckets = k,
                                      .count_type = k % 2 == 0 ? CLSCAN_UINT64 : CLSCAN_UINT32,
                                      .bucket = "x % 11"}, /* 8 and more: the last bucket */
                             .bucket = modulo};
  clscan_plan *plan = partition_case_plan(&h, &c.desc);
  const size_t tile = shapes_tile(plan);
  const size_t lengths[] = {0, 1, 2, tile - 1, tile, tile + 1, 7 * tile + 3, 34 * tile};
  for (unsigned l = 0; l < HARNESS_COUNT(lengths); l++) {
    const size_t n = lengths[l];
    uint32_t *words = compaction_random_words(n, n);
    c.input.elements = words;
    c.input.n = n;
    c.capacity = 0;
    c.no_counts = l % 3 == 1;
    c.no_offsets = l % 3 == 2;
    c.input.has_n_device = false;
    assert_true(partition_case_run(&h, plan, &c));
    c.capacity = n / k + 1;
    assert_true(partition_case_run(&h, plan, &c));
    c.capacity = 1;
    c.input.has_n_device = true;
    c.input.n_device = n / 2;
    assert_true(partition_case_run(&h, plan, &c));
    free(words);
  }
  clscan_plan_destroy(plan);
}

TEST(test_separate) {
  static const clscan_partition_algorithm algorithms[] = {
      CLSCAN_PARTITION_LOOKBACK, CLSCAN_PARTITION_REDUCE_THEN_SCAN, CLSCAN_PARTITION_AUTO};
  static const unsigned used[] = {SHAPE_64, SHAPE_REREAD, SHAPE_256};
  for (unsigned s = 0; s < HARNESS_COUNT(used); s++) {
    if (!shapes_enter(&h, &shapes[used[s]])) {
      continue;
    }
    for (uint32_t k = 2; k <= CLSCAN_MAX_SEPARATE; k++) {
      for (unsigned a = 0; a < 3; a++) {
        if (harness_slow() || (2 * k + 3 * a + s) % 5 == 0) {
          check_separate(k, algorithms[a]);
        }
      }
    }
    shapes_leave(&h);
  }
}

/* --- what buckets are made of ---------------------------------------------------------------- */

static uint32_t by_everything(const struct compaction_item *item) {
  return (uint32_t)((compaction_word(item->x) + item->i + 3 * item->row + 5 * item->col + item->f +
                     *(const uint32_t *)item->u) %
                    6);
}

/* Element, index, row, place, flag and argument; rows with a pitch. */
TEST(test_every_name) {
  enum { WIDTH = 19, N = WIDTH * 211 };
  static uint8_t flags[N];
  const uint32_t argument = 4000000000u;
  uint32_t *words = compaction_random_words(N, N);
  for (size_t i = 0; i < N; i++) {
    flags[i] = (uint8_t)(i * 7);
  }
  for (unsigned k = 0; k < 4; k++) {
    struct partition_case c = {.name = "every name",
                               .desc = {.type = CLSCAN_UINT32,
                                        .flag_type = CLSCAN_UINT8,
                                        .argument_type = CLSCAN_UINT32,
                                        .flags = CLSCAN_ROWS | (k % 2 ? CLSCAN_SEPARATE : 0),
                                        .num_buckets = 5,
                                        .definition = "ulong six(ulong x) { return x % 6; }",
                                        .bucket = "six(x + i + 3 * row + 5 * col + f + u)"},
                               .bucket = by_everything,
                               .input = {.elements = words,
                                         .n = N,
                                         .width = WIDTH,
                                         .row_pitch = k < 2 ? 0 : 84,
                                         .flags = flags,
                                         .flags_shift = k,
                                         .argument = &argument,
                                         .argument_on_device = k >= 2}};
    clscan_plan *plan = partition_case_plan(&h, &c.desc);
    assert_true(partition_case_run(&h, plan, &c));
    /* No elements need no width. */
    c.input.n = c.input.width = 0;
    run_plan(&c, plan);
  }
  free(words);
}

static uint32_t by_flag(const struct compaction_item *item) { return item->f != 0 ? 0 : 1; }

static uint32_t by_flags_value(const struct compaction_item *item) { return (uint32_t)item->f; }

TEST(test_flags) {
  enum { N = 10007 };
  static uint8_t kept[N];
  static uint16_t flags[N];
  static uint32_t bits[(N + 31) / 32];
  uint32_t *words = compaction_random_words(N, N);
  patterns_fill(PATTERN_50, N, 1, kept);
  for (size_t i = 0; i < N; i++) {
    flags[i] = (uint16_t)(kept[i] * 256u);
  }
  compaction_pack_bits(kept, N, bits);
  for (unsigned k = 0; k < 4; k++) {
    const bool by_bits = k % 2 == 1;
    struct partition_case c = {
        .name = by_bits ? "bits" : "flags",
        .desc = {.type = CLSCAN_UINT32,
                 .flag_type = by_bits ? CLSCAN_UINT32 : CLSCAN_UINT16,
                 .flags = (by_bits ? CLSCAN_FLAG_BITS : 0) | (k >= 2 ? CLSCAN_SEPARATE : 0)},
        .bucket = by_flag,
        .input = {.elements = words,
                  .n = N,
                  .flags = by_bits ? (const void *)bits : flags,
                  .flags_shift = k * 4}};
    run(&c);
  }
  /* The flag itself as the bucket; 256 counts as the last of three. */
  struct partition_case c = {
      .name = "the flag is the bucket",
      .desc = {.type = CLSCAN_UINT32, .flag_type = CLSCAN_UINT16, .num_buckets = 3, .bucket = "f"},
      .bucket = by_flags_value,
      .input = {.elements = words, .n = N, .flags = flags}};
  run(&c);
  free(words);
}

static uint32_t zero_second(const struct compaction_item *item) {
  float x;
  memcpy(&x, item->x, sizeof x);
  return x < 0 || x > 0 ? 0 : 1;
}

/* Without any text: what is not zero first. */
TEST(test_default) {
  enum { N = 3001 };
  static float elements[N];
  for (size_t i = 0; i < N; i++) {
    elements[i] = i % 3 == 0 ? -0.0f : i % 7 == 0 ? 0.0f : (float)i - 1500.5f;
  }
  struct partition_case c = {.name = "not zero",
                             .desc = {.type = CLSCAN_FLOAT32},
                             .bucket = zero_second,
                             .input = {.elements = elements, .n = N}};
  run(&c);
  c.desc.flags = CLSCAN_SEPARATE;
  run(&c);
}

/* A bucket is converted to uint: -1 is past the last one, and 2.75 is 2. */
static uint32_t below_zero_is_last(const struct compaction_item *item) {
  return (uint32_t)((int32_t)compaction_word(item->x) % 4);
}

static uint32_t quarter(const struct compaction_item *item) {
  return compaction_word(item->x) % 16 / 4;
}

TEST(test_converted_buckets) {
  enum { N = 3001 };
  uint32_t *words = compaction_random_words(N, N);
  struct partition_case c = {.name = "negative",
                             .desc = {.type = CLSCAN_INT32, .num_buckets = 4, .bucket = "x % 4"},
                             .bucket = below_zero_is_last,
                             .input = {.elements = words, .n = N}};
  run(&c);
  c.name = "fractions";
  c.desc.bucket = "((uint)x % 16) * 0.25f";
  c.bucket = quarter;
  run(&c);
  free(words);
}

/* --- with select ------------------------------------------------------------------------------ */

static cl_mem create(size_t bytes, const void *content) {
  cl_int error = CL_SUCCESS;
  const cl_mem_flags copy = content != NULL ? CL_MEM_COPY_HOST_PTR : 0;
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE | copy, bytes,
                              (void *)(uintptr_t)content, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

static void read_back(cl_mem mem, size_t bytes, void *to) {
  assert_int_equal(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, bytes, to, 0, NULL, NULL),
                   CL_SUCCESS);
}

/* A select, and behind it the select of the rest, are the partition. */
TEST(test_select_and_its_complement) {
  enum { N = 100003 };
  static uint32_t selected[N], partitioned[N];
  uint32_t *words = compaction_random_words(N, N);
  cl_mem in = create(N * 4, words);
  cl_mem out = create(N * 4, NULL);
  cl_mem rest = create(N * 4, NULL);
  cl_mem count = create(2 * 4, NULL);
  const clscan_select_desc descs[] = {
      {.type = CLSCAN_UINT32, .predicate = "x % 3 == 1"},
      {.type = CLSCAN_UINT32, .predicate = "!(x % 3 == 1)"},
  };
  for (unsigned k = 0; k < 2; k++) {
    const clscan_select_args args = {
        .in = {in, 0}, .out = {k == 0 ? out : rest, 0}, .count = {count, k * 4}, .n = N};
    assert_success(clscan_select(h.ctx, h.queue, &descs[k], &args, 0, NULL, NULL));
  }
  uint32_t counts[2];
  uint32_t split[3];
  read_back(count, sizeof counts, counts);
  assert_int_equal(counts[0] + counts[1], N);
  read_back(out, counts[0] * sizeof *selected, selected);
  read_back(rest, counts[1] * sizeof *selected, selected + counts[0]);
  cl_mem offsets = create(sizeof split, NULL);
  const clscan_partition_desc desc = {.type = CLSCAN_UINT32, .predicate = "x % 3 == 1"};
  const clscan_partition_args args = {
      .in = {in, 0}, .out = {out, 0}, .counts = {count, 0}, .offsets = {offsets, 0}, .n = N};
  assert_success(clscan_partition(h.ctx, h.queue, &desc, &args, 0, NULL, NULL));
  read_back(out, sizeof partitioned, partitioned);
  read_back(offsets, sizeof split, split);
  assert_memory_equal(selected, partitioned, sizeof partitioned);
  assert_int_equal(split[0], 0);
  assert_int_equal(split[1], counts[0]);
  assert_int_equal(split[2], N);
  read_back(count, sizeof split[0] * 2, split);
  assert_memory_equal(split, counts, sizeof counts);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(rest);
  clReleaseMemObject(count);
  clReleaseMemObject(offsets);
  free(words);
}

HARNESS_MAIN(open_shape, NULL)
