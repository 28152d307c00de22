/* SPDX-License-Identifier: Apache-2.0 */
/* Where something is: indices of 32 and 64 bits, points of images with a row pitch, and coordinates
 * of a tensor's non-zeros. */
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* The shapes whose kernels are worth the time of large inputs: the device's own, and a GPU's. */
static const unsigned used_shapes[] = {SHAPE_OWN, SHAPE_256};
#define USED_SHAPES HARNESS_COUNT(used_shapes)

static bool is_set(const struct compaction_item *item) { return *(const uint8_t *)item->x != 0; }

/* Bytes of which `percent` are not zero. */
static uint8_t *make_image(size_t n, unsigned percent) {
  uint8_t *image = compaction_alloc(n);
  uint64_t random = percent + 1;
  for (size_t i = 0; i < n; i++) {
    const uint64_t r = harness_random(&random) >> 33;
    image[i] = r % 100 < percent ? (uint8_t)(r % 255 + 1) : 0;
  }
  return image;
}

/* --- indices --------------------------------------------------------------------------------- */

static void check_indices(clscan_select_algorithm algorithm) {
  static const size_t lengths[] = {0, 1, 255, 257, 4096, 100003};
  for (unsigned wide = 0; wide < 2; wide++) {
    struct select_case c = {
        .name = "indices",
        .desc = {.type = CLSCAN_UINT8,
                 .out_type = wide ? CLSCAN_UINT64 : CLSCAN_UINT32,
                 .algorithm = algorithm,
                 .output = "i"},
        .keep = is_set,
        .outputs = {{.write = wide ? compaction_write_index64 : compaction_write_index32}}};
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    for (size_t l = 0; l < HARNESS_COUNT(lengths); l++) {
      uint8_t *image = make_image(lengths[l], l % 2 == 0 ? 10 : 60);
      c.input.elements = image;
      c.input.n = lengths[l];
      c.input.shift = l; /* any byte */
      assert_true(select_case_run(&h, plan, &c, NULL));
      free(image);
    }
    clscan_plan_destroy(plan);
  }
}

TEST(test_indices) { select_case_in_shapes(&h, used_shapes, USED_SHAPES, true, check_indices); }

/* --- points ---------------------------------------------------------------------------------- */

static void write_point(const struct compaction_item *item, void *out) {
  const uint32_t point = (uint32_t)item->row << 16 | (uint32_t)item->col;
  memcpy(out, &point, sizeof point);
}

static const clscan_select_desc points = {.type = CLSCAN_UINT8,
                                          .out_type = CLSCAN_UINT32,
                                          .flags = CLSCAN_ROWS,
                                          .output = "(row << 16) | col"};

static void check_points(clscan_plan *plan, const clscan_select_desc *desc, size_t width,
                         size_t height, size_t pitch, unsigned percent, size_t shift) {
  uint8_t *image = make_image(width * height, percent);
  const struct select_case c = {.name = "points",
                                .desc = *desc,
                                .keep = is_set,
                                .outputs = {{.write = write_point}},
                                .input = {.elements = image,
                                          .n = width * height,
                                          .width = width,
                                          .row_pitch = pitch,
                                          .shift = shift}};
  assert_true(select_case_run(&h, plan, &c, NULL));
  free(image);
}

/* Two cameras' pictures, one with a pitch. */
TEST(test_images) {
  static const unsigned densities[] = {0, 1, 5, 100};
  for (size_t s = 0; s < HARNESS_COUNT(used_shapes); s++) {
    if (!shapes_enter(&h, &shapes[used_shapes[s]])) {
      continue;
    }
    for (size_t a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
      clscan_select_desc desc = points;
      desc.algorithm = select_case_algorithms[a];
      clscan_plan *plan = select_case_plan(&h, &desc);
      for (size_t d = 0; d < HARNESS_COUNT(densities); d++) {
        /* By default all for look-back in the device's own shape, and some for the others. */
        const bool first = s == 0 && a == 0;
        if (harness_slow() || first || d == a + 1) {
          check_points(plan, &desc, 1920, 1080, 0, densities[d], 0);
        }
        if (harness_slow() || first || (d == a + 1 && s == 0)) {
          check_points(plan, &desc, 3840, 2160, 4096, densities[d], 0);
        }
      }
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
}

static void check_widths(clscan_select_algorithm algorithm) {
  static const size_t widths[] = {1, 2, 3, 16, 17, 255, 1000};
  clscan_select_desc desc = points;
  desc.algorithm = algorithm;
  clscan_plan *plan = select_case_plan(&h, &desc);
  for (size_t w = 0; w < HARNESS_COUNT(widths); w++) {
    const size_t width = widths[w];
    const size_t pitches[] = {0, width, width + 1, width + 15, 1024};
    for (size_t p = 0; p < HARNESS_COUNT(pitches); p++) {
      const size_t height = 1 + 12000 / width;
      check_points(plan, &desc, width, height, pitches[p], p % 2 == 0 ? 30 : 100, w + p);
      check_points(plan, &desc, width, 1, pitches[p], 100, 0);
      check_points(plan, &desc, width, 0, pitches[p], 100, 0);
    }
  }
  clscan_plan_destroy(plan);
}

/* Widths that no vector divides, with every pitch and offset. */
TEST(test_odd_widths) { select_case_in_shapes(&h, used_shapes, USED_SHAPES, true, check_widths); }

static void write_wide_point(const struct compaction_item *item, void *out) {
  const uint64_t point = (uint64_t)item->row << 32 | item->col;
  memcpy(out, &point, sizeof point);
}

static bool is_positive(const struct compaction_item *item) {
  double x;
  memcpy(&x, item->x, sizeof x);
  return x > 0;
}

/* Elements of 8 bytes in rows with a pitch, with a length on the device that ends within a row. */
TEST(test_rows_of_wide_elements) {
  enum { WIDTH = 29, HEIGHT = 331, N = WIDTH * HEIGHT };
  static double elements[N];
  static const uint64_t lengths[] = {0, 1, WIDTH - 1, WIDTH, 7 * WIDTH + 3, N - 1, N, N + 1};
  if (!h.has_fp64) {
    harness_skip("the device has no double precision");
  }
  for (size_t i = 0; i < N; i++) {
    elements[i] = (i * 40503u >> 3) % 5 < 2 ? (double)i + 1 : -(double)i;
  }
  for (size_t a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    struct select_case c = {.name = "rows of doubles",
                            .desc = {.type = CLSCAN_FLOAT64,
                                     .out_type = CLSCAN_UINT64,
                                     .flags = CLSCAN_ROWS,
                                     .algorithm = select_case_algorithms[a],
                                     .predicate = "x > 0",
                                     .output = "(row << 32) | col"},
                            .keep = is_positive,
                            .outputs = {{.write = write_wide_point}},
                            .input = {.elements = elements,
                                      .n = N,
                                      .width = WIDTH,
                                      .row_pitch = 256,
                                      .shift = 8,
                                      .has_n_device = true}};
    shapes_enter(&h, shapes_small_tiles(&h));
    clscan_plan *plan = select_case_plan(&h, &c.desc);
    for (size_t k = 0; k < HARNESS_COUNT(lengths); k++) {
      c.input.n_device = lengths[k];
      assert_true(select_case_run(&h, plan, &c, NULL));
    }
    clscan_plan_destroy(plan);
    shapes_leave(&h);
  }
}

/* --- non-zeros of a tensor ------------------------------------------------------------------- */

enum { B = 8, C = 64, Y = 32, X = 32, VOLUME = B * C * Y * X };

static void put(void *out, size_t x) {
  const int32_t number = (int32_t)x;
  memcpy(out, &number, sizeof number);
}
static void write_b(const struct compaction_item *item, void *out) {
  put(out, item->i / (C * Y * X));
}
static void write_c(const struct compaction_item *item, void *out) {
  put(out, item->i / (Y * X) % C);
}
static void write_y(const struct compaction_item *item, void *out) { put(out, item->i / X % Y); }
static void write_x(const struct compaction_item *item, void *out) { put(out, item->i % X); }

static bool is_not_zero(const struct compaction_item *item) {
  float x;
  memcpy(&x, item->x, sizeof x);
  return x < 0 || x > 0;
}

static float tensor[VOLUME];

/* One array for each coordinate. */
static void check_tensor(clscan_select_algorithm algorithm) {
  static const clscan_select_output more[] = {
      {.type = CLSCAN_INT32, .expression = "i / 1024 % 64"},
      {.type = CLSCAN_INT32, .expression = "i / 32 % 32"},
      {.type = CLSCAN_INT32, .expression = "i % 32"},
  };
  const struct select_case c = {
      .name = "tensor",
      .desc = {.type = CLSCAN_FLOAT32,
               .out_type = CLSCAN_INT32,
               .algorithm = algorithm,
               .output = "i / 65536",
               .more = more,
               .num_more = 3},
      .keep = is_not_zero,
      .outputs = {{.write = write_b}, {.write = write_c}, {.write = write_y}, {.write = write_x}},
      .input = {.elements = tensor, .n = VOLUME}};
  select_case_check(&h, &c);
}

TEST(test_tensor) {
  uint64_t random = 8;
  for (size_t i = 0; i < VOLUME; i++) {
    const uint64_t r = harness_random(&random) >> 40;
    /* Negative zeros are zeros. */
    tensor[i] = r % 10 == 0 ? (float)r - 8e6f : r % 2 == 0 ? -0.0f : 0.0f;
  }
  select_case_in_shapes(&h, used_shapes, USED_SHAPES, true, check_tensor);
}

HARNESS_MAIN(NULL, NULL)
