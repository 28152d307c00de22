/* SPDX-License-Identifier: Apache-2.0 */
/* An OpenCL that compiles no text twice in a process: contexts of a test often build the same
 * programs, most of a test's time goes into that, and it is not the compiler that is tested. */
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include "support/harness.h"

/* clCreateProgramWithSource() and clBuildProgram() of this OpenCL; as the library calls them, with
 * one text and one device. */
cl_program CL_API_CALL programs_create(cl_context context, cl_uint count, const char **texts,
                                       const size_t *lengths, cl_int *error);
cl_int CL_API_CALL programs_build(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options,
                                  void(CL_CALLBACK *notify)(cl_program, void *), void *user);

/* For clscan_context_options: these two, and the loader's own functions. */
clscan_proc programs_get_proc(void *user, const char *name);

#endif
