/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file context.h
 * The context with its options, scratch, and what all plans have in common.
 */
#ifndef CLSCAN_CONTEXT_H
#define CLSCAN_CONTEXT_H

#include "base.h"
#include "tuning.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Options
 * --------------------------------------------------------------------------------------------- */

/**
 * Receives a sentence on an error, or a build log. Must not call into clscan. Status CLSCAN_SUCCESS
 * marks information: once a context, that its driver is known to be broken, or that its device is
 * not known to let started work-groups progress, so that there is no look-back unless the options
 * decide; and what the compiler has to say of the caller's texts where a program was built all
 * the same. Messages come from the thread that makes the call.
 */
typedef void (*clscan_log_callback)(void *user, clscan_status status, const char *message);

/**
 * Sees each command as it has been enqueued, for profilers. `event` is the command's; it is
 * released after the callback returns unless the callback retains it. Must not call into clscan.
 */
typedef void (*clscan_command_callback)(void *user, const char *kernel_name, cl_event event);

/** Returns the address of the OpenCL function of that name, or NULL. */
typedef void (*clscan_proc)(void);
typedef clscan_proc (*clscan_get_proc)(void *user, const char *name);

/**
 * Looks a built program up by its key, a string of at most 63 letters, digits, '-' and '_'. Returns
 * the entry's size in bytes, 0 if there is none, and copies the entry to `bytes` if it fits into
 * `capacity` bytes. It is called with 0 and NULL for the size, then with that capacity; an entry
 * that has grown meanwhile counts as none.
 */
typedef size_t (*clscan_program_load)(void *user, const char *key, size_t capacity, void *bytes);

/** Keeps an entry, in place of one with the same key; it may as well not. */
typedef void (*clscan_program_store)(void *user, const char *key, const void *bytes, size_t size);

/* ------------------------------------------------------------------------------------------------
 * Built programs in files
 *
 * Where the driver does not keep what it has compiled, the first plan of each process takes up to
 * some seconds; from a store it takes milliseconds (on NVIDIA, whose binaries are PTX, a fourth).
 *
 * From tests/readme/program_store.c:
 * @code
 * // One file a program, in the directory `user`.
 * static size_t load(void *user, const char *key, size_t capacity, void *bytes) {
 *   char path[4096];
 *   snprintf(path, sizeof path, "%s/%s", (const char *)user, key);
 *   FILE *file = fopen(path, "rb");
 *   if (!file) {
 *     return 0;
 *   }
 *   size_t size = fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0 ? (size_t)ftell(file) : 0;
 *   rewind(file);
 *   if (size <= capacity && fread(bytes, 1, size, file) != size) {
 *     size = 0;
 *   }
 *   fclose(file);
 *   return size;
 * }
 *
 * // Written aside and renamed: who loads it sees the old entry or the new one, whole.
 * static void store(void *user, const char *key, const void *bytes, size_t size) {
 *   char path[4096], aside[4096];
 *   snprintf(path, sizeof path, "%s/%s", (const char *)user, key);
 *   snprintf(aside, sizeof aside, "%s/new-XXXXXX", (const char *)user);
 *   int file = mkstemp(aside);
 *   if (file < 0) {
 *     return;
 *   }
 *   bool written = write(file, bytes, size) == (ssize_t)size;
 *   if (close(file) != 0 || !written || rename(aside, path) != 0) {
 *     unlink(aside);
 *   }
 * }
 * @endcode
 *
 * From tests/readme/program_store.c:
 * @code
 * clscan_context_options options = {
 *     .program_load = load, .program_store = store, .program_user = directory};
 * @endcode
 *
 * A process that is killed leaves at most a file new-... behind.
 * --------------------------------------------------------------------------------------------- */

/** Options of a context; NULL or all zero for the defaults. */
typedef struct clscan_context_options {
  clscan_log_callback log; /**< NULL: no log */
  void *log_user;
  clscan_command_callback on_command; /**< NULL: none; otherwise every command gets an event */
  void *on_command_user;
  const char *build_options;   /**< added to every program build; copied; NULL: none */
  const clscan_tuning *tuning; /**< copied; NULL: the table's values */
  const char *tuning_rows;     /**< rows for the tuning table, read at once; NULL: none. tuning.h */
  clscan_get_proc get_proc;    /**< NULL: the OpenCL that clscan was linked with */
  void *get_proc_user;
  size_t max_cached_plans; /**< plans kept for the one-call functions; 0: 64. See Calls, below */
  size_t max_queues;       /**< queues for which each of those keeps scratch; 0: 16 */
  int forbid_lookback;     /**< non-zero: no work-group ever waits for another one */
  int allow_lookback; /**< non-zero: look-back also on devices that are not on the allow-list */
  /**
   * Where built programs are kept from one process to the next, so that they are not compiled
   * again; either may be NULL. Called from any thread that makes a context or a plan, several at a
   * time; no call waits for them but those that need the same program. They must not call into
   * clscan.
   *
   * An entry is a program with all that it depends on: the versions of the library and the driver,
   * names of platform and device, options, the whole source, the build log, the device's binary, a
   * checksum. All are compared before use. One that is missing, damaged or of something else is no
   * error: the program is built from its source and stored. Failed builds are not stored. The key
   * is of platform, device, options and source, so that an entry takes the place of the one that an
   * earlier driver or library wrote. Files that your own text includes are not looked at: let
   * build_options change with them.
   *
   * The checksum finds accidents, not attacks. Who can write to the store decides what the device
   * runs: keep it where you would keep the program itself. An example is above.
   */
  clscan_program_load program_load;
  clscan_program_store program_store;
  void *program_user;
  uintptr_t reserved[4];
} clscan_context_options;

/* ------------------------------------------------------------------------------------------------
 * Context
 * --------------------------------------------------------------------------------------------- */

/**
 * One cl_context and one cl_device_id, both retained, with the programs compiled for them.
 *
 * Make one per cl_context and device and share it: several share nothing but the store of built
 * programs (clscan_context_options.program_load), so that each compiles the same programs anew and
 * keeps scratch of its own.
 */
typedef struct clscan_context clscan_context;

/**
 * Makes a context.
 *
 * @param context  the OpenCL context
 * @param device   one of its devices, or a sub-device of one; queues must be of this very device.
 *                 Where the driver names the device above it for queues of a sub-device, those of
 *                 that device are taken too, since nothing tells them apart
 * @param options  NULL: the defaults
 * @param out      receives the context; untouched on failure
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, INVALID_ENUM, INVALID_TUNING, NO_OPENCL,
 * NO_COMPILER, WRONG_DEVICE (neither the device nor one above it is of that context), or an OpenCL
 * error
 *
 * Reads device information and may build tiny programs that probe the compiler; enqueues nothing.
 */
CLSCAN_API clscan_status clscan_context_create(cl_context context, cl_device_id device,
                                               const clscan_context_options *options,
                                               clscan_context **out);

/**
 * Releases the context; NULL is allowed. Commands that are still running keep the OpenCL objects
 * they need. Destroy plans and scratch objects made from it first.
 */
CLSCAN_API void clscan_context_destroy(clscan_context *ctx);

/** What a context holds at the moment. */
typedef struct clscan_memory {
  size_t scratch_bytes;   /**< device memory of the library's own scratch */
  size_t scratch_count;   /**< buffers that this is in */
  size_t cached_plans;    /**< plans kept for clscan_scan() and the other functions of one call */
  size_t cached_programs; /**< built programs */
} clscan_memory;

/** Fills in `memory`. INVALID_ARGUMENT if either is NULL. */
CLSCAN_API clscan_status clscan_context_memory(clscan_context *ctx, clscan_memory *memory);

/**
 * Gives back the library's own scratch for `queue`, or for all queues, cached plans and programs
 * that no plan uses if `queue` is NULL. Commands already enqueued finish unharmed. A queue is
 * retained as long as the library holds scratch for it. May be called while other threads work:
 * what they are making or enqueueing at the moment stays.
 */
CLSCAN_API clscan_status clscan_context_trim(clscan_context *ctx, cl_command_queue queue);

/* ------------------------------------------------------------------------------------------------
 * Scratch
 * --------------------------------------------------------------------------------------------- */

/** The caller's own scratch memory. */
typedef struct clscan_scratch clscan_scratch;

/**
 * Makes scratch of `bytes` bytes at `buffer`, at any byte offset, but that in memory of the
 * caller's (CL_MEM_USE_HOST_PTR) host_ptr and offset together must be a multiple of 128. The buffer
 * is retained. One execution at a time: the caller orders executions that share it, on an
 * out-of-order queue or on several queues by wait lists; the library adds no wait. It may serve
 * several plans, but each change of plan costs one more launch, which clears it. Look-back keeps
 * its state in it from one execution to the next: as long as the object exists, nothing else may
 * write these bytes.
 *
 * @return INVALID_ARGUMENT, BUFFER_TOO_SMALL, MISALIGNED_OFFSET, BUFFER_ACCESS, WRONG_CONTEXT, or
 *         an OpenCL error
 */
CLSCAN_API clscan_status clscan_scratch_create(clscan_context *ctx, clscan_buffer buffer,
                                               size_t bytes, clscan_scratch **out);

/** Releases it; NULL is allowed. Commands still running keep the memory alive. */
CLSCAN_API void clscan_scratch_destroy(clscan_scratch *scratch);

/* ------------------------------------------------------------------------------------------------
 * Plan
 * --------------------------------------------------------------------------------------------- */

/** A compiled descriptor. */
typedef struct clscan_plan clscan_plan;

/** Releases the plan and its scratch; NULL is allowed. Commands already enqueued finish unharmed.
 */
CLSCAN_API void clscan_plan_destroy(clscan_plan *plan);

/**
 * Allocates the device memory that later enqueues on `queue` up to `n` need, so that they allocate
 * none. On an out-of-order queue, executions that overlap in time may still need more, one scratch
 * each: it is taken again once its last use is complete, and dropped if that failed. There is no
 * limit to their number; clscan_context_memory() tells it, clscan_context_trim() gives them back.
 */
CLSCAN_API clscan_status clscan_plan_reserve(clscan_plan *plan, cl_command_queue queue, size_t n);

/**
 * The bytes of scratch that an execution of at most `n` elements needs; never falls as n grows. No
 * OpenCL call. N_TOO_LARGE if n is over what the device or a 32-bit count can address.
 */
CLSCAN_API clscan_status clscan_plan_scratch_size(const clscan_plan *plan, size_t n, size_t *bytes);

/** What was chosen for a plan and why. The pointers stay valid until the plan is destroyed. */
typedef struct clscan_plan_info {
  int algorithm;       /**< for n over small_max, such as CLSCAN_SCAN_LOOKBACK; 0 for a reduction,
                            which has one method only */
  size_t small_max;    /**< up to this n one group does it all; 0: never, SIZE_MAX: always */
  size_t tile;         /**< elements a tile; 0: chosen by n (re-read storage) */
  uint32_t group_size; /**< work-items a group */
  uint32_t items;      /**< elements a work-item; 0: chosen by n */
  uint32_t window;     /**< tiles a window; 0 unless two-level */
  uint32_t registers;  /**< the most that a work-item may take; 0: no limit */
  uint32_t descriptor_spacing; /**< bytes; 0 unless look-back */
  uint32_t poll_delay;         /**< ns; 0 where it has no effect */
  clscan_backend backend;
  clscan_atomics atomics; /**< AUTO unless look-back, or a reduction in one launch */
  clscan_storage storage;
  clscan_workgroup_method method;
  int reproducible;           /**< non-zero: same device, plan and n give the same bits */
  const char *reason;         /**< one sentence: why this algorithm and back end */
  size_t num_sources;         /**< programs of this plan */
  const char *const *sources; /**< their OpenCL C text as it was compiled */
} clscan_plan_info;

/** Fills in `info`. INVALID_ARGUMENT if either is NULL. */
CLSCAN_API clscan_status clscan_plan_describe(const clscan_plan *plan, clscan_plan_info *info);

/* ------------------------------------------------------------------------------------------------
 * Calls
 *
 * `*_plan_create()` compiles all that the descriptor can need, whatever n will be. The descriptor
 * is not kept.
 *
 * `*_enqueue()` enqueues one execution of a plan. `wait` are `num_wait` events that must complete
 * first; 0 and NULL for none. `event` receives an event that the caller releases; NULL: none
 * wanted. No cl_event is made if `event` is NULL, the queue is in-order and no on_command is set,
 * but for the clearing of the caller's new scratch behind a wait list. Scratch that is new takes
 * one launch more than the function says (the caller's behind a wait list: until that one has
 * completed).
 *
 * The function without a suffix does both in one call: the plan is found or made, and kept, in the
 * context. The first call with a descriptor compiles. The context keeps options.max_cached_plans
 * plans, and each of these keeps scratch for options.max_queues queues. What is too many goes at
 * the next call, that whose use is the longest ago first: a plan with its scratch and the programs
 * that no plan uses then, or all scratch of a queue, which is then not retained any more. A plan
 * that a thread is making or enqueueing stays; so do plans of the caller's own, with all their
 * scratch, that of clscan_plan_reserve() included. Commands already enqueued finish unharmed, and
 * nothing waits for them. A number that changes from call to call is better an argument (`init`,
 * `u`) than part of a text, which compiles each time.
 *
 * A plan with scratch of the caller's own, in an arena, behind a wait list:
 *
 * From tests/readme/full_control.c:
 * @code
 * // Once. Compiles all that this plan can need, whatever n will be.
 * clscan_scan_desc desc = {.type = CLSCAN_FLOAT32, .kind = CLSCAN_INCLUSIVE};
 * clscan_plan *plan;
 * clscan_scan_plan_create(ctx, &desc, &plan);
 *
 * // The caller's own scratch. Without it: clscan_plan_reserve(plan, queue, max_n).
 * size_t bytes;
 * clscan_scratch *scratch;
 * clscan_plan_scratch_size(plan, max_n, &bytes);
 * clscan_scratch_create(ctx, (clscan_buffer){scratch_mem, 0}, bytes, &scratch);
 *
 * // Each time, for any n up to max_n; here in place, from byte 2^20 of `arena` on.
 * float first = 0.5f;
 * clscan_buffer place = {arena, (size_t)1 << 20};
 * clscan_scan_args args = {.in = place, .out = place, .n = n, .init = &first, .scratch = scratch};
 * clscan_scan_enqueue(plan, queue, &args, 1, &ready, done);
 * @endcode
 * --------------------------------------------------------------------------------------------- */

#ifdef __cplusplus
}
#endif
#endif
