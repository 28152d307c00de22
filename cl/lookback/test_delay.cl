// SPDX-License-Identifier: Apache-2.0
// A hook for tests: with CLSCAN_TEST_DELAY defined in the build options, each tile whose number
// leaves the remainder `phase` waits for CLSCAN_TEST_SPINS turns of a loop. Without it nothing is
// compiled.
#ifndef CLSCAN_LOOKBACK_TEST_DELAY
#define CLSCAN_LOOKBACK_TEST_DELAY

#ifdef CLSCAN_TEST_DELAY
#ifndef CLSCAN_TEST_SPINS
#define CLSCAN_TEST_SPINS 20000
#endif
#define TEST_DELAY(tile, phase)                                                                    \
  if ((tile) % CLSCAN_TEST_DELAY == (phase))                                                       \
    for (volatile uint spin = 0; spin < CLSCAN_TEST_SPINS; ++spin)                                 \
      ;
#else
#define TEST_DELAY(tile, phase)
#endif

#endif
