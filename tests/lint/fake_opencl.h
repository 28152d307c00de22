/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL that has no device: it answers questions as a device would, and "builds" a program by
 * writing its text to a file. So programs for devices that are not there can be looked at. */
#ifndef TESTS_FAKE_OPENCL_H
#define TESTS_FAKE_OPENCL_H

#include <CL/cl.h>
#include <clscan.h>

#include <stdbool.h>
#include <stddef.h>

struct fake_device {
  const char *name; /* also of the files; no spaces */
  const char *platform;
  const char *vendor;
  const char *version;
  const char *extensions;
  cl_device_type type;
  cl_uint compute_capability[2];
  bool device_scope; /* acquire and release at device scope */
  size_t subgroup_size;
  const char *target; /* of clang, for the index */
  const char *flags;  /* of clang, for the index */
  unsigned tunings;   /* a bit for each row of dump.c that is tried */
};

/* Makes `device` the one that answers; programs go to `directory`, and one line for each to
 * `index`: file, target, language standard, flags, separated by tabs. A text is written once. */
void fake_open(const struct fake_device *device, const char *directory, const char *index);
void fake_close(void);
/* Programs written since fake_open(). */
unsigned fake_programs(void);
/* Writes a text as if it were built. */
void fake_write(const char *text, const char *options);

/* For clscan_context_create(). */
cl_context fake_context(void);
cl_device_id fake_device_id(void);
clscan_proc fake_get_proc(void *user, const char *name);

#endif
