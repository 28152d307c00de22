/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs for which every grouping of the operator gives the same bits, so that results can be
 * compared exactly, and which keep every result different from its neighbours where they can. */
#ifndef TESTS_DATA_H
#define TESTS_DATA_H

#include "support/reference.h"

/* Fills n inputs for this scan. Floats get sums and products that are exact in every grouping. */
void data_fill(const struct reference *r, size_t n, uint64_t seed, void *in);
/* The same where every subset counts, and not only every stretch: for a reduction. */
void data_fill_subsets(const struct reference *r, size_t n, uint64_t seed, void *in);
/* A left operand that fits data_fill()'s inputs. */
struct value data_init(const struct reference *r, uint64_t seed);

#endif
