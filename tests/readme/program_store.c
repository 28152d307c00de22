/* SPDX-License-Identifier: Apache-2.0 */
/* Built programs in files, also while another process writes them or is killed. */
#include "readme.h"
#include "support/interpose.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// One file a program, in the directory `user`.
static size_t load(void *user, const char *key, size_t capacity, void *bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", (const char *)user, key);
  FILE *file = fopen(path, "rb");
  if (!file) {
    return 0;
  }
  size_t size = fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0 ? (size_t)ftell(file) : 0;
  rewind(file);
  if (size <= capacity && fread(bytes, 1, size, file) != size) {
    size = 0;
  }
  fclose(file);
  return size;
}

// Written aside and renamed: who loads it sees the old entry or the new one, whole.
static void store(void *user, const char *key, const void *bytes, size_t size) {
  char path[4096], aside[4096];
  snprintf(path, sizeof path, "%s/%s", (const char *)user, key);
  snprintf(aside, sizeof aside, "%s/new-XXXXXX", (const char *)user);
  int file = mkstemp(aside);
  if (file < 0) {
    return;
  }
  bool written = write(file, bytes, size) == (ssize_t)size;
  if (close(file) != 0 || !written || rename(aside, path) != 0) {
    unlink(aside);
  }
}

/* --- while another process writes ---------------------------------------------------------- */

/* Entries of one size, each filled with a letter. */
#define SIZE ((size_t)1 << 20)
static char entry[SIZE];

/* As long as the parent lives. */
static void write_often(char *directory, pid_t parent) {
  for (unsigned k = 0; getppid() == parent; k++) {
    memset(entry, "ab"[k % 2], SIZE);
    store(directory, "key", entry, SIZE);
  }
}

static void check_whole(char *directory) {
  REQUIRE(load(directory, "key", 0, NULL) == SIZE);
  REQUIRE(load(directory, "key", SIZE, entry) == SIZE);
  for (size_t i = 1; i < SIZE; i++) {
    REQUIRE(entry[i] == entry[0]);
  }
}

/* Reads while a child writes, then kills it in the middle. */
static void check_against_writer(char *directory) {
  memset(entry, 'a', SIZE);
  store(directory, "key", entry, SIZE);
  for (unsigned k = 0; k < 10; k++) {
    const struct timespec pause = {0, 1000000L + 777777L * k};
    const pid_t parent = getpid(), child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      write_often(directory, parent);
      _exit(EXIT_SUCCESS);
    }
    for (unsigned i = 0; i < 5; i++) {
      check_whole(directory);
    }
    nanosleep(&pause, NULL);
    REQUIRE(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    check_whole(directory);
  }
}

/* --- programs ------------------------------------------------------------------------------ */

static void check_scan(struct harness *h, clscan_context *ctx) {
  enum { N = 10007 };
  static cl_int values[N];
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .kind = CLSCAN_INCLUSIVE};
  for (cl_int i = 0; i < N; i++) {
    values[i] = 1;
  }
  cl_mem mem = readme_buffer(h, sizeof values, values);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = N};
  assert_success(clscan_scan(ctx, h->queue, &desc, &args, 0, NULL, NULL));
  readme_read(h, mem, sizeof values, values);
  for (cl_int i = 0; i < N; i++) {
    REQUIRE(values[i] == i + 1);
  }
  clReleaseMemObject(mem);
}

static clscan_context *open_context(cl_context context, cl_device_id device, void *directory,
                                    clscan_get_proc get_proc) {
  clscan_context *ctx;
  clscan_context_options options = {
      .program_load = load, .program_store = store, .program_user = directory};
  options.get_proc = get_proc;
  clscan_context_create(context, device, &options, &ctx);
  return ctx;
}

static void remove_all(const char *directory) {
  DIR *open = opendir(directory);
  REQUIRE(open != NULL);
  for (const struct dirent *file; (file = readdir(open)) != NULL;) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, file->d_name);
    if (file->d_name[0] != '.') {
      unlink(path);
    }
  }
  closedir(open);
  REQUIRE(rmdir(directory) == 0);
}

int main(void) {
  struct harness h;
  char directory[] = "/tmp/clscan-programs-XXXXXX";
  REQUIRE(mkdtemp(directory) != NULL);
  check_against_writer(directory);
  harness_open(&h);
  interpose_reset();
  for (unsigned k = 0; k < 2; k++) {
    const unsigned sources = interpose_calls("clCreateProgramWithSource");
    clscan_context *ctx =
        open_context(h.context, h.device, directory, interpose_options(&h).get_proc);
    check_scan(&h, ctx);
    clscan_context_destroy(ctx);
    REQUIRE((interpose_calls("clCreateProgramWithSource") == sources) == (k == 1));
  }
  harness_close(&h);
  remove_all(directory);
  return EXIT_SUCCESS;
}
