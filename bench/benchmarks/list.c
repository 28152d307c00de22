/* SPDX-License-Identifier: Apache-2.0 */
#include "benchmarks/list.h"

#include "frame/types.h"

#define N_MAX ((uint64_t)1 << 40)
/* A CPU runs a group of many work-items slowly. */
#define GROUP_CPU_N ((uint64_t)1 << 20)

/* Several shares of a large array take their time where data is made and checked. */
#define COMPACTION_CPU_N ((uint64_t)1 << 24)

static const char *const group_types[] = {"int32", "int64", "float32", NULL};
static const char *const serial_types[] = {"int32", "int64", "float32", "float64", NULL};
static const char *const where_types[] = {"uint8", "int32", "float32", NULL};
static const char *const index_types[] = {"uint32", "uint64", NULL};
static const char *const copy_methods[] = {"driver", "kernel", NULL};
static const char *const caches[] = {"cold", "driver", "context", NULL};
static const char *const calls[] = {"refused", "empty", "one", "raw", NULL};
static const char *const forms[] = {"predicate", "flags", "bits", NULL};
static const char *const layouts[] = {"one", "separate", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const images[] = {"1920x1080", "3840x2160", NULL};
static const char *const phases[] = {"copy",           "mark",   "mark-scan", "scatter",
                                     "three-pass",     "select", "partition", "atomic-subgroup",
                                     "atomic-element", NULL};
static const char *const scan_algorithms[] = {
    "auto", "small", "three-pass", "reduce-then-scan", "lookback", "lookback-two-level", NULL};
static const char *const select_algorithms[] = {"auto",
                                                "lookback",
                                                "reduce-then-scan",
                                                "three-pass",
                                                "atomic-subgroup",
                                                "atomic-workgroup",
                                                "atomic-element",
                                                NULL};
static const char *const partition_algorithms[] = {"auto", "lookback", "reduce-then-scan", NULL};
static const char *const atomic_algorithms[] = {"atomic-subgroup", "atomic-workgroup",
                                                "atomic-element", NULL};

#define ALL_TYPES                                                                                  \
  "int8,uint8,int16,uint16,int32,uint32,int64,uint64,float16,bfloat16,float32,float64"
#define SCAN_ALGORITHMS "auto,small,three-pass,reduce-then-scan,lookback,lookback-two-level"
#define SELECT_ALGORITHMS                                                                          \
  "auto,lookback,reduce-then-scan,three-pass,atomic-subgroup,atomic-workgroup,atomic-element"
#define PHASES                                                                                     \
  "copy,mark,mark-scan,scatter,three-pass,select,partition,atomic-subgroup,atomic-element"
#define N_AXIS(tour)                                                                               \
  { "n", "elements", "2^24", tour, "2^16:2^32:16", NULL, 1, N_MAX }
#define TYPE_AXIS(choices, tour, full)                                                             \
  { "type", "of the elements", "int32", tour, full, choices, 0, 0 }
#define ALGORITHM_AXIS(full, choices)                                                              \
  { "algorithm", "how", "auto", NULL, full, choices, 0, 0 }
#define PERCENT_AXIS(name, help, usual, tour, full)                                                \
  { name, help " in percent", usual, tour, full, NULL, 0, 100 }
#define COMPACTION_N_AXIS                                                                          \
  { "n", "elements", "8387997,2^28", NULL, NULL, NULL, 1, N_MAX }
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
              ALGORITHM_AXIS(SCAN_ALGORITHMS, scan_algorithms)},
     .run = bench_scan},
    {.name = "serial_select",
     .description = "the serial C loop on the host that keeps x > 0 without a branch, int32",
     .axes = {N_AXIS("2^24"),
              PERCENT_AXIS("kept", "share of the elements", "50", NULL, "0,1,10,50,90,99,100")},
     .cpu_only_in_tour = true,
     .run = bench_serial_select},
    {.name = "select",
     .description = "clscan_select_enqueue(), the elements x > 0 (unsigned: upper bit clear)",
     .axes = {TYPE_AXIS(bench_type_names, NULL, ALL_TYPES),
              N_AXIS("2^28"),
              PERCENT_AXIS("kept", "share of the elements", "50", "10,50,90",
                           "0,1,10,50,90,99,100"),
              {"form", "what says which are kept", "predicate", NULL, "predicate,flags,bits", forms,
               0, 0},
              ALGORITHM_AXIS(SELECT_ALGORITHMS, select_algorithms)},
     .cpu_tour_n = COMPACTION_CPU_N,
     .columns = COLUMNS_ORDER,
     .run = bench_select},
    {.name = "partition",
     .description = "clscan_partition_enqueue() by the lower 8 bits of the elements, stable",
     .axes = {TYPE_AXIS(bench_type_names, NULL, ALL_TYPES),
              N_AXIS("2^24"),
              {"buckets", "their number", "2", NULL, "2,3,8,256", NULL, 2, 256},
              PERCENT_AXIS("first", "share of the first bucket", "50", NULL, "10,50,90"),
              {"layout", "all buckets into one buffer, or each into its own", "one", "one,separate",
               "one,separate", layouts, 0, 0},
              ALGORITHM_AXIS("auto,lookback,reduce-then-scan", partition_algorithms)},
     .run = bench_partition},
    {.name = "unique",
     .description = "clscan_select_enqueue(), the first element of each run of equal ones",
     .axes = {TYPE_AXIS(bench_type_names, NULL, ALL_TYPES),
              N_AXIS("2^24"),
              {"run", "mean length", "2", NULL, "1,2,10,100", NULL, 1, 1000000},
              {"by_key", "with a uint32 value of each element", "no", NULL, "no,yes", no_yes, 0,
               0}},
     .run = bench_unique},
    {.name = "where",
     .description = "clscan_select_enqueue(), the indices of the elements that are not zero",
     .axes = {TYPE_AXIS(where_types, NULL, "uint8,int32,float32"),
              N_AXIS("2^24"),
              {"index", "type of the indices", "uint32", NULL, "uint32,uint64", index_types, 0, 0},
              PERCENT_AXIS("density", "share of the elements", "1", NULL, "0,1,5,10,50,100")},
     .run = bench_where},
    {.name = "where_rows",
     .description = "clscan_select_enqueue(), the points of a uint8 image, rows 4096 bytes apart, "
                    "as (row << 16) | col",
     .axes = {{"image", "width x height", "1920x1080", NULL, "1920x1080,3840x2160", images, 0, 0},
              PERCENT_AXIS("density", "share of the points", "1", NULL, "0,1,5,10,50,100")},
     .not_in_tour = true,
     .run = bench_where_rows},
    {.name = "reduce",
     .description = "clscan_reduce_enqueue() of an array to one element",
     .axes = {TYPE_AXIS(bench_type_names, NULL, ALL_TYPES),
              {"op", "operator", "add", NULL, "add,mul,min,max,and,or,xor", bench_op_names, 0, 0},
              N_AXIS("2^24")},
     .run = bench_reduce},
    {.name = "adjacent_difference",
     .description = "clscan_adjacent_difference_enqueue() of an array to another",
     .axes = {TYPE_AXIS(bench_type_names, NULL, ALL_TYPES), N_AXIS("2^24")},
     .not_in_tour = true,
     .run = bench_adjacent_difference},
    {.name = "compaction_phases",
     .description =
         "compaction of int32 by x != 0, phase by phase: mark and scatter are kernels of "
         "the bench, the scan is clscan_scan_enqueue(); three-pass and select are "
         "clscan_select_enqueue(), the atomic ones in any order; partition puts even "
         "elements first",
     .axes = {COMPACTION_N_AXIS,
              PERCENT_AXIS("kept", "share of the elements", "50", NULL, NULL),
              {"phase", "which", PHASES, NULL, PHASES, phases, 0, 0}},
     .not_in_tour = true,
     .columns = COLUMNS_ORDER,
     .sequel = "compaction_survival",
     .run = bench_compaction_phases},
    {.name = "compaction_survival",
     .description = "clscan_select_enqueue() in order (scan us) beside an atomic counter (atomic "
                    "us), int32 by x != 0; out of order is the atomic one's",
     .axes = {COMPACTION_N_AXIS,
              {"atomic", "one a sub-group, a tile or a kept element", "atomic-element", NULL,
               "atomic-subgroup,atomic-workgroup,atomic-element", atomic_algorithms, 0, 0},
              PERCENT_AXIS("kept", "share of the elements", "10,50,90", NULL, NULL)},
     .not_in_tour = true,
     .columns = COLUMNS_SURVIVAL,
     .run = bench_compaction_survival},
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
     .axes = {ALGORITHM_AXIS(SCAN_ALGORITHMS, scan_algorithms),
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
