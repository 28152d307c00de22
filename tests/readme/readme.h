/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs around the blocks share. */
#ifndef TESTS_README_H
#define TESTS_README_H

#include "support/harness.h"

#include <stdio.h>
#include <stdlib.h>

/* Ends the program unless the condition holds. */
#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

/* A buffer that holds `bytes` bytes from `data`, or anything if that is NULL. */
static inline cl_mem readme_buffer(struct harness *h, size_t bytes, void *data) {
  cl_int status = CL_SUCCESS;
  const cl_mem_flags copy = data != NULL ? CL_MEM_COPY_HOST_PTR : 0;
  cl_mem mem = clCreateBuffer(h->context, CL_MEM_READ_WRITE | copy, bytes, data, &status);
  REQUIRE(status == CL_SUCCESS);
  return mem;
}

/* Waits for the queue and reads the buffer from its start. */
static inline void readme_read(struct harness *h, cl_mem mem, size_t bytes, void *data) {
  REQUIRE(clEnqueueReadBuffer(h->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL) == CL_SUCCESS);
}

#endif
