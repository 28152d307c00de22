/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "base/text.h"
#include "device/caps.h"
#include "program/build_log.h"
#include "program/program_store.h"
#include "program/program_text.h"
#include "tuning/tuning.h"

const clscan__source *clscan__source_find(const char *name) {
  for (size_t i = 0; i < clscan__num_sources; i++) {
    if (strcmp(clscan__sources[i].name, name) == 0) {
      return &clscan__sources[i];
    }
  }
  return NULL;
}

/* Reads the build log. One that cannot be read is told, but keeps no program from being used. */
static void read_log(const clscan_context *ctx, cl_program program, clscan__text *log) {
  size_t size = 0;
  char *text = NULL;
  clscan_status status =
      ctx->cl.clGetProgramBuildInfo(program, ctx->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  if (status == CL_SUCCESS && size > 0) {
    text = calloc(size + 1, 1);
    if (text) {
      status = ctx->cl.clGetProgramBuildInfo(program, ctx->device, CL_PROGRAM_BUILD_LOG, size, text,
                                             NULL);
    } else {
      log->failed = true;
    }
  }
  if (status != CL_SUCCESS) {
    clscan__fail(ctx, status, "a build log cannot be read: %s", clscan_status_name(status));
  } else if (text) {
    clscan__text_string(log, text);
  }
  free(text);
}

/* Sends a build log to the callback: in full, or of a build that succeeded what is about the
 * caller's texts. Returns false if memory ran out. */
static bool log_build(const clscan_context *ctx, const clscan__text *log, const char *source,
                      clscan_status status) {
  clscan__text mapped = {0}, users = {0};
  if (!ctx->options.log || !log->data) {
    return true;
  }
  clscan__build_log_map(&mapped, log->data, source);
  if (status == CLSCAN_SUCCESS && mapped.data) {
    clscan__build_log_users(&users, mapped.data);
  }
  const clscan__text *said = status == CLSCAN_SUCCESS ? &users : &mapped;
  const bool right = !mapped.failed && !users.failed;
  if (right && said->data) {
    ctx->options.log(ctx->options.log_user, status, said->data);
  }
  clscan__text_free(&mapped);
  clscan__text_free(&users);
  return right;
}

/* Compiles the source `text`. The log is that of the build. */
static clscan_status build_source(clscan_context *ctx, const char *text, const char *options,
                                  cl_program *out, clscan__text *log) {
  clscan_status status = CL_SUCCESS;
  cl_program program = ctx->cl.clCreateProgramWithSource(ctx->context, 1, &text, NULL, &status);
  if (status != CL_SUCCESS) {
    return status;
  }
  status = ctx->cl.clBuildProgram(program, 1, &ctx->device, options, NULL, NULL);
  const bool wanted = ctx->options.log || ctx->options.program_store;
  if (wanted && (status == CL_SUCCESS || status == CL_BUILD_PROGRAM_FAILURE)) {
    read_log(ctx, program, log);
  }
  if (status == CL_SUCCESS) {
    *out = program;
  } else {
    ctx->cl.clReleaseProgram(program);
  }
  return status == CL_BUILD_PROGRAM_FAILURE ? CLSCAN_BUILD_FAILED : status;
}

/* Makes the program of the source `text`, called `name`: from the application's store, or compiled
 * and put there. A failed build is not stored, since a passing cause would then last. `quiet`:
 * failure is an answer, not an error. */
static clscan_status build(clscan_context *ctx, const char *name, const char *text,
                           clscan__build_options wanted, bool quiet, cl_program *out) {
  clscan__text options = {0}, log = {0};
  clscan__stored stored = {0};
  cl_program program = NULL;
  clscan_status status = CL_SUCCESS;
  clscan__text_printf(&options, "-cl-std=%s", wanted.standard);
  if (wanted.registers) {
    clscan__text_printf(&options, " -cl-nv-maxrregcount=%u", wanted.registers);
  }
  if (ctx->caps->has_intel_4gb_option) {
    clscan__text_string(&options, " -cl-intel-greater-than-4GB-buffer-required");
  }
  if (ctx->options.build_options) {
    clscan__text_printf(&options, " %s", ctx->options.build_options);
  }
  if (options.failed) {
    status = CL_OUT_OF_HOST_MEMORY;
    goto cleanup;
  }
  clscan__stored_open(&stored, ctx, name, text, options.data);
  program = clscan__stored_load(&stored, &log);
  if (!program) {
    status = build_source(ctx, text, options.data, &program, &log);
    if (status == CLSCAN_SUCCESS && !log.failed) {
      clscan__stored_save(&stored, program, &log);
    }
  }
  const bool told = status == CLSCAN_SUCCESS || status == CLSCAN_BUILD_FAILED;
  if (log.failed || (told && !quiet && !log_build(ctx, &log, text, status))) {
    if (status == CLSCAN_SUCCESS) {
      ctx->cl.clReleaseProgram(program);
    }
    status = CL_OUT_OF_HOST_MEMORY;
  }
  if (status == CLSCAN_SUCCESS) {
    *out = program;
  }
cleanup:
  clscan__stored_close(&stored);
  clscan__text_free(&log);
  clscan__text_free(&options);
  return status;
}

/* The caller holds the mutex. */
static void unlink_program(clscan_context *ctx, clscan__program *program) {
  clscan__program **p = &ctx->programs;
  while (*p != program) {
    p = &(*p)->next;
  }
  *p = program->next;
  if (program->program) {
    ctx->cl.clReleaseProgram(program->program);
  }
  free(program->text);
  free(program);
}

clscan_status clscan__program_acquire(clscan_context *ctx, const clscan__prelude *prelude,
                                      const char *name, clscan__build_options options,
                                      clscan__program **out) {
  clscan__text text = {0};
  clscan__program_write(&text, prelude, clscan__source_find(name));
  if (text.failed) {
    clscan__text_free(&text);
    return CL_OUT_OF_HOST_MEMORY;
  }

  clscan__mutex_lock(&ctx->mutex);
  clscan__program *program = ctx->programs;
  while (program && !(strcmp(program->options.standard, options.standard) == 0 &&
                      program->options.registers == options.registers &&
                      strcmp(program->text, text.data) == 0)) {
    program = program->next;
  }
  if (program) {
    clscan__text_free(&text);
    program->users++;
    while (program->state == CLSCAN__PROGRAM_BUILDING) {
      clscan__condition_wait(&ctx->built, &ctx->mutex);
    }
  } else {
    program = calloc(1, sizeof *program);
    if (!program) {
      clscan__mutex_unlock(&ctx->mutex);
      clscan__text_free(&text);
      return CL_OUT_OF_HOST_MEMORY;
    }
    *program =
        (clscan__program){.next = ctx->programs, .text = text.data, .options = options, .users = 1};
    ctx->programs = program;
    clscan__mutex_unlock(&ctx->mutex);
    cl_program built = NULL;
    const clscan_status status = build(ctx, name, program->text, options, false, &built);
    clscan__mutex_lock(&ctx->mutex);
    program->program = built;
    program->status = status;
    program->state = status == CLSCAN_SUCCESS ? CLSCAN__PROGRAM_READY : CLSCAN__PROGRAM_FAILED;
    clscan__condition_broadcast(&ctx->built);
  }
  /* A failed program is forgotten, so that a later attempt compiles again and logs again. */
  const clscan_status status = program->status;
  if (program->state == CLSCAN__PROGRAM_FAILED && --program->users == 0) {
    unlink_program(ctx, program);
  }
  clscan__mutex_unlock(&ctx->mutex);
  if (status == CLSCAN_SUCCESS) {
    *out = program;
  }
  return status;
}

void clscan__program_release(clscan_context *ctx, clscan__program *program) {
  if (!program) {
    return;
  }
  clscan__mutex_lock(&ctx->mutex);
  program->users--;
  clscan__mutex_unlock(&ctx->mutex);
}

void clscan__programs_trim(clscan_context *ctx) {
  clscan__mutex_lock(&ctx->mutex);
  for (clscan__program *program = ctx->programs, *next; program; program = next) {
    next = program->next;
    if (program->users == 0) {
      unlink_program(ctx, program);
    }
  }
  clscan__mutex_unlock(&ctx->mutex);
}

size_t clscan__programs_count(const clscan_context *ctx) {
  size_t count = 0;
  for (const clscan__program *program = ctx->programs; program; program = program->next) {
    count++;
  }
  return count;
}

/* Whether a probe compiles; errors other than a failed build pass through. */
static clscan_status probe(clscan_context *ctx, const char *name, const char *standard,
                           bool *works) {
  cl_program program = NULL;
  const clscan__build_options options = {standard, 0};
  clscan__text text = {0};
  clscan__program_write(&text, NULL, clscan__source_find(name));
  clscan_status status =
      text.failed ? CL_OUT_OF_HOST_MEMORY : build(ctx, name, text.data, options, true, &program);
  clscan__text_free(&text);
  if (status == CL_INVALID_BUILD_OPTIONS) {
    status = CLSCAN_BUILD_FAILED;
  }
  if (program) {
    ctx->cl.clReleaseProgram(program);
  }
  *works = status == CLSCAN_SUCCESS;
  return status == CLSCAN_BUILD_FAILED ? CLSCAN_SUCCESS : status;
}

clscan_status clscan__probe(clscan_context *ctx) {
  clscan__caps *caps = ctx->caps;
  clscan_status status = CLSCAN_SUCCESS;
  if (caps->is_nvidia && caps->compute_capability >= 30) {
    status = probe(ctx, "probe_ptx_subgroup", "CL1.2", &caps->has_ptx);
  }
  if (status == CLSCAN_SUCCESS && caps->has_ptx && caps->compute_capability >= 70) {
    status = probe(ctx, "probe_ptx_order", "CL1.2", &caps->has_ptx_order);
  }
  if (status == CLSCAN_SUCCESS && caps->has_ptx_order) {
    status = probe(ctx, "probe_ptx_wide", "CL1.2", &caps->has_ptx_wide);
  }
  if (status == CLSCAN_SUCCESS && caps->has_subgroups) {
    status =
        probe(ctx, "probe_khr_subgroup",
              clscan__language(ctx, CLSCAN_BACKEND_KHR, CLSCAN_ATOMICS_AUTO), &caps->has_subgroups);
  }
  /* Buffers over 4 GiB need it; older drivers do not know it. */
  if (status == CLSCAN_SUCCESS && caps->is_intel_gpu) {
    caps->has_intel_4gb_option = true;
    status = probe(ctx, "clear", "CL1.2", &caps->has_intel_4gb_option);
  }
  if (status != CLSCAN_SUCCESS) {
    clscan__fail(ctx, status, "a probe of the compiler failed: %s", clscan_status_name(status));
  }
  return status;
}
