/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blocks.h
 * Building blocks for the caller's own kernels.
 */
#ifndef CLSCAN_BLOCKS_H
#define CLSCAN_BLOCKS_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Example
 *
 * From tests/readme/building_blocks.c:
 * @code
 * clscan_device_source_desc desc = {.prefix = "sum", .type = CLSCAN_UINT32, .max_group_size = 64};
 * const char *options;
 * size_t size;
 * clscan_device_source(ctx, &desc, 0, NULL, &size, &options);
 * char *text = malloc(size);
 * clscan_device_source(ctx, &desc, size, text, NULL, NULL);
 *
 * const char *sources[] = {text, kernels};
 * cl_program program = clCreateProgramWithSource(context, 2, sources, NULL, NULL);
 * clBuildProgram(program, 1, &device, options, NULL, NULL);
 * @endcode
 *
 * where `kernels` is
 *
 * From tests/readme/building_blocks.cl:
 * @code
 * // Each row of the matrix becomes its running sums; one work-group a row.
 * __kernel void scan_rows(__global uint *matrix, uint columns)
 * {
 *     __local uint tmp[sum_LOCAL_ITEMS];
 *     const uint i = (uint)get_local_id(0);
 *     __global uint *row = matrix + (size_t)get_group_id(0) * columns;
 *     const uint x = i < columns ? row[i] : 0;
 *     const uint y = sum_workgroup_scan_inclusive(x, columns, tmp); // reached by all work-items
 *     if (i < columns)
 *         row[i] = y;
 * }
 * @endcode
 * --------------------------------------------------------------------------------------------- */

/** What clscan_device_source() generates. Fields as base.h says, and: */
typedef struct clscan_device_source_desc {
  clscan_type type;
  clscan_op op;
  clscan_backend backend;         /**< AUTO: the best that the device has */
  clscan_workgroup_method method; /**< AUTO: sub-groups if there are some, else Hillis-Steele */
  uint32_t max_group_size;        /**< largest group that will call it; 0: the device's limit */
  const clscan_custom_type *custom_type;
  const clscan_custom_op *custom_op;
  const char *prefix; /**< of every name in the text; a C identifier; NULL: "clscan" */
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
