/* SPDX-License-Identifier: Apache-2.0 */
/* A growing string. Errors stick: after a failed allocation `failed` stays set and appends do
 * nothing. */
#ifndef CLSCAN_HOST_TEXT_H
#define CLSCAN_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/format.h"

typedef struct clscan__text {
  char *data;  /* NUL-terminated; NULL while empty */
  size_t size; /* without the NUL */
  size_t capacity;
  bool failed;
} clscan__text;

CLSCAN__PRINTF(2, 3)
void clscan__text_printf(clscan__text *text, const char *format, ...);
/* Appends bytes as they are, which may include NULs. */
void clscan__text_append(clscan__text *text, const void *bytes, size_t size);
/* Appends a string. */
void clscan__text_string(clscan__text *text, const char *string);
void clscan__text_free(clscan__text *text);
/* A copy of a string; NULL for NULL or if memory ran out. */
char *clscan__string_copy(const char *string);

#endif
