/* SPDX-License-Identifier: Apache-2.0 */
#include "device/caps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From OpenCL 3.0 and cl_nv_device_attribute_query, which not every header has. */
#define DEVICE_ATOMIC_MEMORY_CAPABILITIES 0x1063
#define ATOMIC_ORDER_ACQ_REL ((cl_bitfield)1 << 1)
#define ATOMIC_SCOPE_DEVICE ((cl_bitfield)1 << 5)
#define DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#define DEVICE_COMPUTE_CAPABILITY_MINOR_NV 0x4001

/* The body of a function that returns a string property; `get` is the query. */
#define STRING_PROPERTY(get, object, what, status)                                                 \
  size_t size = 0;                                                                                 \
  *(status) = get(object, what, 0, NULL, &size);                                                   \
  if (*(status) != CL_SUCCESS)                                                                     \
    return NULL;                                                                                   \
  char *string = calloc(size + 1, 1);                                                              \
  *(status) = string ? get(object, what, size, string, NULL) : CL_OUT_OF_HOST_MEMORY;              \
  if (*(status) == CL_SUCCESS)                                                                     \
    return string;                                                                                 \
  free(string);                                                                                    \
  return NULL

char *clscan__device_string(const clscan__opencl *cl, cl_device_id device, cl_device_info what,
                            clscan_status *status) {
  STRING_PROPERTY(cl->clGetDeviceInfo, device, what, status);
}

char *clscan__platform_string(const clscan__opencl *cl, cl_platform_id platform,
                              cl_platform_info what, clscan_status *status) {
  STRING_PROPERTY(cl->clGetPlatformInfo, platform, what, status);
}

/* Whether a space-separated list has this word. */
static bool has_word(const char *list, const char *word) {
  const size_t size = strlen(word);
  for (const char *p = list; (p = strstr(p, word)) != NULL; p += size) {
    if ((p == list || p[-1] == ' ') && (p[size] == '\0' || p[size] == ' ')) {
      return true;
    }
  }
  return false;
}

static void read_extensions(clscan__caps *caps, const char *extensions) {
  caps->has_double = has_word(extensions, "cl_khr_fp64");
  caps->has_int64_atomics = has_word(extensions, "cl_khr_int64_base_atomics");
  caps->has_opencl3_atomics =
      caps->has_int64_atomics && has_word(extensions, "cl_khr_int64_extended_atomics");
  caps->has_subgroups = caps->version >= 210 && has_word(extensions, "cl_khr_subgroups") &&
                        has_word(extensions, "cl_khr_subgroup_shuffle") &&
                        has_word(extensions, "cl_khr_subgroup_ballot");
}

/* From OpenCL 3.0 on acquire, release and device scope are optional and queried; 2.x has them all.
 */
static void read_atomics(const clscan__opencl *cl, cl_device_id device, clscan__caps *caps) {
  cl_bitfield atomics = 0;
  const cl_bitfield needed = ATOMIC_ORDER_ACQ_REL | ATOMIC_SCOPE_DEVICE;
  if (caps->version >= 300 && (cl->clGetDeviceInfo(device, DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                                                   sizeof atomics, &atomics, NULL) != CL_SUCCESS ||
                               (atomics & needed) != needed)) {
    caps->has_opencl3_atomics = false;
  }
  if (caps->version < 200) {
    caps->has_opencl3_atomics = false;
  }
}

clscan_status clscan__caps_read(const clscan__opencl *cl, cl_device_id device, clscan__caps *caps) {
  clscan_status status;
  char *version = NULL, *vendor = NULL, *extensions = NULL, *name = NULL, *platform_name = NULL;
  *caps = (clscan__caps){0};

#define GET(what, field)                                                                           \
  do {                                                                                             \
    status = cl->clGetDeviceInfo(device, what, sizeof(field), &(field), NULL);                     \
    if (status != CL_SUCCESS)                                                                      \
      goto cleanup;                                                                                \
  } while (0)
#define GET_STRING(what, string)                                                                   \
  do {                                                                                             \
    (string) = clscan__device_string(cl, device, what, &status);                                   \
    if (!(string))                                                                                 \
      goto cleanup;                                                                                \
  } while (0)

  cl_device_type type = 0;
  cl_bool compiler = CL_FALSE;
  size_t item_sizes[16] = {0}; /* a side of a group has at most so many work-items */
  GET(CL_DEVICE_TYPE, type);
  GET(CL_DEVICE_COMPILER_AVAILABLE, compiler);
  GET(CL_DEVICE_MAX_COMPUTE_UNITS, caps->compute_units);
  GET(CL_DEVICE_MAX_WORK_GROUP_SIZE, caps->max_group_size);
  GET(CL_DEVICE_MAX_WORK_ITEM_SIZES, item_sizes);
  GET(CL_DEVICE_LOCAL_MEM_SIZE, caps->local_bytes);
  GET(CL_DEVICE_ADDRESS_BITS, caps->address_bits);
  GET(CL_DEVICE_PLATFORM, caps->platform);
  GET_STRING(CL_DEVICE_NAME, name);
  GET_STRING(CL_DEVICE_VENDOR, vendor);
  GET_STRING(CL_DEVICE_VERSION, version);
  GET_STRING(CL_DEVICE_EXTENSIONS, extensions);
  platform_name = clscan__platform_string(cl, caps->platform, CL_PLATFORM_NAME, &status);
  if (!platform_name) {
    goto cleanup;
  }

  /* Every group has one dimension. */
  if (item_sizes[0] && caps->max_group_size > item_sizes[0]) {
    caps->max_group_size = item_sizes[0];
  }
  /* Some drivers know less than that there is something. */
  if (caps->max_group_size == 0) {
    caps->max_group_size = 1;
  }
  if (caps->compute_units == 0) {
    caps->compute_units = 1;
  }
  snprintf(caps->name, sizeof caps->name, "%s", name);
  unsigned major = 1, minor = 0;
  if (sscanf(version, "OpenCL %u.%u", &major, &minor) == 2) {
    caps->version = 100 * major + 10 * minor;
  }
  caps->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  caps->has_compiler = compiler == CL_TRUE;
  caps->is_nvidia = strstr(vendor, "NVIDIA") != NULL;
  caps->is_amd = strstr(vendor, "Advanced Micro Devices") != NULL && !caps->is_cpu;
  caps->is_intel_gpu = strstr(vendor, "Intel") != NULL && (type & CL_DEVICE_TYPE_GPU) != 0;
  caps->is_pocl = strstr(platform_name, "Portable Computing Language") != NULL;
  read_extensions(caps, extensions);
  read_atomics(cl, device, caps);

  if (caps->is_nvidia && has_word(extensions, "cl_nv_device_attribute_query")) {
    cl_uint capability[2] = {0, 0};
    GET(DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, capability[0]);
    GET(DEVICE_COMPUTE_CAPABILITY_MINOR_NV, capability[1]);
    caps->compute_capability = 10 * capability[0] + capability[1];
  }

cleanup:
  free(platform_name);
  free(name);
  free(extensions);
  free(version);
  free(vendor);
  return status;
#undef GET
#undef GET_STRING
}
