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

/* A kind of work that has rows of its own, in the folder of its algorithm. */
typedef struct clscan__work {
  const char *name;                      /* in a text of rows */
  const struct clscan__tuning_row *rows; /* built in; each class ends with one for any size */
  size_t num_rows;
  bool by_element;     /* sizes are those of stored elements, and items do not depend on them; else
                        * of accumulators, and larger ones are fewer */
  uint32_t algorithms; /* a bit for each that a row may name for AUTO */
} clscan__work;

enum { CLSCAN__LONGEST_POLL_DELAY = 1000000 }; /* ns: what nanosleep.u32 can */
#define CLSCAN__NO_DELAY_GIVEN UINT32_MAX

/* Zero is a value that the row does not give, but for the delay. */
typedef struct clscan__tuning_row {
  clscan__device_class class;
  const clscan__work *work; /* built in, NULL: the one that has it */
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

/* A built-in row. */
#define CLSCAN__ROW(class_, size_, group_, items_, registers_, spacing_, window_, poll_, small_)   \
  {                                                                                                \
    .class = CLSCAN__CLASS_##class_, .size = (size_), .group_size = (group_), .items = (items_),   \
    .registers = (registers_), .spacing = (spacing_), .window = (window_), .poll_delay = (poll_),  \
    .small_max = (small_)                                                                          \
  }

/* The row with the least size that serves such elements, the first of equals; NULL: there is none.
 */
const clscan__tuning_row *clscan__row_find(const clscan__tuning_row *rows, size_t count,
                                           clscan__device_class class, const clscan__work *work,
                                           size_t size);

/* The values for elements of `size` bytes, items too: those of the loaded row, where it gives some,
 * else the built-in ones. `line` is that of the items. */
clscan__tuning_row clscan__row_values(const clscan__tuning_row *loaded, size_t count,
                                      clscan__device_class class, const clscan__work *work,
                                      size_t size);

#endif
