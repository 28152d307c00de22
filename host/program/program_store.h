/* SPDX-License-Identifier: Apache-2.0 */
/* Built programs in the application's store: options.program_load and program_store. Whatever goes
 * wrong with it, the program is built from its source. */
#ifndef CLSCAN_HOST_PROGRAM_STORE_H
#define CLSCAN_HOST_PROGRAM_STORE_H

#include "base/opencl.h"
#include "program/program_entry.h"

struct clscan_context;

/* The place of one program in the store; without a key there is none. */
typedef struct clscan__stored {
  struct clscan_context *ctx;
  clscan__identity identity;
  clscan__text key;
  const char *options; /* it is built with */
} clscan__stored;

/* The place of the program of this source and these options, which are kept by the caller. `name`
 * is for people who look at keys. */
void clscan__stored_open(clscan__stored *stored, struct clscan_context *ctx, const char *name,
                         const char *source, const char *options);
void clscan__stored_close(clscan__stored *stored);

/* The program, built from what the store has, and the log of its first build; NULL: from its
 * source. */
cl_program clscan__stored_load(const clscan__stored *stored, clscan__text *log);
/* Puts a built program into the store. */
void clscan__stored_save(const clscan__stored *stored, cl_program program, const clscan__text *log);

#endif
