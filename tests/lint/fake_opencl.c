/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_opencl.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 4096

static struct {
  const struct fake_device *device;
  const char *directory;
  FILE *index;
  uint64_t written[MAX_PROGRAMS]; /* hashes of the texts */
  unsigned count;
} fake;

/* Every handle is a pointer to something of ours; programs and kernels are allocated. */
static int context_handle;
static int device_handle;
static int platform_handle;

struct fake_program {
  char *text;
};

/* --- writing --------------------------------------------------------------------------------- */

static uint64_t hash(const char *text, uint64_t seed) {
  uint64_t h = seed;
  for (; *text != '\0'; text++) {
    h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
  }
  return h;
}

void fake_write(const char *text, const char *options) {
  const char *standard = options != NULL ? strstr(options, "-cl-std=") : NULL;
  char path[1024];
  char name[16] = "CL1.2";
  const uint64_t h =
      hash(options != NULL ? options : "", hash(text, UINT64_C(14695981039346656037)));
  for (unsigned k = 0; k < fake.count; k++) {
    if (fake.written[k] == h) {
      return;
    }
  }
  if (fake.count == MAX_PROGRAMS) {
    abort();
  }
  fake.written[fake.count++] = h;
  if (standard != NULL) {
    sscanf(standard + strlen("-cl-std="), "%15s", name);
  }
  snprintf(path, sizeof path, "%s/%s-%03u.cl", fake.directory, fake.device->name, fake.count);
  FILE *file = fopen(path, "w");
  if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  fprintf(fake.index, "%s\t%s\t%s\t%s\n", path, fake.device->target, name, fake.device->flags);
}

unsigned fake_programs(void) { return fake.count; }

void fake_open(const struct fake_device *device, const char *directory, const char *index) {
  memset(&fake, 0, sizeof fake);
  fake.device = device;
  fake.directory = directory;
  fake.index = fopen(index, "a");
  if (fake.index == NULL) {
    perror(index);
    exit(EXIT_FAILURE);
  }
}

void fake_close(void) { fclose(fake.index); }

cl_context fake_context(void) { return (cl_context)&context_handle; }

cl_device_id fake_device_id(void) { return (cl_device_id)&device_handle; }

/* --- answers --------------------------------------------------------------------------------- */

static cl_int answer(const void *from, size_t bytes, size_t capacity, void *value, size_t *size) {
  if (size != NULL) {
    *size = bytes;
  }
  if (value != NULL) {
    if (capacity < bytes) {
      return CL_INVALID_VALUE;
    }
    memcpy(value, from, bytes);
  }
  return CL_SUCCESS;
}

static cl_int answer_string(const char *text, size_t capacity, void *value, size_t *size) {
  return answer(text, strlen(text) + 1, capacity, value, size);
}

static cl_int CL_API_CALL fake_clGetDeviceInfo(cl_device_id d, cl_device_info what, size_t capacity,
                                               void *value, size_t *size) {
  const struct fake_device *device = fake.device;
  const cl_bool yes = CL_TRUE;
  const cl_uint units = 8;
  const cl_uint bits = 64;
  const size_t group = 1024, sizes[] = {1024, 1024, 64};
  const cl_ulong local = 49152;
  const cl_device_id none = NULL;
  const cl_platform_id platform = (cl_platform_id)&platform_handle;
  const cl_bitfield atomics =
      device->device_scope ? CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                 CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE
                           : CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  (void)d;
  switch (what) {
  case CL_DEVICE_TYPE:
    return answer(&device->type, sizeof device->type, capacity, value, size);
  case CL_DEVICE_COMPILER_AVAILABLE:
    return answer(&yes, sizeof yes, capacity, value, size);
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return answer(&units, sizeof units, capacity, value, size);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return answer(&group, sizeof group, capacity, value, size);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return answer(sizes, sizeof sizes, capacity, value, size);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return answer(&local, sizeof local, capacity, value, size);
  case CL_DEVICE_ADDRESS_BITS:
    return answer(&bits, sizeof bits, capacity, value, size);
  case CL_DEVICE_PARENT_DEVICE: /* it is no sub-device */
    return answer(&none, sizeof none, capacity, value, size);
  case CL_DEVICE_PLATFORM:
    return answer(&platform, sizeof platform, capacity, value, size);
  case CL_DEVICE_NAME:
    return answer_string(device->name, capacity, value, size);
  case CL_DEVICE_VENDOR:
    return answer_string(device->vendor, capacity, value, size);
  case CL_DEVICE_VERSION:
    return answer_string(device->version, capacity, value, size);
  case CL_DEVICE_EXTENSIONS:
    return answer_string(device->extensions, capacity, value, size);
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return answer(&atomics, sizeof atomics, capacity, value, size);
  case 0x4000: /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV */
    return answer(&device->compute_capability[0], sizeof(cl_uint), capacity, value, size);
  case 0x4001:
    return answer(&device->compute_capability[1], sizeof(cl_uint), capacity, value, size);
  default:
    fprintf(stderr, "no answer to clGetDeviceInfo(0x%x)\n", (unsigned)what);
    return CL_INVALID_VALUE;
  }
}

static cl_int CL_API_CALL fake_clGetPlatformInfo(cl_platform_id p, cl_platform_info what,
                                                 size_t capacity, void *value, size_t *size) {
  (void)p;
  (void)what;
  return answer_string(fake.device->platform, capacity, value, size);
}

static cl_int CL_API_CALL fake_clGetContextInfo(cl_context c, cl_context_info what, size_t capacity,
                                                void *value, size_t *size) {
  const cl_device_id device = fake_device_id();
  (void)c;
  (void)what;
  return answer(&device, sizeof device, capacity, value, size);
}

static cl_int CL_API_CALL fake_clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d,
                                                        cl_kernel_work_group_info what,
                                                        size_t capacity, void *value,
                                                        size_t *size) {
  const size_t group = 1024;
  const size_t multiple = 32;
  (void)k;
  (void)d;
  if (what == CL_KERNEL_WORK_GROUP_SIZE) {
    return answer(&group, sizeof group, capacity, value, size);
  }
  return answer(&multiple, sizeof multiple, capacity, value, size);
}

static cl_int CL_API_CALL fake_clGetKernelSubGroupInfo(cl_kernel k, cl_device_id d,
                                                       cl_kernel_sub_group_info what,
                                                       size_t in_size, const void *in,
                                                       size_t capacity, void *value, size_t *size) {
  (void)k;
  (void)d;
  (void)what;
  (void)in_size;
  (void)in;
  return answer(&fake.device->subgroup_size, sizeof(size_t), capacity, value, size);
}

/* --- objects --------------------------------------------------------------------------------- */

static cl_program CL_API_CALL fake_clCreateProgramWithSource(cl_context c, cl_uint count,
                                                             const char **texts,
                                                             const size_t *lengths, cl_int *error) {
  struct fake_program *program = malloc(sizeof *program);
  size_t length = 0;
  (void)c;
  for (cl_uint k = 0; k < count; k++) {
    length += lengths != NULL && lengths[k] != 0 ? lengths[k] : strlen(texts[k]);
  }
  char *text = calloc(length + 1, 1);
  if (program == NULL || text == NULL) {
    abort();
  }
  for (cl_uint k = 0; k < count; k++) {
    strncat(text, texts[k], lengths != NULL && lengths[k] != 0 ? lengths[k] : strlen(texts[k]));
  }
  program->text = text;
  if (error != NULL) {
    *error = CL_SUCCESS;
  }
  return (cl_program)program;
}

static cl_int CL_API_CALL fake_clBuildProgram(cl_program p, cl_uint count,
                                              const cl_device_id *devices, const char *options,
                                              void(CL_CALLBACK *notify)(cl_program, void *),
                                              void *user) {
  (void)count;
  (void)devices;
  (void)notify;
  (void)user;
  fake_write(((struct fake_program *)p)->text, options);
  return CL_SUCCESS;
}

static cl_int CL_API_CALL fake_clGetProgramBuildInfo(cl_program p, cl_device_id d,
                                                     cl_program_build_info what, size_t capacity,
                                                     void *value, size_t *size) {
  (void)p;
  (void)d;
  (void)what;
  return answer_string("", capacity, value, size);
}

static cl_int CL_API_CALL fake_clReleaseProgram(cl_program p) {
  struct fake_program *program = (struct fake_program *)p;
  free(program->text);
  free(program);
  return CL_SUCCESS;
}

static cl_kernel CL_API_CALL fake_clCreateKernel(cl_program p, const char *name, cl_int *error) {
  void *kernel = malloc(1);
  /* The kernel must be in the text. */
  const bool found = strstr(((struct fake_program *)p)->text, name) != NULL;
  if (error != NULL) {
    *error = found ? CL_SUCCESS : CL_INVALID_KERNEL_NAME;
  }
  if (!found) {
    free(kernel);
    return NULL;
  }
  return (cl_kernel)kernel;
}

static cl_int CL_API_CALL fake_clReleaseKernel(cl_kernel k) {
  free((void *)k);
  return CL_SUCCESS;
}

static cl_int CL_API_CALL fake_retain_or_release(void *object) {
  (void)object;
  return CL_SUCCESS;
}

/* For what making a plan does not need. */
static void unexpected(void) {
  fprintf(stderr, "a function was called that the lint's OpenCL does not have\n");
  abort();
}

clscan_proc fake_get_proc(void *user, const char *name) {
  static const struct {
    const char *name;
    clscan_proc proc;
  } table[] = {
      {"clGetDeviceInfo", (clscan_proc)fake_clGetDeviceInfo},
      {"clGetPlatformInfo", (clscan_proc)fake_clGetPlatformInfo},
      {"clGetContextInfo", (clscan_proc)fake_clGetContextInfo},
      {"clGetKernelWorkGroupInfo", (clscan_proc)fake_clGetKernelWorkGroupInfo},
      {"clGetKernelSubGroupInfo", (clscan_proc)fake_clGetKernelSubGroupInfo},
      {"clCreateProgramWithSource", (clscan_proc)fake_clCreateProgramWithSource},
      {"clBuildProgram", (clscan_proc)fake_clBuildProgram},
      {"clGetProgramBuildInfo", (clscan_proc)fake_clGetProgramBuildInfo},
      {"clReleaseProgram", (clscan_proc)fake_clReleaseProgram},
      {"clCreateKernel", (clscan_proc)fake_clCreateKernel},
      {"clReleaseKernel", (clscan_proc)fake_clReleaseKernel},
      {"clRetainContext", (clscan_proc)fake_retain_or_release},
      {"clReleaseContext", (clscan_proc)fake_retain_or_release},
      {"clRetainDevice", (clscan_proc)fake_retain_or_release},
      {"clReleaseDevice", (clscan_proc)fake_retain_or_release},
  };
  (void)user;
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(table[k].name, name) == 0) {
      return table[k].proc;
    }
  }
  return unexpected;
}
