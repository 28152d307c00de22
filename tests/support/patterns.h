/* SPDX-License-Identifier: Apache-2.0 */
/* Which elements of an input are kept: the shares that compaction is tried with. */
#ifndef TESTS_PATTERNS_H
#define TESTS_PATTERNS_H

#include <stddef.h>
#include <stdint.h>

enum pattern {
  PATTERN_ALL,
  PATTERN_NONE,
  PATTERN_FIRST,
  PATTERN_LAST,
  PATTERN_ALTERNATING,
  PATTERN_1, /* random, in percent */
  PATTERN_10,
  PATTERN_50,
  PATTERN_90,
  PATTERN_99,
  PATTERNS
};

const char *patterns_name(enum pattern pattern);
/* Writes 1 for each of n elements that is kept, 0 for the others. */
void patterns_fill(enum pattern pattern, size_t n, uint64_t seed, uint8_t *kept);

#endif
