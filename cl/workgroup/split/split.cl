// SPDX-License-Identifier: Apache-2.0
// A tile of a select or of a partition in two, split stably in local memory: the kept elements at
// the front, for a partition the others behind them, so that the stores to memory are contiguous.
//
//   split_count(s, base, count, memory) the number of kept elements alone
//   split_load(t, s, base, count)       which elements are kept
//   split_rank(t, count, memory)        their number, in every work-item
//   split_stage(t, s, base, count, kept, memory)
//   split_staged(memory, e)             then, after a barrier: what is at place e
//   split_rest(memory, kept, e)         and at place e of the others
//
//   STAGE_VALUES   1: outputs pass through local memory; 0: the elements' places in the tile do,
//                  and outputs are formed when they are written
//   SPLIT_BOTH     1: a partition, the others are staged too
#ifndef CLSCAN_WORKGROUP_SPLIT
#define CLSCAN_WORKGROUP_SPLIT

#if !defined(STAGE_VALUES) || !defined(SPLIT_BOTH)
#error "STAGE_VALUES and SPLIT_BOTH are not defined"
#endif

#include "source/choice.cl"
#if SPLIT_BOTH
#include "sink/buckets.cl"
#else
#include "sink/outputs.cl"
#endif
#include "workgroup/scan.cl"

#ifndef STORAGE_REREAD
#error "STORAGE_REREAD is not defined"
#endif

#if STAGE_VALUES
#define STAGE_T clscan_out
#else
#define STAGE_T ushort
#endif

#if STORAGE_REREAD
#include "workgroup/split/split_reread.cl"
#else
#include "workgroup/split/split_registers.cl"
#endif

#endif
