/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/local.h"

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
  switch (shape->method) {
  case CLSCAN_WORKGROUP_HILLIS_STEELE:
    return acc_size * 2 * group;
  case CLSCAN_WORKGROUP_BLELLOCH:
    return acc_size * (group + group / 32);
  default:
    return acc_size * (shape->backend == CLSCAN_BACKEND_PTX ? (group + 31) / 32 : group);
  }
}

size_t clscan__local_exchange(const clscan__shape *shape, const size_t stored_sizes[3],
                              size_t group, size_t items) {
  const bool needed = shape->backend == CLSCAN_BACKEND_LOCAL && items > 1;
  return needed ? (group * items + group * items / 32) * clscan__largest(stored_sizes) : 0;
}
