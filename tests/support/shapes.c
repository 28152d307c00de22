/* SPDX-License-Identifier: Apache-2.0 */
#include "support/shapes.h"

const struct shape shapes[SHAPES] = {
    [SHAPE_OWN] = {"default", {.small_max = 0}},
    [SHAPE_64] = {"64 x 4, Hillis-Steele, window 2",
                  {.backend = CLSCAN_BACKEND_LOCAL,
                   .storage = CLSCAN_STORAGE_REGISTERS,
                   .group_size = 64,
                   .items = 4,
                   .method = CLSCAN_WORKGROUP_HILLIS_STEELE,
                   .window = 2,
                   .descriptor_spacing = 128}},
    [SHAPE_96] = {"96 x 8, Blelloch, window 5",
                  {.backend = CLSCAN_BACKEND_LOCAL,
                   .storage = CLSCAN_STORAGE_REGISTERS,
                   .group_size = 96,
                   .items = 8,
                   .method = CLSCAN_WORKGROUP_BLELLOCH,
                   .window = 5,
                   .descriptor_spacing = 64}},
    [SHAPE_256] = {"256 x 16, Hillis-Steele, one-word atomics, window 32",
                   {.backend = CLSCAN_BACKEND_LOCAL,
                    .storage = CLSCAN_STORAGE_REGISTERS,
                    .group_size = 256,
                    .items = 16,
                    .method = CLSCAN_WORKGROUP_HILLIS_STEELE,
                    .atomics = CLSCAN_ATOMICS_OPENCL1,
                    .window = 32}},
    [SHAPE_64_LONG] = {"64 x 16, Blelloch, window 32",
                       {.backend = CLSCAN_BACKEND_LOCAL,
                        .storage = CLSCAN_STORAGE_REGISTERS,
                        .group_size = 64,
                        .items = 16,
                        .method = CLSCAN_WORKGROUP_BLELLOCH,
                        .window = 32}},
    [SHAPE_SUBGROUPS] =
        {"128 x 8, the device's sub-groups, window 8",
         {.storage = CLSCAN_STORAGE_REGISTERS, .group_size = 128, .items = 8, .window = 8},
         .subgroups = true},
    [SHAPE_REREAD] = {"re-read, tile 100, window 4",
                      {.backend = CLSCAN_BACKEND_LOCAL,
                       .storage = CLSCAN_STORAGE_REREAD,
                       .items = 100,
                       .window = 4}},
    [SHAPE_REREAD_ONE_WORD] = {"re-read, tile 512, one-word atomics, window 32",
                               {.backend = CLSCAN_BACKEND_LOCAL,
                                .storage = CLSCAN_STORAGE_REREAD,
                                .items = 512,
                                .atomics = CLSCAN_ATOMICS_OPENCL1,
                                .window = 32}},
};

const clscan_scan_algorithm shapes_algorithms[SHAPES_ALGORITHM_COUNT] = {
    CLSCAN_SCAN_SMALL,    CLSCAN_SCAN_THREE_PASS,         CLSCAN_SCAN_REDUCE_THEN_SCAN,
    CLSCAN_SCAN_LOOKBACK, CLSCAN_SCAN_LOOKBACK_TWO_LEVEL,
};

const char *shapes_algorithm_name(clscan_scan_algorithm algorithm) {
  static const char *const names[] = {"auto",      "small",    "three-pass", "reduce-then-scan",
                                      "look-back", "two-level"};
  return names[algorithm];
}

bool shapes_is_lookback(clscan_scan_algorithm algorithm) {
  return algorithm == CLSCAN_SCAN_LOOKBACK || algorithm == CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
}

bool shapes_fits(const struct harness *h, const struct shape *shape) {
  const clscan_atomics atomics = shape->tuning.atomics;
  return shape->tuning.group_size <= h->max_group_size &&
         (atomics != CLSCAN_ATOMICS_OPENCL3 || h->has_opencl3_atomics) &&
         (atomics != CLSCAN_ATOMICS_OPENCL1 || h->has_int64_atomics) &&
         (!shape->subgroups || h->has_subgroups);
}

bool shapes_suits(const struct shape *shape, size_t size) {
  return harness_slow() || size == 4 ||
         (shape != &shapes[SHAPE_64_LONG] && shape != &shapes[SHAPE_REREAD_ONE_WORD]);
}

const struct shape *shapes_small_tiles(const struct harness *h) {
  return &shapes[shapes_fits(h, &shapes[SHAPE_64]) ? SHAPE_64 : SHAPE_OWN];
}

clscan_context *shapes_open(struct harness *h, const struct shape *shape) {
  clscan_context_options options = harness_options(h);
  options.tuning = &shape->tuning;
  options.allow_lookback = 1;
  clscan_context *ctx = NULL;
  assert_success(clscan_context_create(h->context, h->device, &options, &ctx));
  return ctx;
}

static clscan_context *usual;

bool shapes_enter(struct harness *h, const struct shape *shape) {
  if (!shapes_fits(h, shape)) {
    return false;
  }
  usual = h->ctx;
  h->ctx = shapes_open(h, shape);
  return true;
}

void shapes_leave(struct harness *h) {
  clscan_context_destroy(h->ctx);
  h->ctx = usual;
  usual = NULL;
}

size_t shapes_tile(const clscan_plan *plan) {
  clscan_plan_info info;
  assert_success(clscan_plan_describe(plan, &info));
  return info.tile != 0 ? info.tile : 4096;
}

size_t shapes_many_tiles(const clscan_plan *plan) {
  const size_t tile = shapes_tile(plan);
  return tile <= 8192 ? 37 * tile + 11 : 2 * tile + 3;
}
