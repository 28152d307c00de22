/* SPDX-License-Identifier: Apache-2.0 */
/* The scan as its definition says it: one element after the other. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include "support/values.h"

struct reference {
  clscan_type in;
  clscan_type acc;
  clscan_type out;
  clscan_op op;
  clscan_kind kind;
};

/* Writes n outputs and the total. `init` is of the accumulator type; NULL: none. For an empty input
 * without init the total is the identity. */
void reference_scan(const struct reference *r, const void *in, size_t n, const struct value *init,
                    void *out, void *total);

#endif
