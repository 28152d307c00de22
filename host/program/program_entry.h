/* SPDX-License-Identifier: Apache-2.0 */
/* A built program as bytes that are kept from one process to the next. */
#ifndef CLSCAN_HOST_PROGRAM_ENTRY_H
#define CLSCAN_HOST_PROGRAM_ENTRY_H

#include "base/text.h"

/* What a binary is good for: versions of the format, the library and the driver, then what is asked
 * of them, from `asked` on: platform, device, options and source. */
typedef struct clscan__identity {
  clscan__text text;
  size_t asked;
} clscan__identity;

/* An entry's parts, inside its bytes; none ends in a NUL. */
typedef struct clscan__entry {
  const char *log, *binary;
  size_t log_size, binary_size;
} clscan__entry;

/* Appends bytes with their size before them, so that no two lists of fields look alike. */
void clscan__entry_field(clscan__text *out, const void *bytes, size_t size);

/* Appends `name` and a hash of what is asked for: letters, digits, _ and - alone. Another version
 * of the driver or the library has the same key, and its entry takes the old one's place. */
void clscan__entry_key(clscan__text *key, const char *name, const clscan__identity *identity);

/* Appends an entry: the identity, the log, the binary, a checksum of all that. */
void clscan__entry_write(clscan__text *out, const clscan__identity *identity,
                         const clscan__text *log, const void *binary, size_t size);
/* Whether the bytes are an entry of this very identity, whole and unharmed. */
bool clscan__entry_read(const char *bytes, size_t size, const clscan__identity *identity,
                        clscan__entry *entry);

#endif
