/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file base.h
 * What all parts of clscan share: status codes, types, operators, buffers, and what a field means
 * wherever it stands.
 */
#ifndef CLSCAN_BASE_H
#define CLSCAN_BASE_H

#include <stddef.h>
#include <stdint.h>

/* The version. CMake reads it from here. */
#define CLSCAN_VERSION_MAJOR 0
#define CLSCAN_VERSION_MINOR 2
#define CLSCAN_VERSION_PATCH 0

/* CLSCAN_SHARED says that the library is a shared one; its CMake target does where it is. */
#if defined(_WIN32) && defined(CLSCAN_SHARED) && defined(CLSCAN_BUILDING)
#define CLSCAN_API __declspec(dllexport)
#elif defined(_WIN32) && defined(CLSCAN_SHARED)
#define CLSCAN_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(CLSCAN_BUILDING) && defined(__GNUC__)
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
/** The version of the library that is linked, such as "0.2.0"; compare with CLSCAN_VERSION_*. */
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
  /** Its name in OpenCL C, such as "float4" or "point"; types of one name in a descriptor must be
   *  equal. */
  const char *name;
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
  /** OpenCL C in `a` (the left operand) and `b`, such as "a + b" or "f(a, b)". */
  const char *expression;
  const char *definition; /**< OpenCL C text before it: functions, constants; NULL: none */
  const char *identity;   /**< OpenCL C expression of the accumulator type; NULL: it has none */
  int exact;              /**< non-zero: any grouping gives the same bits */
  uintptr_t reserved[2];
} clscan_custom_op;

/* ------------------------------------------------------------------------------------------------
 * Buffers
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

/* ------------------------------------------------------------------------------------------------
 * Fields
 *
 * A field means the same in every descriptor (`*_desc`), and in all arguments (`*_args`). A struct
 * has those that its function knows, and its own comments say what is special there.
 *
 * Descriptors, in this order:
 *
 *     type             of the input's elements; required
 *     acc_type         of the accumulator; 0: out_type, for 16-bit floats CLSCAN_FLOAT32
 *     out_type         of the output's elements; 0: type
 *     flag_type        an integer type or a float of 32 or 64 bits: args.flags has one for each
 *                      element, a second array if that is what it is; 0: no flags
 *     argument_type    of `u`; 0: there is none
 *     count_type       of counts and offsets: CLSCAN_UINT32 (0 means that too) or CLSCAN_UINT64
 *     n_device_type    of *args.n_device: likewise
 *     op               the operator, on the accumulator type
 *     algorithm        how it is computed: an enumeration of each function's own, with equal
 *                      numbers for equal methods; 0, AUTO: what the tuning table says for the
 *                      device and n
 *     flags            of the flags below those that the function names
 *     num_...          how many of something there are
 *     custom_type      describes `type` if that is CLSCAN_CUSTOM
 *     custom_acc       acc_type; NULL: custom_out's
 *     custom_out       out_type; NULL: custom_type's
 *     custom_argument  argument_type
 *     custom_op        describes `op` if that is CLSCAN_CUSTOM_OP
 *     definition       OpenCL C text before the expressions: functions, constants; NULL: none
 *     reserved         zero
 *
 * Arguments. A buffer is absent if its `mem` is NULL:
 *
 *     in               n elements of the input type; CLSCAN_ROWS: rows of `width`
 *     n                elements, of all rows together; 0 is allowed
 *     init             host: left operand of the whole, one accumulator value; NULL: none
 *     init_device      the same in device memory; not together with `init`
 *     flags            n elements of flag_type, or (n + 31) / 32 words of bits
 *     argument         host: the value of `u`
 *     argument_device  the same in device memory; not together with `argument`
 *     width            CLSCAN_ROWS: elements a row; n is a multiple of it; 0 if n is 0, too
 *     row_pitch        CLSCAN_ROWS: bytes from row to row, a multiple of the element's alignment;
 *                      0: rows are adjacent
 *     capacity         elements that each output has room for; 0: n, unless `options` say else
 *     n_device         one integer of n_device_type: min(*n_device, n) elements count
 *     scratch          NULL: the library's own
 *     options          CLSCAN_CAPACITY
 *     reserved         zero
 *
 * Expressions are OpenCL C. Where the function names them, they see
 *
 *     x          the element (16-bit floats: as a float)
 *     i          its index (ulong)
 *     row, col   its row and its place in it (ulong); without CLSCAN_ROWS 0 and i
 *     f          its flag, of flag_type (bits: uint, 0 or 1), if there are flags
 *     u          the caller's argument, if there is one
 *     a, b       the operands
 *
 * and must be pure: they may be evaluated more than once, or for elements whose result is not used.
 * --------------------------------------------------------------------------------------------- */

/** Flags of a descriptor. */
enum {
  /** Scan: inexact operators may use the classic look-back, whose grouping depends on timing. */
  CLSCAN_ALLOW_NONREPRODUCIBLE = 1,
  /** Select: the kept elements come in any order, another one in each run; also those that
   * CLSCAN_UNIQUE keeps, which are the same ones. */
  CLSCAN_UNORDERED = 2,
  /** Select: the first element of each run of equal elements is kept. */
  CLSCAN_UNIQUE = 4,
  /** Flags are bits; bit i % 32 of word i / 32 belongs to element i.
   * flag_type is CLSCAN_UINT32. */
  CLSCAN_FLAG_BITS = 8,
  /** The input is rows, args.width elements each, args.row_pitch bytes apart; a scan's output is
   *  adjacent. */
  CLSCAN_ROWS = 16,
  /** Partition: each bucket goes to a buffer of its own, in a single pass. */
  CLSCAN_SEPARATE = 32,
  /** Adjacent difference: the neighbour is the next element, not the one before. */
  CLSCAN_REVERSE = 64
};

/** Options of arguments. */
enum {
  CLSCAN_CAPACITY = 1 /**< `capacity` is what it says, 0 too; without it 0 means n */
};

/** A value of `capacity`, with CLSCAN_CAPACITY or without: what the outputs' buffers hold from
 *  their offsets on, the least of them where there are several, and n at most. */
#define CLSCAN_CAPACITY_BUFFER SIZE_MAX

#ifdef __cplusplus
}
#endif
#endif
