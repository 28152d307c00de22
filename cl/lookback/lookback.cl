// SPDX-License-Identifier: Apache-2.0
// What lies before a tile, from what earlier tiles have published.
//
//   LOOKBACK          LOOKBACK_CLASSIC or LOOKBACK_TWO_LEVEL
#ifndef CLSCAN_LOOKBACK
#define CLSCAN_LOOKBACK

#include "lookback/records.cl"

// Of the work-items that wait, the one that publishes. Counts may be waited for by any sub-group.
#if DESC_FORM == DESC_COUNT && SUBGROUP_INDEPENDENT
#define LOOKBACK_WRITER (subgroup_lane() == 0)
#elif DESC_FORM == DESC_COUNT
#define LOOKBACK_WRITER 1
#else
#define LOOKBACK_WRITER (LINEAR_ID == 0)
#endif

// Both kinds have two functions, for the work-items of a group that wait: lookback_announce()
// publishes what is known of the tile before anything is known of others; lookback_prefix(), after
// it, sets *prefix to what lies before the tile and returns 1, or sets it to `init` and returns
// `has_init`.
#if LOOKBACK == LOOKBACK_CLASSIC
#include "lookback/classic.cl"
#elif LOOKBACK == LOOKBACK_TWO_LEVEL
#include "lookback/two_level.cl"
#else
#error "LOOKBACK is not defined"
#endif

#endif
