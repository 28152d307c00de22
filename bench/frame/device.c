/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/device.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frame/child.h"
#include "frame/text.h"

#define PLATFORM_NOT_FOUND_KHR (-1001)

static void device_string(cl_device_id id, cl_device_info what, char *text, size_t size) {
  size_t length = 0;
  char long_text[1024] = "";
  if (clGetDeviceInfo(id, what, sizeof long_text - 1, long_text, &length) != CL_SUCCESS) {
    long_text[0] = '\0';
  }
  const char *start = long_text;
  while (*start == ' ') {
    start++;
  }
  snprintf(text, size, "%.*s", (int)size - 1, start);
  /* A name is part of a line. */
  for (char *at = text; *at != '\0'; at++) {
    *at = iscntrl((unsigned char)*at) ? ' ' : *at;
  }
}

static void device_fill(bench_device *device, cl_platform_id platform, cl_device_id id) {
  cl_device_type type = 0;
  cl_bool available = CL_FALSE;
  cl_bool compiler = CL_FALSE;
  memset(device, 0, sizeof *device);
  device->platform = platform;
  device->id = id;
  if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof device->platform_name - 1,
                        device->platform_name, NULL) != CL_SUCCESS) {
    strcpy(device->platform_name, "unnamed platform");
  }
  device_string(id, CL_DEVICE_NAME, device->name, sizeof device->name);
  device_string(id, CL_DRIVER_VERSION, device->driver, sizeof device->driver);
  clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  clGetDeviceInfo(id, CL_DEVICE_AVAILABLE, sizeof available, &available, NULL);
  clGetDeviceInfo(id, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units, NULL);
  clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof device->memory_bytes, &device->memory_bytes,
                  NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof device->largest_allocation,
                  &device->largest_allocation, NULL);
  clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof device->cache_bytes,
                  &device->cache_bytes, NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->max_group_size,
                  &device->max_group_size, NULL);
  device->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  device->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  device->usable = available == CL_TRUE && compiler == CL_TRUE;
}

static cl_int add_platform(device_list *list, cl_platform_id platform) {
  cl_device_id *ids = NULL;
  bench_device *items = NULL;
  cl_uint count = 0;
  cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
  if (status == CL_DEVICE_NOT_FOUND || (status == CL_SUCCESS && count == 0)) {
    return CL_SUCCESS;
  }
  if (status != CL_SUCCESS) {
    return status;
  }
  ids = calloc(count, sizeof(cl_device_id));
  items = realloc(list->items, (list->count + count) * sizeof *items);
  if (items != NULL) {
    list->items = items;
  }
  if (ids == NULL || items == NULL) {
    status = CL_OUT_OF_HOST_MEMORY;
    goto cleanup;
  }
  status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
  if (status != CL_SUCCESS) {
    goto cleanup;
  }
  for (cl_uint i = 0; i < count; i++) {
    device_fill(&list->items[list->count++], platform, ids[i]);
  }
cleanup:
  free(ids);
  return status;
}

cl_int device_list_get(device_list *list) {
  cl_platform_id *platforms = NULL;
  cl_uint count = 0;
  list->items = NULL;
  list->count = 0;
  cl_int status = clGetPlatformIDs(0, NULL, &count);
  if (status == PLATFORM_NOT_FOUND_KHR || (status == CL_SUCCESS && count == 0)) {
    return CL_SUCCESS;
  }
  if (status != CL_SUCCESS) {
    return status;
  }
  platforms = calloc(count, sizeof(cl_platform_id));
  if (platforms == NULL) {
    return CL_OUT_OF_HOST_MEMORY;
  }
  status = clGetPlatformIDs(count, platforms, NULL);
  for (cl_uint i = 0; i < count && status == CL_SUCCESS; i++) {
    status = add_platform(list, platforms[i]);
  }
  free(platforms);
  if (status != CL_SUCCESS) {
    device_list_free(list);
  }
  return status;
}

/* Writes the list, without the handles, which mean nothing to the reader. */
static void tell_list(const void *user, int pipe) {
  device_list list;
  (void)user;
  cl_int status = device_list_get(&list);
  child_write(pipe, &status, sizeof status);
  child_write(pipe, &list.count, sizeof list.count);
  for (size_t i = 0; i < list.count; i++) {
    list.items[i].platform = NULL;
    list.items[i].id = NULL;
    child_write(pipe, &list.items[i], sizeof list.items[i]);
  }
  device_list_free(&list);
}

bool device_list_ask(device_list *list, char *why, size_t why_size) {
  child_process child;
  cl_int status;
  size_t count;
  char how[128];
  *list = (device_list){0};
  if (!child_start(&child, tell_list, NULL, why, why_size)) {
    return false;
  }
  bool ok = child_read(&child, &status, sizeof status) && child_read(&child, &count, sizeof count);
  if (ok) {
    list->items = calloc(count + 1, sizeof *list->items);
    ok = list->items != NULL && child_read(&child, list->items, count * sizeof *list->items);
  }
  child_wait(&child, how, sizeof how);
  if (ok && status == CL_SUCCESS) {
    list->count = count;
    return true;
  }
  snprintf(why, why_size, "cannot list the OpenCL devices: %s",
           ok ? clscan_status_name(status) : how);
  device_list_free(list);
  return false;
}

void device_list_free(device_list *list) {
  free(list->items);
  list->items = NULL;
  list->count = 0;
}

static bool contains(const char *text, const char *piece) {
  size_t length = strlen(piece);
  for (; *text != '\0'; text++) {
    size_t i = 0;
    while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)piece[i])) {
      i++;
    }
    if (i == length) {
      return true;
    }
  }
  return false;
}

static const bench_device *choose_default(const device_list *list, char *why, size_t why_size) {
  const bench_device *first = NULL;
  size_t usable = 0;
  for (size_t i = 0; i < list->count; i++) {
    const bench_device *device = &list->items[i];
    if (!device->usable) {
      continue;
    }
    usable++;
    if (first == NULL || (device->is_gpu && !first->is_gpu)) {
      first = device;
    }
  }
  if (first == NULL) {
    snprintf(why, why_size,
             list->count == 0 ? "there is no OpenCL device; is a driver's .icd file installed?"
                              : "no OpenCL device is available and has a compiler");
  } else if (usable == 1) {
    snprintf(why, why_size, "the only one");
  } else {
    snprintf(why, why_size, first->is_gpu ? "the first GPU" : "the first; there is no GPU");
  }
  return first;
}

const bench_device *device_choose(const device_list *list, const char *wanted, char *why,
                                  size_t why_size) {
  if (wanted == NULL) {
    return choose_default(list, why, why_size);
  }
  const bench_device *found = NULL;
  size_t matches = 0;
  char *end = NULL;
  unsigned long index = strtoul(wanted, &end, 10);
  if (isdigit((unsigned char)wanted[0]) && *end == '\0') {
    if (index < list->count) {
      found = &list->items[index];
      matches = 1;
    }
  } else {
    for (size_t i = 0; i < list->count && wanted[0] != '\0'; i++) {
      const bench_device *device = &list->items[i];
      if (contains(device->name, wanted) || contains(device->platform_name, wanted)) {
        found = found == NULL ? device : found;
        matches++;
      }
    }
  }
  if (found == NULL) {
    snprintf(why, why_size, "no device is called or numbered '%s'", wanted);
  } else if (!found->usable) {
    snprintf(why, why_size, "device '%s' is not available or has no compiler", wanted);
    found = NULL;
  } else if (matches > 1) {
    snprintf(why, why_size, "the first of %zu that match '%s'", matches, wanted);
  } else {
    snprintf(why, why_size, "asked for");
  }
  return found;
}

void device_list_print(FILE *file, const device_list *list, const bench_device *taken) {
  for (size_t i = 0; i < list->count; i++) {
    const bench_device *device = &list->items[i];
    const char *kind = device->is_cpu ? "CPU" : device->is_gpu ? "GPU" : "accelerator";
    char cache[32] = "";
    char line[320];
    int column = fprintf(file, "%s %zu  ", device == taken ? " >" : "  ", i);
    text_print(file, device->name, (size_t)column, 7);
    if (device->cache_bytes > 0) {
      snprintf(cache, sizeof cache, ", %.1f MB cache", (double)device->cache_bytes / 1e6);
    }
    snprintf(line, sizeof line, "%s, %s, %u compute units, %.1f GB%s%s", device->platform_name,
             kind, device->units, (double)device->memory_bytes / 1e9, cache,
             device->usable ? "" : ", not usable (unavailable or no compiler)");
    fprintf(file, "%*s", 7, "");
    text_print(file, line, 7, 7);
  }
}
