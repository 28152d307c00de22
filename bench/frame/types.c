/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/types.h"

#include <assert.h>
#include <string.h>

#define UNIT_FLOAT16 0x1p-11
#define UNIT_BFLOAT16 0x1p-8
#define UNIT_FLOAT32 0x1p-24
#define UNIT_FLOAT64 0x1p-53

/* X(name, code, bytes, class, OpenCL C name, accumulator's and result's unit roundoff) */
#define TYPE_LIST(X)                                                                               \
  X("int8", CLSCAN_INT8, 1, NUMBER_SIGNED, "char", 0.0, 0.0)                                       \
  X("uint8", CLSCAN_UINT8, 1, NUMBER_UNSIGNED, "uchar", 0.0, 0.0)                                  \
  X("int16", CLSCAN_INT16, 2, NUMBER_SIGNED, "short", 0.0, 0.0)                                    \
  X("uint16", CLSCAN_UINT16, 2, NUMBER_UNSIGNED, "ushort", 0.0, 0.0)                               \
  X("int32", CLSCAN_INT32, 4, NUMBER_SIGNED, "int", 0.0, 0.0)                                      \
  X("uint32", CLSCAN_UINT32, 4, NUMBER_UNSIGNED, "uint", 0.0, 0.0)                                 \
  X("int64", CLSCAN_INT64, 8, NUMBER_SIGNED, "long", 0.0, 0.0)                                     \
  X("uint64", CLSCAN_UINT64, 8, NUMBER_UNSIGNED, "ulong", 0.0, 0.0)                                \
  X("float16", CLSCAN_FLOAT16, 2, NUMBER_FLOAT, NULL, UNIT_FLOAT32, UNIT_FLOAT16)                  \
  X("bfloat16", CLSCAN_BFLOAT16, 2, NUMBER_FLOAT, NULL, UNIT_FLOAT32, UNIT_BFLOAT16)               \
  X("float32", CLSCAN_FLOAT32, 4, NUMBER_FLOAT, "float", UNIT_FLOAT32, UNIT_FLOAT32)               \
  X("float64", CLSCAN_FLOAT64, 8, NUMBER_FLOAT, "double", UNIT_FLOAT64, UNIT_FLOAT64)

#define TYPE_ROW(name, code, size, number, cl, acc, out) {name, code, number, size, cl, acc, out},
#define TYPE_NAME(name, code, size, number, cl, acc, out) name,

static const bench_type types[] = {TYPE_LIST(TYPE_ROW)};

const char *const bench_type_names[] = {TYPE_LIST(TYPE_NAME) NULL};
const char *const bench_op_names[] = {"add", "mul", "min", "max", "and", "or", "xor", NULL};
const char *const bench_kind_names[] = {"exclusive", "inclusive", NULL};
const char *const bench_algorithm_names[] = {"auto",
                                             "small",
                                             "three-pass",
                                             "reduce-then-scan",
                                             "lookback",
                                             "lookback-two-level",
                                             "atomic-subgroup",
                                             "atomic-workgroup",
                                             "atomic-element",
                                             NULL};
const char *const bench_backend_names[] = {"auto", "local", "ptx", "khr", NULL};
const char *const bench_method_names[] = {"auto", "subgroup", "hillis-steele", "blelloch", NULL};

static_assert(CLSCAN_ADD == 0 && CLSCAN_XOR == 6, "bench_op_names follows clscan_op");
static_assert(CLSCAN_EXCLUSIVE == 0, "bench_kind_names follows clscan_kind");
static_assert(CLSCAN_SCAN_AUTO == 0 && CLSCAN_SELECT_ATOMIC_ELEMENT == 8,
              "bench_algorithm_names follows clscan_scan_algorithm and its kin");
static_assert(CLSCAN_BACKEND_LOCAL == 1 && CLSCAN_BACKEND_KHR == 3,
              "bench_backend_names follows clscan_backend");
static_assert(CLSCAN_WORKGROUP_SUBGROUP == 1 && CLSCAN_WORKGROUP_BLELLOCH == 3,
              "bench_method_names follows clscan_workgroup_method");

const bench_type *bench_type_find(const char *name) {
  size_t i = 0;
  while (i < sizeof types / sizeof *types && strcmp(types[i].name, name) != 0) {
    i++;
  }
  assert(i < sizeof types / sizeof *types);
  return &types[i];
}

const bench_type *bench_type_bits(const bench_type *type) {
  size_t i = 0;
  while (i < sizeof types / sizeof *types &&
         (types[i].number != NUMBER_UNSIGNED || types[i].size != type->size)) {
    i++;
  }
  assert(i < sizeof types / sizeof *types);
  return &types[i];
}

int bench_algorithm_find(const char *name) {
  size_t i = 0;
  while (bench_algorithm_names[i] != NULL && strcmp(bench_algorithm_names[i], name) != 0) {
    i++;
  }
  assert(bench_algorithm_names[i] != NULL);
  return (int)i;
}
