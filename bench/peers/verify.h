/* SPDX-License-Identifier: Apache-2.0 */
/* Whether one call of this program's library gives what the serial reference gives. */
#ifndef PEERS_VERIFY_H
#define PEERS_VERIFY_H

#include "data/data.h"
#include "frame/bench.h"
#include "peer.h"

/* Fails the result and returns false if the library reports an error. */
bool verify_ok(bench_result *result, const char *what, const char *error);

/* Overwrites the outputs of `room` bytes and calls once; fills in result->survivors of compactions.
 */
bool verify_call(const peer_task *task, size_t room, bench_result *result);

/* After verify_call(): compares what was written. `recipe` made the input. */
bool verify_output(const peer_task *task, const data_recipe *recipe, uint64_t seed,
                   bench_result *result);

#endif
