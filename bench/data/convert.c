/* SPDX-License-Identifier: Apache-2.0 */
#include "data/convert.h"

#include <math.h>
#include <string.h>

static float half_to_float(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
  uint32_t exponent = (half >> 10) & 31u;
  uint32_t mantissa = half & 1023u;
  float value;
  if (exponent == 0) {
    value = (float)mantissa * 0x1p-24f;
    return sign != 0 ? -value : value;
  }
  uint32_t bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112u) << 23) | mantissa << 13;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint16_t half_from_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t rest = bits & 0x7fffffffu;
  if (rest > 0x7f800000u) {
    rest = 0x7e00u;
  } else if (rest >= 0x477ff000u) { /* rounds to infinity */
    rest = 0x7c00u;
  } else if (rest < 0x38800000u) { /* subnormal */
    rest = (uint32_t)lrintf(fabsf(value) * 0x1p24f);
  } else {
    rest = (rest + 0xfffu + ((rest >> 13) & 1u) - 0x38000000u) >> 13;
  }
  return (uint16_t)(sign | rest);
}

static float bfloat_to_float(uint16_t bfloat) {
  uint32_t bits = (uint32_t)bfloat << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint16_t bfloat_from_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u) {
    return (uint16_t)((bits >> 16) | 0x40u);
  }
  return (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/* X(code, C type, member of data_wide, its value from an element `x`, the element from `w`) */
#define CONVERSIONS(X)                                                                             \
  X(CLSCAN_INT8, int8_t, i, (int)x, (int8_t)w.i)                                                   \
  X(CLSCAN_UINT8, uint8_t, u, x, (uint8_t)w.u)                                                     \
  X(CLSCAN_INT16, int16_t, i, x, (int16_t)w.i)                                                     \
  X(CLSCAN_UINT16, uint16_t, u, x, (uint16_t)w.u)                                                  \
  X(CLSCAN_INT32, int32_t, i, x, (int32_t)w.i)                                                     \
  X(CLSCAN_UINT32, uint32_t, u, x, (uint32_t)w.u)                                                  \
  X(CLSCAN_INT64, int64_t, i, x, w.i)                                                              \
  X(CLSCAN_UINT64, uint64_t, u, x, w.u)                                                            \
  X(CLSCAN_FLOAT16, uint16_t, f, (double)half_to_float(x), half_from_float((float)w.f))            \
  X(CLSCAN_BFLOAT16, uint16_t, f, (double)bfloat_to_float(x), bfloat_from_float((float)w.f))       \
  X(CLSCAN_FLOAT32, float, f, (double)x, (float)w.f)                                               \
  X(CLSCAN_FLOAT64, double, f, x, w.f)

#define LOAD_CASE(code, c_type, member, to_wide, from_wide)                                        \
  case code: {                                                                                     \
    const c_type *elements = from;                                                                 \
    for (size_t k = 0; k < count; k++) {                                                           \
      c_type x = elements[k];                                                                      \
      to[k].member = to_wide;                                                                      \
    }                                                                                              \
    break;                                                                                         \
  }

#define STORE_CASE(code, c_type, member, to_wide, from_wide)                                       \
  case code: {                                                                                     \
    c_type *elements = to;                                                                         \
    for (size_t k = 0; k < count; k++) {                                                           \
      data_wide w = from[k];                                                                       \
      elements[k] = from_wide;                                                                     \
    }                                                                                              \
    break;                                                                                         \
  }

void data_load(const bench_type *type, const void *from, size_t count, data_wide *to) {
  switch (type->type) {
    CONVERSIONS(LOAD_CASE)
  default:
    break;
  }
}

void data_store(const bench_type *type, const data_wide *from, size_t count, void *to) {
  switch (type->type) {
    CONVERSIONS(STORE_CASE)
  default:
    break;
  }
}
