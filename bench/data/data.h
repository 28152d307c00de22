/* SPDX-License-Identifier: Apache-2.0 */
/* Seeded random data, made in order and never kept. */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/recipe.h"

bool data_recipe_equal(const data_recipe *a, const data_recipe *b);

void data_stream_start(data_stream *stream, const data_recipe *recipe, uint64_t seed);
/* Writes the next `count` elements. */
void data_stream_next(data_stream *stream, size_t count, void *to);
/* The same with their marks; not for DATA_OPERATOR. */
void data_stream_marked(data_stream *stream, size_t count, void *to, uint8_t *marks);

#endif
