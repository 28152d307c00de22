/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning table: for each kind of work and size of elements, the values that measurements gave.
 * What the library has built in and what a context's options load are the same rows. */
#ifndef CLSCAN_HOST_TUNING_ROWS_H
#define CLSCAN_HOST_TUNING_ROWS_H

#include <stdbool.h>

#include "clscan.h"

typedef enum clscan__device_class {
  CLSCAN__CLASS_ANY = 0,
  CLSCAN__CLASS_NVIDIA,
  CLSCAN__CLASS_GPU,
  CLSCAN__CLASS_CPU /* also whatever re-reads its tiles */
} clscan__device_class;

/* In the order of their names in tuning_text.c. */
typedef enum clscan__work {
  CLSCAN__WORK_SCAN,       /* scans but for the next two, and reductions */
  CLSCAN__WORK_TWO_LEVEL,  /* scans by two-level look-back */
  CLSCAN__WORK_PACKED,     /* sums of 8- and of 16-bit integers, packed in words */
  CLSCAN__WORK_COMPACTION, /* selects and partitions */
  CLSCAN__WORKS
} clscan__work;

enum { CLSCAN__LONGEST_POLL_DELAY = 1000000 }; /* ns: what nanosleep.u32 can */
#define CLSCAN__NO_DELAY_GIVEN UINT32_MAX

/* Zero is a value that the row does not give, but for the delay. */
typedef struct clscan__tuning_row {
  clscan__device_class class;
  clscan__work work;
  uint32_t above, size; /* serves elements of above < bytes <= size; size 0: and all larger ones */
  uint32_t group_size;
  uint32_t items; /* for elements of `size` bytes, 0: of 4; built in and re-read, 0: chosen by n */
  uint32_t registers; /* NVIDIA: the most that a work-item may take; 0: the compiler's choice */
  uint32_t spacing;
  uint32_t window;
  uint32_t poll_delay; /* ns; loaded, CLSCAN__NO_DELAY_GIVEN: not given */
  uint32_t small_max;  /* built in, 0: one tile */
  clscan_backend backend;
  int algorithm; /* what AUTO takes */
  uint32_t line; /* of the text it was read from; 0: built in */
} clscan__tuning_row;

/* The row with the least size that serves such elements, the first of equals; NULL: there is none.
 */
const clscan__tuning_row *clscan__row_find(const clscan__tuning_row *rows, size_t count,
                                           clscan__device_class class, clscan__work work,
                                           size_t size);

/* The values for elements of `size` bytes, items too: those of the loaded row, where it gives some,
 * else the built-in ones. `line` is that of the items. */
clscan__tuning_row clscan__row_values(const clscan__tuning_row *loaded, size_t count,
                                      clscan__device_class class, clscan__work work, size_t size);

#endif
