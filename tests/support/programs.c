/* SPDX-License-Identifier: Apache-2.0 */
#include "support/programs.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* A program that was built; it is kept until the process ends. */
struct built {
  struct built *next;
  cl_program program;
  cl_context context;
  char *text;
  char *options;
};

static struct {
  pthread_mutex_t lock;
  struct built *first;
} known = {PTHREAD_MUTEX_INITIALIZER, NULL};

cl_program CL_API_CALL programs_create(cl_context context, cl_uint count, const char **texts,
                                       const size_t *lengths, cl_int *error) {
  pthread_mutex_lock(&known.lock);
  const struct built *b = known.first;
  while (b != NULL && !(b->context == context && strcmp(b->text, texts[0]) == 0)) {
    b = b->next;
  }
  pthread_mutex_unlock(&known.lock);
  if (b == NULL) {
    return clCreateProgramWithSource(context, count, texts, lengths, error);
  }
  *error = clRetainProgram(b->program);
  return *error == CL_SUCCESS ? b->program : NULL;
}

static void remember(cl_program program, const char *options) {
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size);
  if (size <= 1) { /* made of a binary */
    return;
  }
  struct built *b = malloc(sizeof *b);
  assert_non_null(b);
  b->program = program;
  b->options = strdup(options);
  clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof b->context, &b->context, NULL);
  b->text = malloc(size);
  assert_non_null(b->text);
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, b->text, NULL);
  clRetainProgram(program);
  pthread_mutex_lock(&known.lock);
  b->next = known.first;
  known.first = b;
  pthread_mutex_unlock(&known.lock);
}

cl_int CL_API_CALL programs_build(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options,
                                  void(CL_CALLBACK *notify)(cl_program, void *), void *user) {
  pthread_mutex_lock(&known.lock);
  const struct built *b = known.first;
  while (b != NULL && b->program != program) {
    b = b->next;
  }
  pthread_mutex_unlock(&known.lock);
  if (b != NULL && strcmp(b->options, options) != 0) {
    print_error("a text was built with '%s' and now with '%s': see harness_build_options()\n",
                b->options, options);
    return CL_INVALID_BUILD_OPTIONS;
  }
  if (b != NULL) {
    return CL_SUCCESS;
  }
  const cl_int status = clBuildProgram(program, count, devices, options, notify, user);
  if (status == CL_SUCCESS) {
    remember(program, options);
  }
  return status;
}

clscan_proc programs_get_proc(void *user, const char *name) {
  clscan_proc proc = NULL;
  (void)user;
  if (strcmp(name, "clCreateProgramWithSource") == 0) {
    return (clscan_proc)programs_create;
  }
  if (strcmp(name, "clBuildProgram") == 0) {
    return (clscan_proc)programs_build;
  }
  void *const own = dlopen(NULL, RTLD_NOW);
  void *const address = own != NULL ? dlsym(own, name) : NULL;
  memcpy(&proc, &address, sizeof proc);
  if (own != NULL) {
    dlclose(own);
  }
  return proc;
}
