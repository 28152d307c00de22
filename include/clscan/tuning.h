/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tuning.h
 * Tuning: what overrides the values that clscan takes for a device. Few callers need it.
 */
#ifndef CLSCAN_TUNING_H
#define CLSCAN_TUNING_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sub-group back ends. */
typedef enum clscan_backend {
  CLSCAN_BACKEND_AUTO = 0,
  CLSCAN_BACKEND_LOCAL, /**< no sub-groups (width 1): work-group scans run in local memory */
  CLSCAN_BACKEND_PTX,   /**< NVIDIA, inline PTX */
  CLSCAN_BACKEND_KHR    /**< cl_khr_subgroups with shuffles */
} clscan_backend;

/** How a tile's state is published to other work-groups and observed by them. */
typedef enum clscan_atomics {
  CLSCAN_ATOMICS_AUTO = 0,
  CLSCAN_ATOMICS_OPENCL3, /**< C11 atomics, acquire and release at device scope */
  CLSCAN_ATOMICS_PTX,     /**< inline PTX */
  CLSCAN_ATOMICS_OPENCL1  /**< 64-bit atom_* functions, relaxed: accumulators of at most 32 bits */
} clscan_atomics;

/** Where a tile lives between its reduction and its output. */
typedef enum clscan_storage {
  CLSCAN_STORAGE_AUTO = 0,
  CLSCAN_STORAGE_REGISTERS, /**< loaded once, kept in registers (GPUs) */
  CLSCAN_STORAGE_REREAD     /**< one work-item a group reads its tile twice (CPUs) */
} clscan_storage;

/** The scan of a work-group in local memory, where sub-groups do not serve. */
typedef enum clscan_workgroup_method {
  CLSCAN_WORKGROUP_AUTO = 0,
  CLSCAN_WORKGROUP_SUBGROUP,      /**< through sub-groups; not with CLSCAN_BACKEND_LOCAL */
  CLSCAN_WORKGROUP_HILLIS_STEELE, /**< log2(n) steps, double buffer */
  CLSCAN_WORKGROUP_BLELLOCH       /**< up-sweep and down-sweep, padded banks */
} clscan_workgroup_method;

/**
 * Values that override the tuning table, for all that a context does; a zero field keeps the
 * table's value. For trials; clscan_context_options.tuning_rows is for measured values.
 */
typedef struct clscan_tuning {
  clscan_backend backend;
  clscan_atomics atomics;
  clscan_storage storage;
  clscan_workgroup_method method;
  uint32_t group_size; /**< work-items a group; with re-read storage always 1 */
  uint32_t items;      /**< in registers: elements a work-item; re-read: elements a tile */
  uint32_t registers;  /**< NVIDIA: the most that a work-item may take, 16 to 255; the table's
                            value goes with the table's group_size and items */
  uint32_t descriptor_spacing; /**< bytes between the look-back descriptors of two tiles; more
                                    where one has more in it, as clscan_plan_describe() says */
  uint32_t window;             /**< tiles a window in two-level look-back, 2 to 32 */
  uint32_t poll_delay;   /**< ns before a look-back's first poll, up to 1000000; with PTX only */
  size_t small_max;      /**< AUTO takes the small kernel up to this n */
  int exact_algorithm;   /**< AUTO's choice over small_max for exact operators, such as
                              CLSCAN_SCAN_LOOKBACK, in every function that has this method */
  int inexact_algorithm; /**< and for inexact ones */
  uintptr_t reserved[4];
} clscan_tuning;

/* ------------------------------------------------------------------------------------------------
 * Rows
 *
 * clscan_context_options.tuning_rows are rows for the tuning table, as `clscan-bench --tune` prints
 * them, so that a device is tuned without a rebuild. A row is a line: the kind of work, then
 * key=value words in any order. Lines may be empty; # begins a comment.
 *
 *     scan size=4 group=256 items=48 spacing=128 small=12288
 *     scan-two-level above=4 size=8 group=256 items=24 window=32 auto=reduce-then-scan
 *
 * Kinds of work: `scan`, scans but for the next two, and reductions (but for items and small);
 * `scan-two-level`, scans by two-level look-back; `scan-packed`, sums of 8- and of 16-bit
 * integers on devices with sub-groups; `compaction`, selects and partitions. Keys:
 *
 * - size: the row serves elements of up to so many bytes, 1 to 128; left out: of any size. Scans:
 *   the accumulator's, where 16-bit floats and small integers have 4. Others: the input's
 * - above: and of more than so many bytes; left out: 0
 * - group: work-items a group; 1 with re-read storage
 * - items: registers: elements a work-item; re-read storage: elements a tile. In scans, of `size`
 *   bytes, 4 if that is left out, and elements of other sizes get as many as take the same space
 * - registers: the most that a work-item may take, NVIDIA, 16 to 255. Left out where group or
 *   items are given: no limit
 * - spacing, window, poll: as descriptor_spacing, window and poll_delay in clscan_tuning; poll=0:
 *   no delay. The delay needs the PTX back end and compute capability 7.0, and has no effect
 *   elsewhere, nor on the first 1024 tiles
 * - small: AUTO takes the small kernel up to this n. `scan-packed` says it for its sums, `scan` for
 *   other exact operators and where the bits may vary, `scan-two-level` for inexact ones
 * - backend: local, ptx or khr
 * - auto: what AUTO takes: small, three-pass, reduce-then-scan, lookback, lookback-two-level.
 *   Likewise; look-back where the device or the options rule it out is reduce-then-scan.
 *   `scan-two-level auto=lookback` gives up the same bits in every run
 *
 * Of the rows that serve an element the one with the least size is taken, the first of equals.
 * What it leaves out is as built in. clscan_context_options.tuning goes before both.
 * --------------------------------------------------------------------------------------------- */

#ifdef __cplusplus
}
#endif
#endif
