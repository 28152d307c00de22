/* SPDX-License-Identifier: Apache-2.0 */
/* The words for types, operators, kinds, algorithms and back ends, as axes use them. */
#ifndef BENCH_TYPES_H
#define BENCH_TYPES_H

#include <stddef.h>

#include <clscan.h>

typedef enum number_class { NUMBER_SIGNED, NUMBER_UNSIGNED, NUMBER_FLOAT } number_class;

typedef struct bench_type {
  const char *name;
  clscan_type type;
  number_class number;
  size_t size;
  const char *cl_name; /* in OpenCL C; NULL for the types that are stored as 16 bits */
  double acc_unit;     /* unit roundoff of the default accumulator; 0 for integers */
  double out_unit;     /* unit roundoff of the stored result */
} bench_type;

/* The type of that name, which must be one of bench_type_names. */
const bench_type *bench_type_find(const char *name);

/* The unsigned integer of the same size. */
const bench_type *bench_type_bits(const bench_type *type);

/* The algorithm of that name, which must be one of bench_algorithm_names. */
int bench_algorithm_find(const char *name);

/* NULL-terminated; the index of a word in the last five is the value of clscan.h's enumeration. */
extern const char *const bench_type_names[];
extern const char *const bench_op_names[];
extern const char *const bench_kind_names[];
extern const char *const bench_algorithm_names[];
extern const char *const bench_backend_names[];
extern const char *const bench_method_names[];

#endif
