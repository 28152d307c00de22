/* SPDX-License-Identifier: Apache-2.0 */
/* One number of any built-in type, and the conversions between types that OpenCL C makes. */
#ifndef TESTS_VALUES_H
#define TESTS_VALUES_H

#include <clscan.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value in the form in which it is computed with: integers in `u`, sign-extended or
 * zero-extended to 64 bits; 16-bit and 32-bit floats in `f`; doubles in `d`. */
struct value {
  clscan_type type;
  union {
    uint64_t u;
    float f;
    double d;
  } as;
};

#define VALUES_TYPE_COUNT 12

/* The twelve built-in types in the order of the enumeration. */
extern const clscan_type values_types[VALUES_TYPE_COUNT];

/* "int8" and so on. */
const char *values_type_name(clscan_type type);
const char *values_op_name(clscan_op op);
size_t values_size(clscan_type type);
bool values_is_float(clscan_type type);
bool values_is_signed(clscan_type type);
/* Whether the operator is defined on the type. */
bool values_op_fits(clscan_op op, clscan_type type);
/* The accumulator that a descriptor with acc_type 0 gets. */
clscan_type values_default_acc(clscan_type out_type);

struct value values_load(clscan_type type, const void *at);
void values_store(struct value v, void *at);
/* Integers: modulo 2^bits. To floats: rounded to nearest even. From floats: truncated. */
struct value values_convert(struct value v, clscan_type to);
/* A small whole number as a value of the type. */
struct value values_from_int(clscan_type type, int64_t x);
struct value values_apply(clscan_op op, struct value a, struct value b);
struct value values_identity(clscan_op op, clscan_type type);
/* Writes the value as text of at most `capacity` bytes. */
void values_print(struct value v, char *text, size_t capacity);

uint16_t values_float_to_half(float x);
float values_half_to_float(uint16_t bits);
uint16_t values_float_to_bfloat(float x);
float values_bfloat_to_float(uint16_t bits);

#endif
