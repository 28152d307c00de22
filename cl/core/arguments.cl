// SPDX-License-Identifier: Apache-2.0
// Kernel arguments that several kernels share, and how they are read: the initial value and the
// total.
//
//   INIT_PARAMS               from the prelude: the host's initial value as ulong arguments, since
//                             struct and array arguments are unreliable on some drivers
//   INIT_WORDS, INIT_FILL     number of those arguments; copies them into an init_words
#ifndef CLSCAN_CORE_ARGUMENTS
#define CLSCAN_CORE_ARGUMENTS

#include "core/element.cl"
#include "core/length.cl"

#define HAS_INIT(flags) (((flags) & (FLAG_INIT | FLAG_INIT_DEVICE)) != 0)

typedef union {
  ACC_STORED value;
  ulong word[INIT_WORDS];
} init_words;

#define INITIAL_PARAMS PLACE(init), INIT_PARAMS
// The initial value; only where HAS_INIT.
#define READ_INITIAL(result, flags)                                                                \
  do {                                                                                             \
    if ((flags)&FLAG_INIT_DEVICE) {                                                                \
      result = acc_from_value(acc_from_stored(*AT(const ACC_STORED, init)));                       \
    } else {                                                                                       \
      init_words words;                                                                            \
      INIT_FILL(words);                                                                            \
      result = acc_from_value(acc_from_stored(words.value));                                       \
    }                                                                                              \
  } while (0)

// The total of an empty input: the initial value, else the identity, else nothing is written.
#define STORE_EMPTY_TOTAL(flags)                                                                   \
  do {                                                                                             \
    if (HAS_INIT(flags)) {                                                                         \
      ACC initial;                                                                                 \
      READ_INITIAL(initial, flags);                                                                \
      *AT(OUT_T, total) = store_item(initial);                                                     \
    } else {                                                                                       \
      STORE_IDENTITY_TOTAL;                                                                        \
    }                                                                                              \
  } while (0)
#if HAS_IDENTITY
#define STORE_IDENTITY_TOTAL *AT(OUT_T, total) = store_item(IDENTITY)
#else
#define STORE_IDENTITY_TOTAL
#endif

#endif
