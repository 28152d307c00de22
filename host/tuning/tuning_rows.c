/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning_rows.h"

const clscan__tuning_row *clscan__row_find(const clscan__tuning_row *rows, size_t count,
                                           clscan__device_class class, const clscan__work *work,
                                           size_t size) {
  const clscan__tuning_row *found = NULL;
  for (size_t i = 0; i < count; i++) {
    const clscan__tuning_row *row = &rows[i];
    const bool serves = (row->class == CLSCAN__CLASS_ANY || row->class == class) &&
                        (!row->work || row->work == work) && row->above < size &&
                        (!row->size || size <= row->size);
    if (serves && (!found || (row->size && (!found->size || row->size < found->size)))) {
      found = row;
    }
  }
  return found;
}

/* Elements that take as many registers as the row's items of its own size. */
static uint32_t items_for(const clscan__tuning_row *row, const clscan__work *work, size_t size) {
  if (!row->items || work->by_element) {
    return row->items;
  }
  const uint64_t words = ((uint64_t)(row->size ? row->size : 4) + 3) / 4;
  const uint64_t items = row->items * words / ((size + 3) / 4);
  return items == 0 ? 1 : items < UINT32_MAX ? (uint32_t)items : UINT32_MAX;
}

clscan__tuning_row clscan__row_values(const clscan__tuning_row *loaded, size_t count,
                                      clscan__device_class class, const clscan__work *work,
                                      size_t size) {
  clscan__tuning_row row = *clscan__row_find(work->rows, work->num_rows, class, work, size);
  row.items = items_for(&row, work, size);
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
    row.items = items_for(given, work, size);
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
