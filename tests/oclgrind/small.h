/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs for oclgrind have in common: tiles so small that it gets through them.
 * Look-back takes the one-word form, which oclgrind can follow. */
#ifndef TESTS_SMALL_H
#define TESTS_SMALL_H

#include "support/shapes.h"

enum { SMALL_SHAPES = 3, SMALL_REREAD = 2 };
extern const struct shape small_shapes[SMALL_SHAPES];

/* Whether no vector is to be read or written, and no 16-bit element to come from scratch: of both
 * oclgrind says that they are uninitialised. CLSCAN_TEST_SCALAR=1 asks for it. */
bool small_scalar(void);

#endif
