/* SPDX-License-Identifier: Apache-2.0 */
/* options.program_load and program_store: what is built once is not compiled again, and whatever is
 * wrong with the store, programs are built from their sources and the results are right. */
#include "support/arrays.h"
#include "support/injection.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

#define N 5000

/* --- a store in memory --------------------------------------------------------------------- */

struct kept {
  char key[64];
  char *bytes;
  size_t size;
};

/* What a load does wrong. */
enum fault {
  NOTHING,
  GIVES_NOTHING, /* the size is right, the entry is not there any more */
  GIVES_ONE_BYTE,
  HAS_GROWN,
  SIZE_OF_ONE, /* what the size is said to be */
  SIZE_TOO_SMALL,
  SIZE_TOO_LARGE,
  SIZE_HUGE,
  SIZE_WITHOUT_BYTES,
  FAULTS
};

static struct {
  pthread_mutex_t lock;
  struct kept kept[32];
  unsigned count;
  unsigned stores;
  enum fault fault;
  bool forgets; /* takes nothing */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct kept *find(const char *key) {
  for (unsigned k = 0; k < memory.count; k++) {
    if (strcmp(memory.kept[k].key, key) == 0) {
      return &memory.kept[k];
    }
  }
  return NULL;
}

static size_t load(void *user, const char *key, size_t capacity, void *bytes) {
  assert_ptr_equal(user, &memory);
  assert_true((capacity == 0) == (bytes == NULL));
  pthread_mutex_lock(&memory.lock);
  const struct kept *kept = find(key);
  size_t size = kept == NULL ? 0 : kept->size;
  if (bytes != NULL && kept != NULL && size <= capacity) {
    memcpy(bytes, kept->bytes, size);
  } else if (bytes != NULL && kept != NULL) {
    memcpy(bytes, kept->bytes, capacity);
  }
  if (kept != NULL && memory.fault != NOTHING) {
    const size_t sizes[2][FAULTS] = {{0, size, size, size, 1, size - 1, size + 1, SIZE_MAX, size},
                                     {0, 0, 1, capacity + 1, size, size, size, SIZE_MAX, capacity}};
    size = sizes[bytes != NULL][memory.fault];
    if (bytes != NULL && memory.fault == SIZE_WITHOUT_BYTES) {
      memset(bytes, 0, capacity);
    }
  }
  pthread_mutex_unlock(&memory.lock);
  return size;
}

static void store(void *user, const char *key, const void *bytes, size_t size) {
  assert_ptr_equal(user, &memory);
  assert_true(strlen(key) < sizeof memory.kept->key);
  assert_int_equal(strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_-"), strlen(key));
  pthread_mutex_lock(&memory.lock);
  memory.stores++;
  if (!memory.forgets) {
    struct kept *kept = find(key);
    if (kept == NULL) {
      assert_true(memory.count < HARNESS_COUNT(memory.kept));
      kept = &memory.kept[memory.count++];
      strcpy(kept->key, key);
    }
    free(kept->bytes);
    kept->bytes = malloc(size);
    assert_non_null(kept->bytes);
    memcpy(kept->bytes, bytes, size);
    kept->size = size;
  }
  pthread_mutex_unlock(&memory.lock);
}

static void empty_store(void) {
  for (unsigned k = 0; k < memory.count; k++) {
    free(memory.kept[k].bytes);
  }
  memset(memory.kept, 0, sizeof memory.kept);
  memory.count = 0;
  memory.fault = NOTHING;
  memory.forgets = false;
}

static clscan_context_options store_options(clscan_context_options options) {
  options.program_load = load;
  options.program_store = store;
  options.program_user = &memory;
  return options;
}

/* --- a scan, from a new context to its result ---------------------------------------------- */

static const clscan_scan_desc desc = {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE};

static void check_plan(clscan_plan *plan) {
  uint32_t *expected = arrays_host(N);
  cl_mem mem = arrays_random(&h, N, 5, expected);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = N};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  arrays_sum(expected, N);
  assert_true(arrays_equal(&h, mem, expected, N));
  clReleaseMemObject(mem);
  free(expected);
}

/* Calls of one scan's context and plan. */
struct work {
  unsigned sources;  /* programs made of a source */
  unsigned binaries; /* and of a binary */
  unsigned stores;
};

static struct work do_work(const clscan_context_options *options) {
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  const unsigned sources = interpose_calls("clCreateProgramWithSource");
  const unsigned binaries = interpose_calls("clCreateProgramWithBinary");
  const unsigned stores = memory.stores;
  harness_log_reset(&h);
  assert_success(clscan_context_create(h.context, h.device, options, &ctx));
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_int_equal(h.log.count, 0);
  check_plan(plan);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  return (struct work){interpose_calls("clCreateProgramWithSource") - sources,
                       interpose_calls("clCreateProgramWithBinary") - binaries,
                       memory.stores - stores};
}

/* Fills an empty store; the number of programs. */
static unsigned fill_store(const clscan_context_options *options) {
  empty_store();
  const struct work first = do_work(options);
  assert_true(first.sources > 0);
  assert_int_equal(first.binaries, 0);
  assert_int_equal(memory.count, first.stores);
  return first.stores;
}

static void check_all_loaded(const clscan_context_options *options, unsigned programs) {
  const struct work again = do_work(options);
  assert_int_equal(again.sources, 0);
  assert_int_equal(again.binaries, programs);
  assert_int_equal(again.stores, 0);
}

/* --- tests --------------------------------------------------------------------------------- */

static void test_loaded(void **state) {
  (void)state;
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  const unsigned programs = fill_store(&options);
  check_all_loaded(&options, programs);
  assert_true(interpose_nothing_held());
  assert_null(interpose_unlisted());
}

/* One of the two functions alone. */
static void test_one_function(void **state) {
  (void)state;
  interpose_reset();
  clscan_context_options options = store_options(interpose_options(&h));
  const unsigned programs = fill_store(&options);
  options.program_store = NULL;
  check_all_loaded(&options, programs);
  options = store_options(interpose_options(&h));
  options.program_load = NULL;
  const struct work work = do_work(&options);
  assert_int_equal(work.binaries, 0);
  assert_int_equal(work.stores, programs);
}

/* Damages every entry, and checks that the damage is found and mended. */
static void check_damage(const clscan_context_options *options, unsigned programs,
                         void (*damage)(struct kept *kept, unsigned part, unsigned parts),
                         unsigned parts) {
  for (unsigned part = 0; part < parts; part++) {
    for (unsigned k = 0; k < memory.count; k++) {
      damage(&memory.kept[k], part, parts);
    }
    const struct work work = do_work(options);
    assert_int_equal(work.binaries, 0);
    assert_int_equal(work.stores, programs);
    check_all_loaded(options, programs);
  }
}

static void flip_bit(struct kept *kept, unsigned part, unsigned parts) {
  kept->bytes[part == parts - 1 ? kept->size - 1 : kept->size / (parts - 1) * part] ^= 4;
}

static void cut_off(struct kept *kept, unsigned part, unsigned parts) {
  kept->size = part == 0 ? 1 : kept->size / parts * part;
}

static void append(struct kept *kept, unsigned part, unsigned parts) {
  (void)part;
  (void)parts;
  kept->bytes = realloc(kept->bytes, kept->size + 1);
  assert_non_null(kept->bytes);
  kept->bytes[kept->size++] = 0;
}

/* Another program's entry, whole, under this one's key. */
static void mix_up(struct kept *kept, unsigned part, unsigned parts) {
  (void)part;
  (void)parts;
  static struct kept last;
  const struct kept own = *kept;
  if (kept == &memory.kept[0]) {
    last = memory.kept[memory.count - 1];
    last.bytes = malloc(last.size);
    assert_non_null(last.bytes);
    memcpy(last.bytes, memory.kept[memory.count - 1].bytes, last.size);
  }
  kept->bytes = last.bytes;
  kept->size = last.size;
  last = own;
  if (kept == &memory.kept[memory.count - 1]) {
    free(last.bytes);
  }
}

static void test_damaged(void **state) {
  (void)state;
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  const unsigned programs = fill_store(&options);
  check_damage(&options, programs, flip_bit, 9);
  check_damage(&options, programs, cut_off, 7);
  check_damage(&options, programs, append, 1);
  if (programs > 1) {
    check_damage(&options, programs, mix_up, 1);
  }
  assert_true(interpose_nothing_held());
}

static void test_wrong_sizes(void **state) {
  (void)state;
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  const unsigned programs = fill_store(&options);
  for (unsigned fault = NOTHING + 1; fault < FAULTS; fault++) {
    memory.fault = (enum fault)fault;
    const struct work work = do_work(&options);
    /* A size that is said to be too large does no harm if the entry comes with the true one. */
    const unsigned loaded = fault == SIZE_TOO_LARGE ? programs : 0;
    assert_int_equal(work.binaries, loaded);
    assert_int_equal(work.stores, programs - loaded);
  }
  memory.fault = NOTHING;
  check_all_loaded(&options, programs);
}

static void test_store_that_forgets(void **state) {
  (void)state;
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  empty_store();
  memory.forgets = true;
  for (unsigned k = 0; k < 2; k++) {
    const struct work work = do_work(&options);
    assert_int_equal(work.binaries, 0);
    assert_true(work.stores > 0);
  }
  assert_int_equal(memory.count, 0);
}

/* A store written with another driver: its entries are replaced. Another device: they stay. */
static void test_other_texts(void **state) {
  (void)state;
  static const struct {
    cl_uint question;
    bool replaced;
  } texts[] = {{CL_DRIVER_VERSION, true},
               {CL_DEVICE_VERSION, true},
               {CL_PLATFORM_VERSION, true},
               {CL_DEVICE_NAME, false}};
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  for (unsigned k = 0; k < HARNESS_COUNT(texts); k++) {
    char text[512] = "";
    const unsigned programs = fill_store(&options);
    if (texts[k].question == CL_PLATFORM_VERSION) {
      clGetPlatformInfo(h.platform, texts[k].question, sizeof text - 1, text, NULL);
    } else {
      clGetDeviceInfo(h.device, texts[k].question, sizeof text - 1, text, NULL);
    }
    /* One letter more. */
    strcat(text, "a");
    interpose_answer(texts[k].question, text, strlen(text) + 1);
    const struct work work = do_work(&options);
    assert_int_equal(work.binaries, 0);
    assert_int_equal(work.stores, programs);
    assert_int_equal(memory.count, texts[k].replaced ? programs : 2 * programs);
    check_all_loaded(&options, programs);
    interpose_answer(texts[k].question, NULL, 0);
    assert_int_equal(do_work(&options).stores, texts[k].replaced ? programs : 0);
  }
}

/* Real builds, which are few. */
static void test_other_options(void **state) {
  (void)state;
  const clscan_scan_desc small = {.type = CLSCAN_UINT32, .algorithm = CLSCAN_SCAN_SMALL};
  static const char *const texts[] = {"-DTESTS=1", "-DTESTS=2", "-DTESTS=1"};
  empty_store();
  for (unsigned k = 0; k < HARNESS_COUNT(texts); k++) {
    const clscan_context_options options = store_options(harness_build_options(&h, texts[k]));
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    const unsigned stores = memory.stores;
    assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
    assert_success(clscan_scan_plan_create(ctx, &small, &plan));
    assert_true((memory.stores != stores) == (k < 2));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

/* A build that fails is not kept, and says why each time. */
static void test_failed_build(void **state) {
  (void)state;
  const clscan_scan_desc bad = {.type = CLSCAN_UINT32, .load = "nothing_of_this_name"};
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  clscan_context *ctx = NULL;
  empty_store();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  for (unsigned k = 0; k < 2; k++) {
    clscan_plan *plan = NULL;
    harness_log_reset(&h);
    assert_status(clscan_scan_plan_create(ctx, &bad, &plan), CLSCAN_BUILD_FAILED);
    assert_true(harness_log_contains(&h, "nothing_of_this_name"));
  }
  clscan_context_destroy(ctx);
}

/* Each OpenCL call fails in turn, with an empty store and with a full one. */
static void test_failures(void **state) {
  (void)state;
  for (unsigned full = 0; full < 2; full++) {
    bool reached = true;
    unsigned fallbacks = 0;
    for (unsigned k = 1; reached; k++) {
      clscan_context *ctx = NULL;
      clscan_plan *plan = NULL;
      interpose_reset();
      const clscan_context_options options = store_options(interpose_options(&h));
      if (full != 0) {
        fill_store(&options);
      } else {
        empty_store();
      }
      assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
      const unsigned sources = interpose_calls("clCreateProgramWithSource");
      harness_log_reset(&h);
      interpose_fail(k);
      const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
      reached = interpose_failed() != NULL;
      const char *failed = interpose_failed();
      if (full != 0 && failed != NULL && strcmp(failed, "clBuildProgram") == 0) {
        interpose_fail(0);
        assert_success(status);
      } else {
        injection_check(status, "clscan_scan_plan_create");
      }
      if (status == CLSCAN_SUCCESS) {
        fallbacks += full != 0 && interpose_calls("clCreateProgramWithSource") != sources;
        assert_int_equal(h.log.count, 0);
        check_plan(plan);
      }
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
      assert_true(interpose_nothing_held());
    }
    assert_true((fallbacks >= 2) == (full != 0));
  }
}

/* --- threads ------------------------------------------------------------------------------- */

#define THREADS 4

struct worker {
  const clscan_context_options *options;
  clscan_context *ctx; /* shared; NULL: one of its own */
  clscan_status status;
};

static void *work_often(void *user) {
  struct worker *w = user;
  for (unsigned k = 0; k < 5 && w->status == CLSCAN_SUCCESS; k++) {
    clscan_context *own = NULL;
    clscan_plan *plan = NULL;
    if (w->ctx == NULL) {
      w->status = clscan_context_create(h.context, h.device, w->options, &own);
    }
    if (w->status == CLSCAN_SUCCESS) {
      w->status = clscan_scan_plan_create(w->ctx != NULL ? w->ctx : own, &desc, &plan);
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(own);
  }
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  struct worker workers[THREADS];
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  clscan_context *shared = NULL;
  /* pocl 5.0 aborts where several threads are the first to run a kernel. */
  const unsigned programs = fill_store(&options);
  empty_store();
  assert_success(clscan_context_create(h.context, h.device, &options, &shared));
  for (unsigned k = 0; k < THREADS; k++) {
    workers[k] = (struct worker){&options, k < 2 ? shared : NULL, CLSCAN_SUCCESS};
    assert_int_equal(pthread_create(&threads[k], NULL, work_often, &workers[k]), 0);
  }
  for (unsigned k = 0; k < THREADS; k++) {
    pthread_join(threads[k], NULL);
    assert_success(workers[k].status);
  }
  clscan_context_destroy(shared);
  assert_int_equal(memory.count, programs);
  check_all_loaded(&options, programs);
}

/* No lock is held around the callbacks: while one waits, another thread makes a plan. */
static struct {
  pthread_barrier_t entered, leave;
  bool once;
} slow;

static size_t load_slowly(void *user, const char *key, size_t capacity, void *bytes) {
  if (!slow.once) {
    slow.once = true;
    pthread_barrier_wait(&slow.entered);
    pthread_barrier_wait(&slow.leave);
  }
  return load(user, key, capacity, bytes);
}

static void *make_other_plan(void *user) {
  struct worker *w = user;
  const clscan_scan_desc other = {.type = CLSCAN_UINT32, .op = CLSCAN_XOR};
  clscan_plan *plan = NULL;
  slow.once = false;
  w->status = clscan_scan_plan_create(w->ctx, &other, &plan);
  clscan_plan_destroy(plan);
  return NULL;
}

static void test_no_lock_is_held(void **state) {
  (void)state;
  interpose_reset();
  clscan_context_options options = store_options(interpose_options(&h));
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  clscan_memory held;
  pthread_t thread;
  options.program_load = load_slowly;
  slow.once = true;
  pthread_barrier_init(&slow.entered, NULL, 2);
  pthread_barrier_init(&slow.leave, NULL, 2);
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  struct worker w = {&options, ctx, CLSCAN_SUCCESS};
  assert_int_equal(pthread_create(&thread, NULL, make_other_plan, &w), 0);
  pthread_barrier_wait(&slow.entered);
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  assert_success(clscan_context_memory(ctx, &held));
  pthread_barrier_wait(&slow.leave);
  pthread_join(thread, NULL);
  assert_success(w.status);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  pthread_barrier_destroy(&slow.entered);
  pthread_barrier_destroy(&slow.leave);
}

/* --- several devices ----------------------------------------------------------------------- */

/* A driver whose program has another device before this one. */
static clscan_get_proc true_get_proc;

static cl_int CL_API_CALL info_of_two(cl_program program, cl_program_info question, size_t capacity,
                                      void *value, size_t *size) {
  const cl_device_id devices[2] = {(cl_device_id)&h, h.device};
  const cl_uint count = 2;
  size_t sizes[2] = {77, 0};
  unsigned char **binaries = value;
  switch (question) {
  case CL_PROGRAM_NUM_DEVICES:
    memcpy(value, &count, sizeof count);
    return CL_SUCCESS;
  case CL_PROGRAM_DEVICES:
    assert_int_equal(capacity, sizeof devices);
    memcpy(value, devices, sizeof devices);
    return CL_SUCCESS;
  case CL_PROGRAM_BINARY_SIZES:
    assert_int_equal(capacity, sizeof sizes);
    clGetProgramInfo(program, question, sizeof *sizes, sizes + 1, size);
    memcpy(value, sizes, sizeof sizes);
    return CL_SUCCESS;
  default:
    assert_int_equal(question, CL_PROGRAM_BINARIES);
    assert_int_equal(capacity, 2 * sizeof *binaries);
    assert_null(binaries[0]);
    return clGetProgramInfo(program, question, sizeof *binaries, binaries + 1, size);
  }
}

static clscan_proc get_proc_of_two(void *user, const char *name) {
  return strcmp(name, "clGetProgramInfo") == 0 ? (clscan_proc)info_of_two
                                               : true_get_proc(user, name);
}

static void test_binary_of_two(void **state) {
  (void)state;
  interpose_reset();
  clscan_context_options options = store_options(interpose_options(&h));
  true_get_proc = options.get_proc;
  options.get_proc = get_proc_of_two;
  const unsigned programs = fill_store(&options);
  assert_true(programs > 0);
  check_all_loaded(&options, programs);
}

/* Two devices. pocl 3.1 has a binary for the first of them alone: the second's is not kept. */
static void test_two_devices(void **state) {
  (void)state;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_device_id devices[8];
  cl_uint count = 0;
  cl_int error = CL_SUCCESS;
  clGetDeviceIDs(h.platform, CL_DEVICE_TYPE_ALL, 8, devices, &count);
  if (count < 2) {
    harness_skip("the platform has one device");
  }
  cl_context both = clCreateContext(properties, 2, devices, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  empty_store();
  for (unsigned k = 0; k < 4; k++) {
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    const unsigned sources = interpose_calls("clCreateProgramWithSource");
    assert_success(clscan_context_create(both, devices[1 - k % 2], &options, &ctx));
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    assert_true(k == 0 || memory.count > 0);
    if (k > 1) {
      assert_int_equal(interpose_calls("clCreateProgramWithSource"), sources);
    }
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  assert_true(interpose_nothing_held());
  clReleaseContext(both);
}

/* Where the driver has programs of the whole device alone, that one's binary serves the part. */
static void test_sub_device(void **state) {
  (void)state;
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[256];
  cl_uint count = 0;
  if (clCreateSubDevices(h.device, properties, HARNESS_COUNT(parts), parts, &count) != CL_SUCCESS ||
      count == 0) {
    harness_skip("the device has no parts");
  }
  interpose_reset();
  const clscan_context_options options = store_options(interpose_options(&h));
  empty_store();
  for (unsigned k = 0; k < 2; k++) {
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    const unsigned sources = interpose_calls("clCreateProgramWithSource");
    assert_success(clscan_context_create(h.context, parts[0], &options, &ctx));
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    assert_true((interpose_calls("clCreateProgramWithSource") == sources) == (k == 1));
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
  assert_true(interpose_nothing_held());
  for (cl_uint k = 0; k < count; k++) {
    clReleaseDevice(parts[k]);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loaded),
      cmocka_unit_test(test_one_function),
      cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_wrong_sizes),
      cmocka_unit_test(test_store_that_forgets),
      cmocka_unit_test(test_other_texts),
      cmocka_unit_test(test_other_options),
      cmocka_unit_test(test_failed_build),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_no_lock_is_held),
      cmocka_unit_test(test_binary_of_two),
      cmocka_unit_test(test_two_devices),
      cmocka_unit_test(test_sub_device),
  };
  if (argc > 1) {
    cmocka_set_test_filter(argv[1]);
  }
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  empty_store();
  harness_close(&h);
  return harness_exit(failed);
}
