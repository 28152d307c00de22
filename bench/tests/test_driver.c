/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded by tests of clscan-bench: makes the OpenCL driver a worse one, as the environment says.
 *
 *   TEST_DRIVER_NAMES  device, platform and driver have names of 120 characters
 *   TEST_DRIVER_FATE   what becomes of a process that builds a program in which TEST_DRIVER_WORD
 *                      occurs: "abort" ends it, "hang" lets it wait, "lose" takes its context
 *   TEST_DRIVER_FILL   clEnqueueFillBuffer() loses the context
 *
 * Always, OCL_ICD_FILENAMES keeps its first file alone, as some loaders leave it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <CL/cl.h>

#define NAME_LENGTH 120

static bool lost; /* nothing works any more */

/* The driver's own function, which `to` is set to. */
static void find(const char *name, void *to) {
  void *symbol = dlsym(RTLD_NEXT, name);
  if (symbol == NULL) {
    fprintf(stderr, "there is no %s\n", name);
    abort();
  }
  memcpy(to, &symbol, sizeof symbol);
}

static cl_int long_name(const char *first, size_t size, void *value, size_t *size_ret) {
  char name[NAME_LENGTH + 1];
  memset(name, 'x', NAME_LENGTH);
  name[NAME_LENGTH] = '\0';
  memcpy(name, first, strlen(first));
  if (size_ret != NULL) {
    *size_ret = sizeof name;
  }
  if (value != NULL && size < sizeof name) {
    return CL_INVALID_VALUE;
  }
  if (value != NULL) {
    memcpy(value, name, sizeof name);
  }
  return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *value,
                       size_t *size_ret) {
  cl_int (*own)(cl_device_id, cl_device_info, size_t, void *, size_t *);
  if (getenv("TEST_DRIVER_NAMES") != NULL && what == CL_DEVICE_NAME) {
    return long_name("device", size, value, size_ret);
  }
  if (getenv("TEST_DRIVER_NAMES") != NULL && what == CL_DRIVER_VERSION) {
    return long_name("driver ", size, value, size_ret);
  }
  find("clGetDeviceInfo", &own);
  return own(device, what, size, value, size_ret);
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *value,
                         size_t *size_ret) {
  cl_int (*own)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
  if (getenv("TEST_DRIVER_NAMES") != NULL && what == CL_PLATFORM_NAME) {
    return long_name("a platform of many words ", size, value, size_ret);
  }
  find("clGetPlatformInfo", &own);
  return own(platform, what, size, value, size_ret);
}

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *count_ret) {
  cl_int (*own)(cl_uint, cl_platform_id *, cl_uint *);
  char *files = getenv("OCL_ICD_FILENAMES");
  if (files != NULL) {
    files[strcspn(files, ":")] = '\0';
  }
  find("clGetPlatformIDs", &own);
  return own(count, platforms, count_ret);
}

static bool has_word(cl_program program) {
  const char *word = getenv("TEST_DRIVER_WORD");
  size_t size = 0;
  if (word == NULL || clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS) {
    return false;
  }
  char *text = calloc(size + 1, 1);
  bool has = text != NULL &&
             clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL) == CL_SUCCESS &&
             strstr(text, word) != NULL;
  free(text);
  return has;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                      void *user) {
  cl_int (*own)(cl_program, cl_uint, const cl_device_id *, const char *,
                void(CL_CALLBACK *)(cl_program, void *), void *);
  const char *fate = getenv("TEST_DRIVER_FATE");
  if (fate != NULL && has_word(program)) {
    if (strcmp(fate, "abort") == 0) {
      abort();
    }
    while (strcmp(fate, "hang") == 0) {
      sleep(60);
    }
    lost = true;
  }
  find("clBuildProgram", &own);
  return lost ? CL_OUT_OF_RESOURCES : own(program, count, devices, options, notify, user);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem mem, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint num_wait,
                           const cl_event *wait, cl_event *event) {
  cl_int (*own)(cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint,
                const cl_event *, cl_event *);
  if (getenv("TEST_DRIVER_FILL") == NULL) {
    find("clEnqueueFillBuffer", &own);
    return own(queue, mem, pattern, pattern_size, offset, size, num_wait, wait, event);
  }
  lost = true;
  return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue queue) {
  cl_int (*own)(cl_command_queue);
  find("clFinish", &own);
  return lost ? CL_INVALID_COMMAND_QUEUE : own(queue);
}
