/* SPDX-License-Identifier: Apache-2.0 */
#include "base/opencl.h"

/* OpenCL's own codes that this library can pass on: X(name, text). */
#define OPENCL_STATUS_LIST(X)                                                                      \
  X(CL_DEVICE_NOT_FOUND, "no OpenCL device was found")                                             \
  X(CL_DEVICE_NOT_AVAILABLE, "the device is not available")                                        \
  X(CL_COMPILER_NOT_AVAILABLE, "the device has no compiler")                                       \
  X(CL_MEM_OBJECT_ALLOCATION_FAILURE, "device memory could not be allocated")                      \
  X(CL_OUT_OF_RESOURCES, "the device is out of resources")                                         \
  X(CL_OUT_OF_HOST_MEMORY, "the host is out of memory")                                            \
  X(CL_PROFILING_INFO_NOT_AVAILABLE, "profiling information is not available")                     \
  X(CL_MEM_COPY_OVERLAP, "a copy overlaps itself")                                                 \
  X(CL_BUILD_PROGRAM_FAILURE, "a program did not build")                                           \
  X(CL_MAP_FAILURE, "a buffer could not be mapped")                                                \
  X(CL_MISALIGNED_SUB_BUFFER_OFFSET, "a sub-buffer is misaligned")                                 \
  X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event waited for failed")                    \
  X(CL_INVALID_VALUE, "OpenCL was given an invalid value")                                         \
  X(CL_INVALID_PLATFORM, "the platform is invalid")                                                \
  X(CL_INVALID_DEVICE, "the device is invalid")                                                    \
  X(CL_INVALID_CONTEXT, "the OpenCL context is invalid")                                           \
  X(CL_INVALID_QUEUE_PROPERTIES, "the queue's properties are not supported")                       \
  X(CL_INVALID_COMMAND_QUEUE, "the command queue is invalid")                                      \
  X(CL_INVALID_MEM_OBJECT, "a memory object is invalid")                                           \
  X(CL_INVALID_BINARY, "a program binary is invalid")                                              \
  X(CL_INVALID_BUILD_OPTIONS, "the build options are invalid")                                     \
  X(CL_INVALID_PROGRAM, "a program is invalid")                                                    \
  X(CL_INVALID_PROGRAM_EXECUTABLE, "a program has no executable")                                  \
  X(CL_INVALID_KERNEL_NAME, "a kernel name is invalid")                                            \
  X(CL_INVALID_KERNEL_DEFINITION, "a kernel definition is invalid")                                \
  X(CL_INVALID_KERNEL, "a kernel is invalid")                                                      \
  X(CL_INVALID_ARG_INDEX, "a kernel argument's index is invalid")                                  \
  X(CL_INVALID_ARG_VALUE, "a kernel argument's value is invalid")                                  \
  X(CL_INVALID_ARG_SIZE, "a kernel argument's size is invalid")                                    \
  X(CL_INVALID_KERNEL_ARGS, "kernel arguments are missing")                                        \
  X(CL_INVALID_WORK_DIMENSION, "the work dimension is invalid")                                    \
  X(CL_INVALID_WORK_GROUP_SIZE, "the work-group size is invalid")                                  \
  X(CL_INVALID_WORK_ITEM_SIZE, "a work-item size is invalid")                                      \
  X(CL_INVALID_GLOBAL_OFFSET, "the global offset is invalid")                                      \
  X(CL_INVALID_EVENT_WAIT_LIST, "the event wait list is invalid")                                  \
  X(CL_INVALID_EVENT, "an event is invalid")                                                       \
  X(CL_INVALID_OPERATION, "the operation is not allowed")                                          \
  X(CL_INVALID_BUFFER_SIZE, "a buffer size is invalid")                                            \
  X(CL_INVALID_GLOBAL_WORK_SIZE, "the global work size is invalid")                                \
  X(CL_INVALID_PROPERTY, "a property is invalid")

#define STRING_(x) #x
#define STRING(x) STRING_(x)

const char *clscan_status_name(clscan_status status) {
  switch (status) {
  case CLSCAN_SUCCESS:
    return "CLSCAN_SUCCESS";
#define CASE(name, value, text)                                                                    \
  case CLSCAN_##name:                                                                              \
    return "CLSCAN_" #name;
    CLSCAN_STATUS_LIST(CASE)
#undef CASE
#define CASE(name, text)                                                                           \
  case name:                                                                                       \
    return #name;
    OPENCL_STATUS_LIST(CASE)
#undef CASE
  default:
    return "unknown status";
  }
}

const char *clscan_status_string(clscan_status status) {
  switch (status) {
  case CLSCAN_SUCCESS:
    return "success";
#define CASE(name, value, text)                                                                    \
  case CLSCAN_##name:                                                                              \
    return text;
    CLSCAN_STATUS_LIST(CASE)
#undef CASE
#define CASE(name, text)                                                                           \
  case name:                                                                                       \
    return text;
    OPENCL_STATUS_LIST(CASE)
#undef CASE
  default:
    return "unknown status";
  }
}

const char *clscan_version(void) {
  return STRING(CLSCAN_VERSION_MAJOR) "." STRING(CLSCAN_VERSION_MINOR) "." STRING(
      CLSCAN_VERSION_PATCH);
}
