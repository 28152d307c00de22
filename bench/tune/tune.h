/* SPDX-License-Identifier: Apache-2.0 */
/* The search for tuning rows. */
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "frame/env.h"
#include "frame/options.h"

/*
 * Searches rows for each kind of work and size that -b and -a name, all of them by default, and
 * prints each when it is found; what is going on goes to standard error. `given`: rows to begin
 * with; NULL: none. *failed receives the number of kinds that gave no row though the device should
 * do them. If nothing could be run it returns false with a sentence in `why`.
 */
bool tune(const bench_options *options, const bench_device *device, const bench_settings *settings,
          const char *given, size_t *failed, char *why, size_t why_size);

#endif
