/* SPDX-License-Identifier: Apache-2.0 */
/* The elements and marks of the data laws that have marks; elements as bits, from the lowest on. */
#ifndef BENCH_PATTERN_H
#define BENCH_PATTERN_H

#include <stdbool.h>

#include "data/convert.h"
#include "data/recipe.h"

/* 64 random bits for that index: the splitmix64 generator. */
uint64_t pattern_random(uint64_t seed, uint64_t index);

/* Makes up to DATA_BLOCK elements, the next ones of the stream, and goes on with it. */
void pattern_block(data_stream *stream, size_t count, data_wide *bits, uint8_t *marks);

/* How many different elements such a type has; the law of an unordered select needs one an index.
 */
uint64_t pattern_places(const bench_type *type);
/* The index of an element of DATA_SIGNS or DATA_SPARSE with mark 1; over n if it is none. */
uint64_t pattern_index(const data_recipe *recipe, uint64_t seed, uint64_t bits);
/* The mark that those two laws give to an index. */
bool pattern_mark(const data_recipe *recipe, uint64_t seed, uint64_t index);

#endif
