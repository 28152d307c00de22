/* SPDX-License-Identifier: Apache-2.0 */
/* Text of a caller who uses the library's own names. */
#ifndef TESTS_NAMES_H
#define TESTS_NAMES_H

/* Macros, types, functions and variables by the names of all identifiers of the library's part of a
 * program, but those that the header documents and those of OpenCL C. Each name is one of the four,
 * and with another `turn`, 0 to 3, another one. The caller frees it; NULL if memory ran out. */
char *names_hostile(const char *program, unsigned turn);

#endif
