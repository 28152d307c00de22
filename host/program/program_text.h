/* SPDX-License-Identifier: Apache-2.0 */
/* A program's whole text. The caller's text stands before ours, and neither sees the other's
 * macros: what the caller defined by the name of an identifier of ours is undefined between the
 * two, and our names of file scope get a prefix. So the caller may use any name but OpenCL C's own,
 * and those that begin with clscan_. */
#ifndef CLSCAN_HOST_PROGRAM_TEXT_H
#define CLSCAN_HOST_PROGRAM_TEXT_H

#include "base/text.h"
#include "program/source.h"

/* What comes before a source. */
typedef struct clscan__prelude {
  /* The caller's types, definitions, and functions of the caller's expressions; names of ours in it
   * begin with clscan_. */
  clscan__text user;
  clscan__text macros; /* ours */
} clscan__prelude;

/* Before our names of file scope in a program, kernels included, and an underscore. */
#define CLSCAN__NAME_PREFIX "clscan_k"

void clscan__prelude_free(clscan__prelude *prelude);

/* Whether identifiers have such characters. */
bool clscan__is_name_character(char c);

/* Writes the program of `prelude` (NULL: none) and `source`. Its kernels are called
 * clscan_k_<name>. */
void clscan__program_write(clscan__text *text, const clscan__prelude *prelude,
                           const clscan__source *source);

/* The same as a text to be put before more text of the caller's: names get another prefix, each
 * macro is afterwards as it was before. `last` is a line of ours behind the source. */
void clscan__program_write_part(clscan__text *text, const clscan__prelude *prelude,
                                const clscan__source *source, const char *prefix, const char *last);

#endif
