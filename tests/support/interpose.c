/* SPDX-License-Identifier: Apache-2.0 */
#include "support/interpose.h"
#include "support/interpose_list.h"
#include "support/programs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* --- one number for each function ---------------------------------------------------------- */

enum function {
  F_clCreateProgramWithSource,
  F_clBuildProgram,
#define INFO_ID(name, object, question) F_##name,
  INTERPOSE_INFO_LIST(INFO_ID)
#undef INFO_ID
#define STATUS_ID(name, parameters, arguments) F_##name,
      INTERPOSE_STATUS_LIST(STATUS_ID) INTERPOSE_COMMAND_LIST(STATUS_ID)
#undef STATUS_ID
#define COUNTED_ID(object, retain, release, type) F_##retain, F_##release,
          INTERPOSE_COUNTED_LIST(COUNTED_ID)
#undef COUNTED_ID
#define CREATE_ID(object, name, type, parameters, arguments) F_##name,
              INTERPOSE_CREATE_LIST(CREATE_ID)
#undef CREATE_ID
                  FUNCTIONS
};

static const char *const names[FUNCTIONS];

/* An answer that is given in place of the true one. */
struct lie {
  cl_uint question;
  const void *value;
  size_t size;
};

static struct {
  atomic_uint calls[FUNCTIONS];
  atomic_long held[INTERPOSE_OBJECTS];
  atomic_uint failable;
  atomic_uint commands;
  atomic_uint commands_with_event;
  unsigned fail_at; /* a value of `failable` at which a call fails; 0: none */
  const char *failed;
  const char *hidden;
  const char *unlisted;
  cl_device_info zeroed;
  struct lie lies[4];
  const char *asked[2 * FUNCTIONS];
  unsigned num_asked;
  struct harness *harness; /* whose log the options had */
} seen;

/* Counts a call; true if it is to fail. */
static bool fails(enum function f) {
  seen.calls[f]++;
  if (++seen.failable == seen.fail_at) {
    seen.failed = names[f];
    return true;
  }
  return false;
}

/* --- builds that wait ---------------------------------------------------------------------- */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool hold;
  unsigned waiting;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};

static struct timespec in_ten_seconds(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  t.tv_sec += 10;
  return t;
}

static void pass_gate(void) {
  const struct timespec end = in_ten_seconds();
  int waited = 0;
  pthread_mutex_lock(&gate.lock);
  gate.waiting++;
  pthread_cond_broadcast(&gate.changed);
  while (gate.hold && waited == 0) {
    waited = pthread_cond_timedwait(&gate.changed, &gate.lock, &end);
  }
  gate.waiting--;
  pthread_mutex_unlock(&gate.lock);
}

void interpose_hold_builds(bool hold) {
  pthread_mutex_lock(&gate.lock);
  gate.hold = hold;
  pthread_cond_broadcast(&gate.changed);
  pthread_mutex_unlock(&gate.lock);
}

bool interpose_build_is_held(void) {
  const struct timespec end = in_ten_seconds();
  int waited = 0;
  pthread_mutex_lock(&gate.lock);
  while (gate.hold && gate.waiting == 0 && waited == 0) {
    waited = pthread_cond_timedwait(&gate.changed, &gate.lock, &end);
  }
  const bool held = gate.hold && gate.waiting != 0;
  pthread_mutex_unlock(&gate.lock);
  return held;
}

/* --- wrappers ------------------------------------------------------------------------------ */

/* Puts what is to be said in place of a true answer. No two functions share a question. */
static cl_int answer(cl_int status, cl_uint question, size_t capacity, void *value, size_t *size) {
  if (question == seen.zeroed && question != 0 && value != NULL) {
    memset(value, 0, capacity);
  }
  for (unsigned k = 0; k < HARNESS_COUNT(seen.lies); k++) {
    const struct lie *lie = &seen.lies[k];
    if (lie->value == NULL || lie->question != question) {
      continue;
    }
    if (size != NULL) {
      *size = lie->size;
    }
    if (value != NULL) {
      assert_true(capacity >= lie->size);
      memcpy(value, lie->value, lie->size);
    }
    return CL_SUCCESS;
  }
  return status;
}

#define WRAP_INFO(name, object, question)                                                          \
  static cl_int CL_API_CALL wrap_##name(object o, question q, size_t capacity, void *value,        \
                                        size_t *size) {                                            \
    if (fails(F_##name)) {                                                                         \
      return INTERPOSE_ERROR;                                                                      \
    }                                                                                              \
    return answer(name(o, q, capacity, value, size), q, capacity, value, size);                    \
  }
INTERPOSE_INFO_LIST(WRAP_INFO)

static cl_program CL_API_CALL wrap_clCreateProgramWithSource(cl_context c, cl_uint count,
                                                             const char **texts,
                                                             const size_t *lengths, cl_int *error) {
  if (fails(F_clCreateProgramWithSource)) {
    *error = INTERPOSE_ERROR;
    return NULL;
  }
  cl_program made = programs_create(c, count, texts, lengths, error);
  seen.held[INTERPOSE_PROGRAM] += made != NULL ? 1 : 0;
  return made;
}

static cl_int CL_API_CALL wrap_clBuildProgram(cl_program p, cl_uint count,
                                              const cl_device_id *devices, const char *options,
                                              void(CL_CALLBACK *notify)(cl_program, void *),
                                              void *user) {
  pass_gate();
  return fails(F_clBuildProgram) ? INTERPOSE_ERROR
                                 : programs_build(p, count, devices, options, notify, user);
}

#define WRAP_STATUS(name, parameters, arguments)                                                   \
  static cl_int CL_API_CALL wrap_##name parameters {                                               \
    return fails(F_##name) ? INTERPOSE_ERROR : name arguments;                                     \
  }
INTERPOSE_STATUS_LIST(WRAP_STATUS)

#define WRAP_COMMAND(name, parameters, arguments)                                                  \
  static cl_int CL_API_CALL wrap_##name parameters {                                               \
    if (fails(F_##name)) {                                                                         \
      return INTERPOSE_ERROR;                                                                      \
    }                                                                                              \
    const cl_int status = name arguments;                                                          \
    if (status == CL_SUCCESS) {                                                                    \
      seen.commands++;                                                                             \
      if (event != NULL) {                                                                         \
        seen.commands_with_event++;                                                                \
        seen.held[INTERPOSE_EVENT]++;                                                              \
      }                                                                                            \
    }                                                                                              \
    return status;                                                                                 \
  }
INTERPOSE_COMMAND_LIST(WRAP_COMMAND)

#define WRAP_COUNTED(object, retain, release, type)                                                \
  static cl_int CL_API_CALL wrap_##retain(type o) {                                                \
    if (fails(F_##retain)) {                                                                       \
      return INTERPOSE_ERROR;                                                                      \
    }                                                                                              \
    const cl_int status = retain(o);                                                               \
    seen.held[object] += status == CL_SUCCESS ? 1 : 0;                                             \
    return status;                                                                                 \
  }                                                                                                \
  static cl_int CL_API_CALL wrap_##release(type o) {                                               \
    seen.calls[F_##release]++;                                                                     \
    const cl_int status = release(o);                                                              \
    seen.held[object] -= status == CL_SUCCESS ? 1 : 0;                                             \
    return status;                                                                                 \
  }
INTERPOSE_COUNTED_LIST(WRAP_COUNTED)

#define WRAP_CREATE(object, name, type, parameters, arguments)                                     \
  static type CL_API_CALL wrap_##name parameters {                                                 \
    if (fails(F_##name)) {                                                                         \
      if (error != NULL) {                                                                         \
        *error = INTERPOSE_ERROR;                                                                  \
      }                                                                                            \
      return NULL;                                                                                 \
    }                                                                                              \
    type made = name arguments;                                                                    \
    seen.held[object] += made != NULL ? 1 : 0;                                                     \
    return made;                                                                                   \
  }
INTERPOSE_CREATE_LIST(WRAP_CREATE)

/* --- the table ----------------------------------------------------------------------------- */

static const char *const names[FUNCTIONS] = {
    [F_clCreateProgramWithSource] = "clCreateProgramWithSource",
    [F_clBuildProgram] = "clBuildProgram",
#define INFO_NAME(name, object, question) [F_##name] = #name,
    INTERPOSE_INFO_LIST(INFO_NAME)
#define STATUS_NAME(name, parameters, arguments) [F_##name] = #name,
        INTERPOSE_STATUS_LIST(STATUS_NAME) INTERPOSE_COMMAND_LIST(STATUS_NAME)
#define COUNTED_NAME(object, retain, release, type)                                                \
  [F_##retain] = #retain, [F_##release] = #release,
            INTERPOSE_COUNTED_LIST(COUNTED_NAME)
#define CREATE_NAME(object, name, type, parameters, arguments) [F_##name] = #name,
                INTERPOSE_CREATE_LIST(CREATE_NAME)};

static const clscan_proc wrappers[FUNCTIONS] = {
    [F_clCreateProgramWithSource] = (clscan_proc)wrap_clCreateProgramWithSource,
    [F_clBuildProgram] = (clscan_proc)wrap_clBuildProgram,
#define INFO_WRAPPER(name, object, question) [F_##name] = (clscan_proc)wrap_##name,
    INTERPOSE_INFO_LIST(INFO_WRAPPER)
#define STATUS_WRAPPER(name, parameters, arguments) [F_##name] = (clscan_proc)wrap_##name,
        INTERPOSE_STATUS_LIST(STATUS_WRAPPER) INTERPOSE_COMMAND_LIST(STATUS_WRAPPER)
#define COUNTED_WRAPPER(object, retain, release, type)                                             \
  [F_##retain] = (clscan_proc)wrap_##retain, [F_##release] = (clscan_proc)wrap_##release,
            INTERPOSE_COUNTED_LIST(COUNTED_WRAPPER)
#define CREATE_WRAPPER(object, name, type, parameters, arguments)                                  \
  [F_##name] = (clscan_proc)wrap_##name,
                INTERPOSE_CREATE_LIST(CREATE_WRAPPER)};

static int find(const char *name) {
  for (int f = 0; f < FUNCTIONS; f++) {
    if (strcmp(names[f], name) == 0) {
      return f;
    }
  }
  return -1;
}

static clscan_proc get_proc(void *user, const char *name) {
  (void)user;
  if (seen.num_asked < 2 * FUNCTIONS) {
    seen.asked[seen.num_asked++] = name;
  }
  if (seen.hidden != NULL && strcmp(seen.hidden, name) == 0) {
    return NULL;
  }
  const int f = find(name);
  if (f < 0) {
    seen.unlisted = name;
    return NULL;
  }
  return wrappers[f];
}

/* --- what tests ask ------------------------------------------------------------------------ */

void interpose_reset(void) {
  for (int f = 0; f < FUNCTIONS; f++) {
    seen.calls[f] = 0;
  }
  for (int o = 0; o < INTERPOSE_OBJECTS; o++) {
    seen.held[o] = 0;
  }
  seen.failable = 0;
  seen.commands = 0;
  seen.commands_with_event = 0;
  seen.fail_at = 0;
  seen.failed = NULL;
  seen.hidden = NULL;
  seen.unlisted = NULL;
  seen.zeroed = 0;
  memset(seen.lies, 0, sizeof seen.lies);
  seen.num_asked = 0;
}

clscan_context_options interpose_options(struct harness *h) {
  clscan_context_options options = harness_options(h);
  options.get_proc = get_proc;
  seen.harness = h;
  return options;
}

unsigned interpose_calls(const char *name) {
  const int f = find(name);
  assert_true(f >= 0);
  return seen.calls[f];
}

unsigned interpose_failable_calls(void) { return seen.failable; }

void interpose_fail(unsigned k) {
  seen.fail_at = k == 0 ? 0 : seen.failable + k;
  seen.failed = NULL;
  harness_log_reset(seen.harness);
}

bool interpose_logged(clscan_status status) {
  return seen.harness->log.length > 10 && seen.harness->log.status == status;
}

const char *interpose_failed(void) { return seen.failed; }

void interpose_hide(const char *name) { seen.hidden = name; }

void interpose_zero(cl_device_info question) { seen.zeroed = question; }

void interpose_answer(cl_uint question, const void *value, size_t size) {
  unsigned k = 0;
  while (k < HARNESS_COUNT(seen.lies) && seen.lies[k].value != NULL &&
         seen.lies[k].question != question) {
    k++;
  }
  assert_true(k < HARNESS_COUNT(seen.lies));
  seen.lies[k] = (struct lie){question, value, size};
}

long interpose_held(enum interpose_object object) { return seen.held[object]; }

bool interpose_nothing_held(void) {
  static const char *const objects[] = {"contexts", "devices", "queues", "buffers",
                                        "programs", "kernels", "events"};
  bool nothing = true;
  for (int o = 0; o < INTERPOSE_OBJECTS; o++) {
    if (seen.held[o] != 0) {
      print_error("%ld %s still held\n", (long)seen.held[o], objects[o]);
      nothing = false;
    }
  }
  return nothing;
}

void interpose_release_event(cl_event event) {
  assert_int_equal(wrap_clReleaseEvent(event), CL_SUCCESS);
}

unsigned interpose_commands(void) { return seen.commands; }

unsigned interpose_commands_with_event(void) { return seen.commands_with_event; }

const char *interpose_asked(unsigned k) { return k < seen.num_asked ? seen.asked[k] : NULL; }

const char *interpose_unlisted(void) { return seen.unlisted; }
