/* SPDX-License-Identifier: Apache-2.0 */
/* One state of a benchmark, run by this program's library. */
#ifndef PEERS_STATE_H
#define PEERS_STATE_H

#include "frame/env.h"
#include "peer.h"

/*
 * The data, the check and the measuring are clscan-bench's. x_copy is held against the library's
 * own copy of as many bytes. What the library does not have is skipped.
 */
void peer_run(const bench_settings *settings, const bench_state *state, bench_result *result);

#endif
