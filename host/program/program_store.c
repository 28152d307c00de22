/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "device/caps.h"
#include "device/device.h"

/* The first bytes of an entry; the number is the format's. */
static const char entry_format[] = "clscan program 1\n";

/* No program is larger; a store that says so is mistaken. */
enum { MOST_BYTES = 1 << 28 };

/* Appends a string of the device or its platform; frees it. */
static void append_string(clscan__text *out, char *string) {
  if (string) {
    clscan__entry_field(out, string, strlen(string));
  } else {
    out->failed = true;
  }
  free(string);
}

static void append_device_string(clscan__text *out, const clscan_context *ctx,
                                 cl_device_info what) {
  clscan_status status;
  append_string(out, clscan__device_string(&ctx->cl, ctx->device, what, &status));
}

static void append_platform_string(clscan__text *out, const clscan_context *ctx,
                                   cl_platform_info what) {
  clscan_status status;
  append_string(out, clscan__platform_string(&ctx->cl, ctx->caps->platform, what, &status));
}

void clscan__stored_open(clscan__stored *stored, clscan_context *ctx, const char *name,
                         const char *source, const char *options) {
  clscan__text *text = &stored->identity.text;
  *stored = (clscan__stored){.ctx = ctx, .options = options};
  if (!ctx->options.program_load && !ctx->options.program_store) {
    return;
  }
  clscan__text_string(text, entry_format);
  clscan__entry_field(text, clscan_version(), strlen(clscan_version()));
  append_platform_string(text, ctx, CL_PLATFORM_VERSION);
  append_device_string(text, ctx, CL_DEVICE_VERSION);
  append_device_string(text, ctx, CL_DRIVER_VERSION);
  stored->identity.asked = text->size;
  append_platform_string(text, ctx, CL_PLATFORM_NAME);
  append_device_string(text, ctx, CL_DEVICE_NAME);
  clscan__entry_field(text, options, strlen(options));
  clscan__entry_field(text, source, strlen(source));
  if (!text->failed) {
    clscan__entry_key(&stored->key, name, &stored->identity);
  }
  if (stored->key.failed) {
    clscan__text_free(&stored->key);
  }
}

void clscan__stored_close(clscan__stored *stored) {
  clscan__text_free(&stored->identity.text);
  clscan__text_free(&stored->key);
}

/* Builds the program of a binary; NULL if the driver does not take it. */
static cl_program build_binary(const clscan__stored *stored, const clscan__entry *entry) {
  clscan_context *ctx = stored->ctx;
  const unsigned char *binary = (const unsigned char *)entry->binary;
  cl_int taken = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program = ctx->cl.clCreateProgramWithBinary(
      ctx->context, 1, &ctx->device, &entry->binary_size, &binary, &taken, &status);
  if (status != CL_SUCCESS) {
    return NULL;
  }
  if (taken == CL_SUCCESS &&
      ctx->cl.clBuildProgram(program, 1, &ctx->device, stored->options, NULL, NULL) == CL_SUCCESS) {
    return program;
  }
  ctx->cl.clReleaseProgram(program);
  return NULL;
}

cl_program clscan__stored_load(const clscan__stored *stored, clscan__text *log) {
  const clscan_context_options *options = &stored->ctx->options;
  cl_program program = NULL;
  clscan__entry entry;
  if (!stored->key.data || !options->program_load) {
    return NULL;
  }
  const size_t capacity = options->program_load(options->program_user, stored->key.data, 0, NULL);
  char *bytes = capacity && capacity <= MOST_BYTES ? malloc(capacity) : NULL;
  if (!bytes) {
    return NULL;
  }
  /* Another process may have written the entry anew meanwhile. */
  const size_t size =
      options->program_load(options->program_user, stored->key.data, capacity, bytes);
  if (size <= capacity && clscan__entry_read(bytes, size, &stored->identity, &entry)) {
    program = build_binary(stored, &entry);
  }
  if (program) {
    clscan__text_append(log, entry.log, entry.log_size);
  }
  free(bytes);
  return program;
}

/* The binary for the context's device of all that the program has; NULL if there is none. */
static unsigned char *read_binary(const clscan_context *ctx, cl_program program, size_t *size) {
  cl_uint count = 0;
  size_t place = 0;
  unsigned char *binary = NULL, **binaries = NULL;
  size_t *sizes = NULL;
  cl_device_id *devices = NULL;
  if (ctx->cl.clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL) !=
          CL_SUCCESS ||
      count == 0) {
    return NULL;
  }
  devices = calloc(count, sizeof *devices);
  sizes = calloc(count, sizeof *sizes);
  binaries = calloc(count, sizeof *binaries);
  if (!devices || !sizes || !binaries) {
    goto cleanup;
  }
  if (ctx->cl.clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof *devices, devices,
                               NULL) != CL_SUCCESS ||
      clscan__device_find(ctx, devices, count, &place) != CL_SUCCESS) {
    goto cleanup;
  }
  if (ctx->cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof *sizes, sizes,
                               NULL) != CL_SUCCESS ||
      sizes[place] == 0) {
    goto cleanup;
  }
  binary = malloc(sizes[place]);
  if (!binary) {
    goto cleanup;
  }
  /* The others' pointers are NULL: their binaries are not copied. */
  binaries[place] = binary;
  *size = sizes[place];
  if (ctx->cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *binaries, binaries,
                               NULL) != CL_SUCCESS) {
    free(binary);
    binary = NULL;
  }
cleanup:
  free(devices);
  free(sizes);
  free(binaries);
  return binary;
}

void clscan__stored_save(const clscan__stored *stored, cl_program program,
                         const clscan__text *log) {
  const clscan_context_options *options = &stored->ctx->options;
  size_t size = 0;
  clscan__text entry = {0};
  if (!stored->key.data || !options->program_store) {
    return;
  }
  unsigned char *binary = read_binary(stored->ctx, program, &size);
  if (binary) {
    clscan__entry_write(&entry, &stored->identity, log, binary, size);
  }
  if (binary && !entry.failed && entry.size <= MOST_BYTES) {
    options->program_store(options->program_user, stored->key.data, entry.data, entry.size);
  }
  clscan__text_free(&entry);
  free(binary);
}
