/* SPDX-License-Identifier: Apache-2.0 */
/* What is kept from state to state: buffers with their data, times of copies, a kernel. */
#ifndef BENCH_KEPT_H
#define BENCH_KEPT_H

#include "data/array.h"
#include "data/baseline.h"
#include "data/pair.h"
#include "frame/env.h"

typedef struct data_kept {
  data_pair pair;
  copy_baseline copies;
  array_spoiler spoiler;
} data_kept;

/* Gives them, empty, to an open environment. They are released before it is closed. */
void kept_start(data_kept *kept, bench_env *env);
void kept_release(data_kept *kept);

#endif
