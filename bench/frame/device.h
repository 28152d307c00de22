/* SPDX-License-Identifier: Apache-2.0 */
/* The OpenCL devices of this machine and the choice of one. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <CL/cl.h>
#include <clscan.h>

typedef struct bench_device {
  cl_platform_id platform;
  cl_device_id id;
  char platform_name[128];
  char name[128];
  char driver[128];
  bool is_cpu;
  bool is_gpu;
  bool usable; /* available, and has a compiler */
  cl_uint units;
  cl_ulong memory_bytes;
  cl_ulong largest_allocation;
  cl_ulong cache_bytes;
  size_t max_group_size;
} bench_device;

typedef struct device_list {
  bench_device *items;
  size_t count;
} device_list;

/* All devices of all platforms, in the loader's order. An empty list is no error. */
cl_int device_list_get(device_list *list);
/*
 * The same from a process of its own, so that this one has not called OpenCL: platform and id are
 * NULL. On failure returns false with a sentence in `why`.
 */
bool device_list_ask(device_list *list, char *why, size_t why_size);
void device_list_free(device_list *list);

/*
 * Chooses by index, by a piece of the device's or platform's name in any case, or, if `wanted` is
 * NULL, the first usable GPU, else the first usable device. `why` receives the reason, or, when
 * NULL comes back, what is wrong.
 */
const bench_device *device_choose(const device_list *list, const char *wanted, char *why,
                                  size_t why_size);

/* Two lines a device, or more if its names are long; `taken` may be NULL. */
void device_list_print(FILE *file, const device_list *list, const bench_device *taken);

#endif
