/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether `path` is written directly; then the place to write is the path itself. */
static bool is_special(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* The name of the temporary file; NULL if there is no memory. */
static char *temporary_name(const char *path) {
  size_t size = strlen(path) + 32;
  char *name = malloc(size);
  if (name != NULL) {
    snprintf(name, size, "%s.%ld.tmp", path, (long)getpid());
  }
  return name;
}

static bool failed(const char *path, int error, char *why, size_t why_size) {
  snprintf(why, why_size, "cannot write '%s': %s", path, strerror(error));
  return false;
}

bool output_probe(const char *path, char *why, size_t why_size) {
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
    return failed(path, EISDIR, why, why_size);
  }
  if (is_special(path)) {
    return access(path, W_OK) == 0 || failed(path, errno, why, why_size);
  }
  char *name = temporary_name(path);
  if (name == NULL) {
    return failed(path, ENOMEM, why, why_size);
  }
  FILE *file = fopen(name, "wb");
  int error = errno;
  if (file != NULL) {
    fclose(file);
    remove(name);
  }
  free(name);
  return file != NULL || failed(path, error, why, why_size);
}

bool output_write(const char *path, const char *text, size_t length, char *why, size_t why_size) {
  bool direct = is_special(path);
  int error = 0;
  char *name = temporary_name(path);
  if (name == NULL) {
    return failed(path, ENOMEM, why, why_size);
  }
  FILE *file = fopen(direct ? path : name, "wb");
  if (file == NULL) {
    error = errno;
    goto cleanup;
  }
  if (fwrite(text, 1, length, file) != length || fflush(file) != 0 ||
      (!direct && fsync(fileno(file)) != 0)) {
    error = errno;
  }
  if (fclose(file) != 0 && error == 0) {
    error = errno;
  }
  if (error == 0 && !direct && rename(name, path) != 0) {
    error = errno;
  }
  if (error != 0 && !direct) {
    remove(name);
  }
cleanup:
  free(name);
  return error == 0 || failed(path, error, why, why_size);
}
