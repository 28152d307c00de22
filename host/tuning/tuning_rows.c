/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning_rows.h"

#define ROW(class_, work_, size_, group_, items_, registers_, spacing_, window_, poll_, small_)    \
  {                                                                                                \
    .class = CLSCAN__CLASS_##class_, .work = CLSCAN__WORK_##work_, .size = (size_),                \
    .group_size = (group_), .items = (items_), .registers = (registers_), .spacing = (spacing_),   \
    .window = (window_), .poll_delay = (poll_), .small_max = (small_)                              \
  }

/* Each class and kind of work ends with a row for any size. */
static const clscan__tuning_row built_in[] = {
    /* Measured on an H200, with descriptors on lines of their own. */
    ROW(NVIDIA, SCAN, 4, 256, 48, 80, 128, 32, 1000, 0),
    ROW(NVIDIA, SCAN, 8, 256, 24, 80, 128, 32, 0, 0),
    ROW(NVIDIA, SCAN, 0, 256, 56, 0, 128, 32, 0, 0),
    ROW(NVIDIA, TWO_LEVEL, 4, 256, 56, 80, 128, 32, 0, 0),
    ROW(NVIDIA, TWO_LEVEL, 8, 256, 24, 80, 128, 32, 0, 0),
    ROW(NVIDIA, TWO_LEVEL, 0, 256, 48, 0, 128, 32, 0, 0),
    ROW(NVIDIA, COMPACTION, 4, 256, 32, 64, 128, 32, 0, 0),
    ROW(NVIDIA, COMPACTION, 8, 256, 16, 64, 128, 32, 0, 0),
    ROW(NVIDIA, COMPACTION, 16, 256, 8, 64, 128, 32, 0, 0),
    ROW(NVIDIA, COMPACTION, 0, 128, 4, 0, 128, 32, 0, 0),
    ROW(ANY, PACKED, 1, 256, 128, 64, 128, 32, 1000, 0),
    ROW(ANY, PACKED, 0, 128, 128, 96, 128, 32, 0, 0),
    /* Not measured. */
    ROW(GPU, SCAN, 0, 256, 16, 0, 128, 32, 0, 0),
    ROW(GPU, TWO_LEVEL, 0, 256, 16, 0, 128, 32, 0, 0),
    ROW(GPU, COMPACTION, 0, 256, 8, 0, 128, 32, 0, 0),
    /* pocl 3.1, 2 cores. */
    ROW(CPU, SCAN, 0, 1, 0, 0, 64, 32, 0, 65536),
    ROW(CPU, TWO_LEVEL, 0, 1, 0, 0, 64, 32, 0, 65536),
    ROW(CPU, COMPACTION, 0, 1, 0, 0, 64, 32, 0, 65536),
};

const clscan__tuning_row *clscan__row_find(const clscan__tuning_row *rows, size_t count,
                                           clscan__device_class class, clscan__work work,
                                           size_t size) {
  const clscan__tuning_row *found = NULL;
  for (size_t i = 0; i < count; i++) {
    const clscan__tuning_row *row = &rows[i];
    const bool serves = (row->class == CLSCAN__CLASS_ANY || row->class == class) &&
                        row->work == work && row->above < size && (!row->size || size <= row->size);
    if (serves && (!found || (row->size && (!found->size || row->size < found->size)))) {
      found = row;
    }
  }
  return found;
}

/* Elements that take as many registers as the row's items of its own size. What a compaction keeps
 * in registers does not grow with its elements. */
static uint32_t items_for(const clscan__tuning_row *row, size_t size) {
  if (!row->items || row->work == CLSCAN__WORK_PACKED || row->work == CLSCAN__WORK_COMPACTION) {
    return row->items;
  }
  const uint64_t words = ((uint64_t)(row->size ? row->size : 4) + 3) / 4;
  const uint64_t items = row->items * words / ((size + 3) / 4);
  return items == 0 ? 1 : items < UINT32_MAX ? (uint32_t)items : UINT32_MAX;
}

clscan__tuning_row clscan__row_values(const clscan__tuning_row *loaded, size_t count,
                                      clscan__device_class class, clscan__work work, size_t size) {
  clscan__tuning_row row =
      *clscan__row_find(built_in, sizeof built_in / sizeof *built_in, class, work, size);
  row.items = items_for(&row, size);
  const clscan__tuning_row *given = clscan__row_find(loaded, count, class, work, size);
  if (!given) {
    return row;
  }
  /* A limit goes with its shape. */
  if (given->group_size || given->items || given->registers) {
    row.registers = given->registers;
  }
  if (given->group_size) {
    row.group_size = given->group_size;
  }
  if (given->items) {
    row.items = items_for(given, size);
    row.line = given->line;
  }
  if (given->spacing) {
    row.spacing = given->spacing;
  }
  if (given->window) {
    row.window = given->window;
  }
  if (given->poll_delay != CLSCAN__NO_DELAY_GIVEN) {
    row.poll_delay = given->poll_delay;
  }
  if (given->small_max) {
    row.small_max = given->small_max;
  }
  if (given->backend) {
    row.backend = given->backend;
  }
  if (given->algorithm) {
    row.algorithm = given->algorithm;
  }
  return row;
}
