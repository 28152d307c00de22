/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clscan.h
 * clscan: parallel prefix scan for OpenCL, in C.
 *
 * A scan writes, for every i, the combination of all inputs before i (exclusive) or up to and
 * including i (inclusive) under an associative operator. The host library compiles its OpenCL C
 * kernels at run time for the device at hand and enqueues them on the caller's queue.
 *
 * @code
 * clscan_context *ctx;
 * clscan_context_create(cl_ctx, device, NULL, &ctx);
 * clscan_scan_desc desc = { .type = CLSCAN_INT32 };            // exclusive sum: the defaults
 * clscan_scan_args args = { .in = {.mem = in}, .out = {.mem = out}, .n = n };
 * clscan_scan(ctx, queue, &desc, &args, 0, NULL, NULL);
 * clscan_context_destroy(ctx);
 * @endcode
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
 * Determinism. Same device, same plan, same n: same bits, unless the descriptor sets
 * CLSCAN_ALLOW_NONREPRODUCIBLE or asks for CLSCAN_ALGORITHM_LOOKBACK with an inexact operator, or a
 * tuning row asks for that. Neighbouring outputs may group their operands in different ways: a
 * running sum of positive floats need not be monotone.
 *
 * OpenCL. This header includes none of OpenCL's and chooses no version of it. It declares the
 * handles that it uses as CL/cl.h does, so that it goes before or after CL/cl.h, the C++ bindings
 * or a loader's header; the program includes what it calls OpenCL with.
 *
 * Method. Blelloch (1990) for the primitive; Hillis and Steele (1986), Blelloch's up-sweep and
 * down-sweep, and Sengupta et al. (2007) within a work-group; Merrill and Garland, "Single-pass
 * Parallel Prefix Scan with Decoupled Look-back" (2016), across work-groups.
 */
#ifndef CLSCAN_H
#define CLSCAN_H

#include <stddef.h>
#include <stdint.h>

/* The version. CMake reads it from here. */
#define CLSCAN_VERSION_MAJOR 0
#define CLSCAN_VERSION_MINOR 1
#define CLSCAN_VERSION_PATCH 0

#if defined(CLSCAN_BUILDING) && defined(__GNUC__)
#define CLSCAN_API __attribute__((visibility("default")))
#else
#define CLSCAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* OpenCL's handles. cl_int and cl_uint are int32_t and uint32_t. */
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_event *cl_event;

/* ------------------------------------------------------------------------------------------------
 * Status codes
 * --------------------------------------------------------------------------------------------- */

/** A superset of cl_int: OpenCL's own errors (0 to -9000 and beyond -9099) pass through. */
typedef int32_t clscan_status;

/** The list of the library's own codes: X(name, value, text). */
#define CLSCAN_STATUS_LIST(X)                                                                      \
  X(INVALID_ARGUMENT, -9001, "a required pointer or object is NULL, or a value makes no sense")    \
  X(INVALID_ENUM, -9002, "an enumeration has a value that this version does not know")             \
  X(RESERVED_NOT_ZERO, -9003, "a reserved field is not zero")                                      \
  X(INVALID_TYPE, -9004, "the type is unknown, incomplete, or its layout is not allowed")          \
  X(UNSUPPORTED_TYPE, -9005, "the device cannot compute with this type")                           \
  X(INVALID_OPERATOR, -9006, "the operator does not fit the accumulator type")                     \
  X(NO_IDENTITY, -9007, "an exclusive scan needs an identity or an initial value")                 \
  X(UNSUPPORTED_ALGORITHM, -9008, "the algorithm cannot run on this device with these types")      \
  X(INVALID_TUNING, -9009, "a tuning value is out of its range")                                   \
  X(BUFFER_TOO_SMALL, -9010, "a buffer ends before offset + length")                               \
  X(MISALIGNED_OFFSET, -9011, "a byte offset or host address is not a multiple of the alignment")  \
  X(BUFFER_ACCESS, -9012, "a read-only buffer would be written, or a write-only one read")         \
  X(WRONG_CONTEXT, -9013, "a buffer or queue belongs to another OpenCL context")                   \
  X(WRONG_DEVICE, -9014, "the queue belongs to another device")                                    \
  X(OVERLAP, -9015, "arguments overlap in a way that is not allowed")                              \
  X(SCRATCH_TOO_SMALL, -9016, "the scratch memory is smaller than this execution needs")           \
  X(NO_COMPILER, -9017, "the device has no OpenCL C compiler")                                     \
  X(N_TOO_LARGE, -9018, "n is over what the device or a 32-bit count can address")                 \
  X(BUILD_FAILED, -9019, "a kernel did not compile; the build log went to the log callback")       \
  X(NO_OPENCL, -9020, "a required OpenCL function is missing")                                     \
  X(UNSUPPORTED_BACKEND, -9021, "the device does not have this back end")

/** One value per code, CLSCAN_SUCCESS == CL_SUCCESS. */
enum {
  CLSCAN_SUCCESS = 0,
#define CLSCAN_STATUS_ENUM(name, value, text) CLSCAN_##name = value,
  CLSCAN_STATUS_LIST(CLSCAN_STATUS_ENUM)
#undef CLSCAN_STATUS_ENUM
      CLSCAN_STATUS_LAST = -9099
};

/** The code's name, such as "CLSCAN_OVERLAP" or "CL_OUT_OF_RESOURCES"; "unknown status" if unknown.
 */
CLSCAN_API const char *clscan_status_name(clscan_status status);
/** One sentence on the code; the string is static. */
CLSCAN_API const char *clscan_status_string(clscan_status status);
/** The version of the library that is linked, such as "0.1.0"; compare with CLSCAN_VERSION_*. */
CLSCAN_API const char *clscan_version(void);

/* ------------------------------------------------------------------------------------------------
 * Types and operators
 * --------------------------------------------------------------------------------------------- */

/** Element types. Zero is not a type, so that a forgotten field is an error. */
typedef enum clscan_type {
  CLSCAN_TYPE_NONE = 0,
  CLSCAN_INT8,
  CLSCAN_UINT8,
  CLSCAN_INT16,
  CLSCAN_UINT16,
  CLSCAN_INT32,
  CLSCAN_UINT32,
  CLSCAN_INT64,
  CLSCAN_UINT64,
  CLSCAN_FLOAT16,  /**< IEEE binary16, stored as 16 bits; needs no cl_khr_fp16 */
  CLSCAN_BFLOAT16, /**< the upper half of a binary32, stored as 16 bits */
  CLSCAN_FLOAT32,
  CLSCAN_FLOAT64, /**< needs a device with double precision */
  CLSCAN_CUSTOM   /**< described by a clscan_custom_type */
} clscan_type;

/** Built-in operators on the accumulator type. */
typedef enum clscan_op {
  CLSCAN_ADD = 0, /**< integers wrap around */
  CLSCAN_MUL,     /**< integers wrap around */
  CLSCAN_MIN,     /**< floats: -0 < +0, and any NaN gives the canonical quiet NaN */
  CLSCAN_MAX,     /**< likewise */
  CLSCAN_AND,     /**< integers only */
  CLSCAN_OR,      /**< integers only */
  CLSCAN_XOR,     /**< integers only */
  CLSCAN_CUSTOM_OP
} clscan_op;

/**
 * A struct or OpenCL vector type of the caller's. The kernels assert size and alignment at compile
 * time. Sizes from 1 to 128 bytes; the alignment is a power of two that divides the size.
 */
typedef struct clscan_custom_type {
  const char *name; /**< its name in OpenCL C, such as "float4" or "point"; types of one name in a
                               descriptor must be equal */
  const char *definition; /**< OpenCL C text that defines it; NULL for a vector type */
  size_t size;            /**< bytes */
  size_t alignment;       /**< bytes */
  uintptr_t reserved[2];
} clscan_custom_type;

/**
 * An associative operator of the caller's; it need not be commutative and need not have an
 * identity. It is only ever called on values made from elements of the input (and init). The texts
 * must be pure: they may be evaluated more than once.
 */
typedef struct clscan_custom_op {
  const char
      *expression; /**< OpenCL C in `a` (the left operand) and `b`, such as "a + b" or "f(a, b)" */
  const char *definition; /**< OpenCL C text before it: functions, constants; NULL: none */
  const char *identity;   /**< OpenCL C expression of the accumulator type; NULL: it has none */
  int exact;              /**< non-zero: any grouping gives the same bits */
  uintptr_t reserved[2];
} clscan_custom_op;

/** Inclusive or exclusive. */
typedef enum clscan_kind {
  CLSCAN_EXCLUSIVE =
      0, /**< out[i] = init op in[0] op ... op in[i - 1]; out[0] = init, else the identity */
  CLSCAN_INCLUSIVE /**< out[i] = init op in[0] op ... op in[i] */
} clscan_kind;

/**
 * How a function is computed. All that a function takes compute the same result, but for the atomic
 * ones, which only an unordered select takes. The traffic is that of a scan of n elements; select
 * and partition say what theirs do.
 */
typedef enum clscan_algorithm {
  CLSCAN_ALGORITHM_AUTO = 0,
  CLSCAN_ALGORITHM_SMALL,            /**< one work-group, one launch, any n; meant for small n */
  CLSCAN_ALGORITHM_THREE_PASS,       /**< scan tiles, scan totals, add offsets: 4n traffic */
  CLSCAN_ALGORITHM_REDUCE_THEN_SCAN, /**< reduce tiles, scan totals, scan tiles: 3n traffic */
  CLSCAN_ALGORITHM_LOOKBACK, /**< one launch, 2n traffic; inexact operators: bits may vary */
  CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL, /**< one launch, 2n traffic, grouping fixed: bits never vary
                                        */
  CLSCAN_ALGORITHM_ATOMIC_SUBGROUP,    /**< unordered select: one atomic a sub-group and step */
  CLSCAN_ALGORITHM_ATOMIC_WORKGROUP,   /**< unordered select: one atomic a tile */
  CLSCAN_ALGORITHM_ATOMIC_ELEMENT      /**< unordered select: one atomic a kept element */
} clscan_algorithm;

/** Flags of a descriptor. */
enum {
  /** Scan: inexact operators may use the classic look-back, whose grouping depends on timing. */
  CLSCAN_ALLOW_NONREPRODUCIBLE = 1,
  /** Select: the kept elements come in any order, another one in each run; also those that
   * CLSCAN_UNIQUE keeps, which are the same ones. */
  CLSCAN_UNORDERED = 2,
  /** Select: the first element of each run of equal elements is kept. */
  CLSCAN_UNIQUE = 4,
  /** Select and partition: flags are bits; bit i % 32 of word i / 32 belongs to element i.
   * flag_type is CLSCAN_UINT32. */
  CLSCAN_FLAG_BITS = 8,
  /** Select and partition: the input is rows, args.width elements each, args.row_pitch bytes apart.
   */
  CLSCAN_ROWS = 16,
  /** Partition: each bucket goes to a buffer of its own, in a single pass. */
  CLSCAN_SEPARATE = 32
};

/* ------------------------------------------------------------------------------------------------
 * Tuning and options
 * --------------------------------------------------------------------------------------------- */

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
  uint32_t poll_delay; /**< ns before a look-back's first poll, up to 1000000; with PTX only */
  size_t small_max;    /**< CLSCAN_ALGORITHM_AUTO takes the small kernel up to this n */
  clscan_algorithm exact_algorithm;   /**< AUTO's choice over small_max for exact operators */
  clscan_algorithm inexact_algorithm; /**< and for inexact ones */
  uintptr_t reserved[4];
} clscan_tuning;

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

/** Options of a context; NULL or all zero for the defaults. */
typedef struct clscan_context_options {
  clscan_log_callback log; /**< NULL: no log */
  void *log_user;
  clscan_command_callback on_command; /**< NULL: none; otherwise every command gets an event */
  void *on_command_user;
  const char *build_options;   /**< added to every program build; copied; NULL: none */
  const clscan_tuning *tuning; /**< copied; NULL: the table's values */
  /**
   * Rows for the tuning table, as `clscan-bench --tune` prints them, so that a device is tuned
   * without a rebuild; read at once and not kept; NULL: none. A row is a line: the kind of work,
   * then key=value words in any order. Lines may be empty; # begins a comment.
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
   * - small: CLSCAN_ALGORITHM_AUTO takes the small kernel up to this n. `scan-packed` says it for
   *   its sums, `scan` for other exact operators and where the bits may vary, `scan-two-level` for
   *   inexact ones
   * - backend: local, ptx or khr
   * - auto: what AUTO takes: small, three-pass, reduce-then-scan, lookback, lookback-two-level.
   *   Likewise; look-back where the device or the options rule it out is reduce-then-scan.
   *   `scan-two-level auto=lookback` gives up the same bits in every run
   *
   * Of the rows that serve an element the one with the least size is taken, the first of equals.
   * What it leaves out is as built in. `tuning` goes before both.
   */
  const char *tuning_rows;
  clscan_get_proc get_proc; /**< NULL: the OpenCL that clscan was linked with */
  void *get_proc_user;
  size_t max_cached_plans; /**< plans kept for the one-call functions; 0: 64. See clscan_scan() */
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
   * runs: keep it where you would keep the program itself.
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
 * Buffers and scratch
 * --------------------------------------------------------------------------------------------- */

/**
 * A place in a buffer. The library never makes sub-buffers; the caller may pass some. In memory of
 * the caller's (CL_MEM_USE_HOST_PTR, also of a sub-buffer's parent) its address, host_ptr and the
 * offsets together, must be a multiple of the element's alignment too: MISALIGNED_OFFSET.
 */
typedef struct clscan_buffer {
  cl_mem mem;    /**< NULL: absent, where that is allowed */
  size_t offset; /**< bytes from the start of `mem`; a multiple of the element's alignment */
} clscan_buffer;

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
 * Scan
 * --------------------------------------------------------------------------------------------- */

/** What a scan computes. */
typedef struct clscan_scan_desc {
  clscan_type type;     /**< of the input's elements; required */
  clscan_type acc_type; /**< of the accumulator; 0: the output type, float32 for 16-bit floats */
  clscan_type out_type; /**< of the output's elements; 0: the input type */
  clscan_op op;
  clscan_kind kind;
  clscan_algorithm algorithm;
  uint32_t flags;                        /**< CLSCAN_ALLOW_NONREPRODUCIBLE */
  clscan_type n_device_type;             /**< CLSCAN_UINT32 (0 means that too) or CLSCAN_UINT64 */
  const clscan_custom_type *custom_type; /**< for type == CLSCAN_CUSTOM */
  const clscan_custom_type *custom_acc;  /**< for acc_type == CLSCAN_CUSTOM; NULL: custom_out's */
  const clscan_custom_type *custom_out;  /**< for out_type == CLSCAN_CUSTOM; NULL: custom_type's */
  const clscan_custom_op *custom_op;     /**< for op == CLSCAN_CUSTOM_OP */
  /** OpenCL C expression of the accumulator type in `x`, the input element (16-bit floats: as a
   *  float), and `i`, its index (ulong), applied to each element as it is loaded. NULL: `x`
   *  converted; required if the input converts to a custom accumulator of another type. */
  const char *load;
  /** OpenCL C expression of the output type in `a`, the accumulator, applied as it is stored. NULL:
   *  `a` converted; required if a custom accumulator is stored as another type. */
  const char *store;
  uintptr_t reserved[4];
} clscan_scan_desc;

/** What changes from call to call. */
typedef struct clscan_scan_args {
  clscan_buffer in;  /**< n elements of the input type */
  clscan_buffer out; /**< n elements of the output type */
  size_t n;          /**< elements; 0 is allowed */
  const void *init;  /**< host: left operand of the whole scan, one accumulator value; NULL: none */
  clscan_buffer init_device; /**< the same in device memory; not together with `init` */
  clscan_buffer total;     /**< receives one output value: the last inclusive one; may be absent */
  clscan_buffer n_device;  /**< one integer of n_device_type: the scan covers min(*n_device, n) */
  clscan_scratch *scratch; /**< NULL: the library's own */
  uintptr_t reserved[4];
} clscan_scan_args;

/** A compiled scan. */
typedef struct clscan_plan clscan_plan;

/**
 * Compiles all that the descriptor can need, whatever n will be. The descriptor is not kept.
 *
 * @return INVALID_ARGUMENT, INVALID_ENUM, RESERVED_NOT_ZERO, INVALID_TYPE, UNSUPPORTED_TYPE,
 *         INVALID_OPERATOR, UNSUPPORTED_ALGORITHM, UNSUPPORTED_BACKEND, BUILD_FAILED, or an OpenCL
 *         error
 */
CLSCAN_API clscan_status clscan_scan_plan_create(clscan_context *ctx, const clscan_scan_desc *desc,
                                                 clscan_plan **out);
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

/**
 * Enqueues a scan: out[i] = init op load(in[0], 0) op ... (see clscan_kind), each stored through
 * `store`.
 *
 * In place: allowed if input and output elements have the same size and the same address. Otherwise
 * nothing that is written (out, total, scratch) may overlap any other argument. The three-pass scan
 * also reads `out`, so there it must not be write-only.
 * `total` is bit-equal to the last inclusive value; for an empty input it is init, else the
 * identity, else it stays untouched. Enqueues 1 kernel (small and look-back), or 3 and more (the
 * other algorithms); 1 more when scratch is new (the caller's behind a wait list: until that one
 * has completed). No cl_event is made if `event` is NULL, the queue is in-order and no on_command
 * is set, but for the clearing of the caller's new scratch behind a wait list.
 *
 * @param num_wait, wait  events that must complete first; 0 and NULL for none
 * @param event           receives an event that the caller releases; NULL: none wanted
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, NO_IDENTITY, BUFFER_TOO_SMALL, MISALIGNED_OFFSET,
 *         BUFFER_ACCESS, WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE, or
 * an OpenCL error
 */
CLSCAN_API clscan_status clscan_scan_enqueue(clscan_plan *plan, cl_command_queue queue,
                                             const clscan_scan_args *args, uint32_t num_wait,
                                             const cl_event *wait, cl_event *event);

/**
 * The same in one call: the plan is found or made, and kept, in the context. The first call with a
 * descriptor compiles. Statuses of clscan_scan_plan_create() and clscan_scan_enqueue().
 *
 * The context keeps options.max_cached_plans plans, and each of these keeps scratch for
 * options.max_queues queues. What is too many goes at the next call, that whose use is the longest
 * ago first: a plan with its scratch and the programs that no plan uses then, or all scratch of a
 * queue, which is then not retained any more. A plan that a thread is making or enqueueing stays;
 * so do plans of the caller's own, with all their scratch, that of clscan_plan_reserve() included.
 * Commands already enqueued finish unharmed, and nothing waits for them. A number that changes from
 * call to call is better an argument (`init`, `u`) than part of a text, which compiles each time.
 */
CLSCAN_API clscan_status clscan_scan(clscan_context *ctx, cl_command_queue queue,
                                     const clscan_scan_desc *desc, const clscan_scan_args *args,
                                     uint32_t num_wait, const cl_event *wait, cl_event *event);

/* ------------------------------------------------------------------------------------------------
 * Reduce
 * --------------------------------------------------------------------------------------------- */

/** What a reduction computes. */
typedef struct clscan_reduce_desc {
  clscan_type type;     /**< of the input's elements; required */
  clscan_type acc_type; /**< of the accumulator; 0: the output type, float32 for 16-bit floats */
  clscan_type out_type; /**< of the result; 0: the input type */
  clscan_op op;
  uint32_t flags;                        /**< none so far: 0 */
  clscan_type n_device_type;             /**< CLSCAN_UINT32 (0 means that too) or CLSCAN_UINT64 */
  const clscan_custom_type *custom_type; /**< for type == CLSCAN_CUSTOM */
  const clscan_custom_type *custom_acc;  /**< for acc_type == CLSCAN_CUSTOM; NULL: custom_out's */
  const clscan_custom_type *custom_out;  /**< for out_type == CLSCAN_CUSTOM; NULL: custom_type's */
  const clscan_custom_op *custom_op;     /**< for op == CLSCAN_CUSTOM_OP; need not be commutative */
  const char *load;                      /**< as in clscan_scan_desc */
  const char *store;                     /**< as in clscan_scan_desc */
  uintptr_t reserved[4];
} clscan_reduce_desc;

/** What changes from call to call. */
typedef struct clscan_reduce_args {
  clscan_buffer in;          /**< n elements of the input type */
  clscan_buffer out;         /**< receives one element of the output type */
  size_t n;                  /**< elements; 0 is allowed */
  const void *init;          /**< host: left operand, one accumulator value; NULL: none */
  clscan_buffer init_device; /**< the same in device memory; not together with `init` */
  clscan_buffer n_device;    /**< one integer of n_device_type: min(*n_device, n) are reduced */
  clscan_scratch *scratch;   /**< NULL: the library's own */
  uintptr_t reserved[4];
} clscan_reduce_args;

/** Compiles a reduction. Statuses of clscan_scan_plan_create(). */
CLSCAN_API clscan_status clscan_reduce_plan_create(clscan_context *ctx,
                                                   const clscan_reduce_desc *desc,
                                                   clscan_plan **out);

/**
 * Enqueues a reduction: *out = store(init op load(in[0], 0) op ... op load(in[n - 1], n - 1)).
 *
 * Operands of a custom operator keep their order; the built-in ones commute and may be permuted.
 * The grouping follows from the device, the plan, n and *n_device alone, so the bits never vary.
 * For an empty input the result is init, else the identity, else *out stays untouched. What is
 * written (out, scratch) may not overlap any other argument. Enqueues 1 kernel, 2 where the device
 * has no acquire and release at device scope; 1 more when scratch is new. Events as in
 * clscan_scan_enqueue().
 *
 * @return INVALID_ARGUMENT, RESERVED_NOT_ZERO, BUFFER_TOO_SMALL, MISALIGNED_OFFSET, BUFFER_ACCESS,
 *         WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE, or an OpenCL error
 */
CLSCAN_API clscan_status clscan_reduce_enqueue(clscan_plan *plan, cl_command_queue queue,
                                               const clscan_reduce_args *args, uint32_t num_wait,
                                               const cl_event *wait, cl_event *event);

/** The same in one call, as clscan_scan(). */
CLSCAN_API clscan_status clscan_reduce(clscan_context *ctx, cl_command_queue queue,
                                       const clscan_reduce_desc *desc,
                                       const clscan_reduce_args *args, uint32_t num_wait,
                                       const cl_event *wait, cl_event *event);

/* ------------------------------------------------------------------------------------------------
 * Select: stream compaction
 *
 * Expressions are OpenCL C. They see
 *
 *     x          the element (16-bit floats: as a float)
 *     i          its index (ulong)
 *     row, col   its row and its place in it (ulong); without CLSCAN_ROWS 0 and i
 *     f          its flag, of flag_type (bits: uint, 0 or 1), if there are flags
 *     u          the caller's argument, if there is one
 *
 * and must be pure: they may be evaluated more than once, or for elements whose result is not used.
 * --------------------------------------------------------------------------------------------- */

/** Something that a select writes for each kept element, beside its first output. */
typedef struct clscan_select_output {
  clscan_type type; /**< of its elements; required */
  const clscan_custom_type *custom_type;
  const char
      *expression; /**< NULL: the element at the same index of an array of this type is copied */
  uintptr_t reserved[2];
} clscan_select_output;

enum {
  CLSCAN_MAX_OUTPUTS = 8, /**< outputs of a select beside the first */
  CLSCAN_MAX_BUCKETS = 1024,
  CLSCAN_MAX_SEPARATE = 8 /**< buckets of a partition into separate buffers */
};

/** Options of clscan_select_args and clscan_partition_args. */
enum {
  CLSCAN_CAPACITY = 1 /**< `capacity` is what it says, 0 too; without it 0 means n */
};

/** A value of `capacity`, with CLSCAN_CAPACITY or without: what the outputs' buffers hold from
 *  their offsets on, the least of them where there are several, and n at most. */
#define CLSCAN_CAPACITY_BUFFER SIZE_MAX

/** Which elements are kept, and what is written for them. */
typedef struct clscan_select_desc {
  clscan_type type;      /**< of the input's elements; required */
  clscan_type out_type;  /**< of the first output's elements; 0: the input type */
  clscan_type flag_type; /**< an integer type: args.flags holds one for each element; 0: no flags */
  clscan_type argument_type;  /**< of `u`; 0: there is none */
  clscan_type count_type;     /**< CLSCAN_UINT32 (0 means that too) or CLSCAN_UINT64 */
  clscan_type n_device_type;  /**< likewise */
  clscan_algorithm algorithm; /**< AUTO; LOOKBACK; REDUCE_THEN_SCAN: count tiles, scan the counts,
                                 write; THREE_PASS: mark, scan the marks, scatter; with
                                 CLSCAN_UNORDERED AUTO and the three ATOMIC ones */
  uint32_t flags;             /**< CLSCAN_UNORDERED, CLSCAN_UNIQUE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  const clscan_custom_type *custom_type; /**< for type == CLSCAN_CUSTOM */
  const clscan_custom_type *custom_out;  /**< for out_type == CLSCAN_CUSTOM; NULL: custom_type */
  const clscan_custom_type *custom_argument; /**< for argument_type == CLSCAN_CUSTOM */
  const char
      *definition; /**< OpenCL C text before the expressions: functions, constants; NULL: none */
  /** Non-zero: the element is kept. NULL: `f != 0` if there are flags, else `x != 0`. Not with
   *  CLSCAN_UNIQUE. */
  const char *predicate;
  /** CLSCAN_UNIQUE: non-zero if `a`, the element before, equals `b`. NULL: `a == b`, by which -0
   *  equals +0 and a NaN equals nothing, so that each one is kept. Required for a custom type. */
  const char *equal;
  /** The first output. NULL: x; required if x does not convert to the output type. `i` with
   *  out_type CLSCAN_UINT32 gives the indices of the kept elements. */
  const char *output;
  const clscan_select_output *more; /**< num_more further outputs */
  uint32_t num_more;                /**< up to CLSCAN_MAX_OUTPUTS */
  uintptr_t reserved[4];
} clscan_select_desc;

/** The buffers of one further output; both absent if args.out is. */
typedef struct clscan_select_arrays {
  clscan_buffer in;  /**< n elements of its type; only where it has no expression */
  clscan_buffer out; /**< as args.out */
} clscan_select_arrays;

/** What changes from call to call. */
typedef struct clscan_select_args {
  clscan_buffer in;  /**< n elements of the input type; CLSCAN_ROWS: rows of `width` */
  clscan_buffer out; /**< room for `capacity` elements; absent: the elements are counted only */
  clscan_buffer
      count;       /**< receives the number of kept elements, also if capacity is less; required.
                        CLSCAN_UNORDERED also reads it, so there it must not be write-only */
  size_t n;        /**< elements, of all rows together; 0 is allowed */
  size_t capacity; /**< elements that each output has room for; 0: n, unless `options` say else */
  clscan_buffer flags;           /**< n elements of flag_type, or (n + 31) / 32 words of bits */
  const void *argument;          /**< host: the value of `u` */
  clscan_buffer argument_device; /**< the same in device memory; not together with `argument` */
  size_t width;     /**< CLSCAN_ROWS: elements a row; n is a multiple of it; 0 if n is 0, too */
  size_t row_pitch; /**< CLSCAN_ROWS: bytes from row to row; a multiple of the element's alignment;
                       0: rows are adjacent */
  const clscan_select_arrays *more; /**< for each further output */
  clscan_buffer n_device; /**< one integer of n_device_type: the first min(*n_device, n) elements */
  clscan_scratch *scratch; /**< NULL: the library's own */
  uint32_t options;        /**< CLSCAN_CAPACITY */
  uintptr_t reserved[4];
} clscan_select_args;

/**
 * Compiles a select. Statuses of clscan_scan_plan_create() but INVALID_OPERATOR. INVALID_ARGUMENT
 * also if a custom type lacks the predicate or `equal` that it needs, or an algorithm and
 * CLSCAN_UNORDERED do not go together.
 */
CLSCAN_API clscan_status clscan_select_plan_create(clscan_context *ctx,
                                                   const clscan_select_desc *desc,
                                                   clscan_plan **out);

/**
 * Enqueues a select: the outputs of the kept elements, one after the other in the input's order
 * (CLSCAN_UNORDERED: in any order), and their number.
 *
 * Nothing is written past `capacity` elements nor past the number kept, and what lies there keeps
 * its value. In order: the same result, bit for bit, in every run. No argument may overlap one that
 * is written; there is no select in place. Enqueues 1 kernel (LOOKBACK), 2 (unordered), 3 and more
 * (the other algorithms); 1 more when scratch is new. Events as in clscan_scan_enqueue(). Feed
 * `count` to the next call as n_device, and the host need not know it.
 *
 * Method: look-back over the tiles' counts (see the top of this file); Billeter, Olsson and
 * Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures" (2009), for
 * compaction within a tile; the warp-aggregated atomics of Adinets (2014) for the unordered form.
 *
 * @return INVALID_ARGUMENT, INVALID_ENUM, RESERVED_NOT_ZERO, BUFFER_TOO_SMALL, MISALIGNED_OFFSET,
 *         BUFFER_ACCESS, WRONG_CONTEXT, WRONG_DEVICE, OVERLAP, SCRATCH_TOO_SMALL, N_TOO_LARGE (also
 *         n of 2^32 and more with a 32-bit count), or an OpenCL error
 */
CLSCAN_API clscan_status clscan_select_enqueue(clscan_plan *plan, cl_command_queue queue,
                                               const clscan_select_args *args, uint32_t num_wait,
                                               const cl_event *wait, cl_event *event);

/** The same in one call, as clscan_scan(). */
CLSCAN_API clscan_status clscan_select(clscan_context *ctx, cl_command_queue queue,
                                       const clscan_select_desc *desc,
                                       const clscan_select_args *args, uint32_t num_wait,
                                       const cl_event *wait, cl_event *event);

/* ------------------------------------------------------------------------------------------------
 * Partition
 * --------------------------------------------------------------------------------------------- */

/** Into which bucket each element goes. Expressions as those of a select. */
typedef struct clscan_partition_desc {
  clscan_type type;           /**< of the elements; required */
  clscan_type flag_type;      /**< as in clscan_select_desc */
  clscan_type argument_type;  /**< of `u`; 0: there is none */
  clscan_type count_type;     /**< of counts and offsets: CLSCAN_UINT32 (0 too) or CLSCAN_UINT64 */
  clscan_type n_device_type;  /**< likewise */
  clscan_algorithm algorithm; /**< AUTO; REDUCE_THEN_SCAN: count, scan the counts, split; with
                                   CLSCAN_SEPARATE LOOKBACK too */
  uint32_t flags;             /**< CLSCAN_SEPARATE, CLSCAN_FLAG_BITS, CLSCAN_ROWS */
  uint32_t
      num_buckets; /**< 2 to CLSCAN_MAX_BUCKETS, CLSCAN_SEPARATE: to CLSCAN_MAX_SEPARATE; 0: 2 */
  const clscan_custom_type *custom_type;     /**< for type == CLSCAN_CUSTOM */
  const clscan_custom_type *custom_argument; /**< for argument_type == CLSCAN_CUSTOM */
  const char *definition; /**< OpenCL C text before the expressions; NULL: none */
  /** The bucket's number, converted to uint; num_buckets and more count as the last bucket. */
  const char *bucket;
  /** Instead of `bucket`, for two buckets: non-zero sends the element to the first one. If both are
   * NULL: `f != 0` if there are flags, else `x != 0`. */
  const char *predicate;
  uintptr_t reserved[4];
} clscan_partition_desc;

/** What changes from call to call. */
typedef struct clscan_partition_args {
  clscan_buffer in;  /**< n elements; CLSCAN_ROWS: rows of `width` */
  clscan_buffer out; /**< n elements: the buckets one after the other; not with CLSCAN_SEPARATE */
  const clscan_buffer *outs; /**< CLSCAN_SEPARATE: a buffer for each bucket */
  size_t capacity; /**< CLSCAN_SEPARATE: elements that each buffer has room for; 0: n, unless
                        `options` say else */
  clscan_buffer
      counts; /**< receives num_buckets numbers: the elements of each bucket; may be absent */
  clscan_buffer
      offsets; /**< receives num_buckets + 1 numbers: counts' exclusive sum; may be absent */
  size_t n;    /**< elements; 0 is allowed */
  clscan_buffer flags;
  const void *argument;
  clscan_buffer argument_device;
  size_t width, row_pitch; /**< flags to row_pitch as in clscan_select_args */
  clscan_buffer n_device; /**< one integer of n_device_type: the first min(*n_device, n) elements */
  clscan_scratch *scratch; /**< NULL: the library's own */
  uint32_t options;        /**< CLSCAN_SEPARATE: CLSCAN_CAPACITY */
  uintptr_t reserved[4];
} clscan_partition_args;

/** Compiles a partition. Statuses of clscan_scan_plan_create() but INVALID_OPERATOR. */
CLSCAN_API clscan_status clscan_partition_plan_create(clscan_context *ctx,
                                                      const clscan_partition_desc *desc,
                                                      clscan_plan **out);

/**
 * Enqueues a stable partition: each bucket holds its elements in the input's order. The same
 * result, bit for bit, in every run.
 *
 * Into one buffer: the place of the second bucket is known only when all has been read, so the
 * input is read twice (3n traffic; 3 kernels and more). Into separate buffers: a single pass (2n; 1
 * kernel with LOOKBACK); nothing is written past a bucket's count nor past `capacity`. 1 kernel
 * more when scratch is new. No argument may overlap one that is written. Events as in
 * clscan_scan_enqueue().
 *
 * @return as clscan_select_enqueue()
 */
CLSCAN_API clscan_status clscan_partition_enqueue(clscan_plan *plan, cl_command_queue queue,
                                                  const clscan_partition_args *args,
                                                  uint32_t num_wait, const cl_event *wait,
                                                  cl_event *event);

/** The same in one call, as clscan_scan(). */
CLSCAN_API clscan_status clscan_partition(clscan_context *ctx, cl_command_queue queue,
                                          const clscan_partition_desc *desc,
                                          const clscan_partition_args *args, uint32_t num_wait,
                                          const cl_event *wait, cl_event *event);

/* ------------------------------------------------------------------------------------------------
 * Seeing inside
 * --------------------------------------------------------------------------------------------- */

/** What was chosen for a plan and why. The pointers stay valid until the plan is destroyed. */
typedef struct clscan_plan_info {
  clscan_algorithm
      algorithm;       /**< for n over small_max; AUTO for a reduction alone, which has one */
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
 * Building blocks for the caller's own kernels
 * --------------------------------------------------------------------------------------------- */

/** What clscan_device_source() generates. */
typedef struct clscan_device_source_desc {
  const char *prefix; /**< of every name in the text; a C identifier; NULL: "clscan" */
  clscan_type type;
  const clscan_custom_type *custom_type; /**< for type == CLSCAN_CUSTOM */
  clscan_op op;
  const clscan_custom_op *custom_op; /**< for op == CLSCAN_CUSTOM_OP */
  clscan_backend backend;            /**< AUTO: the best that the device has */
  clscan_workgroup_method method;    /**< AUTO: sub-groups if there are some, else Hillis-Steele */
  uint32_t max_group_size;           /**< largest group that will call it; 0: the device's limit */
  uintptr_t reserved[4];
} clscan_device_source_desc;

/**
 * OpenCL C text for one type and operator, to be put before the caller's own kernels (the
 * counterpart of cub::WarpScan and cub::BlockScan). T is the type, P the prefix:
 *
 *     uint P_subgroup_width(void), P_subgroup_id(void), P_subgroup_lane(void)
 *     T P_subgroup_scan_inclusive(T x)       // of the lanes up to this one
 *     T P_subgroup_scan_exclusive(T x)       // of the lanes before this one; lane 0: x is returned
 *     T P_subgroup_reduce(T x)               // the whole sub-group's, in every lane
 *     T P_subgroup_broadcast(T x, uint lane)
 *     T P_subgroup_shuffle_up(T x, uint d)   // lanes below d: their own x
 *     uint P_subgroup_ballot(int flag)       // bit l: lane l's flag, for the first 32 lanes
 *     T P_workgroup_scan_inclusive(T x, uint n, __local T *tmp)
 *     T P_workgroup_scan_exclusive(T x, uint n, __local T *tmp)   // work-item 0: x is returned
 *     T P_workgroup_reduce(T x, uint n, __local T *tmp)
 *
 * The work-group functions cover the work-items with linear local id < n (1 <= n <= the group's
 * size); the others get an unspecified value back. `tmp` is `P_LOCAL_ITEMS` elements of local
 * memory; a function begins and ends with it free for reuse. Work-groups of any shape and size up
 * to max_group_size; the last sub-group may be partial. Every work-item of the group (of the
 * sub-group) must reach the call together. T of a 16-bit float type is float, rounded after each
 * operation.
 *
 * Macros and names of the caller's are left alone by the text and leave it alone; but OpenCL C's
 * own functions, such as min(), must not be macros of the caller's where it stands.
 *
 * @param capacity       bytes at `text`; 0 and NULL to ask for the size
 * @param text           receives the text, NUL-terminated
 * @param size           receives its bytes, the NUL included; may be NULL
 * @param build_options  receives the options it must be built with (static); may be NULL
 * @return INVALID_ARGUMENT (capacity is too small), INVALID_ENUM, INVALID_TYPE, UNSUPPORTED_TYPE,
 *         INVALID_OPERATOR, UNSUPPORTED_BACKEND, RESERVED_NOT_ZERO
 */
CLSCAN_API clscan_status clscan_device_source(clscan_context *ctx,
                                              const clscan_device_source_desc *desc,
                                              size_t capacity, char *text, size_t *size,
                                              const char **build_options);

#ifdef __cplusplus
}
#endif
#endif
