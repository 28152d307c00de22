/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes that do what calls OpenCL, so that a driver that ends one of them, or changes its
 * environment, leaves this process as it was. Each is a fork of this one, which must not have
 * called OpenCL before: a driver's threads are not there in a fork.
 */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct child_process {
  pid_t pid; /* 0: there is none */
  int pipe;  /* what it writes is read here */
} child_process;

/* What runs there; it writes into `pipe` with child_write(). The process ends when it returns. */
typedef void (*child_function)(const void *user, int pipe);

/* On failure returns false with a sentence in `why`. */
bool child_start(child_process *child, child_function function, const void *user, char *why,
                 size_t why_size);

/* False if the reader is gone. */
bool child_write(int pipe, const void *from, size_t size);

/* Reads as many bytes; false if the process ended before, or at an interrupt. */
bool child_read(const child_process *child, void *to, size_t size);

/* Waits for its end and says how it ended. */
void child_wait(child_process *child, char *how, size_t how_size);

/* Ends it at once; it may not be gone yet. */
void child_kill(const child_process *child);

/*
 * From here on an interrupt (Ctrl-C) ends this process no more: the child_read() that waits, or the
 * next one that has to, returns false, and child_interrupted() true.
 */
void child_catch_interrupts(void);
bool child_interrupted(void);

#endif
