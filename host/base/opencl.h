/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL as a table of function pointers: linked, or looked up through the application's get_proc.
 * Everything in the library calls OpenCL through it, so tests can count calls and inject failures.
 * What a function returns is looked at and told, but for those that release: nothing could be
 * done. */
#ifndef CLSCAN_HOST_OPENCL_H
#define CLSCAN_HOST_OPENCL_H

/* For the constants of newer versions; the functions in the list are all of 1.2. */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

#include "clscan.h"

/* The functions that the library needs: X(return type, name, parameters). */
#define CLSCAN__OPENCL_LIST(X)                                                                     \
  X(cl_int, clGetPlatformInfo, (cl_platform_id, cl_platform_info, size_t, void *, size_t *))       \
  X(cl_int, clGetDeviceInfo, (cl_device_id, cl_device_info, size_t, void *, size_t *))             \
  X(cl_int, clRetainContext, (cl_context))                                                         \
  X(cl_int, clReleaseContext, (cl_context))                                                        \
  X(cl_int, clGetContextInfo, (cl_context, cl_context_info, size_t, void *, size_t *))             \
  X(cl_int, clRetainDevice, (cl_device_id))                                                        \
  X(cl_int, clReleaseDevice, (cl_device_id))                                                       \
  X(cl_command_queue, clCreateCommandQueue,                                                        \
    (cl_context, cl_device_id, cl_command_queue_properties, cl_int *))                             \
  X(cl_int, clRetainCommandQueue, (cl_command_queue))                                              \
  X(cl_int, clReleaseCommandQueue, (cl_command_queue))                                             \
  X(cl_int, clGetCommandQueueInfo,                                                                 \
    (cl_command_queue, cl_command_queue_info, size_t, void *, size_t *))                           \
  X(cl_mem, clCreateBuffer, (cl_context, cl_mem_flags, size_t, void *, cl_int *))                  \
  X(cl_int, clRetainMemObject, (cl_mem))                                                           \
  X(cl_int, clReleaseMemObject, (cl_mem))                                                          \
  X(cl_int, clGetMemObjectInfo, (cl_mem, cl_mem_info, size_t, void *, size_t *))                   \
  X(cl_program, clCreateProgramWithSource,                                                         \
    (cl_context, cl_uint, const char **, const size_t *, cl_int *))                                \
  X(cl_program, clCreateProgramWithBinary,                                                         \
    (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, cl_int *,  \
     cl_int *))                                                                                    \
  X(cl_int, clReleaseProgram, (cl_program))                                                        \
  X(cl_int, clBuildProgram,                                                                        \
    (cl_program, cl_uint, const cl_device_id *, const char *,                                      \
     void(CL_CALLBACK *)(cl_program, void *), void *))                                             \
  X(cl_int, clGetProgramBuildInfo,                                                                 \
    (cl_program, cl_device_id, cl_program_build_info, size_t, void *, size_t *))                   \
  X(cl_int, clGetProgramInfo, (cl_program, cl_program_info, size_t, void *, size_t *))             \
  X(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                               \
  X(cl_int, clReleaseKernel, (cl_kernel))                                                          \
  X(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                            \
  X(cl_int, clGetKernelWorkGroupInfo,                                                              \
    (cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *, size_t *))                \
  X(cl_int, clGetEventInfo, (cl_event, cl_event_info, size_t, void *, size_t *))                   \
  X(cl_int, clRetainEvent, (cl_event))                                                             \
  X(cl_int, clReleaseEvent, (cl_event))                                                            \
  X(cl_int, clEnqueueNDRangeKernel,                                                                \
    (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,         \
     cl_uint, const cl_event *, cl_event *))                                                       \
  X(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))

/* Functions of later versions, NULL where they are missing. */
#define CLSCAN__OPENCL_OPTIONAL_LIST(X)                                                            \
  X(cl_int, clGetKernelSubGroupInfo,                                                               \
    (cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t, void *, size_t *))

typedef struct clscan__opencl {
#define CLSCAN__FUNCTION(type, name, parameters) type(CL_API_CALL *name) parameters;
  CLSCAN__OPENCL_LIST(CLSCAN__FUNCTION)
  CLSCAN__OPENCL_OPTIONAL_LIST(CLSCAN__FUNCTION)
#undef CLSCAN__FUNCTION
} clscan__opencl;

/* Fills the table. On failure *missing names the function; NO_OPENCL. */
clscan_status clscan__opencl_load(clscan__opencl *cl, clscan_get_proc get_proc, void *user,
                                  const char **missing);

#endif
