/* SPDX-License-Identifier: Apache-2.0 */
/* Result files that are there whole or not at all. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Says early whether a file can be written there; leaves nothing behind. */
bool output_probe(const char *path, char *why, size_t why_size);

/*
 * Writes the text to a temporary file beside `path` and renames it. A path that is there and is no
 * regular file, such as a pipe, is written directly.
 */
bool output_write(const char *path, const char *text, size_t length, char *why, size_t why_size);

#endif
