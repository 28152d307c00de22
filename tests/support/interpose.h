/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL seen through clscan_context_options.get_proc: every function counted, each able to fail,
 * and the objects that the library holds balanced. One at a time in a process. */
#ifndef TESTS_INTERPOSE_H
#define TESTS_INTERPOSE_H

#include "support/harness.h"

/* The error that injected failures give; no implementation does. */
#define INTERPOSE_ERROR (-5555)

enum interpose_object {
  INTERPOSE_CONTEXT,
  INTERPOSE_DEVICE,
  INTERPOSE_QUEUE,
  INTERPOSE_MEM,
  INTERPOSE_PROGRAM,
  INTERPOSE_KERNEL,
  INTERPOSE_EVENT,
  INTERPOSE_OBJECTS
};

/* Forgets all counts, failures and lies. */
void interpose_reset(void);
/* Options with the log and this table. */
clscan_context_options interpose_options(struct harness *h);

/* Calls of one function since the reset; fails the test if the name is not in the table. */
unsigned interpose_calls(const char *name);
/* Calls that may be made to fail, of all functions; releases are not among them. */
unsigned interpose_failable_calls(void);
/* Makes the k-th such call from now on fail, counted from 1; 0: none. Forgets the log. */
void interpose_fail(unsigned k);
/* Whether the library has said something since then, and last with this status. */
bool interpose_logged(clscan_status status);
/* The function whose call failed, NULL if none did. */
const char *interpose_failed(void);
/* Makes get_proc answer NULL for this name; NULL: for none. */
void interpose_hide(const char *name);
/* Makes the device answer zeros to this question of clGetDeviceInfo; 0: to none. */
void interpose_zero(cl_device_info question);
/* Makes every object answer `size` bytes at `value`, which stay the caller's, to this question of
 * whichever clGet...Info(); NULL: the truth again. Up to four questions. */
void interpose_answer(cl_uint question, const void *value, size_t size);

/* Makes clBuildProgram wait, ten seconds at most, until builds are let go again. */
void interpose_hold_builds(bool hold);
/* Waits, as long at most, for a build to arrive there; whether one is waiting now. */
bool interpose_build_is_held(void);

/* Created and retained minus released, of one kind of object and of all of them together. */
long interpose_held(enum interpose_object object);
/* Whether nothing is held; prints what is. */
bool interpose_nothing_held(void);
/* Releases an event that the library handed out, so that it does not count as held. */
void interpose_release_event(cl_event event);
/* Commands enqueued, and those of them that were asked for an event. */
unsigned interpose_commands(void);
unsigned interpose_commands_with_event(void);
/* The k-th name that the library asked get_proc for since the reset, NULL past the last. */
const char *interpose_asked(unsigned k);
/* A name that it asked for and this table does not have, NULL if there is none. */
const char *interpose_unlisted(void);

#endif
