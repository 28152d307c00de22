/* SPDX-License-Identifier: Apache-2.0 */
#include "support/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const clscan_type values_types[VALUES_TYPE_COUNT] = {
    CLSCAN_INT8,  CLSCAN_UINT8,  CLSCAN_INT16,   CLSCAN_UINT16,   CLSCAN_INT32,   CLSCAN_UINT32,
    CLSCAN_INT64, CLSCAN_UINT64, CLSCAN_FLOAT16, CLSCAN_BFLOAT16, CLSCAN_FLOAT32, CLSCAN_FLOAT64,
};

static const struct {
  const char *name;
  size_t size;
} type_table[] = {
    {"none", 0},     {"int8", 1},    {"uint8", 1},   {"int16", 2},  {"uint16", 2},
    {"int32", 4},    {"uint32", 4},  {"int64", 8},   {"uint64", 8}, {"float16", 2},
    {"bfloat16", 2}, {"float32", 4}, {"float64", 8},
};

const char *values_type_name(clscan_type type) {
  return type == CLSCAN_CUSTOM ? "custom" : type_table[type].name;
}

size_t values_size(clscan_type type) { return type_table[type].size; }

const char *values_op_name(clscan_op op) {
  static const char *const names[] = {"add", "mul", "min", "max", "and", "or", "xor", "custom"};
  return names[op];
}

bool values_is_float(clscan_type type) { return type >= CLSCAN_FLOAT16 && type <= CLSCAN_FLOAT64; }

bool values_is_signed(clscan_type type) {
  return values_is_float(type) || type == CLSCAN_INT8 || type == CLSCAN_INT16 ||
         type == CLSCAN_INT32 || type == CLSCAN_INT64;
}

bool values_op_fits(clscan_op op, clscan_type type) {
  return op <= CLSCAN_MAX || !values_is_float(type);
}

clscan_type values_default_acc(clscan_type out_type) {
  return out_type == CLSCAN_FLOAT16 || out_type == CLSCAN_BFLOAT16 ? CLSCAN_FLOAT32 : out_type;
}

/* --- 16-bit floats ------------------------------------------------------------------------- */

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

uint16_t values_float_to_half(float x) {
  const uint32_t sign = (bits_of(x) >> 16) & 0x8000u;
  if (isnan(x)) {
    return (uint16_t)(sign | 0x7e00u);
  }
  const double magnitude = fabs((double)x);
  if (magnitude >= 65520.0) {
    return (uint16_t)(sign | 0x7c00u);
  }
  /* The spacing of halves at this magnitude; nearbyint rounds to nearest even. */
  int exponent = -14;
  if (magnitude >= 0x1p-14) {
    exponent = ilogb(magnitude);
  }
  const double steps = nearbyint(ldexp(magnitude, 10 - exponent));
  /* A carry out of the significand steps the exponent, as the encoding wants it. */
  const uint32_t below = magnitude >= 0x1p-14 ? (uint32_t)(exponent + 14) << 10 : 0;
  return (uint16_t)(sign | (below + (uint32_t)steps));
}

float values_half_to_float(uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  float magnitude;
  if (exponent == 31) {
    magnitude = fraction != 0 ? float_of(0x7fc00000u) : INFINITY;
  } else if (exponent == 0) {
    magnitude = ldexpf((float)fraction, -24);
  } else {
    magnitude = ldexpf((float)(fraction + 1024), exponent - 25);
  }
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

uint16_t values_float_to_bfloat(float x) {
  const uint32_t bits = bits_of(x);
  if (isnan(x)) {
    return (uint16_t)((bits >> 16 & 0x8000u) | 0x7fc0u);
  }
  const uint32_t half = 0x7fffu + ((bits >> 16) & 1u);
  return (uint16_t)((bits + half) >> 16);
}

float values_bfloat_to_float(uint16_t bits) { return float_of((uint32_t)bits << 16); }

/* --- memory -------------------------------------------------------------------------------- */

/* The integer cut to the type's width and extended again. */
static uint64_t wrap(clscan_type type, uint64_t u) {
  switch (type) {
  case CLSCAN_INT8:
    return (uint64_t)(int64_t)(int8_t)(uint8_t)u;
  case CLSCAN_UINT8:
    return (uint8_t)u;
  case CLSCAN_INT16:
    return (uint64_t)(int64_t)(int16_t)(uint16_t)u;
  case CLSCAN_UINT16:
    return (uint16_t)u;
  case CLSCAN_INT32:
    return (uint64_t)(int64_t)(int32_t)(uint32_t)u;
  case CLSCAN_UINT32:
    return (uint32_t)u;
  default:
    return u;
  }
}

/* A 16-bit float's value after every operator is one that the type can hold. */
static float round_to(clscan_type type, float x) {
  if (type == CLSCAN_FLOAT16) {
    return values_half_to_float(values_float_to_half(x));
  }
  if (type == CLSCAN_BFLOAT16) {
    return values_bfloat_to_float(values_float_to_bfloat(x));
  }
  return x;
}

struct value values_load(clscan_type type, const void *at) {
  struct value v = {.type = type, .as = {.u = 0}};
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  switch (values_size(type)) {
  case 1:
    memcpy(&u8, at, 1);
    v.as.u = wrap(type, u8);
    break;
  case 2:
    memcpy(&u16, at, 2);
    if (type == CLSCAN_FLOAT16) {
      v.as.f = values_half_to_float(u16);
    } else if (type == CLSCAN_BFLOAT16) {
      v.as.f = values_bfloat_to_float(u16);
    } else {
      v.as.u = wrap(type, u16);
    }
    break;
  case 4:
    memcpy(&u32, at, 4);
    if (type == CLSCAN_FLOAT32) {
      v.as.f = float_of(u32);
    } else {
      v.as.u = wrap(type, u32);
    }
    break;
  default:
    memcpy(&v.as, at, 8);
    break;
  }
  return v;
}

void values_store(struct value v, void *at) {
  const uint8_t u8 = (uint8_t)v.as.u;
  uint16_t u16 = (uint16_t)v.as.u;
  uint32_t u32 = (uint32_t)v.as.u;
  switch (values_size(v.type)) {
  case 1:
    memcpy(at, &u8, 1);
    break;
  case 2:
    if (v.type == CLSCAN_FLOAT16) {
      u16 = values_float_to_half(v.as.f);
    } else if (v.type == CLSCAN_BFLOAT16) {
      u16 = values_float_to_bfloat(v.as.f);
    }
    memcpy(at, &u16, 2);
    break;
  case 4:
    if (v.type == CLSCAN_FLOAT32) {
      u32 = bits_of(v.as.f);
    }
    memcpy(at, &u32, 4);
    break;
  default:
    memcpy(at, &v.as, 8);
    break;
  }
}

/* --- arithmetic ---------------------------------------------------------------------------- */

static double as_double(struct value v) {
  if (v.type == CLSCAN_FLOAT64) {
    return v.as.d;
  }
  if (values_is_float(v.type)) {
    return (double)v.as.f;
  }
  return values_is_signed(v.type) ? (double)(int64_t)v.as.u : (double)v.as.u;
}

struct value values_convert(struct value v, clscan_type to) {
  struct value r = {.type = to, .as = {.u = 0}};
  if (!values_is_float(to)) {
    if (values_is_float(v.type)) {
      const double x = as_double(v);
      r.as.u = wrap(to, x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x);
    } else {
      r.as.u = wrap(to, v.as.u);
    }
  } else if (to == CLSCAN_FLOAT64) {
    r.as.d = as_double(v);
  } else if (values_is_float(v.type)) {
    r.as.f = round_to(to, v.type == CLSCAN_FLOAT64 ? (float)v.as.d : v.as.f);
  } else if (values_is_signed(v.type)) {
    r.as.f = round_to(to, (float)(int64_t)v.as.u);
  } else {
    r.as.f = round_to(to, (float)v.as.u);
  }
  return r;
}

struct value values_from_int(clscan_type type, int64_t x) {
  const struct value v = {.type = CLSCAN_INT64, .as = {.u = (uint64_t)x}};
  return values_convert(v, type);
}

/* Minimum or maximum of floats: -0 < +0, and any NaN gives the canonical one. */
static double extreme(clscan_op op, double a, double b) {
  if (isnan(a) || isnan(b)) {
    const uint64_t bits = UINT64_C(0x7ff8000000000000);
    double canonical;
    memcpy(&canonical, &bits, sizeof canonical);
    return canonical;
  }
  const bool a_is_less = a < b || (a == b && signbit(a) != 0);
  return (op == CLSCAN_MIN) == a_is_less ? a : b;
}

static uint64_t apply_integer(clscan_op op, bool is_signed, uint64_t a, uint64_t b) {
  const bool a_is_less = is_signed ? (int64_t)a < (int64_t)b : a < b;
  switch (op) {
  case CLSCAN_ADD:
    return a + b;
  case CLSCAN_MUL:
    return a * b;
  case CLSCAN_MIN:
    return a_is_less ? a : b;
  case CLSCAN_MAX:
    return a_is_less ? b : a;
  case CLSCAN_AND:
    return a & b;
  case CLSCAN_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

struct value values_apply(clscan_op op, struct value a, struct value b) {
  struct value r = {.type = a.type, .as = {.u = 0}};
  if (!values_is_float(a.type)) {
    r.as.u = wrap(a.type, apply_integer(op, values_is_signed(a.type), a.as.u, b.as.u));
  } else if (op == CLSCAN_MIN || op == CLSCAN_MAX) {
    const double x = extreme(op, as_double(a), as_double(b));
    if (a.type == CLSCAN_FLOAT64) {
      r.as.d = x;
    } else {
      r.as.f = isnan(x) ? float_of(0x7fc00000u) : (float)x;
    }
  } else if (a.type == CLSCAN_FLOAT64) {
    r.as.d = op == CLSCAN_ADD ? a.as.d + b.as.d : a.as.d * b.as.d;
  } else {
    r.as.f = round_to(a.type, op == CLSCAN_ADD ? a.as.f + b.as.f : a.as.f * b.as.f);
  }
  return r;
}

struct value values_identity(clscan_op op, clscan_type type) {
  const unsigned bits = (unsigned)values_size(type) * 8;
  const uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  struct value v = {.type = type, .as = {.u = 0}};
  if (values_is_float(type) && (op == CLSCAN_MIN || op == CLSCAN_MAX)) {
    const struct value infinity = {.type = CLSCAN_FLOAT64,
                                   .as = {.d = op == CLSCAN_MIN ? INFINITY : -INFINITY}};
    return values_convert(infinity, type);
  }
  switch (op) {
  case CLSCAN_MUL:
    return values_from_int(type, 1);
  case CLSCAN_MIN:
    v.as.u = values_is_signed(type) ? all >> 1 : all;
    return v;
  case CLSCAN_MAX:
    v.as.u = values_is_signed(type) ? wrap(type, (all >> 1) + 1) : 0;
    return v;
  case CLSCAN_AND:
    v.as.u = wrap(type, all);
    return v;
  default:
    return v;
  }
}

void values_print(struct value v, char *text, size_t capacity) {
  if (v.type == CLSCAN_FLOAT64) {
    snprintf(text, capacity, "%.17g", v.as.d);
  } else if (values_is_float(v.type)) {
    snprintf(text, capacity, "%.9g", (double)v.as.f);
  } else if (values_is_signed(v.type)) {
    snprintf(text, capacity, "%" PRId64, (int64_t)v.as.u);
  } else {
    snprintf(text, capacity, "%" PRIu64, v.as.u);
  }
}
