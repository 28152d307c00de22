/* SPDX-License-Identifier: Apache-2.0 */
#include "data/kept.h"

void kept_start(data_kept *kept, bench_env *env) {
  *kept = (data_kept){0};
  env->pair = &kept->pair;
  env->copies = &kept->copies;
  env->spoiler = &kept->spoiler;
}

void kept_release(data_kept *kept) {
  pair_release(&kept->pair);
  baseline_free(&kept->copies);
  array_spoiler_release(&kept->spoiler);
}
