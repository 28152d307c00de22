/* SPDX-License-Identifier: Apache-2.0 */
/* What the tuning knows of selects and partitions: their rows and their local memory. */
#include "compact/compact_tuning.h"

#include "tuning/local.h"

static const clscan__tuning_row rows[] = {
    /* Measured on an H200, with descriptors on lines of their own. */
    CLSCAN__ROW(NVIDIA, 4, 256, 32, 64, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 8, 256, 16, 64, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 16, 256, 8, 64, 128, 32, 0, 0),
    CLSCAN__ROW(NVIDIA, 0, 128, 4, 0, 128, 32, 0, 0),
    /* Not measured. */
    CLSCAN__ROW(GPU, 0, 256, 8, 0, 128, 32, 0, 0),
    /* pocl 3.1, 2 cores. */
    CLSCAN__ROW(CPU, 0, 1, 0, 0, 64, 32, 0, 65536),
};

const clscan__work clscan__compaction_work = {.name = "compaction",
                                              .rows = rows,
                                              .num_rows = sizeof rows / sizeof *rows,
                                              .by_element = true,
                                              .algorithms = 1 << CLSCAN_SELECT_THREE_PASS |
                                                            1 << CLSCAN_SELECT_REDUCE_THEN_SCAN |
                                                            1 << CLSCAN_SELECT_LOOKBACK};

/* The tile is staged where the scan of counts was. */
static size_t local_bytes(const clscan__shape *shape, const clscan__shape_request *request,
                          size_t group, size_t items) {
  const size_t scan = clscan__local_scan(shape, request->acc_size, group);
  const size_t tile = group * items * request->stage_bytes;
  return (scan > tile ? scan : tile) + request->stage_fixed + request->acc_size +
         CLSCAN__LOCAL_REST;
}

const clscan__tuning_class clscan__compaction_tuning = {.work = &clscan__compaction_work,
                                                        .local_bytes = local_bytes};
