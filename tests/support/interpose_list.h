/* SPDX-License-Identifier: Apache-2.0 */
/* The OpenCL functions that the library may reach, by the form of their wrapper.
 * clCreateProgramWithSource and clBuildProgram are written out in interpose.c. */
#ifndef TESTS_INTERPOSE_LIST_H
#define TESTS_INTERPOSE_LIST_H

/* X(name, object, question) */
#define INTERPOSE_INFO_LIST(X)                                                                     \
  X(clGetPlatformInfo, cl_platform_id, cl_platform_info)                                           \
  X(clGetDeviceInfo, cl_device_id, cl_device_info)                                                 \
  X(clGetContextInfo, cl_context, cl_context_info)                                                 \
  X(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info)                                \
  X(clGetMemObjectInfo, cl_mem, cl_mem_info)                                                       \
  X(clGetProgramInfo, cl_program, cl_program_info)                                                 \
  X(clGetKernelInfo, cl_kernel, cl_kernel_info)                                                    \
  X(clGetEventInfo, cl_event, cl_event_info)

#define INTERPOSE_STATUS_LIST(X)                                                                   \
  X(clGetPlatformIDs, (cl_uint capacity, cl_platform_id * out, cl_uint * count),                   \
    (capacity, out, count))                                                                        \
  X(clGetDeviceIDs,                                                                                \
    (cl_platform_id p, cl_device_type type, cl_uint capacity, cl_device_id * out,                  \
     cl_uint * count),                                                                             \
    (p, type, capacity, out, count))                                                               \
  X(clGetProgramBuildInfo,                                                                         \
    (cl_program o, cl_device_id d, cl_program_build_info p, size_t capacity, void *value,          \
     size_t *size),                                                                                \
    (o, d, p, capacity, value, size))                                                              \
  X(clGetKernelWorkGroupInfo,                                                                      \
    (cl_kernel o, cl_device_id d, cl_kernel_work_group_info p, size_t capacity, void *value,       \
     size_t *size),                                                                                \
    (o, d, p, capacity, value, size))                                                              \
  X(clGetKernelSubGroupInfo,                                                                       \
    (cl_kernel o, cl_device_id d, cl_kernel_sub_group_info p, size_t in_size, const void *in,      \
     size_t capacity, void *value, size_t *size),                                                  \
    (o, d, p, in_size, in, capacity, value, size))                                                 \
  X(clSetKernelArg, (cl_kernel k, cl_uint index, size_t size, const void *value),                  \
    (k, index, size, value))                                                                       \
  X(clWaitForEvents, (cl_uint count, const cl_event *events), (count, events))                     \
  X(clSetEventCallback,                                                                            \
    (cl_event e, cl_int type, void(CL_CALLBACK * notify)(cl_event, cl_int, void *), void *user),   \
    (e, type, notify, user))                                                                       \
  X(clFlush, (cl_command_queue q), (q))                                                            \
  X(clFinish, (cl_command_queue q), (q))

#define INTERPOSE_COMMAND_LIST(X)                                                                  \
  X(clEnqueueNDRangeKernel,                                                                        \
    (cl_command_queue q, cl_kernel k, cl_uint dim, const size_t *offset, const size_t *global,     \
     const size_t *local, cl_uint num_wait, const cl_event *wait, cl_event *event),                \
    (q, k, dim, offset, global, local, num_wait, wait, event))                                     \
  X(clEnqueueFillBuffer,                                                                           \
    (cl_command_queue q, cl_mem m, const void *pattern, size_t pattern_size, size_t offset,        \
     size_t size, cl_uint num_wait, const cl_event *wait, cl_event *event),                        \
    (q, m, pattern, pattern_size, offset, size, num_wait, wait, event))                            \
  X(clEnqueueCopyBuffer,                                                                           \
    (cl_command_queue q, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,             \
     size_t size, cl_uint num_wait, const cl_event *wait, cl_event *event),                        \
    (q, from, to, from_offset, to_offset, size, num_wait, wait, event))                            \
  X(clEnqueueReadBuffer,                                                                           \
    (cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t size, void *to,         \
     cl_uint num_wait, const cl_event *wait, cl_event *event),                                     \
    (q, m, blocking, offset, size, to, num_wait, wait, event))                                     \
  X(clEnqueueWriteBuffer,                                                                          \
    (cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t size, const void *from, \
     cl_uint num_wait, const cl_event *wait, cl_event *event),                                     \
    (q, m, blocking, offset, size, from, num_wait, wait, event))                                   \
  X(clEnqueueMarkerWithWaitList,                                                                   \
    (cl_command_queue q, cl_uint num_wait, const cl_event *wait, cl_event *event),                 \
    (q, num_wait, wait, event))                                                                    \
  X(clEnqueueBarrierWithWaitList,                                                                  \
    (cl_command_queue q, cl_uint num_wait, const cl_event *wait, cl_event *event),                 \
    (q, num_wait, wait, event))

/* X(object, retaining function, releasing function, type) */
#define INTERPOSE_COUNTED_LIST(X)                                                                  \
  X(INTERPOSE_CONTEXT, clRetainContext, clReleaseContext, cl_context)                              \
  X(INTERPOSE_DEVICE, clRetainDevice, clReleaseDevice, cl_device_id)                               \
  X(INTERPOSE_QUEUE, clRetainCommandQueue, clReleaseCommandQueue, cl_command_queue)                \
  X(INTERPOSE_MEM, clRetainMemObject, clReleaseMemObject, cl_mem)                                  \
  X(INTERPOSE_PROGRAM, clRetainProgram, clReleaseProgram, cl_program)                              \
  X(INTERPOSE_KERNEL, clRetainKernel, clReleaseKernel, cl_kernel)                                  \
  X(INTERPOSE_EVENT, clRetainEvent, clReleaseEvent, cl_event)

#define INTERPOSE_CREATE_LIST(X)                                                                   \
  X(INTERPOSE_MEM, clCreateBuffer, cl_mem,                                                         \
    (cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error),                    \
    (c, flags, size, host, error))                                                                 \
  X(INTERPOSE_KERNEL, clCreateKernel, cl_kernel, (cl_program p, const char *name, cl_int *error),  \
    (p, name, error))                                                                              \
  X(INTERPOSE_KERNEL, clCloneKernel, cl_kernel, (cl_kernel k, cl_int * error), (k, error))         \
  X(INTERPOSE_PROGRAM, clCreateProgramWithBinary, cl_program,                                      \
    (cl_context c, cl_uint count, const cl_device_id *devices, const size_t *sizes,                \
     const unsigned char **binaries, cl_int *states, cl_int *error),                               \
    (c, count, devices, sizes, binaries, states, error))                                           \
  X(INTERPOSE_QUEUE, clCreateCommandQueue, cl_command_queue,                                       \
    (cl_context c, cl_device_id d, cl_command_queue_properties properties, cl_int * error),        \
    (c, d, properties, error))                                                                     \
  X(INTERPOSE_EVENT, clCreateUserEvent, cl_event, (cl_context c, cl_int * error), (c, error))

#endif
