/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clscan.h
 * clscan: parallel prefix scan for OpenCL, in C.
 *
 * A scan writes, for every i, the combination of all inputs before i (exclusive) or up to and
 * including i (inclusive) under an associative operator. The host library compiles its OpenCL C
 * kernels at run time for the device at hand and enqueues them on the caller's queue.
 *
 * From tests/readme/six_lines.c:
 * @code
 * clscan_context *ctx;
 * clscan_context_create(cl_ctx, device, NULL, &ctx);
 * clscan_scan_desc desc = { .type = CLSCAN_INT32 };            // exclusive sum: the defaults
 * clscan_scan_args args = { .in = {.mem = in}, .out = {.mem = out}, .n = n };
 * clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
 * clscan_context_destroy(ctx);
 * @endcode
 *
 * Where to read on: each header is a page of its own, and may be included alone.
 *
 *     clscan/base.h       status codes, types, operators, buffers, what a field means everywhere
 *     clscan/context.h    context, options, scratch, plans, what all calls have in common
 *     clscan/scan.h       clscan_scan()
 *     clscan/reduce.h     clscan_reduce()
 *     clscan/select.h     clscan_select(): stream compaction
 *     clscan/partition.h  clscan_partition()
 *     clscan/blocks.h     clscan_device_source(): scans for the caller's own kernels
 *     clscan/tuning.h     tuning, its rows, back ends: last, since few need it
 *
 * Concepts
 *  - A *descriptor* (`*_desc`) is what gets compiled; *arguments* (`*_args`) are what changes from
 *    call to call. Both are plain structs in which zero is the default of every field, and each
 *    ends in `reserved[]`, which must be zero.
 *  - A *plan* is a compiled descriptor. Enqueueing it never blocks and never reads back.
 *  - A *tile* is the piece of the input that one work-group handles.
 *  - *Scratch* is device memory that an execution needs besides its inputs and outputs. The library
 *    keeps its own for each plan and queue, unless the caller passes some. On an out-of-order queue
 *    executions that overlap in time have one each.
 *
 * Threads. A context may be used from several threads at once. A plan, and a scratch object, is
 * used by one thread at a time; distinct plans concurrently. clscan_scan(), clscan_reduce(),
 * clscan_select(), clscan_partition(), clscan_context_memory() and clscan_context_trim() may be
 * called from anywhere at any time. Locks are taken in this order: that under which a cached plan
 * is made, a plan's, held from taking scratch to the last enqueue, the context's. Callbacks run
 * under the first two, so they must not call into clscan, nor wait for a thread that does.
 *
 * Errors. Every function that can fail returns a clscan_status. All checks, allocations and kernel
 * arguments come before the first launch, so a call that fails a check has enqueued nothing. If one
 * of several launches fails to enqueue, the outputs are undefined, and until the queue has finished
 * the launches before it may still write to them; context, plan and scratch remain usable. A
 * sentence that says what was wrong goes to the log callback. The library never prints, aborts or
 * exits.
 *
 * Order. Beside what an in-order queue does by itself, an execution waits for its wait list and for
 * nothing else: never for an event of another call, so that the failure of one is not another's.
 * Where the wait list fails, no launch runs that touches the caller's memory.
 *
 * Determinism. Same device, same driver, same plan, same n: same bits, unless the descriptor sets
 * CLSCAN_ALLOW_NONREPRODUCIBLE or asks for CLSCAN_SCAN_LOOKBACK with an inexact operator, or a
 * tuning row asks for that, or a custom operator is called exact and is not. Another device, tuning
 * row, algorithm or n may group floats otherwise, and none of them groups as a serial loop does.
 *
 * Sums of floats. Operands are combined in trees, so that few roundings lie between an element and
 * an output: on a CPU fewer than 100 and one for each 2^23 float32, on a GPU fewer than 50 and one
 * for each 32 tiles. A sum of float32 of one sign is off by no more than 2^-24 of it for each of
 * these, and by far less in practice: 2^26 ones or numbers drawn from [0, 1) and 2^25 times 1.5
 * come within 1e-6 of the sum, as a scan and as a reduction. Neighbouring outputs may group their
 * operands in different ways, so a running sum of positive floats need not be monotone: there it
 * steps back by 4 units in the last place at most on a CPU, by 8 on a GPU. Tiles that tuning makes
 * short, classic look-back, and the small kernel asked for by name with a long input round more
 * often.
 *
 * Numbers. Integers wrap. -cl-fast-relaxed-math is never set, and products are not contracted into
 * sums. 16-bit floats are accumulated in float32 unless the descriptor says otherwise.
 *
 * Progress. Algorithms without look-back end on any device that ends its kernels. In a look-back, a
 * work-group waits for ones that have started before it, and for no others. No version of OpenCL
 * promises that those go on; hence it is taken only on NVIDIA GPUs of compute capability 7.0 or
 * more, AMD GPUs and pocl's CPU devices, and where the options allow it. On a device whose driver
 * stopped a started work-group for good, a look-back would not end; options.forbid_lookback rules
 * that out.
 *
 * OpenCL. The headers include none of OpenCL's and choose no version of it. They declare the
 * handles that they use as CL/cl.h does, so that they go before or after CL/cl.h, the C++ bindings
 * or a loader's header; the program includes what it calls OpenCL with.
 *
 * Method. Blelloch (1990) for the primitive; Hillis and Steele (1986), Blelloch's up-sweep and
 * down-sweep, and Sengupta et al. (2007) within a work-group; Merrill and Garland, "Single-pass
 * Parallel Prefix Scan with Decoupled Look-back" (2016), across work-groups.
 */
#ifndef CLSCAN_H
#define CLSCAN_H

#include "clscan/base.h"
#include "clscan/blocks.h"
#include "clscan/context.h"
#include "clscan/difference.h"
#include "clscan/partition.h"
#include "clscan/reduce.h"
#include "clscan/scan.h"
#include "clscan/select.h"
#include "clscan/tuning.h"

#endif
