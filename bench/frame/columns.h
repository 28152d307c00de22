/* SPDX-License-Identifier: Apache-2.0 */
/* The columns of the table beside the axes. */
#ifndef BENCH_COLUMNS_H
#define BENCH_COLUMNS_H

#include "frame/bench.h"

/* The characters of a line that they take together. */
size_t columns_width(bench_columns columns);

/* Both print a piece of a line and end it. */
void columns_heading(bench_columns columns);
void columns_row(bench_columns columns, const bench_result *result);

#endif
