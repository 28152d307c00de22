/* SPDX-License-Identifier: Apache-2.0 */
/* What a device is and can do. */
#ifndef CLSCAN_HOST_CAPS_H
#define CLSCAN_HOST_CAPS_H

#include <stdbool.h>

#include "base/opencl.h"

typedef struct clscan__caps {
  char name[256];
  cl_platform_id platform;
  cl_uint compute_units;
  size_t max_group_size;
  cl_ulong local_bytes;
  cl_uint address_bits;
  unsigned version;            /* 100 x major + 10 x minor of the device's OpenCL version */
  unsigned compute_capability; /* NVIDIA: 10 x major + minor; 0 otherwise */
  bool is_cpu, is_nvidia, is_amd, is_intel_gpu, is_pocl;
  bool has_compiler;
  bool has_double;
  bool has_int64_atomics;    /* cl_khr_int64_base_atomics */
  bool has_opencl3_atomics;  /* acquire and release at device scope, 64 bits */
  bool has_subgroups;        /* with shuffles and ballots; confirmed by a probe */
  bool has_intel_4gb_option; /* -cl-intel-greater-than-4GB-buffer-required; set by a probe */
  bool has_ptx;              /* shuffles and votes; set by a probe */
  bool has_ptx_order;        /* ordered accesses at device scope; set by a probe */
  bool has_ptx_wide;         /* the same with 128 bits; set by a probe */
} clscan__caps;

/* A string property, to be freed; NULL if memory ran out or the query failed, which *status tells
 * apart. */
char *clscan__device_string(const clscan__opencl *cl, cl_device_id device, cl_device_info what,
                            clscan_status *status);
char *clscan__platform_string(const clscan__opencl *cl, cl_platform_id platform,
                              cl_platform_info what, clscan_status *status);

/* Reads everything but the probes. */
clscan_status clscan__caps_read(const clscan__opencl *cl, cl_device_id device, clscan__caps *caps);

#endif
