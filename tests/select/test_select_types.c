/* SPDX-License-Identifier: Apache-2.0 */
/* Select by predicate: every kind of element by every algorithm, in shapes that take turns; every
 * pattern of kept elements on each. In all shapes with CLSCAN_TEST_SLOW=1. */
#include "support/element_kinds.h"
#include "support/select_case.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>

static struct harness h;

static bool run(clscan_plan *plan, const struct element_kind *kind, const clscan_select_desc *desc,
                enum pattern pattern, size_t n) {
  uint8_t *kept = compaction_alloc(n);
  uint8_t *elements = compaction_alloc(n * kind->size);
  patterns_fill(pattern, n, n + 7, kept);
  elements_fill(kind, kept, n, n + 3, elements);
  const struct select_case c = {
      .name = kind->name,
      .desc = *desc,
      .kept = kept,
      .outputs = {{.out_shift = n % 2 * kind->alignment}},
      .input = {.elements = elements, .n = n, .shift = n % 3 * kind->alignment}};
  const bool good = select_case_run(&h, plan, &c, NULL);
  if (!good) {
    print_error("  kept: %s\n", patterns_name(pattern));
  }
  free(kept);
  free(elements);
  return good;
}

/* Each pattern on a length around a boundary, another one for each, and on many tiles. */
static bool run_plan(clscan_plan *plan, const struct element_kind *kind,
                     const clscan_select_desc *desc) {
  const size_t tile = shapes_tile(plan);
  const size_t many = tile < 1024 ? shapes_many_tiles(plan) : 5 * tile + 11;
  const size_t lengths[] = {1, tile + 1, 2, tile, 3, tile - 1, 256, 2 * tile + 1, 255, 257};
  bool good = true;
  for (unsigned p = 0; p < PATTERNS; p++) {
    const size_t k = (p + (size_t)kind->type) % HARNESS_COUNT(lengths);
    good = run(plan, kind, desc, (enum pattern)p, lengths[k]) && good;
    good = run(plan, kind, desc, (enum pattern)p, many + p) && good;
  }
  return good;
}

/* One kind of element by one algorithm in one shape; false if something was wrong. */
static bool check(clscan_context *ctx, unsigned k, unsigned a) {
  const struct element_kind *kind = &element_kinds[k];
  const clscan_select_desc desc = {.type = kind->type,
                                   .custom_type = kind->custom,
                                   .algorithm = select_case_algorithms[a],
                                   .predicate = kind->predicate};
  clscan_context *const usual = h.ctx;
  h.ctx = ctx;
  clscan_plan *plan = select_case_plan(&h, &desc);
  const bool good = run_plan(plan, kind, &desc);
  clscan_plan_destroy(plan);
  h.ctx = usual;
  return good;
}

TEST(test_kinds) {
  clscan_context *contexts[SHAPES] = {NULL};
  bool good = true;
  unsigned ran = 0;
  for (unsigned k = 0; k < ELEMENT_KINDS; k++) {
    for (unsigned a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
      for (unsigned s = 0; s < SHAPES; s++) {
        const bool turn = (k + 3 * a) % SHAPES == s;
        if ((!harness_slow() && !turn) || !elements_fit(&h, &element_kinds[k])) {
          continue;
        }
        /* A device that does not have this shape takes its own. */
        const unsigned used = shapes_fits(&h, &shapes[s]) ? s : SHAPE_OWN;
        if (contexts[used] == NULL) {
          contexts[used] = shapes_open(&h, &shapes[used]);
        }
        if (!check(contexts[used], k, a)) {
          print_error("  shape %s\n", shapes[used].name);
          good = false;
        }
        ran++;
      }
    }
  }
  for (unsigned s = 0; s < SHAPES; s++) {
    clscan_context_destroy(contexts[s]);
  }
  printf("%u combinations\n", ran);
  assert_true(good);
}

HARNESS_MAIN(NULL, NULL)
