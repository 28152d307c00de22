/* SPDX-License-Identifier: Apache-2.0 */
/* What every test program stands on: the device under test, queues, and the captured log. */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <CL/cl.h>
#include <clscan.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* CTest's SKIP_RETURN_CODE. */
#define HARNESS_SKIP_CODE 77
#define HARNESS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the library said since the last harness_log_reset(). */
struct harness_log {
  pthread_mutex_t lock;
  unsigned count;
  clscan_status status;
  char *text; /* all messages, one after the other */
  size_t length;
};

struct harness {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;        /* in-order */
  cl_command_queue out_of_order; /* NULL if the device has none */
  clscan_context *ctx;           /* default options and the log */
  struct harness_log log;
  char name[256];
  size_t max_group_size;
  cl_ulong local_bytes;
  cl_ulong global_bytes;
  cl_ulong max_allocation;
  bool is_cpu;
  bool is_pocl;
  bool has_fp64;
  bool has_opencl3_atomics; /* acquire and release at device scope, as the device reports it */
  bool has_int64_atomics;
  bool has_ptx;
  bool has_subgroups; /* of any kind that the library uses */
};

/* Opens the device that CLSCAN_TEST_DEVICE names: an index over all platforms, or a part of the
 * name; by default the first. Prints which. Ends the program if there is none. */
void harness_open(struct harness *h);
void harness_close(struct harness *h);

/* Options that carry the harness's log, and an OpenCL that compiles no text twice (programs.h). */
clscan_context_options harness_options(struct harness *h);
/* With build options, and the OpenCL that is linked: programs.h knows a program by its text alone.
 */
clscan_context_options harness_build_options(struct harness *h, const char *build_options);

void harness_log_reset(struct harness *h);
/* Whether any message since the reset contains the text. */
bool harness_log_contains(struct harness *h, const char *text);

/* A test. A program runs its tests in the order in which they stand. */
#define TEST(name)                                                                                 \
  static void name(void **state);                                                                  \
  __attribute__((constructor)) static void add_##name(void) { harness_add(#name, name); }          \
  static void name(void **state __attribute__((unused)))
void harness_add(const char *name, void (*test)(void **state));

/* The program: its tests, or with a name those of this name alone, with a harness `h`, between
 * `open` and `close`; either may be NULL. */
#define HARNESS_MAIN(open, close)                                                                  \
  int main(int argc, char **argv) { return harness_main(&h, argc, argv, (open), (close)); }
int harness_main(struct harness *h, int argc, char **argv, void (*open)(void), void (*close)(void));

/* Prints the reason, marks the running test as skipped, and makes harness_exit() say so. */
void harness_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The exit status for main(): failures before skips before success. */
int harness_exit(int failed);

/* Numbers from a seed; the state must not be zero. */
uint64_t harness_random(uint64_t *state);

/* Whether CLSCAN_TEST_SLOW asks for everything instead of the default selection. */
bool harness_slow(void);

/* Fails the running test, naming the status, unless it is the expected one. */
#define assert_status(actual, expected)                                                            \
  harness_assert_status((actual), (expected), __FILE__, __LINE__)
#define assert_success(actual) assert_status(actual, CLSCAN_SUCCESS)
void harness_assert_status(clscan_status actual, clscan_status expected, const char *file,
                           int line);

#endif
