/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels' sources, embedded in the library. */
#ifndef CLSCAN_HOST_SOURCE_H
#define CLSCAN_HOST_SOURCE_H

#include <stddef.h>

/* A program's flattened source, generated from cl/device at build time. `size` is without the NUL.
 */
typedef struct clscan__source {
  const char *name, *text;
  size_t size;
  /* Its identifiers but OpenCL C's own, each with a NUL behind it, the last with two. */
  const char *file_scope, *others;
} clscan__source;

extern const clscan__source clscan__sources[];
extern const size_t clscan__num_sources;
/* OpenCL C's own names, likewise. */
extern const char *const clscan__opencl_names;

#endif
