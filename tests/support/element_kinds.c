/* SPDX-License-Identifier: Apache-2.0 */
#include "support/element_kinds.h"
#include "support/values.h"

#include <string.h>

static const clscan_custom_type bytes_3 = {.name = "rgb",
                                           .definition = "typedef struct { uchar r, g, b; } rgb;",
                                           .size = 3,
                                           .alignment = 1};
static const clscan_custom_type bytes_12 = {
    .name = "point",
    .definition = "typedef struct { int key; float weight; uint place; } point;",
    .size = 12,
    .alignment = 4};
static const clscan_custom_type vector = {.name = "uint4", .size = 16, .alignment = 16};
static const clscan_custom_type bytes_128 = {.name = "block",
                                             .definition =
                                                 "typedef struct { ulong words[16]; } block;",
                                             .size = 128,
                                             .alignment = 8};

#define ODD "(x & 1) != 0"
#define POSITIVE "x > 0"
#define SAME "a == b"

const struct element_kind element_kinds[ELEMENT_KINDS] = {
    {"int8", CLSCAN_INT8, NULL, 1, 1, ODD, SAME},
    {"uint8", CLSCAN_UINT8, NULL, 1, 1, ODD, SAME},
    {"int16", CLSCAN_INT16, NULL, 2, 2, ODD, SAME},
    {"uint16", CLSCAN_UINT16, NULL, 2, 2, ODD, SAME},
    {"int32", CLSCAN_INT32, NULL, 4, 4, ODD, SAME},
    {"uint32", CLSCAN_UINT32, NULL, 4, 4, ODD, SAME},
    {"int64", CLSCAN_INT64, NULL, 8, 8, ODD, SAME},
    {"uint64", CLSCAN_UINT64, NULL, 8, 8, ODD, SAME},
    {"float16", CLSCAN_FLOAT16, NULL, 2, 2, POSITIVE, SAME},
    {"bfloat16", CLSCAN_BFLOAT16, NULL, 2, 2, POSITIVE, SAME},
    {"float32", CLSCAN_FLOAT32, NULL, 4, 4, POSITIVE, SAME},
    {"float64", CLSCAN_FLOAT64, NULL, 8, 8, POSITIVE, SAME},
    {"struct of 3 bytes", CLSCAN_CUSTOM, &bytes_3, 3, 1, "(x.r & 1) != 0", "a.r == b.r"},
    {"struct of 12 bytes", CLSCAN_CUSTOM, &bytes_12, 12, 4, "(x.key & 1) != 0", "a.key == b.key"},
    {"uint4", CLSCAN_CUSTOM, &vector, 16, 16, "(x.x & 1) != 0", "a.x == b.x"},
    {"struct of 128 bytes", CLSCAN_CUSTOM, &bytes_128, 128, 8, "(x.words[0] & 1) != 0",
     "a.words[0] == b.words[0]"},
};

bool elements_fit(const struct harness *h, const struct element_kind *kind) {
  return kind->type != CLSCAN_FLOAT64 || h->has_fp64;
}

static bool is_float(const struct element_kind *kind) {
  return kind->type != CLSCAN_CUSTOM && values_is_float(kind->type);
}

bool elements_kept(const struct element_kind *kind, const void *x) {
  if (is_float(kind)) {
    const struct value v = values_convert(values_load(kind->type, x), CLSCAN_FLOAT64);
    return v.as.d > 0;
  }
  return (*(const uint8_t *)x & 1) != 0;
}

/* A normal number of the float type, and not zero: nothing that a copy or a comparison may change.
 */
static void make_float(const struct element_kind *kind, bool kept, uint64_t random, void *x) {
  const double magnitude = 1.0 + (double)(random >> 40) * 0x1p-20;
  const struct value v = {.type = CLSCAN_FLOAT64, .as = {.d = kept ? magnitude : -magnitude}};
  values_store(values_convert(v, kind->type), x);
}

void elements_fill(const struct element_kind *kind, const uint8_t *kept, size_t n, uint64_t seed,
                   void *elements) {
  uint64_t random = seed * UINT64_C(0xd1342543de82ef95) + 1;
  for (size_t i = 0; i < n; i++) {
    uint8_t *x = (uint8_t *)elements + i * kind->size;
    if (is_float(kind)) {
      make_float(kind, kept[i] != 0, harness_random(&random), x);
      continue;
    }
    for (size_t k = 0; k < kind->size; k += 8) {
      const uint64_t word = harness_random(&random);
      memcpy(x + k, &word, kind->size - k < 8 ? kind->size - k : 8);
    }
    x[0] = (uint8_t)((x[0] & ~1u) | (kept[i] != 0));
  }
}
