// SPDX-License-Identifier: Apache-2.0
// What the host and the kernels have to agree on: the numbers that the prelude's macros and the
// bits of the kernels' `flags` stand for, and what lies where in scratch. Both include this file,
// so it holds #defines alone. Sizes are bytes.
#ifndef CLSCAN_ABI
#define CLSCAN_ABI

// The bits of a kernel's `flags`.
#define FLAG_N32 1u              // *n_device is a uint
#define FLAG_N64 2u              // *n_device is a ulong
#define FLAG_INIT 4u             // an initial value is in the INIT_PARAMS
#define FLAG_INIT_DEVICE 8u      // an initial value is in memory
#define FLAG_TOTAL 16u           // the total is wanted
#define FLAG_ARGUMENT_DEVICE 32u // the caller's argument `u` is in memory
#define FLAG_COUNTS 64u          // a partition's counts are wanted
#define FLAG_OFFSETS 128u        // a partition's offsets are wanted

// OP_CODE
#define OP_ADD 0
#define OP_MUL 1
#define OP_MIN 2
#define OP_MAX 3
#define OP_AND 4
#define OP_OR 5
#define OP_XOR 6
#define OP_USER 7

// IN_FORMAT, ACC_FORMAT, OUT_FORMAT, U_FORMAT
#define FORMAT_PLAIN 0
#define FORMAT_HALF 1
#define FORMAT_BFLOAT 2
#define FORMAT_NARROW 3 // of ACC_FORMAT: an integer that is stored in fewer bits

// BACKEND: where sub-groups come from
#define BACKEND_LOCAL 1
#define BACKEND_PTX 2
#define BACKEND_KHR 3

// WG_METHOD: how a work-group scans
#define WG_SUBGROUP 1
#define WG_HILLIS_STEELE 2
#define WG_BLELLOCH 3

// Elements in local memory with one of padding after each 32, against bank conflicts.
#define CLSCAN_PADDED(count) ((count) + ((count) >> 5))
// Accumulators of local memory that a group's scan takes.
#define CLSCAN_SCAN_ITEMS(method, backend, group_size)                                             \
  ((method) == WG_HILLIS_STEELE ? 2 * (group_size)                                                 \
   : (method) == WG_BLELLOCH    ? CLSCAN_PADDED(group_size)                                        \
   : (backend) == BACKEND_PTX   ? ((group_size) + 31) / 32                                         \
                                : (group_size))

// ATOMICS: how work-groups see each other's state
#define ATOMICS_OPENCL3 1
#define ATOMICS_PTX 2
#define ATOMICS_OPENCL1 3

// ATOMIC_LEVEL: who draws places in an unordered select
#define ATOMIC_ELEMENT 1
#define ATOMIC_SUBGROUP 2
#define ATOMIC_TILE 3

// LOOKBACK
#define LOOKBACK_CLASSIC 1
#define LOOKBACK_TWO_LEVEL 2
// Records of a window and of what lies before it.
#define CLSCAN_WINDOW_RECORDS(window) ((window) + 1)
// Whether a group goes on to draw tickets after its first tile; then a launch needs groups for all
// of the device at most.
#define CLSCAN_DRAWS_ON(backend, group_size) ((backend) == BACKEND_PTX || (group_size) == 1)

// What precedes the records of a look-back, and the partial results of a reduction: the ticket or
// the counter, in a line of their own.
#define CLSCAN_STATE_BYTES 128

// DESC_FORM: how a tile's state is published; see lookback/lookback.cl
#define DESC_NONE 0
#define DESC_WORD 1
#define DESC_WIDE 2
#define DESC_PAYLOAD 3
#define DESC_COUNT 4
// The record's flag takes 2 bits of its word; the rest, but for the value, are the launch's epoch.
#define CLSCAN_EPOCH_BITS(form) ((form) == DESC_COUNT ? 20 : 30)
#define CLSCAN_COUNT_BITS 42
// What comes before the first slot of a payload; a whole record of a word or a wide value.
#define CLSCAN_HEAD_BYTES(form) ((form) == DESC_PAYLOAD ? 4 : 16)
// One record; `slot` is where the first of two payloads begins, `count` the number of counts.
#define CLSCAN_RECORD_BYTES(form, count, slot, acc_size)                                           \
  ((form) == DESC_PAYLOAD ? (slot) + 2 * (acc_size)                                                \
   : (form) == DESC_COUNT ? 8 * (count)                                                            \
                          : CLSCAN_HEAD_BYTES(form))

#endif
