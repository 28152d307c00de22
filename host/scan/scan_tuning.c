/* SPDX-License-Identifier: Apache-2.0 */
/* What the tuning knows of scans: rows for kinds of work, and local memory. */
#include "scan/scan_tuning.h"

#include "tuning/local.h"

static const clscan__tuning_row scan_rows[] = {
    /* Measured on an H200, with descriptors on lines of their own. */
    CLSCAN__ROW(NVIDIA, 4, 256, 48, 80, 128, 32, 1000, 0),
    CLSCAN__ROW(NVIDIA, 8, 256, 24, 80, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 0, 256, 56, 0, 128, 32, 0, 0),
    /* Not measured. */
    CLSCAN__ROW(GPU, 0, 256, 16, 0, 128, 32, 0, 0),
    /* pocl 3.1, 2 cores. */
    CLSCAN__ROW(CPU, 0, 1, 0, 0, 64, 32, 0, 65536),
};

static const clscan__tuning_row two_level_rows[] = {
    /* Measured on an H200, with descriptors on lines of their own. */
    CLSCAN__ROW(NVIDIA, 4, 256, 56, 80, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 8, 256, 24, 80, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 0, 256, 48, 0, 128, 32, 0, 0),
    /* Not measured. */
    CLSCAN__ROW(GPU, 0, 256, 16, 0, 128, 32, 0, 0),
    /* pocl 3.1, 2 cores. */
    CLSCAN__ROW(CPU, 0, 1, 0, 0, 64, 32, 0, 65536),
};

static const clscan__tuning_row packed_rows[] = {
    /* Measured on an H200, with descriptors on lines of their own. */
    CLSCAN__ROW(ANY, 1, 256, 128, 64, 128, 32, 1000, 0),
    CLSCAN__ROW(ANY, 0, 128, 128, 96, 128, 32, 0, 0),
};

#define ROWS(table) .rows = (table), .num_rows = sizeof(table) / sizeof *(table)

enum {
  SCANS = 1 << CLSCAN_SCAN_SMALL | 1 << CLSCAN_SCAN_THREE_PASS | 1 << CLSCAN_SCAN_REDUCE_THEN_SCAN |
          1 << CLSCAN_SCAN_LOOKBACK | 1 << CLSCAN_SCAN_LOOKBACK_TWO_LEVEL
};

const clscan__work clscan__scan_work = {.name = "scan", ROWS(scan_rows), .algorithms = SCANS};
const clscan__work clscan__two_level_work = {
    .name = "scan-two-level", ROWS(two_level_rows), .algorithms = SCANS};
const clscan__work clscan__packed_work = {
    .name = "scan-packed", ROWS(packed_rows), .by_element = true, .algorithms = SCANS};

static size_t local_bytes(const clscan__shape *shape, const clscan__shape_request *request,
                          size_t group, size_t items) {
  const size_t scan = clscan__local_scan(shape, request->acc_size, group);
  const size_t tile = clscan__local_exchange(shape, request->stored_sizes, group, items);
  /* And the prefix. */
  return (scan > tile ? scan : tile) + request->acc_size + CLSCAN__LOCAL_REST;
}

const clscan__tuning_class clscan__scan_tuning = {.work = &clscan__scan_work,
                                                  .two_level = &clscan__two_level_work,
                                                  .packed = &clscan__packed_work,
                                                  .local_bytes = local_bytes};
