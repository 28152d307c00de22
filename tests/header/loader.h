/* SPDX-License-Identifier: Apache-2.0 */
/* A header as applications have that load OpenCL by themselves: its types and functions without
 * CL/cl.h. */
#ifndef TESTS_LOADER_H
#define TESTS_LOADER_H

#include <stddef.h>
#include <stdint.h>

#define CL_TARGET_OPENCL_VERSION 120

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_mem_flags;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_event *cl_event;

extern cl_command_queue (*loader_create_queue)(cl_context, cl_device_id, cl_bitfield, cl_int *);
extern cl_mem (*loader_create_buffer)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
#define clCreateCommandQueue loader_create_queue
#define clCreateBuffer loader_create_buffer

#endif
