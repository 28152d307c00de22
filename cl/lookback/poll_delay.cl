// SPDX-License-Identifier: Apache-2.0
// A pause before a tile first looks at its predecessors, so that polls do not get in the way of
// what they wait for. POLL_DELAY, nanoseconds, is defined with the PTX back end and compute
// capability 7.0 or more alone, for which nanosleep.u32 exists. Without it nothing is compiled. The
// first tiles are under way all at once and do not pause.
#ifndef CLSCAN_LOOKBACK_POLL_DELAY
#define CLSCAN_LOOKBACK_POLL_DELAY

#ifdef POLL_DELAY
#define FIRST_POLL_PAUSE(tile)                                                                     \
  if ((tile) >= 1024)                                                                              \
    asm volatile("nanosleep.u32 %0;" : : "r"(POLL_DELAY));
#else
#define FIRST_POLL_PAUSE(tile)
#endif

#endif
