// SPDX-License-Identifier: Apache-2.0
// An accumulator as 32-bit words, for shuffles and descriptors.
#ifndef CLSCAN_CORE_WORDS
#define CLSCAN_CORE_WORDS

#include "core/inline.cl"

#define ACC_WORDS ((ACC_SIZE + 3) / 4)

typedef union {
  ACC value;
  uint word[ACC_WORDS];
} acc_words;

// The trailing word of a value that is not a multiple of 4 bytes is zero filled.
INLINE acc_words acc_to_words(ACC a) {
  acc_words w;
  w.word[ACC_WORDS - 1] = 0;
  w.value = a;
  return w;
}

#endif
