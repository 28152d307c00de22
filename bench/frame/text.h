/* SPDX-License-Identifier: Apache-2.0 */
/* Text in lines of limited width, whatever is in it: names come from drivers and users. */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* The longest line, without its end. */
#define TEXT_WIDTH 100

/*
 * Prints words in lines of up to TEXT_WIDTH characters. The first one starts at `column`, the
 * others are indented. A word longer than a line goes on in the next.
 */
void text_print(FILE *file, const char *text, size_t column, size_t indent);

#endif
