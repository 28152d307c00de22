/* SPDX-License-Identifier: Apache-2.0 */
#include "support/harness.h"
#include "support/programs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TESTS 32

static unsigned skipped;

static struct {
  struct CMUnitTest tests[MOST_TESTS];
  size_t count;
  void (*open)(void), (*close)(void);
} program;

/* --- device -------------------------------------------------------------------------------- */

/* The device that CLSCAN_TEST_DEVICE names, NULL if there is none. */
static cl_device_id find_device(cl_platform_id *platform) {
  const char *wanted = getenv("CLSCAN_TEST_DEVICE");
  if (wanted == NULL || *wanted == '\0') {
    wanted = "0";
  }
  char *end = NULL;
  const unsigned long index = strtoul(wanted, &end, 10);
  const bool by_index = isdigit((unsigned char)*wanted) && *end == '\0';
  cl_platform_id platforms[16];
  cl_uint num_platforms = 0;
  if (clGetPlatformIDs(16, platforms, &num_platforms) != CL_SUCCESS) {
    return NULL;
  }
  unsigned long seen = 0;
  for (cl_uint p = 0; p < num_platforms && p < 16; p++) {
    cl_device_id devices[16];
    cl_uint num_devices = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &num_devices) != CL_SUCCESS) {
      continue;
    }
    for (cl_uint d = 0; d < num_devices && d < 16; d++, seen++) {
      char name[256] = "";
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof name, name, NULL);
      if (by_index ? seen == index : strstr(name, wanted) != NULL) {
        *platform = platforms[p];
        return devices[d];
      }
    }
  }
  return NULL;
}

static void read_capabilities(struct harness *h) {
  char platform[256] = "";
  char version[256] = "";
  static char extensions[16384];
  cl_device_type type = 0;
  cl_device_fp_config fp64 = 0;
  clGetPlatformInfo(h->platform, CL_PLATFORM_NAME, sizeof platform, platform, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_NAME, sizeof h->name, h->name, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_VERSION, sizeof version, version, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof h->max_group_size,
                  &h->max_group_size, NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof h->local_bytes, &h->local_bytes,
                  NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof h->global_bytes, &h->global_bytes,
                  NULL);
  clGetDeviceInfo(h->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof h->max_allocation,
                  &h->max_allocation, NULL);
  h->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  h->is_pocl = strstr(platform, "Portable Computing Language") != NULL;
  h->has_fp64 = fp64 != 0;
  h->has_int64_atomics = strstr(extensions, "cl_khr_int64_base_atomics") != NULL;
  h->has_ptx = strstr(extensions, "cl_nv_device_attribute_query") != NULL;
  h->has_subgroups = h->has_ptx || (strstr(extensions, "cl_khr_subgroup_shuffle") != NULL &&
                                    strstr(extensions, "cl_khr_subgroup_ballot") != NULL);
#ifdef CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES
  if (version[7] >= '3') {
    const cl_bitfield needed = CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_DEVICE;
    cl_bitfield atomics = 0;
    clGetDeviceInfo(h->device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics, &atomics,
                    NULL);
    h->has_opencl3_atomics = (atomics & needed) == needed;
  }
#endif
  printf("device: %s (%s, %s)\n", h->name, platform, version);
}

/* --- log ----------------------------------------------------------------------------------- */

static void capture(void *user, clscan_status status, const char *message) {
  struct harness *h = user;
  struct harness_log *log = &h->log;
  pthread_mutex_lock(&log->lock);
  const size_t length = strlen(message);
  char *text = realloc(log->text, log->length + length + 2);
  if (text != NULL) {
    memcpy(text + log->length, message, length);
    memcpy(text + log->length + length, "\n", 2);
    log->text = text;
    log->length += length + 1;
  }
  log->count++;
  log->status = status;
  pthread_mutex_unlock(&log->lock);
}

void harness_log_reset(struct harness *h) {
  pthread_mutex_lock(&h->log.lock);
  free(h->log.text);
  h->log.text = NULL;
  h->log.length = 0;
  h->log.count = 0;
  h->log.status = CLSCAN_SUCCESS;
  pthread_mutex_unlock(&h->log.lock);
}

bool harness_log_contains(struct harness *h, const char *text) {
  pthread_mutex_lock(&h->log.lock);
  const bool found = h->log.text != NULL && strstr(h->log.text, text) != NULL;
  pthread_mutex_unlock(&h->log.lock);
  return found;
}

clscan_context_options harness_options(struct harness *h) {
  const clscan_context_options options = {
      .log = capture, .log_user = h, .get_proc = programs_get_proc};
  return options;
}

clscan_context_options harness_build_options(struct harness *h, const char *build_options) {
  clscan_context_options options = harness_options(h);
  options.build_options = build_options;
  options.get_proc = NULL;
  return options;
}

/* --- life ---------------------------------------------------------------------------------- */

static void give_up(const char *what, long code) {
  fprintf(stderr, "cannot test: %s (%ld)\n", what, code);
  exit(EXIT_FAILURE);
}

static cl_command_queue create_queue(struct harness *h, cl_command_queue_properties properties) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(h->context, h->device, properties, &error);
  return error == CL_SUCCESS ? queue : NULL;
}

/* Where compiling takes longer than running. Later versions of pocl abort in it. */
static void compile_unoptimized(cl_platform_id platform) {
  char version[128] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
  if (getenv("CLSCAN_TEST_UNOPTIMIZED") != NULL && strstr(version, "PoCL 3.") != NULL) {
    setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
  }
}

void harness_open(struct harness *h) {
  cl_int error = CL_SUCCESS;
  memset(h, 0, sizeof *h);
  setvbuf(stdout, NULL, _IOLBF, 0);
  pthread_mutex_init(&h->log.lock, NULL);
  h->device = find_device(&h->platform);
  if (h->device == NULL) {
    give_up("no OpenCL device that CLSCAN_TEST_DEVICE names", 0);
  }
  compile_unoptimized(h->platform);
  read_capabilities(h);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h->platform, 0};
  h->context = clCreateContext(properties, 1, &h->device, NULL, NULL, &error);
  if (error != CL_SUCCESS) {
    give_up("clCreateContext", error);
  }
  h->queue = create_queue(h, 0);
  if (h->queue == NULL) {
    give_up("clCreateCommandQueue", error);
  }
  h->out_of_order = create_queue(h, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const clscan_context_options options = harness_options(h);
  const clscan_status status = clscan_context_create(h->context, h->device, &options, &h->ctx);
  if (status != CLSCAN_SUCCESS) {
    fprintf(stderr, "%s: %s\n", clscan_status_name(status),
            h->log.text == NULL ? "no message" : h->log.text);
    give_up("clscan_context_create", status);
  }
}

void harness_close(struct harness *h) {
  clscan_context_destroy(h->ctx);
  if (h->out_of_order != NULL) {
    clReleaseCommandQueue(h->out_of_order);
  }
  clReleaseCommandQueue(h->queue);
  clReleaseContext(h->context);
  harness_log_reset(h);
  pthread_mutex_destroy(&h->log.lock);
}

void harness_add(const char *name, void (*test)(void **state)) {
  if (program.count == MOST_TESTS) {
    give_up("too many tests", MOST_TESTS);
  }
  program.tests[program.count++] = (struct CMUnitTest){.name = name, .test_func = test};
}

static int open_group(void **state) {
  (void)state;
  if (program.open != NULL) {
    program.open();
  }
  return 0;
}

static int close_group(void **state) {
  (void)state;
  if (program.close != NULL) {
    program.close();
  }
  return 0;
}

int harness_main(struct harness *h, int argc, char **argv, void (*open)(void),
                 void (*close)(void)) {
  program.open = open;
  program.close = close;
  if (argc > 1) {
    cmocka_set_test_filter(argv[1]);
  }
  harness_open(h);
  const int failed =
      _cmocka_run_group_tests("tests", program.tests, program.count, open_group, close_group);
  harness_close(h);
  return harness_exit(failed);
}

/* --- results ------------------------------------------------------------------------------- */

void harness_skip(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("skipped: ");
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  skipped++;
  skip();
}

int harness_exit(int failed) {
  if (failed != 0) {
    return EXIT_FAILURE;
  }
  return skipped != 0 ? HARNESS_SKIP_CODE : EXIT_SUCCESS;
}

void harness_assert_status(clscan_status actual, clscan_status expected, const char *file,
                           int line) {
  if (actual != expected) {
    print_error("status %s (%d) instead of %s (%d)\n", clscan_status_name(actual), (int)actual,
                clscan_status_name(expected), (int)expected);
    _fail(file, line);
  }
}

uint64_t harness_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state * UINT64_C(0x2545f4914f6cdd1d);
}

bool harness_slow(void) {
  const char *slow = getenv("CLSCAN_TEST_SLOW");
  return slow != NULL && strcmp(slow, "0") != 0;
}
