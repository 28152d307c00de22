/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/local.h"

#include "abi.h"

size_t clscan__largest(const size_t sizes[3]) {
  size_t size = sizes[0];
  if (sizes[1] > size) {
    size = sizes[1];
  }
  if (sizes[2] > size) {
    size = sizes[2];
  }
  return size;
}

size_t clscan__local_scan(const clscan__shape *shape, size_t acc_size, size_t group) {
  return acc_size * CLSCAN_SCAN_ITEMS((int)shape->method, (int)shape->backend, group);
}

size_t clscan__local_exchange(const clscan__shape *shape, const size_t stored_sizes[3],
                              size_t group, size_t items) {
  const bool needed = shape->storage == CLSCAN_STORAGE_REGISTERS &&
                      shape->backend == CLSCAN_BACKEND_LOCAL && items > 1;
  return needed ? CLSCAN_PADDED(group * items) * clscan__largest(stored_sizes) : 0;
}
