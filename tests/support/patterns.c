/* SPDX-License-Identifier: Apache-2.0 */
#include "support/patterns.h"
#include "support/harness.h"

const char *patterns_name(enum pattern pattern) {
  static const char *const names[PATTERNS] = {
      "all", "none", "only the first", "only the last", "alternating",
      "1 %", "10 %", "50 %",           "90 %",          "99 %"};
  return names[pattern];
}

void patterns_fill(enum pattern pattern, size_t n, uint64_t seed, uint8_t *kept) {
  static const unsigned percent[PATTERNS] = {
      [PATTERN_1] = 1, [PATTERN_10] = 10, [PATTERN_50] = 50, [PATTERN_90] = 90, [PATTERN_99] = 99};
  uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (size_t i = 0; i < n; i++) {
    switch (pattern) {
    case PATTERN_ALL:
      kept[i] = 1;
      break;
    case PATTERN_NONE:
      kept[i] = 0;
      break;
    case PATTERN_FIRST:
      kept[i] = i == 0;
      break;
    case PATTERN_LAST:
      kept[i] = i + 1 == n;
      break;
    case PATTERN_ALTERNATING:
      kept[i] = i % 2 == 0;
      break;
    default:
      kept[i] = (harness_random(&random) >> 33) % 100 < percent[pattern];
      break;
    }
  }
}
