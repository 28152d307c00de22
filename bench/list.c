/* SPDX-License-Identifier: Apache-2.0 */
#include "list.h"

#include "types.h"

#define N_MAX ((uint64_t)1 << 40)
/* A CPU runs a group of many work-items slowly. */
#define GROUP_CPU_N ((uint64_t)1 << 20)

static const char *const group_types[] = {"int32", "int64", "float32", NULL};
static const char *const serial_types[] = {"int32", "int64", "float32", "float64", NULL};
static const char *const copy_methods[] = {"driver", "kernel", NULL};
static const char *const caches[] = {"cold", "driver", "context", NULL};
static const char *const calls[] = {"refused", "empty", "one", "raw", NULL};

#define ALL_TYPES                                                                                  \
  "int8,uint8,int16,uint16,int32,uint32,int64,uint64,float16,bfloat16,float32,float64"
#define ALL_ALGORITHMS "auto,small,three-pass,reduce-then-scan,lookback,lookback-two-level"
#define N_AXIS(tour)                                                                               \
  { "n", "elements", "2^24", tour, "2^16:2^32:16", NULL, 1, N_MAX }
#define TYPE_AXIS(choices, tour, full)                                                             \
  { "type", "of the elements", "int32", tour, full, choices, 0, 0 }
#define ALGORITHM_AXIS                                                                             \
  { "algorithm", "how", "auto", NULL, ALL_ALGORITHMS, bench_algorithm_names, 0, 0 }
#define GROUP_SIZE_AXIS(full)                                                                      \
  { "group_size", "work-items a group", "256", NULL, full, NULL, 1, 4096 }
#define ROUNDS_AXIS                                                                                \
  { "rounds", "scans one after another", "1", NULL, "1,16", NULL, 1, 64 }

const benchmark bench_list[] = {
    {.name = "copy",
     .description = "n int32 copied by the driver or by a kernel of the bench",
     .axes = {N_AXIS("2^16:2^28:16"),
              {"method", "who copies", "driver", "driver,kernel", "driver,kernel", copy_methods, 0,
               0}},
     .run = bench_copy},
    {.name = "serial",
     .description = "the serial C loop on the host, exclusive sum, for comparison",
     .axes = {TYPE_AXIS(serial_types, NULL, "int32,int64,float32,float64"), N_AXIS("2^16:2^28:16")},
     .cpu_only_in_tour = true,
     .run = bench_serial},
    {.name = "scan",
     .description = "clscan_scan_enqueue() over an array",
     .axes = {TYPE_AXIS(bench_type_names, "int32,float32", ALL_TYPES),
              {"op", "operator", "add", NULL, "add,mul,min,max,and,or,xor", bench_op_names, 0, 0},
              {"offset", "elements before input and output: 1 takes the scalar path", "0", NULL,
               NULL, NULL, 0, 4096},
              N_AXIS("2^16:2^28:16"),
              {"kind", "exclusive or inclusive", "exclusive", NULL, "exclusive,inclusive",
               bench_kind_names, 0, 0},
              ALGORITHM_AXIS},
     .run = bench_scan},
    {.name = "subgroup_scan",
     .description = "clscan_device_source()'s scan of each sub-group",
     .axes = {TYPE_AXIS(group_types, NULL, "int32,int64,float32"),
              N_AXIS(NULL),
              GROUP_SIZE_AXIS("64,256"),
              ROUNDS_AXIS,
              {"backend", "of sub-groups", "auto", "local,ptx,khr", "local,ptx,khr",
               bench_backend_names, 0, 0}},
     .cpu_tour_n = GROUP_CPU_N,
     .run = bench_subgroup_scan},
    {.name = "workgroup_scan",
     .description = "clscan_device_source()'s scan of each work-group",
     .axes = {TYPE_AXIS(group_types, NULL, "int32,int64,float32"),
              N_AXIS(NULL),
              GROUP_SIZE_AXIS("64,128,256,512,1024"),
              ROUNDS_AXIS,
              {"method", "how", "auto", "subgroup,hillis-steele,blelloch",
               "subgroup,hillis-steele,blelloch", bench_method_names, 0, 0}},
     .cpu_tour_n = GROUP_CPU_N,
     .run = bench_workgroup_scan},
    {.name = "plan_create",
     .description = "clscan_scan_plan_create(), int32 exclusive sum",
     .axes = {ALGORITHM_AXIS,
              {"cache", "that already has the program: none, the driver's, the context's", "cold",
               "cold,driver,context", "cold,driver,context", caches, 0, 0}},
     .run = bench_plan_create},
    {.name = "checks",
     .description =
         "what a call costs on the host: refused by the last check, n = 0, n = 1, and an "
         "empty kernel without clscan",
     .axes = {{"call", "which", "refused", "refused,empty,one,raw", "refused,empty,one,raw", calls,
               0, 0}},
     .run = bench_checks},
    {.name = NULL},
};
