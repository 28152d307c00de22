/* SPDX-License-Identifier: Apache-2.0 */
#include "support/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096
#define MOST_PROGRAMS 16

static struct {
  struct simulation what;
  struct harness *harness;
  clscan_get_proc get_proc; /* interpose.h's */
  struct {
    char name[64]; /* of the file in cl/device/ */
    cl_program program;
  } programs[MOST_PROGRAMS]; /* the first of each source */
  struct simulation_command commands[MOST];
  unsigned count;
} simulated;

/* Calls the function of that name in interpose.h. */
#define UNDER(name, type, parameters) ((type(CL_API_CALL *) parameters)under(#name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static clscan_proc under(const char *name) { return simulated.get_proc(NULL, name); }

static cl_int CL_API_CALL record(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint num_wait, const cl_event *wait, cl_event *event) {
  cl_int status = CL_SUCCESS;
  pthread_mutex_lock(&lock);
  struct simulation_command *c = &simulated.commands[simulated.count];
  (void)queue;
  (void)kernel;
  (void)dimensions;
  (void)offset;
  (void)global;
  (void)local;
  assert_true(simulated.count < MOST && num_wait <= HARNESS_COUNT(c->wait));
  memset(c, 0, sizeof *c);
  c->num_wait = num_wait;
  if (num_wait != 0) {
    memcpy(c->wait, wait, num_wait * sizeof *wait);
  }
  if (event != NULL) {
    *event = UNDER(clCreateUserEvent, cl_event, (cl_context, cl_int *))(simulated.harness->context,
                                                                        &status);
    c->event = *event;
  }
  if (status == CL_SUCCESS) {
    simulated.count++;
    if (c->event != NULL) {
      clRetainEvent(c->event);
    }
  }
  pthread_mutex_unlock(&lock);
  return status;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *error) {
  static const char mark[] = "#line 1 \"device/";
  const char *name = strstr(texts[0], mark);
  assert_non_null(name);
  name += sizeof mark - 1;
  const size_t size = strcspn(name, "\"");
  unsigned k = 0;
  pthread_mutex_lock(&lock);
  while (k < MOST_PROGRAMS && simulated.programs[k].program != NULL &&
         !(strncmp(simulated.programs[k].name, name, size) == 0 &&
           simulated.programs[k].name[size] == '\0')) {
    k++;
  }
  assert_true(k < MOST_PROGRAMS && size < sizeof simulated.programs[k].name);
  if (simulated.programs[k].program == NULL) {
    snprintf(simulated.programs[k].name, sizeof simulated.programs[k].name, "%.*s", (int)size,
             name);
    simulated.programs[k].program = UNDER(clCreateProgramWithSource, cl_program,
                                          (cl_context, cl_uint, const char **, const size_t *,
                                           cl_int *))(context, count, texts, lengths, error);
    clRetainProgram(simulated.programs[k].program);
  } else {
    *error = UNDER(clRetainProgram, cl_int, (cl_program))(simulated.programs[k].program);
  }
  pthread_mutex_unlock(&lock);
  return *error == CL_SUCCESS ? simulated.programs[k].program : NULL;
}

static cl_mem CL_API_CALL create_filled(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host, cl_int *error) {
  void *fill = malloc(size);
  assert_non_null(fill);
  assert_null(host);
  memset(fill, GUARDED_FILL, size);
  cl_mem mem = UNDER(clCreateBuffer, cl_mem, (cl_context, cl_mem_flags, size_t, void *, cl_int *))(
      context, flags | CL_MEM_COPY_HOST_PTR, size, fill, error);
  free(fill);
  return mem;
}

static clscan_proc get_proc(void *user, const char *name) {
  (void)user;
  if (simulated.what.records && strcmp(name, "clEnqueueNDRangeKernel") == 0) {
    return (clscan_proc)record;
  }
  if (simulated.what.one_program && strcmp(name, "clCreateProgramWithSource") == 0) {
    return (clscan_proc)create_program;
  }
  if (simulated.what.fills && strcmp(name, "clCreateBuffer") == 0) {
    return (clscan_proc)create_filled;
  }
  return under(name);
}

clscan_context_options simulation_options(struct harness *h, struct simulation what) {
  interpose_reset();
  clscan_context_options options = interpose_options(h);
  memset(&simulated, 0, sizeof simulated);
  simulated.what = what;
  simulated.harness = h;
  simulated.get_proc = options.get_proc;
  options.get_proc = get_proc;
  return options;
}

void simulation_close(void) {
  for (unsigned k = 0; k < simulated.count; k++) {
    if (simulated.commands[k].event != NULL) {
      clReleaseEvent(simulated.commands[k].event);
    }
  }
  for (unsigned k = 0; k < MOST_PROGRAMS && simulated.programs[k].program != NULL; k++) {
    clReleaseProgram(simulated.programs[k].program);
  }
  memset(&simulated, 0, sizeof simulated);
}

unsigned simulation_commands(void) { return simulated.count; }

const struct simulation_command *simulation_command(unsigned k) {
  assert_true(k < simulated.count);
  return &simulated.commands[k];
}

void simulation_end(unsigned k, cl_int state) {
  assert_int_equal(clSetUserEventStatus(simulation_command(k)->event, state), CL_SUCCESS);
}

clscan_context *simulation_open_context(struct harness *h, struct simulation what,
                                        const struct work *work) {
  return work_open_context(h, simulation_options(h, what), shapes_small_tiles(h), work);
}

void simulation_close_context(clscan_context *ctx) {
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  simulation_close();
}
