/* SPDX-License-Identifier: Apache-2.0 */
/* The conversions of all element types. */
#ifndef BENCH_CONVERT_H
#define BENCH_CONVERT_H

#include <stddef.h>
#include <stdint.h>

#include "frame/types.h"

/* An element of any type: f for floats, else i or u with the type's sign extended. */
typedef union data_wide {
  int64_t i;
  uint64_t u;
  double f;
} data_wide;

void data_load(const bench_type *type, const void *from, size_t count, data_wide *to);
/* Integers lose their upper bits; floats are rounded to nearest even. */
void data_store(const bench_type *type, const data_wide *from, size_t count, void *to);

#endif
