/* SPDX-License-Identifier: Apache-2.0 */
/* The programs that are compared, and the runs of one state that each of them makes. */
#ifndef PEERS_CONTESTANT_H
#define PEERS_CONTESTANT_H

#include <jansson.h>

#include "frame/bench.h"
#include "frame/options.h"

#define CONTESTANTS_MAX 8

typedef struct contestant {
  char name[16];
  char program[512];
  bool serial; /* clscan-bench's serial loops */
} contestant;

/* The first one is clscan. */
typedef struct contestants {
  contestant items[CONTESTANTS_MAX];
  size_t count;
  const bench_options *options; /* device, min_time, seed and check go to all, tuning to clscan */
  char scratch[64];             /* a folder */
} contestants;

/* What a run gave. */
typedef struct measured {
  bench_status status;
  char reason[BENCH_REASON_SIZE]; /* empty also where there is no such serial loop */
  double call_us;
  double noise;
  double x_copy;
  json_t *row;    /* as it goes into the merged file; NULL: there is none */
  json_t *device; /* of the file that it came from; NULL likewise */
} measured;

/*
 * Takes clscan-bench and the peers that `folder`, where they were built, has and that run on the
 * device, and says who takes part and who does not. On failure returns false with a sentence in
 * `why`.
 */
bool contestants_open(contestants *list, const char *folder, const bench_options *options,
                      bool on_cpu, char *why, size_t why_size);
void contestants_close(contestants *list);

/* Runs one state with a program of its own. */
void contestant_run(const contestants *list, const contestant *who, const bench_state *state,
                    measured *got);
void measured_free(measured *got);

/*
 * From here on an interrupt (Ctrl-C) ends the program that runs, and not this one. What the program
 * was measuring is worth nothing then, and no other one starts.
 */
void contestants_catch_interrupts(void);
bool contestants_interrupted(void);

#endif
